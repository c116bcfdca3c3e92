import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type CallOptions, type ErrorOf, type ResponseOf } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** How often the state of a video is fetched while it is processed. */
const PROCESSING_POLL_MS = 2000;

type CourseFilter = NonNullable<CallOptions<'GET /courses'>['query']>;

export const courseListQuery = (filter: CourseFilter = {}) =>
  queryOptions({
    queryKey: queryKeys.courseList(filter),
    queryFn: ({ signal }) => call('GET /courses', { query: filter, signal }),
    placeholderData: keepPreviousData,
  });

/** For what is being typed into the search. */
export const suggestionsQuery = (search: string) =>
  queryOptions({
    queryKey: queryKeys.suggestions(search),
    queryFn: ({ signal }) => call('GET /search', { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });

type AllCoursesQuery = NonNullable<CallOptions<'GET /admin/courses'>['query']>;
export type ListedCourse = ResponseOf<'GET /admin/courses'>['courses'][number];

/** Courses as admins see them, with drafts. */
export const allCoursesQuery = (query: AllCoursesQuery) =>
  queryOptions({
    queryKey: queryKeys.allCourses(query),
    queryFn: ({ signal }) => call('GET /admin/courses', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** What is written about a teacher. */
export const teacherQuery = (name: string) =>
  queryOptions({
    queryKey: queryKeys.teacher(name),
    queryFn: ({ signal }) => call('GET /admin/teacher', { query: { name }, signal }),
  });

/** Courses and lectures that can still be restored. */
export const recentlyDeletedQuery = () =>
  queryOptions({
    queryKey: queryKeys.recentlyDeleted,
    queryFn: ({ signal }) => call('GET /admin/deleted', { signal }),
  });

/** What a visitor may know of one course. */
export const courseDescriptionQuery = (courseId: string) =>
  queryOptions<ResponseOf<'GET /courses/:courseId/about'>, ErrorOf<'GET /courses/:courseId/about'>>({
    queryKey: queryKeys.courseDescription(courseId),
    queryFn: ({ signal }) => call('GET /courses/:courseId/about', { params: { courseId }, signal }),
  });

/** A course as its authors see it, with its drafts. */
export const managedCourseQuery = (courseId: string) =>
  queryOptions({
    queryKey: queryKeys.managedCourse(courseId),
    queryFn: ({ signal }) => call('GET /courses/:courseId/manage', { params: { courseId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.lectures.some(({ state }) => state === 'processing') ? PROCESSING_POLL_MS : false,
  });

/** Lectures with media addresses. These expire soon, so a response is never kept. */
export const lecturesQuery = (courseId: string, drafts?: 'true') =>
  queryOptions<ResponseOf<'GET /courses/:courseId'>, ErrorOf<'GET /courses/:courseId'>>({
    queryKey: queryKeys.lectures(courseId, drafts === 'true'),
    queryFn: ({ signal }) => call('GET /courses/:courseId', { params: { courseId }, query: { drafts }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The user's own notes about a lecture. */
export const notesQuery = (lectureId: string) =>
  queryOptions({
    queryKey: queryKeys.notes(lectureId),
    queryFn: ({ signal }) => call('GET /lectures/:lectureId/notes', { params: { lectureId }, signal }),
  });

/** A lecture that anyone may watch. Its media address expires soon, so a response is never kept. */
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
export const continueWatchingQuery = () =>
  queryOptions({
    queryKey: queryKeys.continueWatching,
    queryFn: ({ signal }) => call('GET /progress/continue', { signal }),
    staleTime: 0,
  });

/** What the user has begun and finished, and what is new. */
export const learningQuery = () =>
  queryOptions({
    queryKey: queryKeys.learning,
    queryFn: ({ signal }) => call('GET /learning', { signal }),
    staleTime: 0,
  });

/** After a change of a course or its lectures: the course itself, and the lists that count its lectures. */
export const invalidateCourse = async (queryClient: QueryClient, courseId: string): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: queryKeys.courseLists });
  await queryClient.invalidateQueries({ queryKey: queryKeys.course(courseId) });
};
