import { endpointQuery } from './query.ts';

/** The courses of a teacher, with what waits for them. */
export const teachQuery = () => endpointQuery('course-lists', 'GET /teach', { staleTime: 0 });
