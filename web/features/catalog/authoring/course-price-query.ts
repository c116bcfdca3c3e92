import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';

/** How people get a course, for admins. */
export const coursePriceQuery = (courseId: string) => ({
  ...endpointQuery(queryKeys.coursePrice(courseId), 'GET /admin/courses/:courseId/price', { params: { courseId } }),
  staleTime: 0,
});
