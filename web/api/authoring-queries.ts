import { keepPreviousData } from '@tanstack/react-query';
import type { CallOptions, ResponseOf } from './call.ts';
import { PROCESSING_POLL_MS } from './lecture-queries.ts';
import { endpointQuery } from './query.ts';

type AllCoursesQuery = NonNullable<CallOptions<'GET /admin/courses'>['query']>;
export type ListedCourse = ResponseOf<'GET /admin/courses'>['courses'][number];

/** Courses as admins see them, with drafts. */
export const allCoursesQuery = (query: AllCoursesQuery) =>
  endpointQuery('course-lists', 'GET /admin/courses', { query, placeholderData: keepPreviousData, staleTime: 0 });

/** The text and picture of a teacher. */
export const teacherQuery = (name: string) => endpointQuery('course-lists', 'GET /admin/teacher', { query: { name } });

/** Courses and lectures that can still be restored. */
export const recentlyDeletedQuery = () => endpointQuery('course-lists', 'GET /admin/deleted');

/** A course as its authors see it, with its drafts. */
export const managedCourseQuery = (courseId: string) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId/manage', {
    params: { courseId },
    refetchInterval: ({ state: { data } }) =>
      data?.lectures.some(({ state }) => state === 'processing') ? PROCESSING_POLL_MS : false,
  });

export const editedBlocksQuery = (page: string) =>
  endpointQuery(['courses', 'edited-blocks'], 'GET /admin/blocks/:page', { params: { page }, staleTime: 0 });

/** The preview before stays until the next arrives. */
export const blocksPreviewQuery = (
  page: string,
  blocks: CallOptions<'POST /admin/blocks/:page/preview'>['body']['blocks'],
) =>
  endpointQuery(['courses', 'blocks-preview'], 'POST /admin/blocks/:page/preview', {
    params: { page },
    body: { blocks },
    placeholderData: keepPreviousData,
  });
