import { keepPreviousData } from '@tanstack/react-query';
import type { CallOptions } from './call.ts';
import { endpointQuery } from './query.ts';

type CourseFilter = NonNullable<CallOptions<'GET /courses'>['query']>;

export const courseListQuery = (filter: CourseFilter = {}) =>
  endpointQuery('course-lists', 'GET /courses', { query: filter, placeholderData: keepPreviousData });

/** For the text being typed into the search. */
export const suggestionsQuery = (search: string) =>
  endpointQuery('course-lists', 'GET /search', { query: { search }, placeholderData: keepPreviousData });

/** The public data of one course. */
export const courseDescriptionQuery = (courseId: string) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId/about', { params: { courseId } });

/** The blocks that the owner added to the home page or to the page of a course. */
export const pageBlocksQuery = (page: string) =>
  endpointQuery(['courses', 'blocks'], 'GET /blocks/:page', { params: { page } });
