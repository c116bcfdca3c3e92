import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import { tusEndpoints } from '#contract/uploads.ts';
import { insertUpload } from '#server/features/classroom/uploads/uploads.queries.ts';
import { newId } from '#server/ids.ts';
import { call } from './call.ts';
import { addressOf, everyEndpoint } from './endpoints.ts';
import { aCourse, aHolder, aLecture, aSubscriber, aUser, anAdmin, joinCourse } from './factories.ts';
import { DAY_MS } from './fake-clock.ts';
import { aQuestion } from './questions.ts';
import { startApp, type TestApp } from './start-app.ts';

/**
 * Who may call what, written down a second time: the contract is what is tested, so it cannot be the expectation.
 * Every call of the contract has a row.
 */
const ENDPOINTS = [
  ['GET', '/blocks/:page', 'public'],
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
  ['GET', '/courses/:courseId', 'watch'],
  ['GET', '/courses/:courseId/preview/:lectureId', 'public'],
  ['POST', '/courses/:courseId', 'edit'],
  ['DELETE', '/courses/:courseId/lecture/:lectureId', 'edit'],
  ['POST', '/courses/:courseId/lecture/:lectureId/video', 'edit'],
  ['POST', '/courses/:courseId/lecture/:lectureId/retry', 'edit'],
  ['POST', '/playback/session', 'user'],
  ['GET', '/courses/:courseId/manage', 'edit'],
  ['PUT', '/courses/:courseId', 'edit'],
  ['PUT', '/courses/:courseId/draft', 'edit'],
  ['POST', '/courses/:courseId/publish', 'edit'],
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
  ['PATCH', '/courses/:courseId/lecture/:lectureId', 'edit'],
  ['PUT', '/courses/:courseId/lecture/:lectureId/video', 'edit'],
  ['PUT', '/courses/:courseId/order', 'edit'],
  ['PUT', '/courses/:courseId/outline', 'edit'],
  ['POST', '/courses/:courseId/lectures/publish', 'edit'],
  ['PUT', '/courses/:courseId/lecture/:lectureId/captions/:language', 'edit'],
  ['DELETE', '/courses/:courseId/lecture/:lectureId/captions/:language', 'edit'],
  ['POST', '/courses/:courseId/lecture/:lectureId/attachments', 'edit'],
  ['DELETE', '/courses/:courseId/lecture/:lectureId/attachments/:attachmentId', 'edit'],
  ['PUT', '/courses/:courseId/lecture/:lectureId/thumbnail', 'edit'],
  ['DELETE', '/courses/:courseId/lecture/:lectureId/thumbnail', 'edit'],
  ['GET', '/admin/teacher', 'admin'],
  ['PUT', '/admin/teacher', 'admin'],
  ['GET', '/admin/courses/:courseId/people', 'admin'],
  ['POST', '/admin/courses/:courseId/people', 'admin'],
  ['DELETE', '/admin/courses/:courseId/people/:userId', 'admin'],
  ['GET', '/teach', 'user'],
  ['GET', '/teach/courses/:courseId/learners', 'see-figures'],
  ['POST', '/teach/courses', 'user'],
  ['GET', '/teach/page', 'user'],
  ['PUT', '/teach/page', 'user'],
  ['POST', '/admin/courses/:courseId/decline', 'admin'],
  ['GET', '/teachers/:slug', 'public'],
  ['GET', '/admin/deleted', 'admin'],
  ['POST', '/courses/:courseId/restore', 'admin'],
  ['POST', '/courses/:courseId/lecture/:lectureId/restore', 'edit'],
  ['POST', '/lectures/:lectureId/progress', 'watch'],
  ['PUT', '/lectures/:lectureId/done', 'watch'],
  ['GET', '/progress/continue', 'user'],
  ['GET', '/learning', 'user'],
  ['GET', '/lectures/:lectureId/notes', 'watch'],
  ['PUT', '/lectures/:lectureId/notes/:noteId', 'watch'],
  ['DELETE', '/lectures/:lectureId/notes/:noteId', 'user'],
  ['GET', '/courses/:courseId/notes/export', 'user'],
  ['POST', '/courses/:courseId/lectures/:lectureId/questions', 'watch'],
  ['GET', '/courses/:courseId/lectures/:lectureId/questions', 'watch'],
  ['GET', '/courses/:courseId/lectures/:lectureId/questions/matches', 'watch'],
  ['GET', '/courses/:courseId/questions', 'user'],
  ['GET', '/questions/:questionId', 'watch'],
  ['PUT', '/questions/:questionId', 'watch'],
  ['DELETE', '/questions/:questionId', 'watch'],
  ['POST', '/questions/:questionId/answers', 'watch'],
  ['PUT', '/questions/:questionId/answers/:answerId', 'watch'],
  ['DELETE', '/questions/:questionId/answers/:answerId', 'watch'],
  ['PUT', '/questions/:questionId/accepted', 'watch'],
  ['PUT', '/questions/:questionId/vote', 'watch'],
  ['PUT', '/questions/:questionId/follow', 'watch'],
  ['POST', '/questions/:questionId/reports', 'watch'],
  ['PUT', '/questions/:questionId/moderation', 'answer'],
  ['GET', '/teach/rewinds', 'user'],
  ['GET', '/teach/questions', 'user'],
  ['GET', '/teach/questions/:questionId', 'answer'],
  ['GET', '/courses/:courseId/reviews', 'public'],
  ['GET', '/courses/:courseId/reviews/own', 'user'],
  ['POST', '/courses/:courseId/reviews', 'user'],
  ['DELETE', '/courses/:courseId/reviews/own', 'user'],
  ['PUT', '/courses/:courseId/reviews/asked', 'user'],
  ['PUT', '/courses/:courseId/reviews/:reviewId/answer', 'answer'],
  ['DELETE', '/courses/:courseId/reviews/:reviewId/answer', 'answer'],
  ['PUT', '/courses/:courseId/reviews/:reviewId/hidden', 'answer'],
  ['GET', '/courses/:courseId/reviews/hidden', 'answer'],
  ['GET', '/courses/:courseId/reviews/:reviewId/revisions', 'answer'],
  ['POST', '/offline/keys', 'user'],
  ['GET', '/uploads', 'user'],
  ['POST', '/uploads/:uploadId/lecture', 'edit'],
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
  ['GET', '/admin/checkouts', 'admin'],
  ['POST', '/opt-out/:token', 'public'],
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
  ['GET', '/admin/reports/watching/:courseId', 'see-figures'],
  ['GET', '/admin/reports/lectures/:lectureId', 'see-figures'],
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
  ['PUT', '/admin/settings/teaching', 'admin'],
  ['PUT', '/admin/settings/community', 'admin'],
  ['PUT', '/admin/settings/look', 'admin'],
  ['GET', '/admin/blocks/:page', 'edit'],
  ['PUT', '/admin/blocks/:page', 'edit'],
  ['POST', '/admin/blocks/:page/preview', 'edit'],
  ['POST', '/admin/blocks/:page/pictures', 'edit'],
  ['PUT', '/admin/settings/payments', 'admin'],
  ['POST', '/admin/settings/payments/check', 'admin'],
  ['GET', '/admin/settings/payments/webhook', 'admin'],
  ['POST', '/admin/settings/email/test', 'admin'],
  ['GET', '/admin/outbox', 'admin'],
  ['GET', '/admin/outbox/export', 'admin'],
  ['GET', '/admin/outbox/:mailId', 'admin'],
  ['GET', '/admin/outbox/:mailId/attachments/:number', 'admin'],
  ['POST', '/admin/outbox/:mailId/link', 'admin'],
  ['POST', '/uploads', 'user'],
  ['HEAD', '/uploads/:uploadId', 'edit'],
  ['PATCH', '/uploads/:uploadId', 'edit'],
  ['DELETE', '/uploads/:uploadId', 'edit'],
] as const;

