import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { CourseRole } from '#contract/access/course-people.ts';
import { teachQuery } from '#web/api/teaching-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from './use-session.ts';

interface EditParams {
  course: string;
  tab?: string | undefined;
  lecture?: string | undefined;
}

interface QuizParams {
  course: string;
  lecture: string;
  tab?: string | undefined;
  /** Seconds of a video, for a new question there. */
  at?: string | undefined;
  /** A submitted attempt, in the results. */
  attempt?: string | undefined;
}

interface AddParams {
  course: string;
  upload?: string | undefined;
  section?: string | undefined;
}

/** The same pages about a course stand at addresses of admins and of teachers. */
const ofAdmins = {
  list: { to: pathTo('adminCourses'), name: 'Courses' },
  edit: (params: EditParams) => pathTo('editCourse', params),
  addLecture: (params: AddParams) => pathTo('addLecture', params),
  quiz: (params: QuizParams) => pathTo('editQuiz', params),
};
export type CoursePages = typeof ofAdmins;

const ofTeachers: CoursePages = {
  list: { to: pathTo('teach'), name: 'Your courses' },
  edit: (params) => pathTo('teachCourse', params),
  addLecture: (params) => pathTo('teachLecture', params),
  quiz: (params) => pathTo('teachQuiz', params),
};

/** Whether a path is one of the pages of teachers. */
const isTeachPath = (pathname: string): boolean => /^\/teach(?:\/|$)/.test(pathname);

/** Whether the page is seen by a teacher. Admins who open the pages of teachers stay there. */
export const useIsTeaching = (): boolean => {
  const role = useSession()?.role;
  const { pathname } = useLocation();
  return role === 'USER' || isTeachPath(pathname);
};

export const useCoursePages = (): CoursePages => (useIsTeaching() ? ofTeachers : ofAdmins);

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
