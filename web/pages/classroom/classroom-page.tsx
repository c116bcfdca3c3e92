import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Lecture } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { lecturesQuery } from '#web/api/course-queries.ts';
import { useLoadToasts } from '#web/api/use-load-toasts.ts';
import { BackLink } from '#web/components/back-link.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryBoundary } from '#web/components/query-boundary.tsx';
import { LoadingNote, RowsSkeleton, Skeleton } from '#web/components/skeletons.tsx';
import { pathTo } from '#web/paths.ts';
import { useCourseId } from '#web/session/guard.tsx';
import { refreshUser } from '#web/session/refresh-user.ts';
import { useSession } from '#web/session/use-session.ts';
import { Classroom } from './classroom.tsx';
import { CourseProgressBar } from './course-progress.tsx';

interface FrameProps {
  heading: string;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

const Frame = ({ heading, aside, children }: FrameProps) => (
  <div className="page py-8">
    <BackLink to={pathTo('courses')} isQuiet>
      All courses
    </BackLink>
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <PageHeading className="text-section">{heading}</PageHeading>
      {aside}
    </div>
    {children}
  </div>
);

const LecturesSkeleton = () => (
  <>
    <LoadingNote>Loading the lectures</LoadingNote>
    <div className="mt-5 grid gap-6 lg:grid-cols-[1fr_24rem]">
      <Skeleton className="aspect-video w-full" />
      <RowsSkeleton />
    </div>
  </>
);

/** The user has no access, or no longer. The session is refreshed, because it may say otherwise. */
const AccessLost = ({ reason }: { reason: string }) => {
  useEffect(() => {
    refreshUser().catch(() => undefined);
  }, []);
  return (
    <EmptyState
      action={
        <LinkButton to={pathTo('checkout')} tone="buy" size="large">
          Subscribe
        </LinkButton>
      }
    >
      {reason}
    </EmptyState>
  );
};

const POLL_MS = 5000;

/** Whether this user waits for the video of a lecture. */
const isAwaited = ({ state, isPlayable }: Lecture, isAdmin: boolean): boolean =>
  state === 'processing' && (isAdmin || !isPlayable);

/** Fetches the lectures again while one of their videos is processed. */
const useLectures = (courseId: string) => {
  const isAdmin = useSession()?.role === 'ADMIN';
  const [search] = useSearchParams();
  const drafts = search.get('drafts') === 'true' ? 'true' : undefined;
  const source = useMemo(() => lecturesQuery(courseId, drafts), [courseId, drafts]);
  const query = useQuery({
    ...source,
    refetchInterval: ({ state }) =>
      state.data?.lectures.some((lecture) => isAwaited(lecture, isAdmin)) ? POLL_MS : false,
  });
  return { source, query };
};

export function Component() {
  const courseId = useCourseId();
  const { source, query } = useLectures(courseId);
  useLoadToasts(query, messages.lectures);
  const isRefused = query.error?.code === 'not_entitled';
  const shown = isRefused ? undefined : query.data;
  return (
    <Frame heading={shown?.course.title ?? 'Lectures'} aside={shown && <CourseProgressBar progress={shown.progress} />}>
      {isRefused ? (
        <AccessLost reason={sentenceOf(query.error, messages.lectures.error)} />
      ) : (
        <QueryBoundary
          query={query}
          skeleton={<LecturesSkeleton />}
          failure={messages.lectures.broken}
          notFound={{ action: <LinkButton to={pathTo('courses')}>See all courses</LinkButton> }}
          messageClass="mt-6"
        >
          {({ course, lectures }) => <Classroom course={course} lectures={lectures} query={source} />}
        </QueryBoundary>
      )}
    </Frame>
  );
}
