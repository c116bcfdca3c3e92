import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { lecturesQuery } from '#web/api/queries.ts';
import { useLoadToasts } from '#web/api/use-load-toasts.ts';
import { LinkButton } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { LoadingNote, RowsSkeleton, Skeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { Classroom } from '#web/pages/lectures/classroom.tsx';
import { useCourseId } from '#web/session/guard.tsx';
import { refreshUser } from '#web/session/refresh-user.ts';

const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined);

const Frame = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div className="page py-8">
    <Link to="/courses" className="inline-flex min-h-9 items-center gap-2 text-sm text-muted hover:underline">
      <ArrowLeft size={16} aria-hidden="true" />
      All courses
    </Link>
    <PageHeading className="text-section">{heading}</PageHeading>
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

/** The lectures of the course in the address, to watch; for an ADMIN also to add and delete. */
export function Component() {
  const courseId = useCourseId();
  const queryClient = useQueryClient();
  const query = useQuery(lecturesQuery(courseId));
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

  const { course, lectures } = query.data;
  const renewAddress = async (lectureId: string): Promise<string> => {
    const fresh = await queryClient.fetchQuery(lecturesQuery(courseId));
    const address = fresh.lectures.find(({ _id }) => _id === lectureId)?.lecture[0]?.secure_url;
    if (!address) throw new Error('The lecture is no longer in its course');
    return address;
  };
  return (
    <Frame heading={course.title}>
      <Classroom course={course} lectures={lectures} renewAddress={renewAddress} />
    </Frame>
  );
}
