import { msg } from '@lingui/core/macro';
import { useLocation } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from './use-session.ts';

interface EditParams {
  course: string;
  tab?: string | undefined;
  lecture?: string | undefined;
  batch?: string | undefined;
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
  list: { to: pathTo('adminCourses'), name: msg`Courses` },
  edit: (params: EditParams) => pathTo('editCourse', params),
  addLecture: (params: AddParams) => pathTo('addLecture', params),
  quiz: (params: QuizParams) => pathTo('editQuiz', params),
};
export type CoursePages = typeof ofAdmins;

const ofTeachers: CoursePages = {
  list: { to: pathTo('teach'), name: msg`Your courses` },
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
