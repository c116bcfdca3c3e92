import { endpointQuery } from '#web/api/query.ts';

/** How people get a course, for admins. */
export const coursePriceQuery = (courseId: string) =>
  endpointQuery('plans', 'GET /admin/courses/:courseId/price', { params: { courseId }, staleTime: 0 });
