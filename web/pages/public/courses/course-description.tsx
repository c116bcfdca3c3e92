import { useQuery } from '@tanstack/react-query';
import { Lock, Pencil, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { courseDescriptionQuery } from '#web/api/course-queries.ts';
import { CheckoutLink } from '#web/components/checkout-link.tsx';
import { BackLink } from '#web/components/back-link.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { Cover } from '#web/components/cover.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { formatLength } from '#web/components/format.ts';
import { LectureRow } from '#web/components/lecture-row.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { firstChoice, lengthLabelOf, lengthOf } from '#web/components/plan-words.ts';
import { Price } from '#web/components/price.tsx';
import { QueryBoundary } from '#web/components/query-boundary.tsx';
import { useSite } from '#web/components/site.tsx';
import { LoadingNote, RowsSkeleton, Skeleton } from '#web/components/skeletons.tsx';
import { TermsLink } from '#web/components/terms-link.tsx';
import { pathTo } from '#web/paths.ts';
import { useCourseId } from '#web/session/guard.tsx';
import { hasAccess, useSession } from '#web/session/use-session.ts';

type AboutCourse = ResponseOf<'GET /courses/:courseId/about'>['course'];

const BackToCourses = () => <BackLink to={pathTo('courses')}>All courses</BackLink>;

const EditCourse = ({ courseId }: { courseId: string }) =>
  useSession()?.role === 'ADMIN' && (
    <Link
      to={pathTo('editCourse', { course: courseId })}
      className="inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:underline"
    >
      <Pencil size={16} aria-hidden="true" />
      Edit course
    </Link>
  );

function CourseCallToAction({ courseId, className = '' }: { courseId: string; className?: string }) {
  return hasAccess(useSession()) ? (
    <LinkButton to={pathTo('classroom', { course: courseId })} size="large" className={className}>
      <Play size={16} aria-hidden="true" />
      Watch lectures
    </LinkButton>
  ) : (
    <CheckoutLink courseId={courseId} className={className}>
      Subscribe
    </CheckoutLink>
  );
}

const RefundPromise = () => (
  <>
    100% refund on cancellation within 7 days of purchase. <TermsLink>Terms applied.</TermsLink>
  </>
);

/** How long the plan that is chosen at first gives access. */
const useTerm = () => firstChoice(useSite().plans)?.term;

function PriceCard({ course }: { course: AboutCourse }) {
  const term = useTerm();
  const isOpen = hasAccess(useSession());
  return (
    <div className="surface shadow-raise overflow-hidden">
      <div className="border-b-4 border-[var(--ledge)]">
        <Cover title={course.title} src={course.thumbnail.secure_url} isEager />
      </div>
      <div className="for-visitors p-6 max-lg:hidden">
        {!isOpen && (
          <p className="mb-5 flex flex-wrap items-baseline gap-x-3">
            <Price />
            {term && <span className="text-muted text-sm">for {lengthOf(term)}, all courses</span>}
          </p>
        )}
        <CourseCallToAction courseId={course._id} className="w-full" />
        <p className="text-muted mt-3.5 text-sm">
          {isOpen ? 'You have access to every lecture in this course.' : <RefundPromise />}
        </p>
      </div>
    </div>
  );
}

/** On narrow screens, the price and the button stay at the bottom. */
function BottomBar({ courseId }: { courseId: string }) {
  const term = useTerm();
  const isOpen = hasAccess(useSession());
  return (
    <div className="bottom-bar border-line bg-base-100 sticky bottom-0 z-10 border-t lg:hidden">
      <div className="for-visitors page flex items-center justify-between gap-4 py-3">
        {!isOpen && (
          <span>
            <Price className="text-3xl" />
            {term && <span className="meta block">{lengthLabelOf(term)}, all courses</span>}
          </span>
        )}
        <CourseCallToAction courseId={courseId} className={isOpen ? 'w-full' : ''} />
      </div>
    </div>
  );
}

function Facts({ course }: { course: AboutCourse }) {
  const facts = [
    ['Instructor', course.createdBy],
    ['Category', course.category],
    ['Total lectures', String(course.numberOfLectures)],
    ['Length', course.totalDurationMs > 0 ? formatLength(course.totalDurationMs) : ''],
  ] as const;
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-10">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt className="meta">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const WatchFree = ({ courseId, lectureId, title }: { courseId: string; lectureId: string; title: string }) => (
  <div className="flex shrink-0 justify-end px-3 pb-3 sm:ps-0 sm:pb-0">
    <LinkButton to={pathTo('freePreview', { course: courseId, lecture: lectureId })} tone="quiet" size="small">
      <Play size={16} aria-hidden="true" />
      Watch free
      <span className="sr-only">: {title}</span>
    </LinkButton>
  </div>
);

function Lectures({ course }: { course: AboutCourse }) {
  const isOpen = hasAccess(useSession());
  return (
    <section className="mt-10" aria-labelledby="lectures">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="lectures" className="text-section">
          Lectures
        </h2>
        {!isOpen && (
          <p className="meta flex items-center gap-2">
            <Lock size={16} aria-hidden="true" />
            Included in the bundle
          </p>
        )}
      </div>
      {course.lectures.length === 0 ? (
        <EmptyState>No lectures yet. The first ones are coming soon.</EmptyState>
      ) : (
        <ol className="surface overflow-hidden">
          {course.lectures.map(({ _id, title, durationMs, isFreePreview }, index) => (
            <li key={_id} className="border-line not-first:border-t sm:flex sm:items-center">
              <LectureRow
                number={index + 1}
                title={title}
                durationMs={durationMs}
                state={isOpen || isFreePreview ? 'open' : 'locked'}
              />
              {isFreePreview && !isOpen && <WatchFree courseId={course._id} lectureId={_id} title={title} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Description({ course }: { course: AboutCourse }) {
  const isOpen = hasAccess(useSession());
  return (
    <>
      <div className="page py-6 lg:py-10">
        <div className="flex items-center justify-between gap-4">
          <BackToCourses />
          <EditCourse courseId={course._id} />
        </div>
        <div className="mt-2 grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
          <aside aria-label="Price" className="lg:sticky lg:top-8 lg:col-start-2 lg:row-span-2 lg:self-start">
            <PriceCard course={course} />
          </aside>
          <div className="lg:col-start-1 lg:row-start-1">
            <PageHeading>{course.title}</PageHeading>
            <p className="measure text-muted mt-4 text-lg whitespace-pre-line">{course.description}</p>
            <Facts course={course} />
            {!isOpen && (
              <p className="text-muted mt-5 text-sm lg:hidden">
                <RefundPromise />
              </p>
            )}
            <Lectures course={course} />
          </div>
        </div>
      </div>
      <div className="flex-1" />
      <BottomBar courseId={course._id} />
    </>
  );
}

const DescriptionSkeleton = () => (
  <div className="page py-6 lg:py-10">
    <BackToCourses />
    <LoadingNote />
    <div className="mt-2 grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <Skeleton className="aspect-video w-full lg:order-last" />
      <div>
        <PageHeading>Course</PageHeading>
        <Skeleton className="mt-5 h-6 w-full" />
        <Skeleton className="mt-3 mb-10 h-6 w-2/3" />
        <RowsSkeleton />
      </div>
    </div>
  </div>
);

const CourseFrame = ({ children }: { children: ReactNode }) => (
  <div className="page py-6 lg:py-10">
    <BackToCourses />
    <PageHeading>Course</PageHeading>
    <div className="mt-6">{children}</div>
  </div>
);

export function Component() {
  const query = useQuery(courseDescriptionQuery(useCourseId()));
  return (
    <QueryBoundary
      query={query}
      skeleton={<DescriptionSkeleton />}
      failure={messages.courses.broken}
      notFound={{ action: <LinkButton to={pathTo('courses')}>See all courses</LinkButton> }}
      frame={CourseFrame}
    >
      {({ course }) => <Description course={course} />}
    </QueryBoundary>
  );
}
