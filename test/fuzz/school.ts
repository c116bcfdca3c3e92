import { sql } from 'kysely';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { API_SCOPES } from '#contract/accounts/api-scopes.ts';
import { newId } from '#server/ids.ts';
import { call, type CallResponse } from '#test/call.ts';
import { announce } from '#test/announcements.ts';
import { aCertifiedCourse, complete } from '#test/certificates.ts';
import { aCourse, aHolder, aLecture, aSubscriber, aUser, anAdmin, joinCourse, type Person } from '#test/factories.ts';
import { aClass } from '#test/live-classes.ts';
import { answered, asked } from '#test/questions.ts';
import { attempted, start } from '#test/quizzes.ts';
import type { TestApp } from '#test/start-app.ts';
import { watch } from '#test/watch.ts';
import type { Ids } from './values.ts';

export const CALLERS = [
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
  ...API_SCOPES,
] as const;
export type Caller = (typeof CALLERS)[number];

/** A text that is in the school once, and the callers who may read it. */
export interface Secret {
  what: string;
  text: string;
  readers: readonly Caller[];
}

const COUPON = {
  code: 'DIWALI',
  percentOff: 10,
  amountOffInPaise: null,
  maxUses: null,
  maxUsesPerPerson: null,
  startsAt: null,
  endsAt: null,
  planId: null,
  courseId: null,
  isFirstPurchaseOnly: false,
};

const Added = z.object({ lecture: z.object({ _id: z.string() }) });

const done = (response: CallResponse): CallResponse => {
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
  return response;
};

/** Where ids of each kind are: a field or parameter of this name is filled with them. */
const PLACES: Record<string, readonly [table: string, column: string][]> = {
  courseId: [['courses', 'id']],
  courseIds: [['courses', 'id']],
  lectureId: [['lectures', 'id']],
  lectureIds: [['lectures', 'id']],
  sectionId: [['sections', 'id']],
  userId: [['users', 'id']],
  questionId: [['lecture_questions', 'id']],
  answerId: [['lecture_answers', 'id']],
  quizQuestionId: [['quiz_questions', 'id']],
  attemptId: [['quiz_attempts', 'id']],
  reviewId: [['reviews', 'id']],
  noteId: [['lecture_notes', 'id']],
  announcementId: [['announcements', 'id']],
  noticeId: [['notices', 'id']],
  webhookId: [['webhooks', 'id']],
  keyId: [['api_keys', 'id']],
  messageId: [['contact_messages', 'id']],
  mailId: [['sent_emails', 'id']],
  planId: [['plans', 'id']],
  paymentId: [['payments', 'provider_payment_id']],
  receiptNumber: [['receipts', 'number']],

  couponId: [['coupons', 'id']],
  giftId: [['gifts', 'id']],
  exportId: [['data_exports', 'id']],
  jobId: [['jobs', 'id']],
  attachmentId: [['lecture_attachments', 'id']],
  code: [['certificates', 'code']],
  slug: [
    ['course_addresses', 'slug'],
    ['site_pages', 'slug'],
  ],
  page: [['courses', 'id']],
};

/** The ids of what there is, those of `often` more often: most calls need a lecture of the course that they name. */
const readIds = async ({ database }: TestApp, often: readonly string[]): Promise<Ids> => {
  const found = new Map<string, string[]>();
  for (const [name, places] of Object.entries(PLACES)) {
    const values: string[] = [];
    for (const [table, column] of places) {
      const query = sql<{ value: unknown }>`SELECT ${sql.ref(column)} AS value FROM ${sql.table(table)}`;
      const { rows } = await query.execute(database.db);
      values.push(...rows.map(({ value }) => String(value)));
    }
    const more = values.filter((value) => often.includes(value));
    if (values.length > 0) found.set(name, [...values, ...Array.from({ length: 6 }, () => more).flat()]);
  }
  return (name) => found.get(name);
};

/** What a course holds that only some may read. */
const fillCourse = async (app: TestApp, { admin, courseId }: { admin: Person; courseId: string }) => {
  const { token } = admin;
  const add = async (body: object): Promise<string> =>
    Added.parse(done(await call(app, 'POST', `/courses/${courseId}/lectures`, { token, body })).body).lecture._id;
  const videoId = await aLecture(app, { courseId });
  await add({ kind: 'text', title: 'Prices', text: 'Nobody pays secret-lecture for a cake.' });
  await aClass(app, admin, { courseId, title: 'A class', startsAtMs: app.clock.now() + 3 * DAY_MS });
  const quizId = await add({ kind: 'quiz', title: 'Profit or cash?' });
  const path = `/courses/${courseId}/lectures/${quizId}`;
  const question = {
    type: 'short',
    text: 'What is left?',
    explanation: 'It is what is left.',
    accepted: ['secret-answer'],
  };
  done(await call(app, 'POST', `${path}/quiz/questions`, { token, body: { question } }));
  done(await call(app, 'PUT', `${path}/quiz/settings`, { token, body: { mode: 'test' } }));
  return { videoId, quizId, quizPath: path };
};

interface Filled {
  admin: Person;
  member: Person;
  courseId: string;
  videoId: string;
  quizPath: string;
}

