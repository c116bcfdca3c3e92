// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { Lecture } from '#contract/classroom/lectures.ts';
import { call } from '#test/call.ts';
import { aLecture, anAdmin, grantAccess, type Person } from '#test/factories.ts';
import { sendLecture } from '#test/publish.ts';
import { attempted, aQuiz, choose, start, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const lecturesOf = async ({ courseId }: TestQuiz, { token }: Person) =>
  z.array(Lecture).parse((await call(app, 'GET', `/courses/${courseId}`, { token })).body['lectures']);

const statusesOf = async (quiz: TestQuiz, { token }: Person, lectureId: string) => {
  const under = `/courses/${quiz.courseId}/lectures/${lectureId}`;
  const heartbeat = { positionMs: 0, ranges: [], rate: 1, seq: 1, sessionId: 'tab', sinceStartMs: 0 };
  const responses = [
    await call(app, 'POST', `/lectures/${lectureId}/progress`, { token, body: heartbeat }),
    await call(app, 'GET', `/lectures/${lectureId}/notes`, { token }),
    await call(app, 'GET', `${under}/moments`, { token }),
    await call(app, 'GET', `${under}/questions`, { token }),
  ];
  return responses.map(({ status, body }) => (status === 200 ? 200 : body['code']));
};

const keysOf = async ({ token }: Person, lectureIds: string[]) => {
  const { body } = await call(app, 'POST', '/offline/keys', {
    token,
    body: { deviceId: 'phone-of-meera-nair', lectureIds },
  });
  return z
    .array(z.object({ lectureId: z.string() }))
    .parse(body['keys'])
    .map(({ lectureId }) => lectureId);
};

/** A course of a video, a quiz to pass, a free preview and another video. */
const aGate = async () => {
  const quiz = await aQuiz(app, { settings: { mustPass: true, passPercent: 100 } });
  const { courseId } = quiz;
  const freeId = await aLecture(app, { courseId, title: 'Free', isFreePreview: true });
  const laterId = await aLecture(app, { courseId, title: 'Later' });
  return { ...quiz, freeId, laterId };
};

const LOCKED = Array.from({ length: 4 }, () => 'quiz_not_passed');
const OPEN = [200, 200, 200, 200];

test('what comes after a quiz to pass is locked until a learner has passed it', async () => {
  const quiz = await aGate();
  const { meera, laterId, freeId, videoId, lectureId } = quiz;
  const lockedBy = { kind: 'quiz', lectureId, title: 'Profit or cash?' };
  expect(
    (await lecturesOf(quiz, meera)).map((lecture) => [lecture.lockedBy, lecture.isPlayable, lecture.lecture.length]),
  ).toEqual([
    [null, true, 1],
    [null, true, 0],
    [null, true, 1],
    [lockedBy, false, 0],
  ]);
  expect(await statusesOf(quiz, meera, laterId)).toEqual(LOCKED);
  for (const open of [videoId, freeId]) expect(await statusesOf(quiz, meera, open)).toEqual(OPEN);
  expect((await keysOf(meera, [videoId, freeId, laterId])).toSorted()).toEqual([videoId, freeId].toSorted());
  await attempted(app, quiz, meera, choose('a'), choose('b'));
  await attempted(app, quiz, meera, choose('a'), choose('a'));
  expect(await statusesOf(quiz, meera, laterId)).toEqual(OPEN);
  expect((await lecturesOf(quiz, meera)).map((lecture) => lecture.lockedBy)).toEqual([null, null, null, null]);
  expect(await keysOf(meera, [laterId])).toEqual([laterId]);
  // One passes for oneself, and a reset locks again.
  expect(await statusesOf(quiz, quiz.arjun, laterId)).toEqual(LOCKED);
  const reset = { userId: meera.id, reason: 'Copied' };
  await call(app, 'POST', `${quiz.path}/quiz/resets`, { token: quiz.teacher.token, body: reset });
  expect(await statusesOf(quiz, meera, laterId)).toEqual(LOCKED);
});

test('it locks nothing for the people of the course and admins, nor while it is a draft or asks nothing', async () => {
  const quiz = await aGate();
  const { meera, teacher, assistant, laterId, lectureId, courseId } = quiz;
  for (const person of [teacher, assistant, await anAdmin(app)]) {
    expect(await statusesOf(quiz, person, laterId)).toEqual(OPEN);
    expect((await lecturesOf(quiz, person)).every((lecture) => lecture.lockedBy === null)).toBe(true);
  }
  const { token } = teacher;
  const draft = (isDraft: boolean) =>
    call(app, 'PATCH', `/courses/${courseId}/lecture/${lectureId}`, { token, body: { isDraft } });
  expect((await draft(true)).status).toBe(200);
  expect(await statusesOf(quiz, meera, laterId)).toEqual(OPEN);
  expect((await draft(false)).status).toBe(200);
  expect(await statusesOf(quiz, meera, laterId)).toEqual(LOCKED);
  for (const id of quiz.questionIds) await call(app, 'DELETE', `${quiz.path}/quiz/questions/${id}`, { token });
  expect(await statusesOf(quiz, meera, laterId)).toEqual(OPEN);
});

test('an address that was given before is refused once the quiz has to be passed, and plays again after', async () => {
  const quiz = await aQuiz(app, { settings: { passPercent: 100 } });
  const { meera, courseId } = quiz;
  await sendLecture(app, { admin: await anAdmin(app), courseId });
  const lectures = await lecturesOf(quiz, meera);
  const path = new URL(lectures.at(-1)?.lecture[0]?.secure_url ?? '').pathname;
  const play = async () => (await app.http.inject({ url: path, headers: { range: 'bytes=0-9' } })).statusCode;
  expect(await play()).toBe(206);
  const body = { mustPass: true, passPercent: 100 };
  await call(app, 'PUT', `${quiz.path}/quiz/settings`, { token: quiz.teacher.token, body });
  app.clock.advance(MINUTE_MS / 6);
  expect(await play()).toBe(403);
  await attempted(app, quiz, meera, choose('a'), choose('a'));
  app.clock.advance(MINUTE_MS / 6);
  expect(await play()).toBe(206);
});

test('a second quiz behind the first is locked by it, and locks what follows', async () => {
  const quiz = await aGate();
  const { meera, teacher, courseId, laterId } = quiz;
  const second = await aLecture(app, { courseId, title: 'Second quiz', durationMs: null });
  await app.database.db.updateTable('lectures').set({ kind: 'quiz' }).where('id', '=', second).execute();
  const path = `/courses/${courseId}/lectures/${second}`;
  const [question] = [{ type: 'true_false', text: 'So?', isTrue: true }];
  const { token } = teacher;
  await call(app, 'PUT', `${path}/quiz/settings`, { token, body: { mustPass: true } });
  await call(app, 'POST', `${path}/quiz/questions`, { token, body: { question } });
  const last = await aLecture(app, { courseId, title: 'Last' });
  const begun = await call(app, 'POST', `${path}/attempts`, { token: meera.token });
  expect([begun.status, begun.body['code']]).toEqual([403, 'quiz_not_passed']);
  await attempted(app, quiz, meera, choose('a'), choose('a'));
  expect(await statusesOf(quiz, meera, laterId)).toEqual(OPEN);
  expect((await lecturesOf(quiz, meera)).at(-1)?.lockedBy).toEqual({
    kind: 'quiz',
    lectureId: second,
    title: 'Second quiz',
  });
  expect(await statusesOf(quiz, meera, last)).toEqual(LOCKED);
  const { _id: id } = await start(app, { path }, meera);
  expect(id).toMatch(/^[0-9a-f]{24}$/);
});

test('a preview by a person of the course opens nothing to them as a learner', async () => {
  const quiz = await aGate();
  const { teacher, laterId } = quiz;
  await attempted(app, quiz, teacher, choose('a'), choose('a'));
  const rows = await app.database.db
    .selectFrom('quiz_attempts')
    .select(['has_passed', 'is_preview'])
    .where('user_id', '=', teacher.id)
    .execute();
  expect(rows).toEqual([{ has_passed: 1, is_preview: 1 }]);
  const path = `/admin/courses/${quiz.courseId}/people/${teacher.id}`;
  expect((await call(app, 'DELETE', path, { token: (await anAdmin(app)).token })).status).toBe(200);
  await grantAccess(app, teacher);
  expect(await statusesOf(quiz, teacher, laterId)).toEqual(LOCKED);
});
