// @module-tag both
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints, API_PREFIX } from '#contract/api.ts';
import type { OpenApiDocument, Operation } from '#server/http/endpoint/openapi-document.ts';
import { openApiDocument } from '#server/http/endpoint/openapi.ts';
import { newId } from '#server/ids.ts';
import { call } from './call.ts';
import { aCourse, aLecture, aSubscriber, aUser, joinCourse, type Person } from './factories.ts';
import { createValues, Schema } from './fuzz/values.ts';
import { multipart } from './multipart.ts';
import { asked } from './questions.ts';
import { aQuiz, save, start } from './quizzes.ts';
import { startApp, type TestApp } from './start-app.ts';

/**
 * What belongs to one person is there for nobody else: each endpoint with an id of something of hers is called with that id as
 * others, with bodies that the document of the API allows. None answers, nothing says what she wrote, and nothing of hers changes.
 */

const WORD = 'saffron-lotus';
const TRIES = 4;

/** Ids of what is one person’s own; the staff of a course has its own tests. */
const OWN = [
  'attemptId',
  'fileId',
  'noteId',
  'questionId',
  'exportId',
  'sessionId',
  'receiptNumber',
  'giftId',
  'requestId',
];
const TABLES = [
  'quiz_attempts',
  'quiz_attempt_items',
  'quiz_answer_files',
  'lecture_questions',
  'lecture_question_votes',
  'lecture_question_follows',
  'lecture_post_reports',
  'lecture_answers',
  'data_exports',
  'receipts',
  'gifts',
  'gift_links',
  'refunds',
  'payment_requests',
];

let app: TestApp;
let owner: Person;
let others: Record<string, Partial<Person>>;
let ids: Record<string, string>;

const Named = z.object({ _id: z.string() });
const FileSent = z.object({ file: Named });
const Exports = z.object({ export: Named });
const Sessions = z.object({ sessions: z.array(Named) });

/** A gift that she bought. */
const aGift = async (): Promise<string> => {
  const gift = {
    id: newId(),
    recipient_name: WORD,
    recipient_email: 'ravi@home.example',
    message: WORD,
    send_on: null,
    sent_at: null,
    deliveries: 1,
    created_at: app.clock.now(),
  };
  const { db } = app.database;
  const payment = await db
    .selectFrom('payments')
    .select(['provider_payment_id as id', 'attempt_id'])
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('gifts')
    .values({ ...gift, payment_id: payment.id })
    .execute();
  await db.updateTable('payment_attempts').set({ gift_id: gift.id }).where('id', '=', payment.attempt_id).execute();
  return gift.id;
};

/** A payment of a gift to the school itself, which she says that she has made. */
const aRequest = async (): Promise<string> => {
  const ways = await app.settings.ways();
  await app.database.transaction((tx) => app.settings.change(tx, 'ways', { ...ways, cash: true, cashText: 'Here' }));
  const gift = { name: WORD, email: 'ravi@home.example', message: WORD };
  const body = { planId: 'yearly-bundle', way: 'cash', reference: WORD, paidOn: '2026-06-15', gift };
  const sent = await call(app, 'POST', '/payments/requests', { token: owner.token, body });
  return z.object({ request: Named }).parse(sent.body).request._id;
};

