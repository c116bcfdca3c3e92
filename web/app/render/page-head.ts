import { msg } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { courseAddress } from '#contract/catalog/course-address.ts';
import { cardPath } from '#contract/certificates/certificate-texts.ts';
import type { PageHead, PageRequest } from '#contract/page-program.ts';
import { pages } from '#contract/pages.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { certificateQuery } from '#web/api/certificate-queries.ts';
import { courseDescriptionQuery, courseListQuery } from '#web/api/course-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { plainTextOf } from '#contract/rich-text-leaves.ts';
import { teacherPageQuery } from '#web/api/teaching-queries.ts';
import { breadcrumbs, courseData, courseList, organization, teacherData, lectureData } from './structured-data.ts';
import type { Language } from '#contract/languages/language.ts';

/** As much as search engines show. */
const MAX_DESCRIPTION = 160;

type Course = ResponseOf<'GET /courses/:courseId/about'>['course'];

type Certificate = ResponseOf<'GET /certificates/:code'>['certificate'];

type Teacher = ResponseOf<'GET /teachers/:slug'>['teacher'];

/** One line, cut between two words. */
const summaryOf = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line;
  const cut = line.slice(0, MAX_DESCRIPTION);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_DESCRIPTION / 2))}…`;
};

/** The picture that messengers show with a link, drawn from the cover. */
const cardOf = (thumbnail: string | null | undefined): string | undefined => {
  const name = /\/files\/thumbnails\/([\w-]+)\.\w+$/.exec(thumbnail ?? '')?.[1];
  return name === undefined ? undefined : `/cards/${name}.jpg`;
};

interface Found {
  request: PageRequest;
  language: Language;
  /** The query of its address. */
  given: URLSearchParams;
  course: Course | undefined;
  teacher: Teacher | undefined;
  certificate: Certificate | undefined;
  /** Those that the page shows. */
  courses: ResponseOf<'GET /courses'>['courses'];
  /** The picture of the newest course. */
  newest: string | undefined;
}

const ofCourse = ({ request, course, language }: Found): PageHead | undefined =>
  course && {
    description: summaryOf(plainTextOf(course.about)),
    canonical: courseAddress(course._id, course.slug),
    picture: cardOf(course.thumbnail.secure_url),
    structuredData: [courseData(request, course, language), breadcrumbs(request, language, course)],
  };

const ofLecture = ({ request, course, given, language }: Found): PageHead | undefined => {
  const lecture = course?.lectures.find(({ _id, isFreePreview }) => isFreePreview && _id === given.get('lecture'));
  if (!course || !lecture) return undefined;
  const canonical = pathTo('freePreview', { course: course._id, lecture: lecture._id });
  const picture = cardOf(course.thumbnail.secure_url);
  return {
    description: summaryOf(lecture.description ?? ''),
    canonical,
    picture,
    structuredData: [
      lectureData(request, { lecture, canonical, picture }, language),
      breadcrumbs(request, language, course, lecture.title),
    ],
  };
};

const ofTeacher = ({ request, teacher, language }: Found): PageHead | undefined =>
  teacher && {
    description: summaryOf(
      [teacher.headline, plainTextOf(teacher.about)].filter(Boolean).join('. ') ||
        language._(msg`${{ name: teacher.name }}, teacher at ${{ school: request.site.brandName }}`),
    ),
    canonical: pathTo('teacher', { slug: teacher.slug }),
    picture: cardOf(teacher.courses[0]?.thumbnail.secure_url),
    structuredData: [
      teacherData(request, teacher),
      ...(teacher.courses.length > 0 ? [courseList(request, teacher.courses)] : []),
    ],
  };

/** Search engines list it only where its holder wants that. */
const ofCertificate = ({ certificate, language }: Found): PageHead | undefined => {
  if (!certificate) return undefined;
  const { holderName, courseTitle, teacher, issuer, code, state, isListed } = certificate;
  return {
    description: summaryOf(
      language._(msg`${holderName} completed ${courseTitle}, a course by ${teacher}. Issued by ${issuer}.`),
    ),
    canonical: isListed ? pathTo('certificate', { code }) : undefined,
    picture: state === 'valid' || state === 'expired' ? cardPath(code) : undefined,
    structuredData: [],
  };
};

/** Pages with structured data, by the path of their route. */
const heads: Record<string, (found: Found) => PageHead | undefined> = {
  [pages.home.path]: ({ request, newest }) => ({
    description: summaryOf(request.site.heroText),
    canonical: pages.home.path,
    picture: newest,
    structuredData: [organization(request)],
  }),
  [pages.courses.path]: ({ request, language, given, courses, newest }) => ({
    description: summaryOf(`${language._(msg`All courses of ${request.site.brandName}.`)} ${request.site.heroText}`),
    canonical: given.has('page') ? pathTo('courses', { page: given.get('page') ?? '' }) : pages.courses.path,
    picture: newest,
    structuredData: [breadcrumbs(request, language), ...(courses.length > 0 ? [courseList(request, courses)] : [])],
  }),
  [pages.course.path]: ofCourse,
  [pages.courseBySlug.path]: ofCourse,
  [pages.freePreview.path]: ofLecture,
  [pages.teacher.path]: ofTeacher,
  [pages.certificate.path]: ofCertificate,
  [pages.about.path]: ({ request, newest }) => ({
    description: summaryOf(request.site.aboutText || request.site.heroText),
    canonical: pages.about.path,
    picture: newest,
    structuredData: [organization(request)],
  }),
};

interface Drawn extends Pick<Found, 'request' | 'language'> {
  route: string | undefined;
  /** The description that the page gave. */
  description: string | undefined;
  queryClient: QueryClient;
}

/** The metadata of a page, from its data. Search engines index pages with a description. */
export const headOf = ({ request, language, route, description, queryClient }: Drawn): PageHead => {
  const { searchParams: given, pathname } = new URL(request.address, request.origin);
  const id = given.get('course') ?? decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const about = queryClient.getQueryData(courseDescriptionQuery(id).queryKey);
  const teacher = queryClient.getQueryData(teacherPageQuery(id).queryKey)?.teacher;
  const certificate = queryClient.getQueryData(certificateQuery(id).queryKey)?.certificate;
  const lists = queryClient.getQueriesData<ResponseOf<'GET /courses'>>({
    queryKey: courseListQuery().queryKey.slice(0, 2),
  });
  const courses = lists[0]?.[1]?.courses ?? [];
  const newest = cardOf(courses[0]?.thumbnail.secure_url);
  return (
    heads[route ?? '']?.({
      request,
      language,
      given,
      course: about?.course,
      teacher,
      certificate,
      courses,
      newest,
    }) ?? {
      description: summaryOf(description ?? request.site.heroText),
      canonical: description === undefined ? undefined : route,
      picture: description === undefined ? undefined : newest,
      structuredData: [],
    }
  );
};
