import { useQuery } from '@tanstack/react-query';
import type { CourseRole } from '#contract/access/course-people.ts';
import { teachQuery } from '#web/api/teach-query.ts';
import { useSession } from './use-session.ts';

/** What the user is in a course, as far as the browser knows; the server decides at every request. */
const useCourseRole = (courseId: string): CourseRole | undefined => {
  const teaches = useSession()?.user.teaches === true;
  const { data } = useQuery({ ...teachQuery(), enabled: teaches });
  return data?.courses.find(({ _id }) => _id === courseId)?.role;
};

/** Whether the user is a teacher or an assistant of a course. */
export const useWorksIn = (courseId: string): boolean => useCourseRole(courseId) !== undefined;

/** Whether the user edits a course. */
export const useEdits = (courseId: string): boolean => {
  const role = useCourseRole(courseId);
  return useSession()?.role === 'ADMIN' || role === 'teacher';
};
