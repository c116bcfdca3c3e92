import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { LATE_MS } from '#contract/classroom/quiz-fields.ts';
import type { NewQuizSettings } from '#contract/classroom/quiz-settings.ts';
import { call } from '#test/call.ts';
import type { Person } from '#test/factories.ts';
import {
  attempted,
  aQuiz,
  choose,
  oneOfThree,
  readAttempt,
  save,
  start,
  submit,
  type TestQuiz,
} from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const inMs = (ms: number): string => new Date(app.clock.now() + ms).toISOString();

const begin = async ({ path }: TestQuiz, { token }: Person) => {
  const { status, body } = await call(app, 'POST', `${path}/attempts`, { token });
  return status === 200 ? 'begun' : body['code'];
};

const overview = async ({ path }: TestQuiz, { token }: Person) =>
  (await call(app, 'GET', `${path}/quiz`, { token })).body['quiz'];

const saveRules = ({ path, teacher: { token } }: TestQuiz, settings: NewQuizSettings) =>
  call(app, 'PUT', `${path}/quiz/settings`, { token, body: settings });

test('attempts begin within the window of the quiz, and end with it', async () => {
  const quiz = await aQuiz(app, {
    settings: { mode: 'test', timeLimitMinutes: 60, opensAt: inMs(HOUR_MS), closesAt: inMs(2 * HOUR_MS) },
  });
  const { meera, arjun, teacher } = quiz;
  expect([await begin(quiz, meera), await overview(quiz, meera)]).toMatchObject([
    'quiz_not_open',
    { availability: 'not_yet', openAttemptId: null },
  ]);
  // The people of the course try it out at any time.
  expect(await begin(quiz, teacher)).toBe('begun');
  app.clock.advance(90 * MINUTE_MS);
  const attempt = await start(app, quiz, meera);
  expect([attempt.deadlineAt, await overview(quiz, meera)]).toMatchObject([
    inMs(30 * MINUTE_MS),
    { availability: 'open' },
  ]);
  await save(app, quiz, meera, { id: attempt._id, answer: choose('a') });
  app.clock.advance(30 * MINUTE_MS + LATE_MS + 1);
  expect(await readAttempt(app, quiz, meera, attempt._id)).toMatchObject({ state: 'graded', score: { percent: 50 } });
  expect([await begin(quiz, arjun), await overview(quiz, arjun)]).toMatchObject([
    'quiz_closed',
    { availability: 'closed' },
  ]);
});

test('practice ends with the window too, and more time for one learner moves its end', async () => {
  const quiz = await aQuiz(app, { settings: { closesAt: inMs(HOUR_MS) } });
  expect((await start(app, quiz, quiz.meera)).deadlineAt).toBe(inMs(HOUR_MS));
  const timed = await aQuiz(app, { settings: { mode: 'test', timeLimitMinutes: 40, closesAt: inMs(HOUR_MS) } });
  const { _id: id, deadlineAt } = await start(app, timed, timed.meera);
  expect(deadlineAt).toBe(inMs(40 * MINUTE_MS));
  const { token } = timed.teacher;
  await call(app, 'POST', `/lectures/${timed.videoId}/progress`, {
    token: timed.meera.token,
    body: { positionMs: 0, ranges: [], rate: 1, seq: 1, sessionId: 'tab', sinceStartMs: 0 },
  });
  const given = await call(app, 'PUT', `${timed.path}/quiz/people/${timed.meera.id}`, {
    token,
    body: { extraTimePercent: 100, extraAttempts: 0 },
  });
  expect(given.status).toBe(200);
  expect((await readAttempt(app, timed, timed.meera, id)).deadlineAt).toBe(inMs(80 * MINUTE_MS));
});

test('a window ends after it begins, and what is shown after its end needs one', async () => {
  const quiz = await aQuiz(app);
  const [early, later] = [inMs(0), inMs(HOUR_MS)];
  const faults = [{ opensAt: later, closesAt: early }, { shows: { answers: 'after_window' as const } }];
  for (const settings of faults) expect((await saveRules(quiz, settings)).status).toBe(400);
  expect((await saveRules(quiz, { opensAt: early, closesAt: later })).status).toBe(200);
});