beforeAll(async () => {
  app = await startApp();
  const quiz = await aQuiz(app, {
    questions: [
      { type: 'long', text: 'Why?' },
      { type: 'file', text: 'Send it.', guidance: '', points: 1 },
    ],
  });
  owner = quiz.meera;
  const { token } = owner;
  const { _id: attemptId } = await start(app, quiz, owner);
  await save(app, quiz, owner, { id: attemptId, answer: { text: WORD } });
  const plan = { bytes: Buffer.from(`%PDF-1.7 ${WORD}`), name: 'plan.pdf', type: 'application/pdf' };
  const parts = { position: '1', seq: '1', name: 'plan.pdf', file: plan };
  const { body } = await call(app, 'POST', `${quiz.path}/attempts/${attemptId}/files`, { token, parts });
  const noteId = newId();
  const note = { positionMs: 1000, text: WORD };
  await call(app, 'PUT', `/lectures/${quiz.videoId}/notes/${noteId}`, { token, body: note });
  const place = { courseId: quiz.courseId, lectureId: quiz.videoId };
  const question = await asked(app, owner, place, { text: WORD, atMs: 1000, isPrivate: true });
  await app.jobs.runDue();
  const receipt = await app.database.db
    .selectFrom('receipts')
    .select('number')
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const exported = Exports.parse((await call(app, 'POST', '/user/export', { token, body: {} })).body);
  await app.jobs.runDue();
  const { sessions } = Sessions.parse((await call(app, 'GET', '/user/sessions', { token })).body);
  ids = {
    courseId: quiz.courseId,
    lectureId: quiz.lectureId,
    attemptId,
    fileId: FileSent.parse(body).file._id,
    noteId,
    questionId: question._id,
    answerId: newId(),
    exportId: exported.export._id,
    sessionId: sessions[0]?._id ?? '',
    receiptNumber: receipt.number,
    giftId: await aGift(),
    requestId: await aRequest(),
  };
  const elsewhere = await aCourse(app);
  await aLecture(app, { courseId: elsewhere });
  const teacher = await aUser(app);
  await joinCourse(app, { courseId: elsewhere, userId: teacher.id, role: 'teacher' });
  others = {
    'a visitor': {},
    'someone without a course': await aUser(app),
    'another learner of the course': quiz.arjun,
    'another member': await aSubscriber(app),
    'a teacher of another course': teacher,
  };
});
afterAll(() => app.close());

const document: OpenApiDocument = openApiDocument('Lectern');
const { allowed } = createValues(document.components.schemas, () => undefined);

const operationOf = (method: string, path: string): Operation | undefined =>
  Object.entries(document.paths[path.replaceAll(/:(\w+)/g, '{$1}')] ?? {}).find(
    ([name]) => name.toUpperCase() === method,
  )?.[1];

/** Bodies that the document allows. */
const bodiesOf = (operation: Operation | undefined): unknown[] => {
  const { content = {} } = operation?.requestBody ?? {};
  const described = content['application/json'] ?? content['multipart/form-data'];
  return described ? fc.sample(allowed(Schema.parse(described.schema)), { numRuns: TRIES, seed: 1 }) : [undefined];
};

const endpoints = allEndpoints()
  .filter(({ path, access }) => access !== 'admin' && OWN.some((name) => path.includes(`:${name}`)))
  .map(({ method, path }) => ({ method, path, name: `${method} ${path}` }));

/** Notes and questions are about a video, attempts about a quiz. */
const urlOf = (path: string): string =>
  API_PREFIX + path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? 'unknown1'));

const rowsOfHers = async (): Promise<string> => {
  const tables: unknown[] = [];
  for (const table of TABLES)
    tables.push((await sql`SELECT * FROM ${sql.table(table)} ORDER BY 1, 2`.execute(app.database.db)).rows);
  tables.push((await sql`SELECT * FROM lecture_notes WHERE user_id = ${owner.id}`.execute(app.database.db)).rows);
  const sessions = await app.database.db.selectFrom('sessions').select('user_id').orderBy('user_id').execute();
  return JSON.stringify([tables, sessions]);
};

const send = async (method: string, path: string, body: unknown, headers: object) => {
  const isForm = allEndpoints().some((one) => one.method === method && one.path === path && one.form);
  const form = isForm
    ? await multipart({
        ...Object.fromEntries(Object.keys(Object(body)).map((name) => [name, '1'])),
        file: { bytes: Buffer.from('%PDF-1.7'), name: 'a.pdf', type: 'application/pdf' },
      })
    : undefined;
  const json = body === undefined ? undefined : JSON.stringify(body);
  const { statusCode, body: text } = await app.http.inject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).parse(method),
    url: urlOf(path),
    headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...form?.headers },
    ...(form ? { payload: form.payload } : json === undefined ? {} : { payload: json }),
  });
  return { statusCode, text };
};