/** What people wrote, asked, took and were given. */
const live = async (app: TestApp, { admin, member, courseId, videoId, quizPath }: Filled): Promise<void> => {
  const post = async (path: string, { token }: Person, body: object): Promise<CallResponse> =>
    done(await call(app, 'POST', path, { token, body }));
  const note = { positionMs: 1000, text: 'secret-note' };
  done(await call(app, 'PUT', `/lectures/${videoId}/notes/${newId()}`, { token: member.token, body: note }));
  const place = { courseId, lectureId: videoId };
  await asked(app, member, place, { text: 'Is secret-question true?', atMs: 1000, isPrivate: true });
  const { _id: questionId } = await asked(app, member, place, { text: 'Is this true?', atMs: 1000 });
  await answered(app, admin, questionId);
  const message = { name: 'Meera', email: 'meera@school.example', message: 'My secret-message is long.' };
  await post('/contact', member, message);
  await announce(app, admin);
  await post('/admin/coupons', admin, COUPON);
  await post('/admin/webhooks', admin, { url: 'https://example.com/hook', events: ['purchase'] });
  await attempted(app, { path: quizPath }, member);
  await start(app, { path: quizPath }, member);
  await watch(app, member.id, { ...place, watchedMs: 10 * MINUTE_MS });
  await post(`/courses/${courseId}/reviews`, member, { stars: 4, text: 'Clear, and short.' });
};

const createKeys = async (app: TestApp, { token }: Person): Promise<[Caller, Record<string, string>][]> => {
  const keys: [Caller, Record<string, string>][] = [];
  for (const scope of API_SCOPES) {
    const body = { name: scope, scopes: [scope], endsAt: null };
    const { secret } = z
      .object({ secret: z.string() })
      .parse(done(await call(app, 'POST', '/admin/api-keys', { token, body })).body);
    keys.push([scope, { authorization: `Bearer ${secret}` }]);
  }
  return keys;
};

const STAFF = ['assistant', 'teacher', 'admin'] as const;
const OF_PEOPLE = ['admin', 'people:read', 'people:write', 'grants:write', 'payments:read', 'audit:read'] as const;

const SECRETS: readonly Secret[] = [
  { what: 'the address of the member', text: 'secret-member@', readers: ['member', ...OF_PEOPLE, 'certificates:read'] },
  { what: 'the address of the holder', text: 'secret-holder@', readers: ['holder', ...OF_PEOPLE, 'certificates:read'] },
  { what: 'a note', text: 'secret-note', readers: ['member'] },
  { what: 'a private question', text: 'secret-question', readers: ['member', ...STAFF] },
  { what: 'a paid lecture', text: 'secret-lecture', readers: ['holder', 'member', ...STAFF] },
  { what: 'a draft', text: 'secret-draft', readers: ['admin', 'courses:read', 'audit:read'] },
  { what: 'an accepted answer', text: 'secret-answer', readers: STAFF },
  { what: 'the link of a class', text: 'meet.example', readers: STAFF },
  { what: 'a message to the school', text: 'secret-message', readers: ['admin', 'member'] },
  { what: 'a password’s hash', text: '$argon2', readers: [] },
];

/** A school with something of everything, and one caller of each role. */
export const openSchool = async (app: TestApp) => {
  const admin = await anAdmin(app);
  const [courseId, otherId] = [await aCourse(app), await aCourse(app, { title: 'Clay' })];
  const draftId = await aCourse(app, { title: 'The secret-draft' });
  done(await call(app, 'PUT', `/courses/${draftId}/draft`, { token: admin.token, body: { isDraft: true } }));
  await aLecture(app, { courseId: draftId });
  const filled = await fillCourse(app, { admin, courseId });
  const member = await aSubscriber(app, { email: 'secret-member@school.example' });
  const [teacher, assistant, elsewhere] = [await aUser(app), await aUser(app), await aUser(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  await joinCourse(app, { courseId, userId: assistant.id, role: 'assistant' });
  await joinCourse(app, { courseId: otherId, userId: elsewhere.id, role: 'teacher' });
  const blocked = await aSubscriber(app);
  await app.database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', blocked.id).execute();
  await live(app, { admin, member, courseId, ...filled });
  const certified = await aCertifiedCourse(app);
  for (const lectureId of certified.lectures)
    await complete(app, member, { courseId: certified.courseId, lectureId, minutes: 10 });
  const callers = new Map<Caller, Record<string, string>>([
    ['visitor', {}],
    ['user', { ...(await aUser(app)).headers }],
    ['blocked', { ...blocked.headers }],
    ['holder of another course', { ...(await aHolder(app, otherId)).headers }],
    ['holder', { ...(await aHolder(app, courseId, { email: 'secret-holder@school.example' })).headers }],
    ['member', { ...member.headers }],
    ['teacher of another course', { ...elsewhere.headers }],
    ['assistant', { ...assistant.headers }],
    ['teacher', { ...teacher.headers }],
    ['admin', { ...admin.headers }],
    ...(await createKeys(app, admin)),
  ]);
  return { callers, secrets: SECRETS, ids: await readIds(app, [courseId, filled.videoId, filled.quizId]) };
};

export type FuzzSchool = Awaited<ReturnType<typeof openSchool>>;
