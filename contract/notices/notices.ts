import { z } from 'zod';
import { del, file, get, post, put, success, saying } from '../endpoint.ts';
import { Id, Instant, isTimeZone } from '../fields.ts';
import { NoticeContent, NoticeKindName } from './notice-content.ts';
import { Cadence, NoticeChannel, NoticeClass } from './notice-fields.ts';
import { messages } from '../messages.ts';
import { pages } from '../pages.ts';

/** A notice as its user sees it. */
export const Notice = z.intersection(
  z.object({
    _id: z.string(),
    /** Since when it is listed. */
    at: Instant,
    isRead: z.boolean(),
    /** The page that it leads to. */
    path: z.string(),
  }),
  NoticeContent,
);
export type Notice = z.output<typeof Notice>;

/** A notice as admins see it on the page of a person: whether it was read, and how each channel ended. */
const ArrivedNotice = z.intersection(
  z.object({
    _id: z.string(),
    at: Instant,
    /** Null where the app does not list it. */
    isRead: z.boolean().nullable(),
    deliveries: z.array(
      z.object({
        channel: NoticeChannel,
        state: z.enum(['queued', 'sent', 'suppressed', 'failed']),
        /** '' unless the mail server or the browser refused it. */
        problem: z.string(),
      }),
    ),
  }),
  NoticeContent,
);

const Hour = z.int().min(0).max(23);

export const NoticeSettings = z.object({
  /** Of digests and quiet hours: the user's, or the school's until one is known. */
  timeZone: z.string(),
  isTimeZoneKnown: z.boolean(),
  /** When digests are sent. */
  dailyHour: Hour,
  /** 1 is Monday, 7 is Sunday. */
  weeklyDay: z.int().min(1).max(7),
  /** When phones and browsers show nothing; null for none. */
  quietHours: z.object({ from: Hour, until: Hour }).nullable(),
  kinds: z.array(
    z.object({
      kind: NoticeKindName,
      class: NoticeClass,
      channels: z.array(
        z.object({
          channel: NoticeChannel,
          cadence: Cadence,
          /** These notices always arrive this way. */
          isLocked: z.boolean(),
        }),
      ),
    }),
  ),
  /** Browsers and phones that show notices. */
  browsers: z.array(z.object({ _id: z.string(), name: z.string(), since: Instant })),
  /** The key with which browsers subscribe to push. */
  pushKey: z.string(),
});
export type NoticeSettings = z.output<typeof NoticeSettings>;

const settingsResponse = { settings: NoticeSettings };

export const notices = {
  list: get('/notices', {
    access: 'user',
    summary: 'List your notices, newest first',
    query: z.object({
      unread: z.literal('true').optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      /** `nextCursor` of the page before. */
      cursor: z.string().max(100).optional(),
    }),
    response: success({ notices: z.array(Notice), unread: z.int(), nextCursor: z.string().nullable() }),
  }),
  stream: get('/notices/stream', {
    access: 'user',
    summary: 'Follow the number of your unread notices, as server-sent events',
    produces: 'text/event-stream',
    errors: ['busy'],
    response: file,
  }),
  read: post('/notices/:noticeId/read', {
    access: 'user',
    summary: 'Mark one of your notices as read',
    params: z.object({ noticeId: Id }),
    notFound: 'notice_not_found',
    response: saying(messages.userNotices.read, { unread: z.int() }),
  }),
  readAll: post('/notices/read', {
    access: 'user',
    summary: 'Mark all your notices as read',
    response: saying(messages.userNotices.read, { unread: z.int() }),
  }),
  ofPerson: get('/admin/people/:userId/notices', {
    access: 'admin',
    summary: 'List the newest notices of a person, and how they arrived',
    params: z.object({ userId: Id }),
    notFound: 'person_not_found',
    response: success({
      notices: z.array(ArrivedNotice),
      /** Why the mail server refuses the address for good, if it does. */
      refusal: z.object({ reply: z.string(), at: Instant }).nullable(),
    }),
  }),
  settings: get('/user/notice-settings', {
    access: 'user',
    summary: 'Get how and when you get each kind of notice',
    response: success(settingsResponse),
  }),
  saveSettings: put('/user/notice-settings', {
    access: 'user',
    summary: 'Change how and when you get notices; what is left out stays',
    body: z.object({
      timeZone: z.string().max(64).refine(isTimeZone, messages.userNotices.timeZone).optional(),
      dailyHour: Hour.optional(),
      weeklyDay: z.int().min(1).max(7).optional(),
      quietHours: z.object({ from: Hour, until: Hour }).nullable().optional(),
      choices: z
        .array(z.object({ kind: NoticeKindName, channel: NoticeChannel, cadence: Cadence }))
        .max(100)
        .optional(),
    }),
    errors: ['notice_locked'],
    response: saying('Saved', settingsResponse),
  }),
  addBrowser: post('/user/push-subscriptions', {
    access: 'user',
    summary: 'Show notices in this browser, with its subscription of the Push API',
    body: z.object({
      endpoint: z.url().max(1000),
      keys: z.object({
        p256dh: z.string().regex(/^[\w-]{87}=?$/),
        auth: z.string().regex(/^[\w-]{22}={0,2}$/),
      }),
    }),
    errors: ['push_refused'],
    rateLimit: { perAddress: 60 },
    response: saying('This browser shows notices now', settingsResponse),
  }),
  removeBrowser: del('/user/push-subscriptions/:browserId', {
    access: 'user',
    summary: 'Show no more notices in one of your browsers',
    params: z.object({ browserId: Id }),
    notFound: 'browser_not_found',
    response: saying('The browser shows no more notices', settingsResponse),
  }),
  testBrowsers: post('/user/push-subscriptions/test', {
    access: 'user',
    summary: 'Send a test to your browsers',
    errors: ['push_refused'],
    rateLimit: { perAddress: 10 },
    response: saying('Test sent', {}),
  }),
  optOut: post('/opt-out/:token', {
    access: 'public',
    summary: 'Stop a kind of email, with the link in one of them; also in one click of a mail program',
    params: z.object({ token: z.string().max(200) }),
    notFound: 'opt_out_not_found',
    page: pages.optOut.path,
    // Mail programs send a form (RFC 8058), which is not read: the link says everything.
    rawBody: { maxBytes: 4096 },
    rateLimit: { perAddress: 300 },
    response: saying(messages.userNotices.optedOut, {}),
  }),
  optIn: del('/opt-out/:token', {
    access: 'public',
    summary: 'Take back an opt-out, with the same link',
    params: z.object({ token: z.string().max(200) }),
    notFound: 'opt_out_not_found',
    rateLimit: { perAddress: 300 },
    response: saying('You get these emails again', {}),
  }),
};
