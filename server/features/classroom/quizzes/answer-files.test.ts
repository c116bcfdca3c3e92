import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { API_PREFIX } from '#contract/api.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { requiredKeys } from '#server/backup/school-files.ts';
import { schoolData } from '#server/school-data.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser, joinCourse, type Person } from '#test/factories.ts';
import { aQuiz, readAttempt, save, start, submit, type TestQuiz } from '#test/quizzes.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const asked: NewQuizQuestion = { type: 'file', text: 'Send the cash plan.', guidance: 'Two months', points: 4 };
const aFileQuiz = (settings: Parameters<typeof aQuiz>[1] = {}) => aQuiz(app, { questions: [asked], ...settings });

interface Sent {
  id: string;
  name?: string;
  seq?: number;
  position?: number;
  bytes?: string | Uint8Array;
}

const send = (
  { path }: TestQuiz,
  { token }: Partial<Person>,
  { id, name = 'plan.pdf', seq = 1, position = 0, bytes = '%PDF-1.7 plan' }: Sent,
) =>
  call(app, 'POST', `${path}/attempts/${id}/files`, {
    parts: {
      position: String(position),
      seq: String(seq),
      name,
      file: { bytes: Buffer.from(bytes), name, type: 'text/html' },
    },
    ...(token === undefined ? {} : { token }),
  });

const FileId = z.object({ file: z.object({ _id: z.string() }) });
const fileIdOf = ({ body }: { body: object }): string => FileId.parse(body).file._id;

