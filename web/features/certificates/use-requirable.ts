import { isPassed } from '#contract/classroom/kind-facts.ts';
import { useQuery } from '@tanstack/react-query';
import { managedCourseQuery } from '#web/api/authoring-queries.ts';

/** The lectures and quizzes of a course, as a certificate may demand them. */
export const useRequirable = (courseId: string) => {
  const { lectures = [] } = useQuery(managedCourseQuery(courseId)).data ?? {};
  const optionOf = ({ _id: id, title, isDraft }: (typeof lectures)[number]) => ({ id, title, isDraft });
  return {
    lectures: lectures.map(optionOf),
    quizzes: lectures.filter(({ kind }) => isPassed(kind)).map(optionOf),
  };
};
