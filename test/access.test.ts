import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { tusEndpoints } from '#contract/uploads.ts';
import { addressOf, everyEndpoint } from './endpoints.ts';
import { aSubscriber, aUser, anAdmin } from './factories.ts';
import { startApp, type TestApp } from './start-app.ts';

/**
 * Who may call what, written down a second time: the contract is what is tested, so it cannot be the expectation.
 * Every call of the contract has a row.
 */
const ENDPOINTS = [
  ['POST', '/user/register', 'public'],
  ['POST', '/user/login', 'public'],
  ['GET', '/user/logout', 'public'],
  ['GET', '/user/me', 'user'],
  ['GET', '/user/rights', 'user'],
  ['PUT', '/user/update', 'user'],
  ['POST', '/user/change-password', 'user'],
  ['POST', '/user/reset', 'public'],
  ['POST', '/user/reset-password/:token', 'public'],
  ['GET', '/courses', 'public'],
  ['GET', '/search', 'public'],
  ['GET', '/courses/:courseId/about', 'public'],
  ['POST', '/courses', 'admin'],
  ['DELETE', '/courses/:courseId', 'admin'],
  ['GET', '/courses/:courseId', 'subscriber'],
  ['GET', '/courses/:courseId/preview/:lectureId', 'public'],
  ['POST', '/courses/:courseId', 'admin'],
  ['DELETE', '/courses/:courseId/lecture/:lectureId', 'admin'],
  ['POST', '/courses/:courseId/lecture/:lectureId/video', 'admin'],
  ['POST', '/courses/:courseId/lecture/:lectureId/retry', 'admin'],
  ['POST', '/playback/session', 'subscriber'],
  ['GET', '/courses/:courseId/manage', 'admin'],
  ['PUT', '/courses/:courseId', 'admin'],
  ['PUT', '/courses/:courseId/draft', 'admin'],
  ['POST', '/courses/:courseId/publish', 'admin'],
  ['GET', '/admin/courses', 'admin'],
  ['GET', '/admin/courses/export', 'admin'],
  ['GET', '/pages/:slug', 'public'],
  ['GET', '/admin/pages', 'admin'],
  ['POST', '/admin/pages', 'admin'],
  ['POST', '/admin/pages/preview', 'admin'],
  ['GET', '/admin/pages/:slug', 'admin'],
  ['PUT', '/admin/pages/:slug', 'admin'],
  ['POST', '/admin/pages/:slug/publish', 'admin'],
  ['DELETE', '/admin/pages/:slug', 'admin'],
  ['GET', '/admin/inbox', 'admin'],
  ['GET', '/admin/inbox/:messageId', 'admin'],
  ['POST', '/admin/inbox/:messageId/replies', 'admin'],
  ['PUT', '/admin/inbox/:messageId/done', 'admin'],
  ['PATCH', '/courses/:courseId/lecture/:lectureId', 'admin'],
  ['PUT', '/courses/:courseId/lecture/:lectureId/video', 'admin'],
  ['PUT', '/courses/:courseId/order', 'admin'],
  ['PUT', '/courses/:courseId/outline', 'admin'],
  ['POST', '/courses/:courseId/lectures/publish', 'admin'],
  ['PUT', '/courses/:courseId/lecture/:lectureId/captions/:language', 'admin'],
  ['DELETE', '/courses/:courseId/lecture/:lectureId/captions/:language', 'admin'],
  ['POST', '/courses/:courseId/lecture/:lectureId/attachments', 'admin'],
  ['DELETE', '/courses/:courseId/lecture/:lectureId/attachments/:attachmentId', 'admin'],
  ['PUT', '/courses/:courseId/lecture/:lectureId/thumbnail', 'admin'],
  ['DELETE', '/courses/:courseId/lecture/:lectureId/thumbnail', 'admin'],
  ['GET', '/admin/teacher', 'admin'],
  ['PUT', '/admin/teacher', 'admin'],
  ['GET', '/admin/deleted', 'admin'],
  ['POST', '/courses/:courseId/restore', 'admin'],
  ['POST', '/courses/:courseId/lecture/:lectureId/restore', 'admin'],
  ['POST', '/lectures/:lectureId/progress', 'subscriber'],
  ['PUT', '/lectures/:lectureId/done', 'subscriber'],
  ['GET', '/progress/continue', 'subscriber'],
  ['GET', '/learning', 'user'],
  ['GET', '/lectures/:lectureId/notes', 'subscriber'],
  ['PUT', '/lectures/:lectureId/notes/:noteId', 'subscriber'],
  ['DELETE', '/lectures/:lectureId/notes/:noteId', 'user'],
  ['GET', '/courses/:courseId/notes/export', 'user'],
  ['POST', '/offline/keys', 'subscriber'],
  ['GET', '/uploads', 'admin'],
  ['POST', '/uploads/:uploadId/lecture', 'admin'],
  ['GET', '/admin/video', 'admin'],
  ['POST', '/admin/video/queue', 'admin'],
  ['GET', '/plans', 'public'],
  ['GET', '/plans/:planId/price', 'public'],
  ['GET', '/admin/plans', 'admin'],
  ['POST', '/admin/plans', 'admin'],
  ['PUT', '/admin/plans/:planId', 'admin'],
  ['DELETE', '/admin/plans/:planId', 'admin'],
  ['GET', '/payments/razorpay-key', 'user'],
  ['POST', '/payments/subscribe', 'user'],
  ['POST', '/payments/window-opened', 'user'],
  ['POST', '/payments/verify', 'user'],
  ['POST', '/payments/unsubscribe', 'user'],
  ['GET', '/payments/mine', 'user'],
  ['GET', '/payments/receipts/:receiptNumber', 'user'],
  ['POST', '/payments/webhook', 'public'],
  ['GET', '/payments', 'admin'],
  ['GET', '/admin/payments', 'admin'],
  ['GET', '/admin/payments/export', 'admin'],
  ['GET', '/admin/payments/to-do', 'admin'],
  ['GET', '/admin/payments/:paymentId', 'admin'],
  ['POST', '/admin/payments/:paymentId/refund', 'admin'],
  ['POST', '/admin/payments/:paymentId/handled', 'admin'],
  ['GET', '/admin/coupons', 'admin'],
  ['POST', '/admin/coupons', 'admin'],
  ['PUT', '/admin/coupons/:couponId', 'admin'],
  ['GET', '/gifts', 'user'],
  ['POST', '/gifts/:giftId/link', 'user'],
  ['PUT', '/gifts/:giftId', 'user'],
  ['POST', '/gifts/:giftId/refund', 'user'],
  ['POST', '/gifts/view', 'public'],
  ['POST', '/gifts/redeem', 'user'],
  ['GET', '/admin/plan-check', 'admin'],
  ['POST', '/admin/plan-check', 'admin'],
  ['GET', '/admin/search', 'admin'],
  ['GET', '/admin/people', 'admin'],
  ['POST', '/admin/people', 'admin'],
  ['PUT', '/admin/people/:userId/note', 'admin'],
  ['GET', '/admin/people/export', 'admin'],
  ['POST', '/admin/people/bulk', 'admin'],
  ['POST', '/admin/people/imports', 'admin'],
  ['GET', '/admin/people/imports/:importId', 'admin'],
  ['PUT', '/admin/people/imports/:importId/columns', 'admin'],
  ['POST', '/admin/people/imports/:importId/run', 'admin'],
  ['GET', '/admin/people/imports/:importId/faulty', 'admin'],
  ['GET', '/admin/people/:userId', 'admin'],
  ['POST', '/admin/people/:userId/block', 'admin'],
  ['POST', '/admin/people/:userId/unblock', 'admin'],
  ['PUT', '/admin/people/:userId/role', 'admin'],
  ['POST', '/admin/people/:userId/log-out', 'admin'],
  ['POST', '/admin/people/:userId/reset-link', 'admin'],
  ['GET', '/admin/people/:userId/access', 'admin'],
  ['POST', '/admin/people/:userId/grant', 'admin'],
  ['POST', '/admin/people/:userId/extend', 'admin'],
  ['POST', '/admin/people/:userId/revoke', 'admin'],
  ['GET', '/admin/attention', 'admin'],
  ['GET', '/admin/first-steps', 'admin'],
  ['POST', '/admin/first-steps/:step', 'admin'],
  ['GET', '/admin/reports/revenue', 'admin'],
  ['GET', '/admin/reports/members', 'admin'],
  ['GET', '/admin/reports/refunds', 'admin'],
  ['GET', '/admin/reports/checkout', 'admin'],
  ['GET', '/admin/reports/watching', 'admin'],
  ['GET', '/admin/reports/watching/:courseId', 'admin'],
  ['GET', '/admin/reports/lectures/:lectureId', 'admin'],
  ['POST', '/contact', 'public'],
  ['GET', '/admin/stats/users', 'admin'],
  ['GET', '/site', 'public'],
  ['POST', '/setup/check', 'public'],
  ['POST', '/setup', 'public'],
  ['GET', '/admin/notices', 'admin'],
  ['GET', '/admin/backups', 'admin'],
  ['PUT', '/admin/settings/backups', 'admin'],
  ['POST', '/admin/settings/backups/test', 'admin'],
  ['POST', '/admin/backups', 'admin'],
  ['GET', '/admin/doctor', 'admin'],
  ['GET', '/admin/doctor/summary', 'admin'],
  ['GET', '/admin/system', 'admin'],
  ['POST', '/admin/jobs/:jobId/retry', 'admin'],
  ['GET', '/admin/settings', 'admin'],
  ['PUT', '/admin/settings/school', 'admin'],
  ['PUT', '/admin/settings/school/images/:image', 'admin'],
  ['DELETE', '/admin/settings/school/images/:image', 'admin'],
  ['PUT', '/admin/settings/email', 'admin'],
  ['PUT', '/admin/settings/seller', 'admin'],
  ['PUT', '/admin/settings/limits', 'admin'],
  ['PUT', '/admin/settings/look', 'admin'],
  ['PUT', '/admin/settings/payments', 'admin'],
  ['POST', '/admin/settings/payments/check', 'admin'],
  ['GET', '/admin/settings/payments/webhook', 'admin'],
  ['POST', '/admin/settings/email/test', 'admin'],
  ['GET', '/admin/outbox', 'admin'],
  ['GET', '/admin/outbox/export', 'admin'],
  ['GET', '/admin/outbox/:mailId', 'admin'],
  ['GET', '/admin/outbox/:mailId/attachments/:number', 'admin'],
  ['POST', '/admin/outbox/:mailId/link', 'admin'],
  ['POST', '/uploads', 'admin'],
  ['HEAD', '/uploads/:uploadId', 'admin'],
  ['PATCH', '/uploads/:uploadId', 'admin'],
  ['DELETE', '/uploads/:uploadId', 'admin'],
] as const;

