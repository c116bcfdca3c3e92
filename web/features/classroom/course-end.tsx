import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ListVideo, Play, RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { courseDescriptionQuery, courseListQuery, learningQuery } from '#web/api/course-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useRights } from '#web/features/billing/rights.ts';
import OwnCertificate from '#web/features/certificates/own-certificate.tsx';
import AskReview from '#web/features/reviews/ask-review.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Book, Cover } from '#web/ui/covers/cover.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { countOf, formatLength } from '#contract/format.ts';

/** Among the newest of them one is likely to be new to the learner. */
const NEWEST = 50;

/** A course that the learner has not begun: the one most like this, otherwise the newest. */
const useNextCourse = (courseId: string) => {
  const learning = useQuery(learningQuery()).data;
  const related = useQuery(courseDescriptionQuery(courseId)).data?.course.related;
  const newest = useQuery(courseListQuery({ limit: NEWEST })).data?.courses;
  if (!learning || !related || !newest) return undefined;
  const { continue: last, started, finished, ended } = learning;
  const latest = last && last.course.watchedAt !== null ? [last.course] : [];
  const begun = new Set([courseId, ...[...latest, ...started, ...finished, ...ended].map(({ _id }) => _id)]);
  return [...related, ...newest].find(({ _id, numberOfLectures }) => numberOfLectures > 0 && !begun.has(_id));
};

const NEXT = 'mt-5 clear-both max-sm:w-full';

/** Learners who have single courses may not have this one. */
const NextCourse = ({ courseId }: { courseId: string }) => {
  const next = useNextCourse(courseId);
  const { opens } = useRights();
  if (!next) return null;
  const { _id, title, createdBy, thumbnail, numberOfLectures } = next;
  return (
    <section
      aria-labelledby="next-course"
      className="surface mt-8 overflow-hidden max-sm:p-5 sm:grid sm:grid-cols-[15rem_1fr]"
    >
      <div className="max-sm:float-left max-sm:me-4 max-sm:mb-3 max-sm:w-28 sm:[&_.cover]:h-full">
        <Cover title={title} src={thumbnail.secure_url} sizes="15rem" />
      </div>
      <div className="sm:p-6">
        <p className="meta">Next</p>
        <h2 id="next-course" className="mt-1 text-title">
          <Link to={pathTo('course', { course: _id })} className="hover:underline">
            {title}
          </Link>
        </h2>
        <p className="mt-1 text-sm text-muted">
          {createdBy} · {countOf(numberOfLectures, 'lecture')}
        </p>
        {opens(_id) ? (
          <LinkButton to={pathTo('classroom', { course: _id })} className={NEXT}>
            <Play size={16} fill="currentColor" aria-hidden="true" />
            Start lecture 1
          </LinkButton>
        ) : (
          <LinkButton to={pathTo('course', { course: _id })} tone="quiet" className={NEXT}>
            About the course
          </LinkButton>
        )}
      </div>
    </section>
  );
};

const watchedMs = (lectures: readonly Lecture[]): number =>
  lectures.reduce(
    (sum, { durationMs, progress }) => sum + ((durationMs ?? 0) * (progress?.watchedPercent ?? 0)) / 100,
    0,
  );

interface CourseEndProps {
  course: Course;
  lectures: readonly Lecture[];
}

const Hero = ({ course, lectures }: CourseEndProps) => (
  <div className="mt-2 overflow-hidden rounded-box border-b-6 border-b-(--ledge) bg-neutral px-5 pt-6 text-neutral-content sm:px-10 sm:pt-10">
    <div className="flex items-end gap-5 sm:gap-10">
      <Book title={course.title} className="h-44 w-30 shrink-0 text-sm sm:h-60 sm:w-44 sm:text-lg" />
      <div className="flex min-w-0 flex-1 flex-wrap items-end justify-between gap-x-8 gap-y-4 self-stretch pb-6 sm:pb-10">
        <PageHeading title={`You finished ${course.title}`} className="self-end text-section outline-none sm:text-page">
          You finished <span className="block wrap-anywhere">{course.title}</span>
        </PageHeading>
        <Link
          to={pathTo('classroom', { course: course._id, lecture: lectures.at(-1)?._id })}
          className="btn border-white/50 bg-transparent text-inherit max-sm:hidden"
        >
          <RotateCcw size={16} aria-hidden="true" />
          Watch the last lecture again
        </Link>
      </div>
    </div>
  </div>
);

/** After the last lecture of a course: what was watched, and what is next. */
export default function CourseEnd({ course, lectures }: CourseEndProps) {
  const watched = watchedMs(lectures);
  return (
    <div className="page py-4 lg:pt-6 lg:pb-14">
      <BackLink to={pathTo('course', { course: course._id })}>{course.title}</BackLink>
      <Hero course={course} lectures={lectures} />
      <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-1">
        <span className="inline-flex items-center gap-2 font-semibold">
          <CircleCheck size={20} className="text-success" aria-hidden="true" />
          {lectures.length} of {countOf(lectures.length, 'lecture')}
        </span>
        {watched >= 60_000 && <span className="text-muted">{formatLength(watched)} watched</span>}
      </p>
      <OwnCertificate courseId={course._id} />
      {useSite().community.reviews && <AskReview courseId={course._id} />}
      <NextCourse courseId={course._id} />
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton to={pathTo('learning')} tone="quiet" className="max-sm:w-full">
          Back to My learning
        </LinkButton>
        <LinkButton
          to={pathTo('classroom', { course: course._id, lecture: lectures.at(-1)?._id })}
          tone="ghost"
          className="sm:hidden max-sm:w-full"
        >
          <RotateCcw size={16} aria-hidden="true" />
          Watch again
        </LinkButton>
        <LinkButton to={pathTo('classroom', { course: course._id })} tone="ghost" className="max-sm:w-full">
          <ListVideo size={16} aria-hidden="true" />
          All lectures
        </LinkButton>
      </div>
    </div>
  );
}
