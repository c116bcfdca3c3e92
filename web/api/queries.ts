import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type CallOptions } from '#web/api/call.ts';

type CourseFilter = NonNullable<CallOptions<'GET /courses'>['query']>;

export const courseListQuery = (filter: CourseFilter = {}) =>
  queryOptions({
    queryKey: ['courses', filter],
    queryFn: ({ signal }) => call('GET /courses', { query: filter, signal }),
    placeholderData: keepPreviousData,
  });

/** What anyone may know of one course. */
export const courseAboutQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['course', courseId, 'about'],
    queryFn: ({ signal }) => call('GET /courses/:courseId/about', { params: { courseId }, signal }),
  });

/** Lectures with addresses to play; the addresses are short-lived, so an answer is never kept. */
export const lecturesQuery = (courseId: string, drafts?: 'true') =>
  queryOptions({
    queryKey: ['course', courseId, 'lectures', drafts ?? 'false'],
    queryFn: ({ signal }) => call('GET /courses/:courseId', { params: { courseId }, query: { drafts }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The courses that this person began, for those who may watch. */
export const continueWatchingQuery = () =>
  queryOptions({
    queryKey: ['progress', 'continue'],
    queryFn: ({ signal }) => call('GET /progress/continue', { signal }),
    staleTime: 0,
  });

/** What converts videos on the server. */
export const videoStatusQuery = () =>
  queryOptions({ queryKey: ['video-status'], queryFn: ({ signal }) => call('GET /admin/video', { signal }) });

export const noticesQuery = () =>
  queryOptions({
    queryKey: ['notices'],
    queryFn: ({ signal }) => call('GET /admin/notices', { signal }),
    staleTime: 5 * 60_000,
  });

/** A page of the outbox; mails come at any time, so it is asked for anew on each visit. */
export const outboxQuery = (page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ['outbox', page],
    queryFn: ({ signal }) => call('GET /admin/outbox', { query: page, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const outboxMailQuery = (mailId: string) =>
  queryOptions({
    queryKey: ['outbox', 'mail', mailId],
    queryFn: ({ signal }) => call('GET /admin/outbox/:mailId', { params: { mailId }, signal }),
  });

export const userStatsQuery = () =>
  queryOptions({ queryKey: ['stats', 'users'], queryFn: ({ signal }) => call('GET /admin/stats/users', { signal }) });

/** The newest payments, as many as the contract gives, with the sales of this year. */
export const paymentsQuery = () =>
  queryOptions({
    queryKey: ['payments'],
    queryFn: ({ signal }) => call('GET /payments', { query: { count: 100 }, signal }),
  });
