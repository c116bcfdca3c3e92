import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type CallOptions, type ResponseOf } from './call.ts';
import { endpointQuery, queryKeys } from './query-keys.ts';

/** How often the state of a video is fetched while it is processed. */
const PROCESSING_POLL_MS = 2000;

type CourseFilter = NonNullable<CallOptions<'GET /courses'>['query']>;

export const courseListQuery = (filter: CourseFilter = {}) => ({
  ...endpointQuery(queryKeys.courseList(filter), 'GET /courses', { query: filter }),
  placeholderData: keepPreviousData,
});

/** For the text being typed into the search. */
export const suggestionsQuery = (search: string) => ({
  ...endpointQuery(queryKeys.suggestions(search), 'GET /search', { query: { search } }),
  placeholderData: keepPreviousData,
});

type AllCoursesQuery = NonNullable<CallOptions<'GET /admin/courses'>['query']>;
export type ListedCourse = ResponseOf<'GET /admin/courses'>['courses'][number];

/** Courses as admins see them, with drafts. */
export const allCoursesQuery = (query: AllCoursesQuery) => ({
  ...endpointQuery(queryKeys.allCourses(query), 'GET /admin/courses', { query }),
  placeholderData: keepPreviousData,
  staleTime: 0,
});

/** The text and picture of a teacher. */
export const teacherQuery = (name: string) =>
  endpointQuery(queryKeys.teacher(name), 'GET /admin/teacher', { query: { name } });

/** Courses and lectures that can still be restored. */
export const recentlyDeletedQuery = () => endpointQuery(queryKeys.recentlyDeleted, 'GET /admin/deleted');

/** The public data of one course. */
export const courseDescriptionQuery = (courseId: string) =>
  endpointQuery(queryKeys.courseDescription(courseId), 'GET /courses/:courseId/about', { params: { courseId } });

/** A course as its authors see it, with its drafts. */
export const managedCourseQuery = (courseId: string) =>
  queryOptions({
    queryKey: queryKeys.managedCourse(courseId),
    queryFn: ({ signal }) => call('GET /courses/:courseId/manage', { params: { courseId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.lectures.some(({ state }) => state === 'processing') ? PROCESSING_POLL_MS : false,
  });

/** Lectures with media addresses. These expire soon, so a response is never cached. */
export const lecturesQuery = (courseId: string, drafts?: 'true') => ({
  ...endpointQuery(queryKeys.lectures(courseId, drafts === 'true'), 'GET /courses/:courseId', {
    params: { courseId },
    query: { drafts },
  }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
});

/** The blocks that the owner added to the home page or to the page of a course. */
export const pageBlocksQuery = (page: string) =>
  endpointQuery(queryKeys.pageBlocks(page), 'GET /blocks/:page', { params: { page } });

export const editedBlocksQuery = (page: string) => ({
  ...endpointQuery(queryKeys.editedBlocks(page), 'GET /admin/blocks/:page', { params: { page } }),
  staleTime: 0,
});

/** The preview before stays until the next arrives. */
export const blocksPreviewQuery = (
  page: string,
  blocks: CallOptions<'POST /admin/blocks/:page/preview'>['body']['blocks'],
) => ({
  ...endpointQuery(queryKeys.blocksPreview(page, blocks), 'POST /admin/blocks/:page/preview', {
    params: { page },
    body: { blocks },
  }),
  placeholderData: keepPreviousData,
});

/** The user's own notes about a lecture. */
export const notesQuery = (lectureId: string) =>
  endpointQuery(queryKeys.notes(lectureId), 'GET /lectures/:lectureId/notes', { params: { lectureId } });

/** The user's own notes about a course, also when access has ended. */
export const courseNotesQuery = (courseId: string) =>
  endpointQuery(queryKeys.courseNotes(courseId), 'GET /courses/:courseId/notes', { params: { courseId } });

/** A lecture that anyone may watch. Its media address expires soon, so a response is never cached. */
export const freeLectureQuery = (courseId: string, lectureId: string) =>
  queryOptions({
    queryKey: queryKeys.freeLecture(courseId, lectureId),
    queryFn: ({ signal }) =>
      call('GET /courses/:courseId/preview/:lectureId', { params: { courseId, lectureId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.lecture.state === 'processing' && !data.lecture.isPlayable ? PROCESSING_POLL_MS : false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The courses that a user has started, for those with access. */
export const continueWatchingQuery = () => ({
  ...endpointQuery(queryKeys.continueWatching, 'GET /progress/continue'),
  staleTime: 0,
});

/** The begun and finished courses of the user, and new lectures. */
export const learningQuery = () => ({ ...endpointQuery(queryKeys.learning, 'GET /learning'), staleTime: 0 });

/** After a change of a course or its lectures: the course itself, and the lists that count its lectures. */
export const invalidateCourse = async (queryClient: QueryClient, courseId: string): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: queryKeys.courseLists });
  await queryClient.invalidateQueries({ queryKey: queryKeys.course(courseId) });
};
