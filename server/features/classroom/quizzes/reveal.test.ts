import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#server/clock.ts';
import type { NewQuizSettings } from '#contract/classroom/quiz-settings.ts';
import { call } from '#test/call.ts';
import type { Person } from '#test/factories.ts';
import { noticesOf } from '#test/notices.ts';
import { attempted, aQuiz, choose, oneOfThree, readAttempt, start, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const NEVER = { score: 'never', marks: 'never', answers: 'never', explanations: 'never' } as const;

const aTest = (settings: NewQuizSettings) =>
  aQuiz(app, { questions: [oneOfThree('One?')], settings: { mode: 'test', ...settings } });

/** What an attempt shows of its score, its marks, the right answers and the explanations. */
const shownIn = async (quiz: TestQuiz, person: Person, id: string) => {
  const { score, questions } = await readAttempt(app, quiz, person, id);
  const { verdict, solution } = questions[0]?.result ?? {};
  return {
    score: score !== null,
    marks: typeof verdict === 'string',
    answers: Array.isArray(solution?.choices) && Array.isArray(solution.texts),
    explanations: (solution?.explanation.length ?? 0) > 0,
  };
};

const NOTHING = { score: false, marks: false, answers: false, explanations: false };

test.each(['score', 'marks', 'answers', 'explanations'] as const)(
  'the %s of a test is shown by itself: at once, once passed, or after the window',
  async (part) => {
    const only = { ...NOTHING, [part]: true };
    const atOnce = await aTest({ shows: { ...NEVER, [part]: 'at_once' } });
    const first = await attempted(app, atOnce, atOnce.meera, choose('b'));
    expect(await shownIn(atOnce, atOnce.meera, first._id)).toEqual(only);

    const passed = await aTest({ shows: { ...NEVER, [part]: 'once_passed' } });
    const failed = await attempted(app, passed, passed.meera, choose('b'));
    expect(await shownIn(passed, passed.meera, failed._id)).toEqual(NOTHING);
    await attempted(app, passed, passed.meera, choose('a'));
    expect(await shownIn(passed, passed.meera, failed._id)).toEqual(only);

    const closesAt = new Date(app.clock.now() + HOUR_MS).toISOString();
    const windowed = await aTest({ closesAt, shows: { ...NEVER, [part]: 'after_window' } });
    const within = await attempted(app, windowed, windowed.meera, choose('a'));
    expect(await shownIn(windowed, windowed.meera, within._id)).toEqual(NOTHING);
    app.clock.advance(HOUR_MS);
    expect(await shownIn(windowed, windowed.meera, within._id)).toEqual(only);
  },
);

test('a score that is not shown is in no response, and its notice waits', async () => {
  const quiz = await aQuiz(app, {
    questions: [{ type: 'long', text: 'Why?' }],
    settings: { mode: 'test', shows: NEVER, maxAttempts: 2, passPercent: 100 },
  });
  const { meera, teacher, path } = quiz;
  const { _id: id } = await attempted(app, quiz, meera, { text: 'Because' });
  // That a person grades it is no secret.
  const waiting = await readAttempt(app, quiz, meera, id);
  expect([waiting.state, waiting.questions[0]?.result]).toMatchObject([
    'waiting',
    { verdict: 'waiting', solution: null },
  ]);
  await call(app, 'PUT', `${path}/attempts/${id}/grade`, {
    token: teacher.token,
    body: { position: 0, earned: 50, comment: 'Half of it' },
  });
  const read = await call(app, 'GET', `${path}/attempts/${id}`, { token: meera.token });
  const quizRead = await call(app, 'GET', `${path}/quiz`, { token: meera.token });
  expect(`${read.text}${quizRead.text}`).not.toMatch(/Half of it|"percent":50|"earned":50/);
  expect(quizRead.body['quiz']).toMatchObject({ percent: null, attempts: [{ state: 'graded', score: null }] });
  expect(await noticesOf(app, meera)).toEqual([]);
});

test('the last attempt shows nothing of the earlier ones while it is open', async () => {
  const quiz = await aTest({ maxAttempts: 2 });
  const { meera } = quiz;
  const { _id: id } = await attempted(app, quiz, meera, choose('b'));
  await start(app, quiz, meera);
  expect(await shownIn(quiz, meera, id)).toMatchObject({ answers: false, explanations: false });
  await attempted(app, quiz, meera, choose('b'));
  expect(await shownIn(quiz, meera, id)).toMatchObject({ answers: true, explanations: true });
});

test('a window that was moved counts as it is now', async () => {
  const at = (hours: number) => new Date(app.clock.now() + hours * HOUR_MS).toISOString();
  const shows = { answers: 'after_window' } as const;
  const quiz = await aTest({ closesAt: at(1), shows });
  const { _id: id } = await attempted(app, quiz, quiz.meera, choose('b'));
  const body = { mode: 'test', closesAt: at(3), shows };
  await call(app, 'PUT', `${quiz.path}/quiz/settings`, { token: quiz.teacher.token, body });
  app.clock.advance(2 * HOUR_MS);
  expect((await shownIn(quiz, quiz.meera, id)).answers).toBe(false);
  app.clock.advance(2 * HOUR_MS);
  expect((await shownIn(quiz, quiz.meera, id)).answers).toBe(true);
  const read = await call(app, 'GET', `${quiz.path}/quiz`, { token: quiz.meera.token });
  expect(read.body['quiz']).toMatchObject({ availability: 'closed' });
});
