import { Id } from '#contract/fields.ts';
import { pages } from '#contract/pages.ts';

/** Every page without JavaScript is below this. */
export const PLAIN = '/plain';

export const plainCourse = (courseId: string): string => `${PLAIN}/courses/${courseId}`;

export const plainQuiz = (courseId: string, lectureId: string): string =>
  `${plainCourse(courseId)}/quizzes/${lectureId}`;

/** Where a page of the browser has a plain one beside it: the classroom, with the quizzes of its course. */
export const plainAddressOf = (path: string, query: string): string | undefined => {
  if (path.toLowerCase() !== pages.classroom.path) return undefined;
  const given = new URLSearchParams(query);
  const [course, lecture] = [Id.safeParse(given.get('course')), Id.safeParse(given.get('lecture'))];
  if (!course.success) return undefined;
  return lecture.success ? plainQuiz(course.data, lecture.data) : plainCourse(course.data);
};
