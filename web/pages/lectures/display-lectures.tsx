import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Lecture } from '#contract/lectures.ts';
import { messages } from '#contract/messages.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { lecturesQuery } from '#web/api/queries.ts';
import { useLoadToasts } from '#web/api/use-load-toasts.ts';
import { LinkButton } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { LoadingNote, RowsSkeleton, Skeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { Classroom } from '#web/pages/lectures/classroom.tsx';
import { CourseProgressBar } from '#web/pages/lectures/course-progress.tsx';
import { useCourseId } from '#web/session/guard.tsx';
import { refreshUser } from '#web/session/refresh-user.ts';
import { useSession } from '#web/session/use-session.ts';

const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined);

interface FrameProps {
  heading: string;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

const Frame = ({ heading, aside, children }: FrameProps) => (
  <div className="page py-8">
    <Link to="/courses" className="inline-flex min-h-9 items-center gap-2 text-sm text-muted hover:underline">
      <ArrowLeft size={16} aria-hidden="true" />
      All courses
    </Link>
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <PageHeading className="text-section">{heading}</PageHeading>
      {aside}
    </div>
    {children}
  </div>
);

const Loading = () => (
  <Frame heading="Lectures">
    <LoadingNote>Loading the lectures</LoadingNote>
    <div className="mt-5 grid gap-6 lg:grid-cols-[1fr_24rem]">
      <Skeleton className="aspect-video w-full" />
      <RowsSkeleton />
    </div>
  </Frame>
);

/** Signed in, but not allowed to watch: never bought, run out, or refunded. */
const AccessLost = ({ reason }: { reason: string }) => {
  useEffect(() => {
    refreshUser().catch(() => undefined);
  }, []);
  return (
    <Frame heading="Lectures">
      <EmptyState
        action={
          <LinkButton to="/checkout" tone="buy" size="large">
            Subscribe
          </LinkButton>
        }
      >
        {reason}
      </EmptyState>
    </Frame>
  );
};

const Gone = ({ reason }: { reason: string }) => (
  <Frame heading="Lectures">
    <EmptyState action={<LinkButton to="/courses">See all courses</LinkButton>}>{reason}</EmptyState>
  </Frame>
);

const LOOK_AGAIN_MS = 5000;

/** Whether a video is on its way that somebody waits for here. */
const isAwaited = ({ state, isPlayable }: Lecture, isAdmin: boolean): boolean =>
  state === 'processing' && (isAdmin || !isPlayable);

/** The lectures, looked at again while a video of them is being prepared. */
const useLectures = (courseId: string) => {
  const isAdmin = useSession()?.role === 'ADMIN';
  const [search] = useSearchParams();
  const drafts = search.get('drafts') === 'true' ? 'true' : undefined;
  const source = useMemo(() => lecturesQuery(courseId, drafts), [courseId, drafts]);
  const query = useQuery({
    ...source,
    refetchInterval: ({ state }) =>
      state.data?.lectures.some((lecture) => isAwaited(lecture, isAdmin)) ? LOOK_AGAIN_MS : false,
  });
  return { source, query };
};

/** The lectures of the course in the address, to watch; for an ADMIN also to add and delete. */
export function Component() {
  const courseId = useCourseId();
  const { source, query } = useLectures(courseId);
  useLoadToasts(query, messages.lectures);
  const reason = sentenceOf(query.error, messages.lectures.error);

  if (statusOf(query.error) === 403) return <AccessLost reason={reason} />;
  if (statusOf(query.error) === 404) return <Gone reason={reason} />;
  if (query.isPending) return <Loading />;
  if (!query.data) {
    return (
      <Frame heading="Lectures">
        <div className="mt-6">
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
            {sentenceOf(query.error, messages.lectures.broken)}
          </ErrorState>
        </div>
      </Frame>
    );
  }

  const { course, lectures, progress } = query.data;
  return (
    <Frame heading={course.title} aside={<CourseProgressBar progress={progress} />}>
      <Classroom course={course} lectures={lectures} query={source} />
    </Frame>
  );
}
