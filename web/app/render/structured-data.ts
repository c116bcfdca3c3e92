import { msg } from '@lingui/core/macro';
import { courseAddress } from '#contract/catalog/course-address.ts';
import { isPlayed, mediumOf } from '#contract/classroom/kind-facts.ts';
import { kindName } from '#web/features/kinds/kinds.ts';
import { addressIn, pathPrefix } from '#contract/school/language-paths.ts';
import type { PageRequest } from '#contract/page-program.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { plainTextOf } from '#contract/rich-text-leaves.ts';
import { pathTo } from '#web/app/path-to.ts';
import type { Language } from '#contract/languages/language.ts';

/** JSON-LD of schema.org, for search engines. */

type Course = ResponseOf<'GET /courses/:courseId/about'>['course'];
type Lecture = Course['lectures'][number];

/** Of a page of the site, in the language of this one. */
const addressOf = ({ language, site, origin }: PageRequest, path: string): string =>
  addressIn(pathPrefix(language, site.language), path, origin);

const context = 'https://schema.org';
/** Amounts are paise. */
const CURRENCY = 'INR';

/** PT1H2M3S. */
const isoDuration = (durationMs: number): string => {
  const seconds = Math.round(durationMs / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor(seconds / 60) % 60, 'M'],
    [seconds % 60, 'S'],
  ] as const;
  const written = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`);
  return `PT${written.join('') || '0S'}`;
};

const school = ({ origin, site }: PageRequest): object => ({
  '@type': 'EducationalOrganization',
  name: site.brandName,
  url: `${origin}/`,
});

export const organization = (request: PageRequest): object => {
  const { origin, site } = request;
  const links = Object.values(site.socialLinks).filter((link) => link !== '');
  return {
    '@context': context,
    ...school(request),
    logo: `${origin}${site.logo || '/icon-512.png'}`,
    ...(links.length > 0 ? { sameAs: links } : {}),
  };
};

const offers = (request: PageRequest): object[] =>
  request.site.plans.map(({ name, priceInPaise, isRenewing }) => ({
    '@type': 'Offer',
    name,
    price: (priceInPaise / 100).toFixed(2),
    priceCurrency: CURRENCY,
    category: isRenewing ? 'Subscription' : 'Paid',
    availability: `${context}/${request.site.isSelling ? 'InStock' : 'OutOfStock'}`,
    url: addressOf(request, pathTo('checkout')),
  }));

const imageOf = ({ origin }: PageRequest, { secure_url: address }: Course['thumbnail']): object =>
  address === null ? {} : { image: new URL(address, origin).href };

type Teacher = Pick<Course['teacher'], 'headline' | 'about' | 'picture' | 'slug'>;

const person = (request: PageRequest, name: string, teacher: Teacher): object => ({
  '@type': 'Person',
  name,
  url: addressOf(request, pathTo('teacher', { slug: teacher.slug })),
  ...(teacher.headline === '' ? {} : { jobTitle: teacher.headline }),
  ...(teacher.about.length === 0 ? {} : { description: plainTextOf(teacher.about) }),
  ...imageOf(request, teacher.picture),
});

const ratingOf = ({ rating }: Course): object =>
  rating === null
    ? {}
    : {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          reviewCount: rating.reviews,
          bestRating: 5,
          worstRating: 1,
        },
      };

export const courseData = (request: PageRequest, course: Course, language: Language): object => ({
  '@context': context,
  '@type': 'Course',
  name: course.title,
  description: plainTextOf(course.about),
  url: addressOf(request, courseAddress(course._id, course.slug)),
  provider: school(request),
  about: course.category,
  learningResourceType: [...new Set(course.lectures.map(({ kind }) => kindName(kind, language)))],
  ...ratingOf(course),
  ...imageOf(request, course.thumbnail),
  offers: offers(request),
  hasCourseInstance: {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: isoDuration(course.totalDurationMs),
    instructor: person(request, course.createdBy, course.teacher),
  },
});

export const teacherData = (request: PageRequest, teacher: ResponseOf<'GET /teachers/:slug'>['teacher']): object => ({
  '@context': context,
  ...person(request, teacher.name, teacher),
  worksFor: school(request),
});

/** A page that summarises courses, each of which has a page of its own. */
export const courseList = (request: PageRequest, courses: readonly Pick<Course, '_id' | 'slug'>[]): object => ({
  '@context': context,
  '@type': 'ItemList',
  itemListElement: courses.map((course, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: addressOf(request, courseAddress(course._id, course.slug)),
  })),
});

/** A free lecture: a video, or a resource of its kind. */
export const lectureData = (
  request: PageRequest,
  { lecture, canonical, picture }: { lecture: Lecture; canonical: string; picture: string | undefined },
  language: Language,
): object => ({
  '@context': context,
  ...(mediumOf(lecture.kind) === 'video'
    ? { '@type': 'VideoObject', uploadDate: lecture.publishedAt }
    : {
        '@type': 'LearningResource',
        learningResourceType: kindName(lecture.kind, language),
        datePublished: lecture.publishedAt,
      }),
  name: lecture.title,
  description: lecture.description,
  thumbnailUrl: `${request.origin}${picture ?? '/icon-512.png'}`,
  url: addressOf(request, canonical),
  isAccessibleForFree: true,
  ...(lecture.durationMs === null
    ? {}
    : {
        [isPlayed(lecture.kind) ? 'duration' : 'timeRequired']: isoDuration(lecture.durationMs),
      }),
});

/** Home, courses, and the course with its lecture where there is one. */
export const breadcrumbs = (request: PageRequest, { _ }: Language, course?: Course, lectureTitle?: string): object => {
  const places: (readonly [name: string, path?: string])[] = [
    [_(msg`Home`), pathTo('home')],
    [_(msg`Courses`), pathTo('courses')],
    ...(course ? ([[course.title, courseAddress(course._id, course.slug)]] as const) : []),
  ];
  const all = lectureTitle === undefined ? places : [...places, [lectureTitle] as const];
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: all.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path === undefined ? {} : { item: addressOf(request, path) }),
    })),
  };
};
