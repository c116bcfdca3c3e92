// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { call } from '#test/call.ts';
import type { Person } from '#test/factories.ts';
import { aQuiz, choose, oneOfThree, readAttempt, save, start, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const settings = {
  mode: 'test',
  timeLimitMinutes: 20,
  passPercent: 50,
  shows: { answers: 'at_once', explanations: 'at_once' },
} as const;

/** An attempt whose first answer arrives 61 seconds after the end. */
const tooLate = async (questions: NewQuizQuestion[], answer: Parameters<typeof save>[3]['answer']) => {
  const quiz = await aQuiz(app, { questions, settings });
  const { _id: id } = await start(app, quiz, quiz.meera);
  app.clock.advance(20 * MINUTE_MS + 61_000);
  await save(app, quiz, quiz.meera, { id, answer });
  return { quiz, id };
};

const decide = ({ path }: TestQuiz, { token }: Person, { id, isAccepted }: { id: string; isAccepted: boolean }) =>
  call(app, 'PUT', `${path}/attempts/${id}/late`, { token, body: { position: 0, isAccepted } });

const queueOf = async ({ token }: Person) => (await call(app, 'GET', '/teach/grading', { token })).body;

test('a late answer waits for a person, and counts once it is accepted', async () => {
  const { quiz, id } = await tooLate([oneOfThree('First?'), oneOfThree('Second?')], choose('a'));
  const { meera, assistant } = quiz;
  expect(await readAttempt(app, quiz, meera, id)).toMatchObject({ state: 'graded', score: { earned: 0 } });
  expect(await queueOf(assistant)).toMatchObject({
    total: 1,
    answers: [{ attemptId: id, position: 0, answer: '', lateAnswer: 'Option a', isUngraded: false, points: 1 }],
  });
  expect((await decide(quiz, meera, { id, isAccepted: true })).status).toBe(403);
  expect((await decide(quiz, assistant, { id, isAccepted: true })).body['message']).toBe('The late answer counts now');
  const accepted = await readAttempt(app, quiz, meera, id);
  expect(accepted).toMatchObject({ score: { earned: 100, percent: 50, hasPassed: true } });
  expect(accepted.questions[0]).toMatchObject({ answer: { choices: ['a'] }, isLate: false });
  expect(await queueOf(assistant)).toMatchObject({ total: 0, answers: [] });
  expect((await call(app, 'GET', `/courses/${quiz.courseId}`, { token: meera.token })).text).toContain('"isDone":true');
});

test('a late answer that is left out waits no longer, stays marked, and is not accepted later', async () => {
  const { quiz, id } = await tooLate([oneOfThree('First?')], choose('a'));
  const { meera, teacher } = quiz;
  expect((await decide(quiz, teacher, { id, isAccepted: false })).body['message']).toBe(
    'The late answer does not count',
  );
  await decide(quiz, teacher, { id, isAccepted: true });
  const left = await readAttempt(app, quiz, meera, id);
  expect([left.score?.earned, left.questions[0]?.isLate]).toEqual([0, true]);
  expect(await queueOf(teacher)).toMatchObject({ total: 0 });
});

test('a late long text waits for its grade once it is accepted', async () => {
  const { quiz, id } = await tooLate([{ type: 'long', text: 'Why?' }], { text: 'Because of the rain.' });
  const { meera, teacher } = quiz;
  await decide(quiz, teacher, { id, isAccepted: true });
  expect((await readAttempt(app, quiz, meera, id)).state).toBe('waiting');
  expect(await queueOf(teacher)).toMatchObject({
    total: 1,
    answers: [{ answer: 'Because of the rain.', lateAnswer: null, isUngraded: true }],
  });
});

test('an answer in time, and one of an open attempt, are not late', async () => {
  const quiz = await aQuiz(app, { settings });
  const { _id: id } = await start(app, quiz, quiz.meera);
  expect((await decide(quiz, quiz.teacher, { id, isAccepted: true })).body['code']).toBe('attempt_open');
  await save(app, quiz, quiz.meera, { id, answer: choose('a') });
  app.clock.advance(22 * MINUTE_MS);
  await readAttempt(app, quiz, quiz.meera, id);
  expect((await decide(quiz, quiz.teacher, { id, isAccepted: false })).status).toBe(200);
  expect((await readAttempt(app, quiz, quiz.meera, id)).score?.earned).toBe(100);
  expect(await queueOf(quiz.teacher)).toMatchObject({ total: 0 });
});