type Caller = 'visitor' | 'user' | 'subscriber' | 'admin';

const UNAUTHENTICATED = '401 unauthenticated';
const FORBIDDEN = '403 forbidden';

/** What callers are refused with; who is not named is let in. */
const REFUSALS: Record<(typeof ENDPOINTS)[number][2], Partial<Record<Caller, string>>> = {
  public: {},
  user: { visitor: UNAUTHENTICATED },
  subscriber: { visitor: UNAUTHENTICATED, user: '403 not_entitled' },
  admin: { visitor: UNAUTHENTICATED, user: FORBIDDEN, subscriber: FORBIDDEN },
};

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const everyCaller = async (): Promise<[Caller, { authorization?: string }][]> => [
  ['visitor', {}],
  ['user', (await aUser(app)).headers],
  ['subscriber', (await aSubscriber(app)).headers],
  ['admin', (await anAdmin(app)).headers],
];

const codeOf = (body: string): string => z.object({ code: z.string() }).parse(JSON.parse(body)).code;

test('every endpoint of the contract has a row', () => {
  const declared = [...everyEndpoint().map(({ endpoint }) => endpoint), ...Object.values(tusEndpoints)];
  const rows = ENDPOINTS.filter(([method]) => method !== 'HEAD').map(([method, path]) => `${method} ${path}`);
  expect(rows.toSorted()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test.each(ENDPOINTS)('%s %s is open to %s and above', { tags: ['ROL-03', 'ROL-05'] }, async (method, path, access) => {
  for (const [caller, headers] of await everyCaller()) {
    const response = await app.http.inject({ method, url: addressOf({ path }), headers });
    const refusal = REFUSALS[access][caller];
    if (refusal === undefined) expect([401, 403], caller).not.toContain(response.statusCode);
    // A response to HEAD has no body.
    else if (method === 'HEAD') expect(response.statusCode, caller).toBe(Number.parseInt(refusal, 10));
    else expect(`${response.statusCode} ${codeOf(response.body)}`, caller).toBe(refusal);
  }
});
