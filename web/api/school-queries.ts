import { keepPreviousData } from '@tanstack/react-query';
import { type CallOptions } from './call.ts';
import { endpointQuery } from './query.ts';

const POLL_MS = 3000;
const DOCTOR_MS = 15 * 60_000;
const SYSTEM_MS = 30_000;

export const noticesQuery = () => endpointQuery('notices', 'GET /admin/notices', { staleTime: 5 * 60_000 });

/** The results of the previous search stay until the next arrive. */
export const adminSearchQuery = (search: string) =>
  endpointQuery('admin-search', 'GET /admin/search', {
    query: { q: search },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

type PaymentRequestFilter = NonNullable<CallOptions<'GET /admin/payment-requests'>['query']>;

/** Offline payments: those that wait, the oldest first, or those that were decided. */
export const paymentRequestsQuery = (query: PaymentRequestFilter) =>
  endpointQuery('payment-requests', 'GET /admin/payment-requests', { query });

type InboxFilter = NonNullable<CallOptions<'GET /admin/inbox'>['query']>;

/** Messages arrive at any time, so each visit fetches them again. */
export const inboxQuery = (filter: InboxFilter) =>
  endpointQuery(['inbox', 'list'], 'GET /admin/inbox', {
    query: filter,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const inboxMessageQuery = (messageId: string) =>
  endpointQuery('inbox', 'GET /admin/inbox/:messageId', { params: { messageId } });

type EmailsPage = NonNullable<CallOptions<'GET /admin/outbox'>['query']>;

/** A page of the emails. New ones arrive at any time, so each visit fetches it again. */
export const emailsQuery = (page: EmailsPage) =>
  endpointQuery('emails', 'GET /admin/outbox', { query: page, placeholderData: keepPreviousData, staleTime: 0 });

export const auditQuery = (page: NonNullable<CallOptions<'GET /admin/audit'>['query']>) =>
  endpointQuery('audit', 'GET /admin/audit', { query: page, placeholderData: keepPreviousData, staleTime: 0 });

export const emailQuery = (emailId: string) =>
  endpointQuery('emails', 'GET /admin/outbox/:mailId', { params: { mailId: emailId } });

/** A page that the owner wrote, as visitors read it. */
export const sitePageQuery = (slug: string) =>
  endpointQuery(['site-pages', 'published', slug], 'GET /pages/:slug', { params: { slug } });

export const sitePagesQuery = () => endpointQuery(['site-pages', 'drafts'], 'GET /admin/pages');

export const editedSitePageQuery = (slug: string) =>
  endpointQuery(['site-pages', 'drafts', slug], 'GET /admin/pages/:slug', { params: { slug } });

/** The preview before stays until the next arrives. */
export const sitePagePreviewQuery = (body: string) =>
  endpointQuery(['site-pages', 'preview', body], 'POST /admin/pages/preview', {
    body: { body },
    placeholderData: keepPreviousData,
  });

export const emailTextsQuery = () => endpointQuery('email-texts', 'GET /admin/settings/email-texts');

type OwnWordsPage = NonNullable<CallOptions<'GET /admin/words/:language'>['query']>;

/** The page before stays until the next arrives. */
export const ownWordsQuery = (language: string, query: OwnWordsPage) =>
  endpointQuery(['own-words', language], 'GET /admin/words/:language', {
    params: { language },
    query,
    placeholderData: keepPreviousData,
  });

type EmailTextPreview = CallOptions<'POST /admin/settings/email-texts/:id/preview'>;

/** The preview before stays until the next arrives. */
export const emailTextPreviewQuery = (id: EmailTextPreview['params']['id'], wording: EmailTextPreview['body']) =>
  endpointQuery('email-texts', 'POST /admin/settings/email-texts/:id/preview', {
    params: { id },
    body: wording,
    placeholderData: keepPreviousData,
  });

/** Steps are done on other pages, so each visit fetches it again. */
export const firstStepsQuery = () => endpointQuery('first-steps', 'GET /admin/first-steps', { staleTime: 0 });

export const settingsQuery = () => endpointQuery('settings', 'GET /admin/settings');

/** How many checks fail or warn; the server keeps the result for some minutes. */
export const doctorSummaryQuery = () => endpointQuery('doctor', 'GET /admin/doctor/summary', { staleTime: 5 * 60_000 });

/** Webhooks arrive at any time, so each visit fetches it again. */
export const webhookQuery = () => endpointQuery('webhook', 'GET /admin/settings/payments/webhook', { staleTime: 0 });

/** The checks run again with each visit, and every fifteen minutes. */
export const doctorQuery = () =>
  endpointQuery('doctor', 'GET /admin/doctor', { staleTime: 0, refetchInterval: DOCTOR_MS });

/** Jobs come and go, so each visit fetches it again. */
export const systemQuery = () =>
  endpointQuery('system', 'GET /admin/system', { staleTime: 0, refetchInterval: SYSTEM_MS });

/** While a backup runs, its end is awaited. */
export const backupsQuery = () =>
  endpointQuery('backups', 'GET /admin/backups', {
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === 'running') === true ? POLL_MS : false,
  });

export const userStatisticsQuery = () => endpointQuery('user-statistics', 'GET /admin/stats/users');

/** The video engine of the server, and how many videos wait for it. */
export const videoStatusQuery = () => endpointQuery('video-status', 'GET /admin/video');
