import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { messages } from '#contract/messages.ts';
import { useEdits } from '#web/app/session/course-roles.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { lecturesQuery } from '#web/api/lecture-queries.ts';
import { useLoadToasts } from '#web/api/use-action.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { LoadingNote, QueryBoundary, RowsSkeleton, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { hasDownloads } from '#web/app/session/downloads.ts';
import { useCourseId } from '#web/app/session/guard.tsx';
import { orOffline } from '#web/features/classroom/offline/or-offline.ts';
import { refreshUser } from '#web/app/session/use-session.ts';
import { Classroom } from './classroom.tsx';
import { CourseLine } from './lecture-heading.tsx';
import './classroom.css';

/** Only for those whose access has ended. */
const CourseWall = lazy(() => import('#web/features/classroom/learning/course-wall.tsx'));
const OwnQuestions = lazy(() => import('#web/features/questions/own-questions.tsx'));

/** The page while there is no course to show. */
const Frame = ({ children }: { children: ReactNode }) => (
  <div className="page py-8">
    <BackLink to={pathTo('courses')} isQuiet>
      <Trans>All courses</Trans>
    </BackLink>
    <PageHeading className="text-section">
      <Trans>Lectures</Trans>
    </PageHeading>
    {children}
  </div>
);

const LecturesSkeleton = () => (
  <div className="classroom">
    <CourseLine>
      <span>
        <Trans>Lectures</Trans>
      </span>
    </CourseLine>
    <div className="classroom-player">
      <LoadingNote>
        <Trans>Loading the lectures</Trans>
      </LoadingNote>
      <Skeleton className="aspect-video w-full" />
    </div>
    <div className="classroom-side">
      <RowsSkeleton />
    </div>
  </div>
);

/** The user has no access, or no longer. The session is refreshed, because it may say otherwise. */
const AccessLost = ({ reason }: { reason: string }) => {
  const courseId = useCourseId();
  const hasQuestions = useSite().community.questions;
  useEffect(() => {
    refreshUser().catch(() => undefined);
  }, []);
  return (
    <>
      <Suspense>
        <CourseWall courseId={courseId} reason={reason} />
      </Suspense>
      {hasQuestions && (
        <Suspense>
          <OwnQuestions courseId={courseId} />
        </Suspense>
      )}
    </>
  );
};

const POLL_MS = 5000;

/** Whether this user waits for the video of a lecture. */
const isAwaited = ({ state, isPlayable }: Lecture, isAuthor: boolean): boolean =>
  state === 'processing' && (isAuthor || !isPlayable);

/** Updates the downloads of the course. */
const noteDownloaded = async (response: ResponseOf<'GET /courses/:courseId'>): Promise<void> => {
  const { noteCourse } = await import('#web/features/classroom/offline/offline-course.ts');
  // The browser may deny its storage.
  await noteCourse(response).catch(() => undefined);
};

/** Without a connection, the downloaded part of the course. */
const lecturesOrOffline = (courseId: string, view: NonNullable<Parameters<typeof lecturesQuery>[1]>) => ({
  ...lecturesQuery(courseId, view),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    orOffline(
      async () => {
        const response = await call('GET /courses/:courseId', { params: { courseId }, query: view, signal });
        if (hasDownloads() && !view.drafts) void noteDownloaded(response);
        return response;
      },
      async () => {
        const { offlineCourse } = await import('#web/features/classroom/offline/offline-course.ts');
        return offlineCourse(courseId);
      },
    ),
});

/** Fetches the lectures again while one of their videos is processed. */
const useLectures = (courseId: string) => {
  const isAuthor = useEdits(courseId);
  const [search] = useSearchParams();
  const drafts = search.get('drafts') === 'true' ? 'true' : undefined;
  const as = search.get('as') === 'learner' ? 'learner' : undefined;
  const source = useMemo(
    () => lecturesOrOffline(courseId, { ...(drafts && { drafts }), ...(as && { as }) }),
    [courseId, drafts, as],
  );
  const query = useQuery({
    ...source,
    refetchInterval: ({ state }) =>
      state.data?.lectures.some((lecture) => isAwaited(lecture, isAuthor)) ? POLL_MS : false,
  });
  return { source, query };
};

export function Component() {
  const courseId = useCourseId();
  const { source, query } = useLectures(courseId);
  // The browser draws the classroom in slices and responds between them: a fetched response alone would draw it at once.
  const shown = useDeferredValue(query.data);
  const isClosed = query.error?.code === 'not_entitled' || query.error?.code === 'parts_overdue';
  useLoadToasts(query, messages.lectures, isClosed);
  if (isClosed)
    return (
      <Frame>
        <AccessLost reason={errorMessage(query.error, messages.lectures.error)} />
      </Frame>
    );
  return (
    <QueryBoundary
      query={query}
      skeleton={<LecturesSkeleton />}
      failure={messages.lectures.broken}
      notFound={{
        action: (
          <LinkButton to={pathTo('courses')}>
            <Trans>See all courses</Trans>
          </LinkButton>
        ),
      }}
      frame={Frame}
      messageClass="mt-6"
    >
      {() => (shown ? <Classroom {...shown} query={source} /> : <LecturesSkeleton />)}
    </QueryBoundary>
  );
}