test('wrong answers take points away, never below 0, and what a person accepts later adds up', async () => {
  const quiz = await aQuiz(app, {
    questions: [oneOfThree('One?'), oneOfThree('Two?'), oneOfThree('Three?')],
    settings: { mode: 'test', penaltyPercent: 50 },
  });
  const mixed = await attempted(app, quiz, quiz.meera, choose('a'), choose('b'));
  expect([mixed.score, mixed.questions.map(({ result }) => result?.earned)]).toMatchObject([
    { earned: 50, points: 3, percent: 17 },
    [100, -50, 0],
  ]);
  const wrong = await attempted(app, quiz, quiz.arjun, choose('b'), choose('b'), choose('b'));
  expect([wrong.score, wrong.questions.map(({ result }) => result?.verdict)]).toMatchObject([
    { earned: 0, percent: 0 },
    ['wrong', 'wrong', 'wrong'],
  ]);
  // The key changes: what was below 0 together stays so.
  const { token } = quiz.teacher;
  const option = (id: string, isCorrect = false) => ({ id, text: `Option ${id}`, isCorrect });
  const question = { ...oneOfThree('One?'), options: [option('a'), option('b', true), option('c')] };
  const changed = await call(app, 'PUT', `${quiz.path}/quiz/questions/${quiz.questionIds[0]}`, {
    token,
    body: { question, policy: 'new_only' },
  });
  expect(changed.status).toBe(200);
  const scores = async () => [
    (await readAttempt(app, quiz, quiz.meera, mixed._id)).score?.earned,
    (await readAttempt(app, quiz, quiz.arjun, wrong._id)).score?.earned,
  ];
  expect(await scores()).toEqual([0, 0]);
});

test('a test that cannot go back shows one question after the other, and locks each on the server', async () => {
  const quiz = await aQuiz(app, {
    questions: [oneOfThree('One?'), oneOfThree('Two?'), oneOfThree('Three?')],
    settings: { mode: 'test', canGoBack: false, shows: { answers: 'at_once' } },
  });
  const { meera, path } = quiz;
  const attempt = await start(app, quiz, meera);
  const { _id: id } = attempt;
  expect([attempt.count, attempt.canGoBack, attempt.questions.map(({ text }) => text)]).toEqual([3, false, ['One?']]);
  const next = (position: number, answer: object, seq = 1) =>
    call(app, 'POST', `${path}/attempts/${id}/check`, { token: meera.token, body: { position, answer, seq } });
  const first = await next(0, choose('a'));
  expect(first.body['question']).toMatchObject({ isLocked: true, result: null });
  const back = await save(app, quiz, meera, { id, position: 0, answer: choose('b'), seq: 2 });
  const ahead = await save(app, quiz, meera, { id, position: 2, answer: choose('a') });
  expect([back.body['code'], ahead.body['code']]).toEqual(['question_locked', 'question_locked']);
  expect((await save(app, quiz, meera, { id, position: 1, answer: choose('b') })).status).toBe(200);
  expect((await readAttempt(app, quiz, meera, id)).questions).toMatchObject([
    { isLocked: true, answer: { choices: ['a'] } },
    { isLocked: false, answer: { choices: ['b'] } },
  ]);
  // Nothing is answered here, which is final too.
  await next(1, {}, 2);
  const submitted = await submit(app, quiz, meera, { id, answers: [choose('b'), choose('a'), choose('a')] });
  expect([submitted.score?.earned, submitted.questions.map(({ answer }) => answer.choices)]).toEqual([
    200,
    [['a'], [], ['a']],
  ]);
});

test('attempts draw questions by tag, and ask all that have none of these tags', async () => {
  const tagged = (text: string, ...tags: string[]) => ({ ...oneOfThree(text), tags });
  const quiz = await aQuiz(app, {
    questions: [
      tagged('Cash 1?', 'cash'),
      tagged('Cash 2?', 'cash', 'profit'),
      tagged('Cash 3?', 'cash'),
      tagged('Profit?', 'profit'),
      tagged('Always?'),
    ],
    settings: {
      drawsByTag: [
        { tag: 'cash', count: 2 },
        { tag: 'profit', count: 5 },
      ],
    },
  });
  expect(await overview(quiz, quiz.meera)).toMatchObject({ questions: 4, points: 4 });
  const texts = (await start(app, quiz, quiz.meera)).questions.map(({ text }) => text);
  expect(texts).toHaveLength(4);
  expect(texts.slice(0, 2).every((text) => /^Cash \d\?$/.test(text))).toBe(true);
  expect([new Set(texts).size, texts.slice(2)]).toEqual([4, ['Profit?', 'Always?']]);
});

test('rules that an earlier version has stored are read as they were', async () => {
  const quiz = await aQuiz(app);
  const stored = JSON.stringify({ mode: 'test', passPercent: 50, reveal: 'nothing' });
  await app.database.db
    .updateTable('quizzes')
    .set({ settings: stored })
    .where('lecture_id', '=', quiz.lectureId)
    .execute();
  expect(await overview(quiz, quiz.meera)).toMatchObject({
    settings: {
      mode: 'test',
      passPercent: 50,
      shows: { score: 'at_once', marks: 'never', answers: 'never', explanations: 'never' },
    },
  });
});
