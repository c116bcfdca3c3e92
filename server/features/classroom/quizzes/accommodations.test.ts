// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import type { Person } from '#test/factories.ts';
import { attempted, aQuiz, choose, readAttempt, start, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { watch } from '#test/watch.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const settings = { mode: 'test', timeLimitMinutes: 20, maxAttempts: 1, passPercent: 100 } as const;

/** A quiz whose learners have begun the course. */
const aBegunQuiz = async (): Promise<TestQuiz> => {
  const quiz = await aQuiz(app, { settings });
  const { courseId, videoId: lectureId, meera, arjun } = quiz;
  for (const { id } of [meera, arjun]) await watch(app, id, { courseId, lectureId, watchedMs: MINUTE_MS });
  return quiz;
};

const accommodate = (
  { path, teacher: { token } }: TestQuiz,
  { id }: Pick<Person, 'id'>,
  body: { extraTimePercent?: number; extraAttempts?: number; extraMinutes?: number },
) => call(app, 'PUT', `${path}/quiz/people/${id}`, { token, body });

const minutesOf = ({ startedAt, deadlineAt }: { startedAt: string; deadlineAt: string | null }): number =>
  (Date.parse(deadlineAt ?? '') - Date.parse(startedAt)) / MINUTE_MS;

test('one learner gets more time and more attempts, and the others keep the rules', async () => {
  const quiz = await aBegunQuiz();
  const { meera, arjun, path, teacher } = quiz;
  expect((await accommodate(quiz, meera, { extraTimePercent: 50, extraAttempts: 2 })).status).toBe(200);
  const [more, usual] = [await start(app, quiz, meera), await start(app, quiz, arjun)];
  expect([minutesOf(more), minutesOf(usual)]).toEqual([30, 20]);
  await attempted(app, quiz, meera, choose('b'));
  await attempted(app, quiz, arjun, choose('b'));
  const overviewOf = async ({ token }: Person) => (await call(app, 'GET', `${path}/quiz`, { token })).body['quiz'];
  expect(await overviewOf(meera)).toMatchObject({
    settings: { timeLimitMinutes: 30, maxAttempts: 3 },
    attemptsLeft: 2,
  });
  expect(await overviewOf(arjun)).toMatchObject({ settings: { timeLimitMinutes: 20 }, attemptsLeft: 0 });
  const again = await call(app, 'POST', `${path}/attempts`, { token: arjun.token });
  expect(again.body['code']).toBe('no_attempts_left');
  // With another attempt left, the right answers stay closed.
  await accommodate(quiz, arjun, { extraTimePercent: 0, extraAttempts: 1 });
  expect((await readAttempt(app, quiz, arjun, usual._id)).questions[0]?.result?.solution).toBeNull();
  expect((await start(app, quiz, arjun)).number).toBe(2);
  const listed = await call(app, 'GET', `${path}/quiz/people?search=arjun`, { token: teacher.token });
  expect(listed.body).toMatchObject({
    total: 1,
    people: [{ fullName: 'Arjun Rao', attempts: 2, hasPassed: false, extraTimePercent: 0, extraAttempts: 1 }],
  });
  expect((await call(app, 'GET', `${path}/quiz/people`, { token: teacher.token })).body).toMatchObject({ total: 2 });
});

test('an attempt that is open gets the time too, and never loses any', async () => {
  const quiz = await aBegunQuiz();
  const { meera } = quiz;
  const { _id: id } = await start(app, quiz, meera);
  app.clock.advance(15 * MINUTE_MS);
  await accommodate(quiz, meera, { extraTimePercent: 100, extraAttempts: 0 });
  expect(minutesOf(await readAttempt(app, quiz, meera, id))).toBe(40);
  await accommodate(quiz, meera, { extraTimePercent: 0, extraAttempts: 0 });
  app.clock.advance(15 * MINUTE_MS);
  expect(await readAttempt(app, quiz, meera, id)).toMatchObject({ state: 'open' });
});

test('minutes that are given back move the time limit and the closing time of one learner', async () => {
  const quiz = await aBegunQuiz();
  const { meera, arjun, path, teacher } = quiz;
  const closesAt = new Date(app.clock.now() + 15 * MINUTE_MS).toISOString();
  const body = { ...settings, maxAttempts: null, closesAt };
  await call(app, 'PUT', `${path}/quiz/settings`, { token: teacher.token, body });
  const [{ _id: id }, other] = [await start(app, quiz, meera), await start(app, quiz, arjun)];
  await accommodate(quiz, meera, { extraTimePercent: 0, extraAttempts: 0, extraMinutes: 10 });
  expect(minutesOf(await readAttempt(app, quiz, meera, id))).toBe(25);
  expect(minutesOf(await readAttempt(app, quiz, arjun, other._id))).toBe(15);
  app.clock.advance(20 * MINUTE_MS);
  expect(await readAttempt(app, quiz, meera, id)).toMatchObject({ state: 'open' });
  expect(await readAttempt(app, quiz, arjun, other._id)).toMatchObject({ state: 'graded' });
  const listed = await call(app, 'GET', `${path}/quiz/people?search=meera`, { token: teacher.token });
  expect(listed.body).toMatchObject({ people: [{ extraMinutes: 10 }] });
});

test.each([
  ['test', 30],
  ['practice', 20],
] as const)('the closing time of a %s does not cut off the extra time of one learner', async (mode, ends) => {
  const quiz = await aBegunQuiz();
  const { meera, arjun, path, teacher } = quiz;
  const closesAt = new Date(app.clock.now() + 20 * MINUTE_MS).toISOString();
  const body = { ...settings, mode, maxAttempts: null, closesAt };
  await call(app, 'PUT', `${path}/quiz/settings`, { token: teacher.token, body });
  await accommodate(quiz, meera, { extraTimePercent: 50, extraAttempts: 0 });
  expect(minutesOf(await start(app, quiz, meera))).toBe(ends);
  expect(minutesOf(await start(app, quiz, arjun))).toBe(20);
});

test('a later closing time and a longer limit move the end of every open attempt, and an earlier one moves none', async () => {
  const quiz = await aBegunQuiz();
  const { meera, arjun, path, teacher } = quiz;
  await accommodate(quiz, arjun, { extraTimePercent: 50, extraAttempts: 0 });
  const open = [await start(app, quiz, meera), await start(app, quiz, arjun)] as const;
  const saveRules = (part: object) =>
    call(app, 'PUT', `${path}/quiz/settings`, { token: teacher.token, body: { ...settings, ...part } });
  const minutes = async () => [
    minutesOf(await readAttempt(app, quiz, meera, open[0]._id)),
    minutesOf(await readAttempt(app, quiz, arjun, open[1]._id)),
  ];
  await saveRules({ timeLimitMinutes: 40 });
  expect(await minutes()).toEqual([40, 60]);
  await saveRules({ timeLimitMinutes: 10 });
  expect(await minutes()).toEqual([40, 60]);
  await saveRules({ timeLimitMinutes: null });
  expect((await readAttempt(app, quiz, meera, open[0]._id)).deadlineAt).toBeNull();
});

test('what is not sent stays, also when two parts are changed at once', async () => {
  const quiz = await aBegunQuiz();
  const { meera, teacher, path } = quiz;
  await accommodate(quiz, meera, { extraTimePercent: 50, extraAttempts: 2, extraMinutes: 10 });
  const [first, second] = await Promise.all([
    accommodate(quiz, meera, { extraTimePercent: 100 }),
    accommodate(quiz, meera, { extraAttempts: 3 }),
  ]);
  expect([first, second]).toMatchObject([{ status: 200 }, { status: 200 }]);
  const { body } = await call(app, 'GET', `${path}/quiz/people?search=Meera`, { token: teacher.token });
  expect(body['people']).toMatchObject([{ extraTimePercent: 100, extraAttempts: 3, extraMinutes: 10 }]);
});

test('only people of the course give it, to those who have begun the course, within bounds', async () => {
  const quiz = await aBegunQuiz();
  const { meera, assistant, path } = quiz;
  const body = { extraTimePercent: 25, extraAttempts: 1 };
  for (const { token } of [meera, assistant])
    expect((await call(app, 'PUT', `${path}/quiz/people/${meera.id}`, { token, body })).status).toBe(403);
  expect((await accommodate(quiz, assistant, body)).body['code']).toBe('person_not_found');
  expect((await accommodate(quiz, meera, { ...body, extraTimePercent: 301 })).status).toBe(400);
});

test('a learner whose first attempt is interrupted, before anything was watched, is listed and gets minutes', async () => {
  const quiz = await aQuiz(app, { settings });
  const { arjun, teacher, path } = quiz;
  const { _id } = await start(app, quiz, arjun);
  const body = { extraTimePercent: 0, extraAttempts: 0, extraMinutes: 10 };
  expect((await accommodate(quiz, arjun, body)).status).toBe(200);
  expect(minutesOf(await readAttempt(app, quiz, arjun, _id))).toBe(30);
  const list = await call(app, 'GET', `${path}/quiz/people`, { token: teacher.token });
  expect(list.body).toMatchObject({ people: [{ userId: arjun.id, attempts: 1 }], total: 1 });
});
