import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type CallOptions } from './call.ts';
import { queryKeys } from './query-keys.ts';

const POLL_MS = 3000;
const DOCTOR_MS = 15 * 60_000;
const SYSTEM_MS = 30_000;

export const noticesQuery = () =>
  queryOptions({
    queryKey: queryKeys.notices,
    queryFn: ({ signal }) => call('GET /admin/notices', { signal }),
    staleTime: 5 * 60_000,
  });

/** The results of the previous search stay until the next arrive. */
export const adminSearchQuery = (search: string) =>
  queryOptions({
    queryKey: queryKeys.adminSearch(search),
    queryFn: ({ signal }) => call('GET /admin/search', { query: { q: search }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

type InboxFilter = NonNullable<CallOptions<'GET /admin/inbox'>['query']>;

/** Messages arrive at any time, so each visit fetches them again. */
export const inboxQuery = (filter: InboxFilter) =>
  queryOptions({
    queryKey: queryKeys.inboxList(filter),
    queryFn: ({ signal }) => call('GET /admin/inbox', { query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const inboxMessageQuery = (messageId: string) =>
  queryOptions({
    queryKey: queryKeys.inboxMessage(messageId),
    queryFn: ({ signal }) => call('GET /admin/inbox/:messageId', { params: { messageId }, signal }),
  });

type OutboxPage = NonNullable<CallOptions<'GET /admin/outbox'>['query']>;

/** A page of the outbox. Emails arrive at any time, so each visit fetches it again. */
export const outboxQuery = (page: OutboxPage) =>
  queryOptions({
    queryKey: queryKeys.outbox(page),
    queryFn: ({ signal }) => call('GET /admin/outbox', { query: page, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const outboxEmailQuery = (emailId: string) =>
  queryOptions({
    queryKey: queryKeys.outboxEmail(emailId),
    queryFn: ({ signal }) => call('GET /admin/outbox/:mailId', { params: { mailId: emailId }, signal }),
  });

export const settingsQuery = () =>
  queryOptions({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => call('GET /admin/settings', { signal }),
  });

/** How many checks fail or warn; the server keeps the result for some minutes. */
export const doctorSummaryQuery = () =>
  queryOptions({
    queryKey: queryKeys.doctorSummary,
    queryFn: ({ signal }) => call('GET /admin/doctor/summary', { signal }),
    staleTime: 5 * 60_000,
  });

/** Webhooks arrive at any time, so each visit fetches it again. */
export const webhookQuery = () =>
  queryOptions({
    queryKey: queryKeys.webhook,
    queryFn: ({ signal }) => call('GET /admin/settings/payments/webhook', { signal }),
    staleTime: 0,
  });

/** The checks run again with each visit, and every fifteen minutes. */
export const doctorQuery = () =>
  queryOptions({
    queryKey: queryKeys.doctor,
    queryFn: ({ signal }) => call('GET /admin/doctor', { signal }),
    staleTime: 0,
    refetchInterval: DOCTOR_MS,
  });

/** Jobs come and go, so each visit fetches it again. */
export const systemQuery = () =>
  queryOptions({
    queryKey: queryKeys.system,
    queryFn: ({ signal }) => call('GET /admin/system', { signal }),
    staleTime: 0,
    refetchInterval: SYSTEM_MS,
  });

/** While a backup runs, its end is awaited. */
export const backupsQuery = () =>
  queryOptions({
    queryKey: queryKeys.backups,
    queryFn: ({ signal }) => call('GET /admin/backups', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === 'running') === true ? POLL_MS : false,
  });

export const userStatisticsQuery = () =>
  queryOptions({
    queryKey: queryKeys.userStatistics,
    queryFn: ({ signal }) => call('GET /admin/stats/users', { signal }),
  });

/** What processes videos on the server, and how many it still has to process. */
export const videoStatusQuery = () =>
  queryOptions({
    queryKey: queryKeys.videoStatus,
    queryFn: ({ signal }) => call('GET /admin/video', { signal }),
  });