const open = ({ path }: TestQuiz, { token }: Partial<Person>, { id, fileId }: { id: string; fileId: string }) =>
  app.http.inject({
    url: `${API_PREFIX}${path}/attempts/${id}/files/${fileId}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

test('a learner answers with a file, a newer one takes its place, and a person grades it', async () => {
  const quiz = await aFileQuiz();
  const { _id: id } = await start(app, quiz, quiz.meera);
  const first = await send(quiz, quiz.meera, { id, seq: 2, bytes: '%PDF-1.7' });
  expect(first).toMatchObject({
    status: 200,
    body: { seq: 2, isLate: false, file: { name: 'plan.pdf', sizeBytes: 8 } },
  });
  expect((await send(quiz, quiz.meera, { id, seq: 1, name: 'older.pdf' })).body).toMatchObject({
    message: 'A newer answer is there already',
    file: null,
  });
  const second = await send(quiz, quiz.meera, { id, seq: 3, name: 'cash plan?.xlsx', bytes: 'PK\u0003\u0004 a sheet' });
  const fileId = fileIdOf(second);
  expect((await open(quiz, quiz.meera, { id, fileId: fileIdOf(first) })).statusCode).toBe(404);
  const attempt = await submit(app, quiz, quiz.meera, { id });
  expect(attempt).toMatchObject({
    state: 'waiting',
    questions: [
      {
        type: 'file',
        answer: { file: { _id: fileId, name: 'cash plan-.xlsx', sizeBytes: 12 } },
        result: { verdict: 'waiting', earned: null },
      },
    ],
  });
  expect((await send(quiz, quiz.meera, { id, seq: 4 })).body['code']).toBe('attempt_over');
  const queue = await call(app, 'GET', '/teach/grading', { token: quiz.assistant.token });
  expect(queue.body['answers']).toMatchObject([
    { answer: 'cash plan-.xlsx', guidance: 'Two months', file: { _id: fileId, sizeBytes: 12 }, lateFile: null },
  ]);
  const graded = await call(app, 'PUT', `${quiz.path}/attempts/${id}/grade`, {
    token: quiz.assistant.token,
    body: { position: 0, earned: 300, comment: 'Good' },
  });
  expect(graded.status).toBe(200);
  expect(await readAttempt(app, quiz, quiz.meera, id)).toMatchObject({
    state: 'graded',
    score: { earned: 300, points: 4, hasPassed: true },
  });
  const csv = await app.http.inject({
    url: `${API_PREFIX}${quiz.path}/quiz/results/export`,
    headers: { authorization: `Bearer ${quiz.teacher.token}` },
  });
  expect(csv.body).toContain('Meera Nair');
});

test('a file is for its learner and those who grade, and is always saved, never shown', async () => {
  const quiz = await aFileQuiz();
  const { _id: id } = await start(app, quiz, quiz.meera);
  const fileId = fileIdOf(await send(quiz, quiz.meera, { id }));
  const elsewhere = await aUser(app);
  await joinCourse(app, { courseId: await aCourse(app), userId: elsewhere.id, role: 'teacher' });
  const stranger = await aUser(app);
  const statuses: number[] = [];
  for (const person of [{}, stranger, elsewhere, quiz.arjun, quiz.meera, quiz.teacher, quiz.assistant])
    statuses.push((await open(quiz, person, { id, fileId })).statusCode);
  expect(statuses).toEqual([401, 403, 403, 404, 200, 200, 200]);
  const { headers, body } = await open(quiz, quiz.teacher, { id, fileId });
  expect(body).toBe('%PDF-1.7 plan');
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="answer"',
    'x-content-type-options': 'nosniff',
  });
  const sent: number[] = [];
  for (const person of [{}, stranger, elsewhere, quiz.arjun, quiz.teacher])
    sent.push((await send(quiz, person, { id, seq: 9 })).status);
  expect(sent).toEqual([401, 403, 403, 404, 404]);
  const other = await aFileQuiz();
  expect((await open(other, other.teacher, { id, fileId })).statusCode).toBe(404);
});

test.each([
  ['plan.html', '%PDF-1.7', 'file_kind_refused'],
  ['plan.pdf', '<!doctype html><p>', 'not_as_named'],
  ['plan.pdf', ' \n<svg xmlns="http://www.w3.org/2000/svg"/>', 'not_as_named'],
  ['plan.txt', 'x<script>alert(1)</script>', 'not_as_named'],
  ['plan.txt', '\uFEFF<?xml version="1.0"?>', 'not_as_named'],
  ['plan.exe', 'MZ', 'file_kind_refused'],
  ['plan.txt', 'MZ\u0000 program', 'not_as_named'],
])('%s that begins with %j is refused', async (name, bytes, code) => {
  const quiz = await aFileQuiz();
  const { _id: id } = await start(app, quiz, quiz.meera);
  expect(await send(quiz, quiz.meera, { id, name, bytes })).toMatchObject({ status: 415, body: { code } });
  expect((await readAttempt(app, quiz, quiz.meera, id)).questions[0]?.answer.file).toBeNull();
});

test('once access has ended, a learner opens no file, and those who grade still do', async () => {
  const quiz = await aFileQuiz();
  const { _id: id } = await start(app, quiz, quiz.meera);
  const fileId = fileIdOf(await send(quiz, quiz.meera, { id }));
  await submit(app, quiz, quiz.meera, { id });
  const { token } = await anAdmin(app);
  app.clock.advance(MINUTE_MS);
  const revoked = await call(app, 'POST', `/admin/people/${quiz.meera.id}/revoke`, {
    token,
    body: { reason: 'A mistake' },
  });
  expect(revoked.status).toBe(200);
  // Decisions are a few seconds old at most.
  app.clock.advance(MINUTE_MS);
  const refused = await open(quiz, quiz.meera, { id, fileId });
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'not_entitled' }]);
  expect((await open(quiz, quiz.assistant, { id, fileId })).statusCode).toBe(200);
});

test('20 MB are the most, and only a question of this type is answered with a file', async () => {
  const quiz = await aQuiz(app, { questions: [asked, { type: 'long', text: 'Why?' }] });
  const { _id: id } = await start(app, quiz, quiz.meera);
  const large = await send(quiz, quiz.meera, { id, bytes: Buffer.alloc(20 * 1024 * 1024 + 1, 'a') });
  expect([large.status, large.body['code']]).toEqual([413, 'too_large']);
  const wrong = await send(quiz, quiz.meera, { id, position: 1 });
  expect([wrong.status, wrong.body['code']]).toEqual([404, 'question_not_found']);
  // Nobody names a file that they did not send.
  const forged = { file: { _id: 'f1', name: 'x', sizeBytes: 1 } };
  await save(app, quiz, quiz.meera, { id, answer: forged });
  expect((await readAttempt(app, quiz, quiz.meera, id)).questions[0]?.answer.file).toBeNull();
  const inVideo = await call(app, 'POST', `/courses/${quiz.courseId}/lectures/${quiz.videoId}/quiz/questions`, {
    token: quiz.teacher.token,
    body: { question: asked, atMs: 1000 },
  });
  expect(inVideo.body['code']).toBe('file_in_video');
});

test('a file that arrives after the end is kept, and counts once a person accepts it', async () => {
  const quiz = await aFileQuiz({ settings: { mode: 'test', timeLimitMinutes: 20 } });
  const { _id: id } = await start(app, quiz, quiz.meera);
  const early = fileIdOf(await send(quiz, quiz.meera, { id }));
  app.clock.advance(22 * MINUTE_MS);
  const late = await send(quiz, quiz.meera, { id, seq: 2, name: 'late.pdf' });
  expect(late.body).toMatchObject({ isLate: true, file: { name: 'late.pdf' } });
  const queue = await call(app, 'GET', '/teach/grading', { token: quiz.teacher.token });
  expect(queue.body['answers']).toMatchObject([{ file: { _id: early }, lateFile: { _id: fileIdOf(late) } }]);
  await call(app, 'PUT', `${quiz.path}/attempts/${id}/late`, {
    token: quiz.teacher.token,
    body: { position: 0, isAccepted: true },
  });
  expect((await open(quiz, quiz.teacher, { id, fileId: fileIdOf(late) })).statusCode).toBe(200);
  expect((await open(quiz, quiz.teacher, { id, fileId: early })).statusCode).toBe(404);
});

test('a backup needs the files of answers and the pictures of questions', async () => {
  const quiz = await aFileQuiz();
  const { _id: id } = await start(app, quiz, quiz.meera);
  const fileId = fileIdOf(await send(quiz, quiz.meera, { id }));
  const parts = { image: await mediaPart('thumbnail.jpg') };
  const { body } = await call(app, 'POST', `${quiz.path}/images`, { token: quiz.teacher.token, parts });
  const picture = z.string().parse(body['name']).replace('image-', 'images/');
  const keys = await requiredKeys(app.database.db, schoolData.fileOwners);
  expect([keys.has(`answers/${fileId}.bin`), keys.has(picture)]).toEqual([true, true]);
});

test('the files go with their lecture, and GIFT says that it has no such question', async () => {
  const quiz = await aFileQuiz();
  const { _id: id } = await start(app, quiz, quiz.meera);
  await send(quiz, quiz.meera, { id });
  const gift = await app.http.inject({
    url: `${API_PREFIX}${quiz.path}/quiz/export`,
    headers: { authorization: `Bearer ${quiz.teacher.token}` },
  });
  expect(gift.body).toContain('(file) has no form in GIFT');
  const count = async () =>
    (await app.database.db.selectFrom('quiz_answer_files').where('attempt_id', '=', id).selectAll().execute()).length;
  expect(await count()).toBe(1);
  const removed = await call(app, 'DELETE', `/courses/${quiz.courseId}/lecture/${quiz.lectureId}`, {
    token: quiz.teacher.token,
  });
  expect(removed.status).toBe(200);
  expect(await count()).toBe(1);
  app.clock.advance(31 * 24 * 60 * MINUTE_MS);
  await app.jobs.runDue();
  expect(await count()).toBe(0);
});
