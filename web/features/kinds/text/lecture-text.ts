import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { call } from '#web/api/call.ts';
import { orOffline } from '#web/features/classroom/offline/or-offline.ts';

/** Far less than the addresses of its pictures last. */
const FRESH_MS = 5 * 60_000;

/** What a text says; without a connection, from its download. */
export const lectureTextQuery = (courseId: string, lectureId: string) =>
  queryOptions({
    queryKey: ['courses', courseId, 'text', lectureId],
    queryFn: ({ signal }) =>
      orOffline(
        async () => {
          const params = { courseId, lectureId };
          const read = await call('GET /courses/:courseId/lectures/:lectureId/text', { params, signal });
          return { text: read.text, language: read.language };
        },
        async () => {
          const { offlineCourse } = await import('#web/features/classroom/offline/offline-course.ts');
          const text = (await offlineCourse(courseId))?.lectures.find(({ _id }) => _id === lectureId)?.text;
          return text ? { text, language: null } : undefined;
        },
      ),
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
