import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';

/** While a video is processed, its progress is asked for again after this time. */
const PROCESSING_LOOK_MS = 2000;

/** A course as its authors see it, with its drafts. */
export const managedCourseQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['course', courseId, 'manage'],
    queryFn: ({ signal }) => call('GET /courses/:courseId/manage', { params: { courseId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.lectures.some(({ state }) => state === 'processing') ? PROCESSING_LOOK_MS : false,
  });

export const draftsQuery = () =>
  queryOptions({
    queryKey: ['courses', 'drafts'],
    queryFn: ({ signal }) => call('GET /admin/drafts', { signal }),
  });

/** What can still come back. */
export const deletedQuery = () =>
  queryOptions({
    queryKey: ['courses', 'deleted'],
    queryFn: ({ signal }) => call('GET /admin/deleted', { signal }),
  });

/** A lecture that anyone may watch; its address is short-lived, so an answer is never kept. */
export const freeLectureQuery = (courseId: string, lectureId: string) =>
  queryOptions({
    queryKey: ['course', courseId, 'preview', lectureId],
    queryFn: ({ signal }) =>
      call('GET /courses/:courseId/preview/:lectureId', { params: { courseId, lectureId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.lecture.state === 'processing' && !data.lecture.isPlayable ? PROCESSING_LOOK_MS : false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
