import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '#web/api/call.ts';
import { managedCourseQuery } from '#web/api/authoring-queries.ts';

type Managed = AnswerOf<'GET /courses/:courseId/manage'>;

/** Shows what a change answered, and lets everything else that tells of courses be asked again. */
export const useSavedCourse = (courseId: string) => {
  const queryClient = useQueryClient();
  return async (saved?: Managed): Promise<void> => {
    const { queryKey } = managedCourseQuery(courseId);
    if (saved) queryClient.setQueryData(queryKey, saved);
    else await queryClient.invalidateQueries({ queryKey });
    await queryClient.invalidateQueries({ queryKey: ['courses'] });
    await queryClient.invalidateQueries({
      queryKey: ['course', courseId],
      predicate: ({ queryKey: key }) => key[2] !== 'manage',
    });
  };
};
