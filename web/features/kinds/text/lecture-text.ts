import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { hasDownloads } from '#web/app/session/downloads.ts';

/** Far less than the addresses of its pictures last. */
const FRESH_MS = 5 * 60_000;

/** What a text says; without a connection, from its download. */
export const lectureTextQuery = (courseId: string, lectureId: string) =>
  queryOptions({
    queryKey: ['courses', courseId, 'text', lectureId],
    queryFn: async ({ signal }) => {
      try {
        const params = { courseId, lectureId };
        return (await call('GET /courses/:courseId/lectures/:lectureId/text', { params, signal })).text;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 0 || !hasDownloads()) throw error;
        const { offlineCourse } = await import('#web/features/classroom/offline/offline-course.ts');
        const offline = await offlineCourse(courseId);
        const text = offline?.lectures.find(({ _id }) => _id === lectureId)?.text;
        if (!text) throw error;
        return text;
      }
    },
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    refetchOnWindowFocus: false,
  });

/** Loads the next lecture of a course before it is opened, if it is a text: they are small. */
export const useNextText = (courseId: string, next: Lecture | undefined): void => {
  const queryClient = useQueryClient();
  const lectureId = next?.kind === 'text' && next.text === null && !next.lockedBy ? next._id : undefined;
  useEffect(() => {
    if (lectureId !== undefined) void queryClient.prefetchQuery(lectureTextQuery(courseId, lectureId));
  }, [queryClient, courseId, lectureId]);
};