type Access = (typeof ENDPOINTS)[number][2];

/** A holder has a right to one course, a member to everything. The others are something in one course. */
const CALLERS = [
  'visitor',
  'user',
  'blocked',
  'holder of another course',
  'holder',
  'member',
  'teacher of another course',
  'assistant',
  'teacher',
  'admin',
] as const;
type Caller = (typeof CALLERS)[number];

const UNAUTHENTICATED = '401 unauthenticated';
const FORBIDDEN = '403 forbidden';
const NOT_ENTITLED = '403 not_entitled';
const NOBODY: Partial<Record<Caller, string>> = { visitor: UNAUTHENTICATED, blocked: UNAUTHENTICATED };
const NOT_LEARNERS = {
  ...NOBODY,
  user: FORBIDDEN,
  holder: FORBIDDEN,
  'holder of another course': FORBIDDEN,
  member: FORBIDDEN,
  'teacher of another course': FORBIDDEN,
};

/** What callers are refused with in a published course; who is not named is let in. */
const REFUSALS: Record<Access, Partial<Record<Caller, string>>> = {
  public: {},
  user: NOBODY,
  admin: { ...NOT_LEARNERS, assistant: FORBIDDEN, teacher: FORBIDDEN },
  watch: {
    ...NOBODY,
    user: NOT_ENTITLED,
    'holder of another course': NOT_ENTITLED,
    'teacher of another course': NOT_ENTITLED,
  },
  edit: { ...NOT_LEARNERS, assistant: FORBIDDEN },
  answer: NOT_LEARNERS,
  'see-figures': NOT_LEARNERS,
};

