import { endpointQuery } from '#web/api/query.ts';

/** The batches of a course to choose from, and the own one. Places change at any time. */
export const batchChoicesQuery = (courseId: string) =>
  endpointQuery(['batches', courseId], 'GET /courses/:courseId/batches', { params: { courseId }, staleTime: 0 });

export const ownBatchesQuery = () => endpointQuery('batches', 'GET /user/batches');

/** All batches of a course, for those who teach it. */
export const managedBatchesQuery = (courseId: string) =>
  endpointQuery(['batches', courseId], 'GET /courses/:courseId/batches/all', { params: { courseId } });