test('the list of what is tried has every way to what is one’s own', () => {
  expect(endpoints.map(({ name }) => name)).toMatchInlineSnapshot(`
    [
      "DELETE /user/sessions/:sessionId",
      "PUT /lectures/:lectureId/notes/:noteId",
      "DELETE /lectures/:lectureId/notes/:noteId",
      "GET /questions/:questionId",
      "PUT /questions/:questionId",
      "DELETE /questions/:questionId",
      "POST /questions/:questionId/answers",
      "PUT /questions/:questionId/answers/:answerId",
      "DELETE /questions/:questionId/answers/:answerId",
      "PUT /questions/:questionId/accepted",
      "PUT /questions/:questionId/vote",
      "PUT /questions/:questionId/follow",
      "POST /questions/:questionId/reports",
      "PUT /questions/:questionId/moderation",
      "GET /teach/questions/:questionId",
      "GET /courses/:courseId/lectures/:lectureId/attempts/:attemptId",
      "PUT /courses/:courseId/lectures/:lectureId/attempts/:attemptId/answers",
      "POST /courses/:courseId/lectures/:lectureId/attempts/:attemptId/check",
      "POST /courses/:courseId/lectures/:lectureId/attempts/:attemptId/submit",
      "GET /courses/:courseId/lectures/:lectureId/quiz/attempts/:attemptId",
      "PUT /courses/:courseId/lectures/:lectureId/attempts/:attemptId/grade",
      "PUT /courses/:courseId/lectures/:lectureId/attempts/:attemptId/late",
      "POST /courses/:courseId/lectures/:lectureId/attempts/:attemptId/files",
      "GET /courses/:courseId/lectures/:lectureId/attempts/:attemptId/files/:fileId",
      "PUT /courses/:courseId/certificate-requests/:requestId",
      "GET /payments/receipts/:receiptNumber",
      "DELETE /payments/requests/:requestId",
      "PUT /payments/requests/:requestId/picture",
      "GET /admin/payment-requests/:requestId/picture",
      "POST /admin/payment-requests/:requestId/confirm",
      "POST /admin/payment-requests/:requestId/refuse",
      "POST /gifts/:giftId/link",
      "PUT /gifts/:giftId",
      "POST /gifts/:giftId/refund",
      "GET /user/exports/:exportId",
    ]
  `);
});

test.each(endpoints)('$name does nothing with an id of another', async ({ method, path }) => {
  const before = await rowsOfHers();
  for (const [who, { headers = {} }] of Object.entries(others))
    for (const body of bodiesOf(operationOf(method, path))) {
      const { statusCode, text } = await send(method, path, body, headers);
      // Everyone has notes by ids of their own.
      const isFine = path.includes('/notes/') ? statusCode < 500 : statusCode >= 400 && statusCode < 500;
      expect([who, statusCode, isFine, text.includes(WORD)], text).toEqual([who, statusCode, true, false]);
    }
  expect(await rowsOfHers()).toBe(before);
});

test('the ids are hers: each that can be read is there for her', async () => {
  const found: [string, number][] = [];
  for (const { method, path, name } of endpoints.filter((one) => one.method === 'GET'))
    found.push([name, (await send(method, path, undefined, owner.headers)).statusCode]);
  expect(found.filter(([, status]) => status !== 200)).toEqual([
    // Of the staff, about her.
    ['GET /teach/questions/:questionId', 403],
    ['GET /courses/:courseId/lectures/:lectureId/quiz/attempts/:attemptId', 403],
    ['GET /admin/payment-requests/:requestId/picture', 403],
  ]);
});
