import { keepPreviousData } from '@tanstack/react-query';
import type { CallOptions } from './call.ts';
import { endpointQuery } from './query.ts';

/** How often the state of a video is fetched while it is processed. */
export const PROCESSING_POLL_MS = 2000;

/** Where lectures that the user may watch have the words of a search; of one course, or of all. */
export const momentsQuery = (search: string, course?: string) =>
  endpointQuery('transcript', 'GET /search/moments', {
    query: { search, course },
    placeholderData: keepPreviousData,
  });

/** Lectures with media addresses. These expire soon, so a response is never cached. */
export const lecturesQuery = (courseId: string, view: CallOptions<'GET /courses/:courseId'>['query'] = {}) =>
  endpointQuery(['courses', courseId], 'GET /courses/:courseId', {
    params: { courseId },
    query: view,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
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