const isOfCourse = (access: Access): boolean => !['public', 'user', 'admin'].includes(access);

/** Of a draft nobody else learns that it exists. */
const SEES_DRAFTS: readonly Caller[] = ['assistant', 'teacher', 'admin'];

/** A course with a lecture, a question and an upload. */
interface Place {
  courseId: string;
  lectureId: string;
  questionId: string;
  uploadId: string;
}

let app: TestApp;
let people: [Caller, { authorization?: string }][];
let shown: Place;
let draft: Place;

const aPlace = async (): Promise<Place> => {
  const courseId = await aCourse(app);
  const [lectureId, { id: userId }] = [await aLecture(app, { courseId }), await aUser(app)];
  const uploadId = newId();
  const file = { file_name: 'a.mp4', metadata: '{}', size_bytes: 10, replaces_lecture_id: null };
  const times = { expires_at: app.clock.now() + DAY_MS, created_at: app.clock.now() };
  await insertUpload(app.database.db, { ...file, ...times, id: uploadId, user_id: userId, course_id: courseId });
  const questionId = await aQuestion(app, { lectureId, userId });
  return { courseId, lectureId, questionId, uploadId };
};

beforeAll(async () => {
  app = await startApp();
  [shown, draft] = [await aPlace(), await aPlace()];
  const { courseId } = shown;
  const other = await aCourse(app);
  const [blocked, teacher, assistant] = [await aSubscriber(app), await aUser(app), await aUser(app)];
  for (const { courseId: id } of [shown, draft]) {
    await joinCourse(app, { courseId: id, userId: teacher.id, role: 'teacher' });
    await joinCourse(app, { courseId: id, userId: assistant.id, role: 'assistant' });
  }
  const elsewhere = await aUser(app);
  await joinCourse(app, { courseId: other, userId: elsewhere.id, role: 'teacher' });
  const admin = await anAdmin(app);
  people = [
    ['visitor', {}],
    ['user', (await aUser(app)).headers],
    ['blocked', blocked.headers],
    ['holder of another course', (await aHolder(app, other)).headers],
    ['holder', (await aHolder(app, courseId)).headers],
    ['member', (await aSubscriber(app)).headers],
    ['teacher of another course', elsewhere.headers],
    ['assistant', assistant.headers],
    ['teacher', teacher.headers],
    ['admin', admin.headers],
  ];
  await app.database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', blocked.id).execute();
  await call(app, 'PUT', `/courses/${draft.courseId}/draft`, { token: admin.token, body: { isDraft: true } });
});

