// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { API_PREFIX } from '#contract/api.ts';
import { tusEndpoints } from '#contract/classroom/uploads.ts';
import { insertUpload } from '#server/features/classroom/uploads/uploads.queries.ts';
import { newId } from '#server/ids.ts';
import { call } from './call.ts';
import { addressOf, everyEndpoint } from './endpoints.ts';
import { aCourse, aHolder, aLecture, aSubscriber, aUser, anAdmin, joinCourse } from './factories.ts';
import { aQuestion } from './questions.ts';
import { startApp, type TestApp } from './start-app.ts';
import { ENDPOINTS } from './who-may-call.ts';

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
  // Until the owner lets the people of courses confirm payments.
  payments: { ...NOT_LEARNERS, assistant: FORBIDDEN, teacher: FORBIDDEN },
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

const isOfCourse = (access: Access): boolean => !['public', 'user', 'admin', 'payments'].includes(access);

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
  // It would log out everyone.
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
