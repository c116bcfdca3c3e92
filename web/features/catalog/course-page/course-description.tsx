import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { useEdits } from '#web/app/session/course-roles.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { courseDescriptionQuery } from '#web/api/course-queries.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { WrittenIn } from '#web/ui/language/written-in.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { LoadingNote, QueryBoundary, RowsSkeleton, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useCourseId } from '#web/app/session/guard.tsx';
import { useBatchChoice } from '#web/features/batches/use-batch-choice.ts';
import { usePausedParts } from '#web/features/billing/parts/parts-queries.ts';
import { useIsOpen } from '#web/features/billing/rights.ts';
import { CourseBlocks } from '#web/features/catalog/page-blocks/later-blocks.tsx';
import { CourseReviews, CourseStars } from '#web/features/reviews/later-reviews.tsx';
import { CourseLectures } from './course-lectures.tsx';
import { BottomBar, CourseCover, PriceAfterLecture, PriceBox, PriceCard } from './course-price.tsx';
import { type Offer, useOffer } from './course-offer.tsx';
import { AboutThisCourse, Facts, Outcomes, splitDescription, YourTeacher } from './course-words.tsx';
import { FreeLecture, type PlayHere } from './free-lecture.tsx';

type AboutCourse = ResponseOf<'GET /courses/:courseId/about'>['course'];

function BackToCourses() {
  const { t } = useLingui();
  return <BackLink to={pathTo('courses')}>{t`All courses`}</BackLink>;
}

function EditCourse({ courseId }: { courseId: string }) {
  const { edit } = useCoursePages();
  if (!useEdits(courseId)) return null;
  return (
    <Link
      to={edit({ course: courseId })}
      className="inline-flex min-h-11 items-center gap-2 text-sm font-medium hover:underline"
    >
      <Pencil size={16} aria-hidden="true" />
      <Trans>Edit course</Trans>
    </Link>
  );
}

/** Most courses have none. */
const BatchChoice = lazyPart(() => import('#web/features/batches/batch-choice.tsx'));
const FreePlayer = lazy(() => import('./free-player.tsx'));

/** The picture that was pressed, until its video is there. */
const PlayerPlaceholder = ({ children }: { children: ReactNode }) => (
  <div className="relative">
    {children}
    <span className="bg-neutral text-neutral-content absolute inset-0 m-auto grid size-18 place-items-center rounded-full">
      <span className="loading loading-spinner" aria-hidden="true" />
      <LoadingNote />
    </span>
  </div>
);

/** The free lecture that plays in this page, once it is chosen. */
const useFreePlayer = (course: AboutCourse, offer: Offer, isWide: boolean): { play: PlayHere; player: ReactNode } => {
  const [lectureId, play] = useState<string>();
  const lecture = course.lectures.find(({ _id }) => _id === lectureId);
  const waits = lecture && (
    <PlayerPlaceholder>{isWide ? <Cover title={lecture.title} /> : <CourseCover course={course} />}</PlayerPlaceholder>
  );
  const player = lecture && (
    <Suspense fallback={waits}>
      <FreePlayer key={lecture._id} courseId={course._id} lecture={lecture} waits={waits}>
        <PriceAfterLecture {...{ course, offer }} />
      </FreePlayer>
    </Suspense>
  );
  return { play, player };
};

function Description({ course }: { course: AboutCourse }) {
  const { lead, rest } = splitDescription(course.about);
  const isWide = useMedia('(width >= 64rem)');
  const offer = useOffer(course._id, useSite().plans);
  const batch = useBatchChoice(course._id, course.hasBatches, offer.chosen?._id);
  const isOpen = useIsOpen(course._id);
  const isPaused = usePausedParts(course._id, !isOpen) !== undefined;
  const chosen = isOpen || isPaused ? undefined : batch.chosen;
  const { play, player } = useFreePlayer(course, offer, isWide);
  return (
    <>
      <div className="page pb-8 lg:py-10">
        <div className="flex items-center justify-between gap-4 max-lg:hidden">
          <BackToCourses />
          <EditCourse courseId={course._id} />
        </div>
        <div className="grid gap-x-14 gap-y-6 lg:mt-2 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <PriceCard {...{ course, offer }} batch={chosen} play={play} player={isWide ? undefined : player} />
          <div className="min-w-0 lg:col-start-1 lg:row-start-1">
            <PageHeading>{course.title}</PageHeading>
            <CourseStars rating={course.rating} />
            {course.untranslated && <WrittenIn {...course.untranslated} />}
            {lead.length > 0 && <RichText blocks={lead} className="measure text-muted mt-4 text-lg" />}
            <Facts course={course} />
            {isWide && player ? <div className="mt-8">{player}</div> : <FreeLecture course={course} play={play} />}
            {course.hasBatches && !isPaused && (
              <Suspense>
                <BatchChoice courseId={course._id} choice={batch} isOpen={isOpen} plan={offer.chosen} />
              </Suspense>
            )}
            <Outcomes outcomes={course.outcomes} />
            <CourseLectures course={course} play={play} />
            <AboutThisCourse blocks={rest} />
            <YourTeacher course={course} />
            <CourseReviews courseId={course._id} numberOfReviews={course.numberOfReviews} />
            {course.hasBlocks && <CourseBlocks courseId={course._id} />}
            <PriceBox {...{ course, offer }} />
            <p className="mt-6 lg:hidden">
              <EditCourse courseId={course._id} />
            </p>
          </div>
        </div>
      </div>
      <RelatedCourses courses={course.related} />
      <div className="flex-1" />
      <BottomBar {...{ course, offer }} batch={chosen} />
    </>
  );
}

function CourseHeading() {
  const { t } = useLingui();
  return <PageHeading>{t`Course`}</PageHeading>;
}

const DescriptionSkeleton = () => (
  <div className="page py-6 lg:py-10">
    <BackToCourses />
    <LoadingNote />
    <div className="mt-2 grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Skeleton className="aspect-video w-full lg:order-last" />
      <div>
        <CourseHeading />
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
    <CourseHeading />
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
      notFound={{
        action: (
          <LinkButton to={pathTo('courses')}>
            <Trans>See all courses</Trans>
          </LinkButton>
        ),
      }}
      frame={CourseFrame}
    >
      {({ course }) => <Description course={course} />}
    </QueryBoundary>
  );
}

type RelatedCourse = ResponseOf<'GET /courses/:courseId/about'>['course']['related'][number];

const Card = ({ course: { _id, title, createdBy, thumbnail, numberOfLectures } }: { course: RelatedCourse }) => (
  <article className="course-card h-full">
    <Cover title={title} src={thumbnail.secure_url} sizes="(width >= 64rem) 24rem, 17rem" />
    <div className="px-5 py-4">
      <h3 className="course-title text-title line-clamp-3">
        <Link to={pathTo('course', { course: _id })}>{title}</Link>
      </h3>
      <p className="meta mt-1">
        {createdBy} · <Plural value={numberOfLectures} one="# lecture" other="# lectures" />
      </p>
    </div>
  </article>
);

/** At the foot of a course's page, others like it. */
function RelatedCourses({ courses }: { courses: readonly RelatedCourse[] }) {
  if (courses.length === 0) return null;
  return (
    <section className="page pb-8 lg:pt-4 lg:pb-14" aria-labelledby="related">
      <h2 id="related" className="text-section mb-4">
        <Trans>Related courses</Trans>
      </h2>
      <ul className="related-courses">
        {courses.map((course) => (
          <li key={course._id}>
            <Card course={course} />
          </li>
        ))}
      </ul>
    </section>
  );
}
