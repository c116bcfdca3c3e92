// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { emailsTo } from '#test/mailbox.ts';
import type { Person } from '#test/factories.ts';
import { aQuiz, attempted, choose } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { remindOfRecall } from './recall-reminders.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app.close());

const Due = z.object({
  isOn: z.boolean(),
  reminds: z.boolean(),
  questions: z.array(z.object({ _id: z.string(), question: z.object({ text: z.string(), result: z.null() }) })),
});

const due = async ({ token }: Person) => Due.parse((await call(app, 'GET', '/user/review', { token })).body);
const textsOf = async (person: Person) => (await due(person)).questions.map(({ question }) => question.text);
const answer = (person: Person, id: string, option: string) =>
  call(app, 'POST', `/user/review/${id}`, { token: person.token, body: { answer: choose(option) } });

/** An hour of a day of the school, later than now. */
const at = (day: number, hour: number): void =>
  app.clock.set(Date.parse('2027-03-01T00:00:00+05:30') + day * DAY_MS + hour * HOUR_MS);

test('what went wrong comes back after 1, 3 and 7 days, and counts nowhere', async () => {
  at(0, 20);
  const quiz = await aQuiz(app);
  const { meera, questionIds } = quiz;
  const [first = '', second = ''] = questionIds;
  await attempted(app, quiz, meera, choose('b'), choose('a'));
  expect(await due(meera)).toEqual({ isOn: true, reminds: false, questions: [] });
  at(0, 23);
  expect(await textsOf(meera)).toEqual([]);
  // At an earlier hour than on the day before.
  at(1, 7);
  expect(await textsOf(meera)).toEqual(['First?']);
  expect((await call(app, 'GET', '/user/review', { token: meera.token })).text).not.toMatch(/isCorrect|Why First/);

  const wrong = await answer(meera, first, 'c');
  expect(wrong.body['question']).toMatchObject({ result: { verdict: 'wrong', solution: { choices: ['a'] } } });
  expect(await textsOf(meera)).toEqual([]);
  for (const day of [2, 5, 12]) {
    at(day - 1, 23);
    expect(await textsOf(meera)).toEqual([]);
    at(day, 6);
    expect((await answer(meera, first, 'a')).body['question']).toMatchObject({ result: { verdict: 'right' } });
  }
  app.clock.advance(10 * DAY_MS);
  expect(await textsOf(meera)).toEqual([]);
  const { body } = await call(app, 'GET', `${quiz.path}/quiz`, { token: meera.token });
  expect(body['quiz']).toMatchObject({ attempts: [{ number: 1 }] });

  // What is not due, or another person's, cannot be answered.
  expect((await answer(meera, first, 'a')).status).toBe(404);
  expect((await answer(quiz.arjun, second, 'a')).status).toBe(404);
});

test('a test keeps its questions until it is passed, and a reset takes them back', async () => {
  const quiz = await aQuiz(app, { settings: { mode: 'test', passPercent: 50, maxAttempts: 3 } });
  const { meera, arjun } = quiz;
  await attempted(app, quiz, meera, choose('b'), choose('b'));
  app.clock.advance(DAY_MS);
  expect(await textsOf(meera)).toEqual([]);
  await attempted(app, quiz, meera, choose('a'), choose('c'));
  expect(await textsOf(meera)).toEqual(['First?']);
  app.clock.advance(DAY_MS);
  expect((await textsOf(meera)).toSorted()).toEqual(['First?', 'Second?']);
  expect(await textsOf(arjun)).toEqual([]);
  const body = { reason: 'The room was loud', userId: meera.id };
  const reset = await call(app, 'POST', `${quiz.path}/quiz/resets`, { token: quiz.teacher.token, body });
  expect(reset.status).toBeLessThan(300);
  expect(await textsOf(meera)).toEqual([]);
});

test('they are off with one call, and a reminder comes once a day at the usual hour while some are due', async () => {
  const quiz = await aQuiz(app);
  const { meera } = quiz;
  await attempted(app, quiz, meera, choose('b'), choose('b'));
  app.clock.advance(DAY_MS);
  const choice = (body: object) => call(app, 'PUT', '/user/review', { token: meera.token, body });
  expect((await choice({ isOn: false, reminds: false })).body).toMatchObject({ isOn: false });
  expect(await due(meera)).toEqual({ isOn: false, reminds: false, questions: [] });

  await choice({ isOn: true, reminds: true });
  const remindNow = async () => {
    await app.jobs.enqueue(app.database.db, remindOfRecall, {});
    await app.jobs.runDue();
  };
  const reminders = async () =>
    (await emailsTo(app, meera.email)).filter(({ headers }) => headers.get('subject')?.includes('due again'));
  for (let hour = 0; hour < 49; hour += 1) {
    app.clock.advance(HOUR_MS);
    await remindNow();
  }
  expect((await reminders()).map(({ headers }) => headers.get('subject'))).toEqual([
    '2 questions are due again',
    '2 questions are due again',
  ]);
  await choice({ isOn: true, reminds: false });
  app.clock.advance(2 * DAY_MS);
  await remindNow();
  expect(await reminders()).toHaveLength(2);
});