afterAll(async () => app.close());
const codeOf = (body: string): string => z.object({ code: z.string() }).parse(JSON.parse(body)).code;
const NOTHING: Place = { courseId: 'unknown1', lectureId: 'unknown1', questionId: 'unknown1', uploadId: 'unknown1' };
/** The page of a course has its id. */
const namingCourse = (path: string): string => path.replace(':page', ':courseId');

/** A lecture below a course is unknown, so that nothing is deleted before the last caller. */
const addressIn = (address: string, { courseId, lectureId, questionId, uploadId }: Place): string => {
  const path = namingCourse(address);
  const filled = path.includes(':courseId')
    ? path.replace(':courseId', courseId)
    : path.replace(':lectureId', lectureId).replace(':questionId', questionId).replace(':uploadId', uploadId);
  return `${API_PREFIX}${filled.replace(':language', 'en').replaceAll(/:\w+/g, 'unknown1')}`;
};

/** What an id is hidden with. */
const unknownIn = (address: string): string => {
  const path = namingCourse(address);
  if (path.includes(':courseId')) return '404 course_not_found';
  if (path.includes(':questionId')) return '404 question_not_found';
  return path.includes(':lectureId') ? '404 lecture_not_found' : '404 upload_not_found';
};

const respond = async (method: (typeof ENDPOINTS)[number][0], url: string, headers: { authorization?: string }) => {
  const { statusCode, body } = await app.http.inject({ method, url, headers });
  // A response to HEAD has no body.
  return statusCode < 400 || method === 'HEAD' ? String(statusCode) : `${statusCode} ${codeOf(body)}`;
};

const expectRefusal = (method: string, found: string, refusal: string, caller: Caller): void =>
  expect(found, caller).toBe(method === 'HEAD' ? refusal.slice(0, 3) : refusal);

test('every endpoint of the contract has a row, and every caller a token', () => {
  const declared = [...everyEndpoint().map(({ endpoint }) => endpoint), ...Object.values(tusEndpoints)];
  const rows = ENDPOINTS.filter(([method]) => method !== 'HEAD').map(([method, path]) => `${method} ${path}`);
  expect(rows.toSorted()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).toSorted());
  expect(people.map(([caller]) => caller)).toEqual(CALLERS);
});

test.each(ENDPOINTS)('%s %s is open to %s', { tags: ['ROL-03', 'ROL-05'] }, async (method, path, access) => {
  const url = isOfCourse(access) ? addressIn(path, shown) : addressOf({ path });
  // It would log out everybody.
  const callers = path === '/user/logout' ? people.slice(0, 1) : people;
  for (const [caller, headers] of callers) {
    const found = await respond(method, url, headers);
    const refusal = REFUSALS[access][caller];
    if (refusal === undefined) expect(['401', '403'], `${caller} ${found}`).not.toContain(found.slice(0, 3));
    else expectRefusal(method, found, refusal, caller);
  }
});

test.each(ENDPOINTS.filter(([, , access]) => isOfCourse(access)))(
  '%s %s says the same about a draft as about nothing, to those who do not see drafts',
  async (method, path, access) => {
    for (const [caller, headers] of people) {
      const isStaff = SEES_DRAFTS.includes(caller);
      const refusal = isStaff ? REFUSALS[access][caller] : (NOBODY[caller] ?? unknownIn(path));
      if (refusal === undefined) continue;
      const found = await respond(method, addressIn(path, draft), headers);
      expectRefusal(method, found, refusal, caller);
      if (!isStaff) expect(await respond(method, addressIn(path, NOTHING), headers), caller).toBe(found);
    }
  },
);
