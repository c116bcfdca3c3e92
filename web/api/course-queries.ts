import { keepPreviousData } from '@tanstack/react-query';
import { type CallOptions, type ResponseOf } from './call.ts';
import { endpointQuery } from './query.ts';

/** How often the state of a video is fetched while it is processed. */
const PROCESSING_POLL_MS = 2000;

type CourseFilter = NonNullable<CallOptions<'GET /courses'>['query']>;

export const courseListQuery = (filter: CourseFilter = {}) =>
  endpointQuery('course-lists', 'GET /courses', { query: filter, placeholderData: keepPreviousData });

/** For the text being typed into the search. */
export const suggestionsQuery = (search: string) =>
  endpointQuery('course-lists', 'GET /search', { query: { search }, placeholderData: keepPreviousData });

/** Where lectures that the user may watch have the words of a search; of one course, or of all. */
export const momentsQuery = (search: string, course?: string) =>
  endpointQuery('transcript', 'GET /search/moments', {
    query: { search, course },
    placeholderData: keepPreviousData,
  });

type AllCoursesQuery = NonNullable<CallOptions<'GET /admin/courses'>['query']>;
export type ListedCourse = ResponseOf<'GET /admin/courses'>['courses'][number];

/** Courses as admins see them, with drafts. */
export const allCoursesQuery = (query: AllCoursesQuery) =>
  endpointQuery('course-lists', 'GET /admin/courses', { query, placeholderData: keepPreviousData, staleTime: 0 });

/** The text and picture of a teacher. */
export const teacherQuery = (name: string) => endpointQuery('course-lists', 'GET /admin/teacher', { query: { name } });

/** Courses and lectures that can still be restored. */
export const recentlyDeletedQuery = () => endpointQuery('course-lists', 'GET /admin/deleted');

/** The public data of one course. */
export const courseDescriptionQuery = (courseId: string) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId/about', { params: { courseId } });

/** A course as its authors see it, with its drafts. */
export const managedCourseQuery = (courseId: string) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId/manage', {
    params: { courseId },
    refetchInterval: ({ state: { data } }) =>
      data?.lectures.some(({ state }) => state === 'processing') ? PROCESSING_POLL_MS : false,
  });

/** Lectures with media addresses. These expire soon, so a response is never cached. */
export const lecturesQuery = (courseId: string, drafts?: 'true') =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId', {
    params: { courseId },
    query: { drafts },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The blocks that the owner added to the home page or to the page of a course. */
export const pageBlocksQuery = (page: string) =>
  endpointQuery(['courses', 'blocks'], 'GET /blocks/:page', { params: { page } });

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

/** The user's own notes about a lecture. */
export const notesQuery = (lectureId: string) =>
  endpointQuery('notes', 'GET /lectures/:lectureId/notes', { params: { lectureId } });

/** The user's own notes about a course, also when access has ended. */
export const courseNotesQuery = (courseId: string) =>
  endpointQuery('notes', 'GET /courses/:courseId/notes', { params: { courseId } });

/** A lecture that anyone may watch. Its media address expires soon, so a response is never cached. */
export const freeLectureQuery = (courseId: string, lectureId: string) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId/preview/:lectureId', {
    params: { courseId, lectureId },
    refetchInterval: ({ state: { data } }) =>
      data?.lecture.state === 'processing' && !data.lecture.isPlayable ? PROCESSING_POLL_MS : false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The courses that a user has started, for those with access. */
export const continueWatchingQuery = () => endpointQuery('progress', 'GET /progress/continue', { staleTime: 0 });

/** The begun and finished courses of the user, and new lectures. */
export const learningQuery = () => endpointQuery('progress', 'GET /learning', { staleTime: 0 });
