import { useQuery } from '@tanstack/react-query';
import { courseAddress } from '#contract/catalog/course-address.ts';
import { courseDescriptionQuery } from './course-queries.ts';

/** The whole address by which a course is shared, which has its name. */
export const useCourseAddress = (courseId: string): string => {
  const slug = useQuery(courseDescriptionQuery(courseId)).data?.course.slug;
  return new URL(courseAddress(courseId, slug), location.origin).href;
};
