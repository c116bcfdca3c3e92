import { hashKey, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#web/api/call.ts';
import { managedCourseQuery } from '#web/api/course-queries.ts';
import { queryKeys } from '#web/api/query-keys.ts';

type ManagedResponse = ResponseOf<'GET /courses/:courseId/manage'>;

/** Shows the response to a change, or fetches the course again; everything else that shows courses is invalidated. */
export const useShowSavedCourse = (courseId: string) => {
  const queryClient = useQueryClient();
  return async (saved?: ManagedResponse): Promise<void> => {
    const { queryKey } = managedCourseQuery(courseId);
    if (saved) {
      // What was asked for before the change would show the course as it was.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
    } else await queryClient.invalidateQueries({ queryKey });
    await queryClient.invalidateQueries({ queryKey: queryKeys.courseLists });
    await queryClient.invalidateQueries({
      queryKey: queryKeys.course(courseId),
      predicate: ({ queryHash }) => queryHash !== hashKey(queryKey),
    });
  };
};
