import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { API_PREFIX } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { certificatesOf, complete, DESIGN, RULE } from '#test/certificates.ts';
import { aSubscriber, anAdmin, type Person } from '#test/factories.ts';
import { subjectsTo } from '#test/mailbox.ts';
import { noticesOf } from '#test/notices.ts';
import { attempted, aQuiz, choose, readAttempt, save, start, submit, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const RIGHT = [choose('a'), choose('a')];
const WRONG = [choose('b'), choose('b')];
const REASON = 'The first question was wrong.';

const reset = ({ path, teacher: { token } }: TestQuiz, person: Person | null, reason = REASON) =>
  call(app, 'POST', `${path}/quiz/resets`, { token, body: { userId: person?.id ?? null, reason } });

const previewed = async ({ path, teacher: { token } }: TestQuiz, query = '') =>
  (await call(app, 'GET', `${path}/quiz/resets/preview${query}`, { token })).body['effect'];

const overviewOf = async ({ path }: TestQuiz, { token }: Person) =>
  (await call(app, 'GET', `${path}/quiz`, { token })).body['quiz'];

const isDone = async ({ courseId, lectureId }: TestQuiz, { token }: Person): Promise<boolean | undefined> => {
  const { body } = await call(app, 'GET', `/courses/${courseId}`, { token });
  const { lectures } = z
    .object({ lectures: z.array(z.object({ _id: z.string(), progress: z.object({ isDone: z.boolean() }) })) })
    .parse(body);
  return lectures.find(({ _id }) => _id === lectureId)?.progress.isDone;
};

const resultsOf = async ({ path, teacher: { token } }: TestQuiz) =>
  (await call(app, 'GET', `${path}/quiz/results`, { token })).body;

test('the attempts of one person count no more, stay readable, and leave their place to others', async () => {
  const quiz = await aQuiz(app, {
    settings: { mode: 'test', maxAttempts: 2, waitMinutes: 60, shows: { answers: 'never', explanations: 'never' } },
  });
  const { meera, arjun, teacher, path } = quiz;
  await attempted(app, quiz, meera, ...WRONG);
  app.clock.advance(61 * MINUTE_MS);
  const passed = await attempted(app, quiz, meera, ...RIGHT);
  app.clock.advance(MINUTE_MS);
  await attempted(app, quiz, arjun, ...RIGHT);
  expect(await overviewOf(quiz, meera)).toMatchObject({ attemptsLeft: 0, hasPassed: true, percent: 100 });
  expect(await isDone(quiz, meera)).toBe(true);
  const effect = { people: 1, attempts: 2, open: 0, passed: 1, names: ['Meera Nair'] };
  expect(await previewed(quiz, `?userId=${meera.id}`)).toEqual(effect);

  const at = new Date(app.clock.now()).toISOString();
  const done = await reset(quiz, meera);
  const noted = { at, reason: REASON, fullName: 'Meera Nair', people: 1, attempts: 2 };
  expect(done.body).toMatchObject({ message: 'Attempts reset', reset: noted });
  expect(await overviewOf(quiz, meera)).toMatchObject({
    attemptsLeft: 2,
    nextAt: null,
    hasPassed: false,
    percent: null,
    attempts: [
      { number: 1, isReset: true },
      { number: 2, isReset: true },
    ],
  });
  expect([await isDone(quiz, meera), await isDone(quiz, arjun)]).toEqual([false, true]);
  expect(await readAttempt(app, quiz, meera, passed._id)).toMatchObject({ reset: { at, reason: REASON }, score: {} });
  expect(await resultsOf(quiz)).toMatchObject({ attempts: 1, people: 1, passed: 1, resets: [noted] });
  const listed = await call(app, 'GET', `${path}/quiz/attempts`, { token: teacher.token });
  expect(listed.body['attempts']).toMatchObject([
    { person: { _id: arjun.id }, isReset: false },
    { person: { _id: meera.id }, isReset: true },
    { person: { _id: meera.id }, isReset: true },
  ]);
  const csv = await app.http.inject({
    url: `${API_PREFIX}${path}/quiz/results/export`,
    headers: { authorization: `Bearer ${teacher.token}` },
  });
  const lines = csv.body.trim().split('\r\n').slice(1).toSorted();
  expect(lines.map((line) => line.split(',')[8])).toEqual(['"no"', '"yes"', '"yes"']);
  expect(await noticesOf(app, meera)).toMatchObject([
    { kind: 'attempts_reset', reason: REASON, lectureTitle: 'Profit or cash?' },
  ]);
  expect(await subjectsTo(app, meera.email)).toContain('Your attempts at “Profit or cash?” were reset');
  expect(await noticesOf(app, arjun)).toEqual([]);
  expect((await attempted(app, quiz, meera, ...RIGHT)).number).toBe(3);
  expect(await isDone(quiz, meera)).toBe(true);
});

test('everyone takes it again: first in numbers, and an open attempt ends with what was saved', async () => {
  const quiz = await aQuiz(app);
  const { meera, arjun, teacher } = quiz;
  const third = await aSubscriber(app, { fullName: 'Zoya Khan' });
  await attempted(app, quiz, meera, ...RIGHT);
  await attempted(app, quiz, third, ...WRONG);
  const { _id: id } = await start(app, quiz, arjun);
  for (const position of [0, 1]) await save(app, quiz, arjun, { id, position, answer: choose('a') });
  // What the teacher tries out is no attempt.
  await attempted(app, quiz, teacher, ...RIGHT);
  expect(await previewed(quiz)).toEqual({ people: 3, attempts: 3, open: 1, passed: 1, names: ['Meera Nair'] });
  expect((await reset(quiz, null)).body['reset']).toMatchObject({ people: 3, attempts: 3, fullName: null });
  expect(await previewed(quiz)).toEqual({ people: 0, attempts: 0, open: 0, passed: 0, names: [] });
  expect(await readAttempt(app, quiz, arjun, id)).toMatchObject({ state: 'graded', score: { percent: 100 } });
  expect([await isDone(quiz, meera), await isDone(quiz, arjun)]).toEqual([false, false]);
  const late = await save(app, quiz, arjun, { id, answer: choose('b'), seq: 9 });
  expect(late.body['code']).toBe('attempt_over');
  expect(await resultsOf(quiz)).toMatchObject({ attempts: 0, passed: 0, questions: [{ answers: 0 }, { answers: 0 }] });
  expect(await overviewOf(quiz, teacher)).toMatchObject({ hasPassed: true });
  expect((await start(app, quiz, arjun)).number).toBe(2);
});

test('a key that changes, and its undoing, give nothing to attempts that were reset', async () => {
  const quiz = await aQuiz(app, { settings: { passPercent: 100 } });
  const { meera, teacher, path, questionIds } = quiz;
  await attempted(app, quiz, meera, choose('b'), choose('a'));
  const question = {
    type: 'single',
    text: 'First?',
    options: ['a', 'b', 'c'].map((id) => ({ id, text: `Option ${id}`, isCorrect: id === 'b' })),
  };
  const address = `${path}/quiz/questions/${questionIds[0]}`;
  const change = () => call(app, 'PUT', address, { token: teacher.token, body: { question } });
  await change();
  expect(await isDone(quiz, meera)).toBe(true);
  await reset(quiz, meera);
  const [regrade] = z.array(z.object({ _id: z.string() })).parse((await resultsOf(quiz))['regrades']);
  await call(app, 'POST', `${path}/quiz/regrades/${regrade?._id}/undo`, { token: teacher.token });
  const preview = await call(app, 'POST', `${address}/preview`, { token: teacher.token, body: { question } });
  expect(preview.body).toMatchObject({ attempts: 0, people: 0 });
  await change();
  expect(await isDone(quiz, meera)).toBe(false);
});

test('an answer that waits for a grade waits no more after a reset, and a grade passes nothing', async () => {
  const quiz = await aQuiz(app, { questions: [{ type: 'long', text: 'Why?' }] });
  const { meera, assistant, path } = quiz;
  const { _id: id } = await attempted(app, quiz, meera, { text: 'Because' });
  const waiting = async () => (await call(app, 'GET', '/teach/grading', { token: assistant.token })).body['total'];
  expect(await waiting()).toBe(1);
  await reset(quiz, meera);
  expect(await waiting()).toBe(0);
  const body = { position: 0, earned: 100 };
  expect((await call(app, 'PUT', `${path}/attempts/${id}/grade`, { token: assistant.token, body })).status).toBe(200);
  expect(await isDone(quiz, meera)).not.toBe(true);
  expect((await noticesOf(app, meera)).map(({ kind }) => kind)).toEqual(['attempts_reset']);
});

test('a certificate that was issued stays, and the rule is no longer fulfilled for another', async () => {
  const quiz = await aQuiz(app);
  const { meera, courseId, videoId } = quiz;
  const admin = await anAdmin(app);
  const body = { rule: RULE, design: DESIGN };
  await call(app, 'PUT', `/courses/${courseId}/certificate-rules`, { token: admin.token, body });
  await complete(app, meera, { courseId, lectureId: videoId, minutes: 60 });
  await attempted(app, quiz, meera, ...RIGHT);
  await reset(quiz, null);
  expect(await certificatesOf(app, meera)).toMatchObject([{ state: 'valid' }]);
  const standing = await call(app, 'GET', `/courses/${courseId}/certificate`, { token: meera.token });
  expect(standing.body).toMatchObject({ isFulfilled: false, evidence: { passedQuizzes: 0, bestPercents: [] } });
});

test('only those who edit the course reset, with a reason, and not the quiz of another course', async () => {
  const quiz = await aQuiz(app);
  const { meera, assistant, path, teacher } = quiz;
  await attempted(app, quiz, meera, ...RIGHT);
  const other = await aQuiz(app);
  const body = { userId: meera.id, reason: REASON };
  for (const { token } of [meera, assistant, other.teacher])
    expect((await call(app, 'POST', `${path}/quiz/resets`, { token, body })).status).toBe(403);
  expect((await reset(quiz, meera, ' ')).body).toMatchObject({ message: 'Please enter the reason' });
  const foreign = `/courses/${quiz.courseId}/lectures/${other.lectureId}/quiz/resets`;
  expect((await call(app, 'POST', foreign, { token: teacher.token, body })).body['code']).toBe('lecture_not_found');
  expect((await reset(other, null)).body['code']).toBe('attempt_not_found');
  expect(await overviewOf(quiz, meera)).toMatchObject({ hasPassed: true });
});

test('attempts that are submitted while they are reset end reset, and nobody keeps a pass that counts nowhere', async () => {
  for (let round = 0; round < 4; round += 1) {
    const quiz = await aQuiz(app);
    const people = [quiz.meera, quiz.arjun];
    const open = [];
    for (const person of people) open.push({ person, id: (await start(app, quiz, person))._id });
    const answers = [...RIGHT];
    const [first] = await Promise.all([
      reset(quiz, null),
      ...open.map(({ person, id }) => submit(app, quiz, person, { id, answers })),
    ]);
    expect(first.status).toBe(200);
    for (const { person, id } of open) {
      expect(await readAttempt(app, quiz, person, id)).toMatchObject({ state: 'graded', reset: { reason: REASON } });
      expect(await isDone(quiz, person)).not.toBe(true);
    }
    // One who passes again while the rest is reset keeps that pass, or none: never one without the other.
    const again = await start(app, quiz, quiz.meera);
    await Promise.all([submit(app, quiz, quiz.meera, { id: again._id, answers }), reset(quiz, quiz.meera)]);
    const { hasPassed } = z.object({ hasPassed: z.boolean() }).parse(await overviewOf(quiz, quiz.meera));
    expect(await isDone(quiz, quiz.meera)).toBe(hasPassed);
  }
});
