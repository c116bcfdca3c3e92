// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { emailsTo } from '#test/mailbox.ts';
import type { Person } from '#test/factories.ts';
import { aQuiz, attempted, choose } from '#test/quizzes.ts';
import { createLogger } from '#server/log.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { createReminders, remindOfRecall } from './recall-reminders.ts';

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

const set = async ({ token }: Person, body: { isOn: boolean; reminds: boolean }) =>
  expect((await call(app, 'PUT', '/user/review', { token, body })).status).toBe(200);
const remindNow = async (): Promise<void> => {
  await app.jobs.enqueue(app.database.db, remindOfRecall, {});
  await app.jobs.runDue();
};
const remindersOf = async ({ email }: Person): Promise<(string | undefined)[]> =>
  (await emailsTo(app, email))
    .map(({ headers }) => headers.get('subject'))
    .filter((subject) => subject?.includes('due again'));
const plannedFor = async ({ id }: Person) =>
  app.database.db
    .selectFrom('recall_settings')
    .where('user_id', '=', id)
    .select(['reminds', 'remind_at'])
    .executeTakeFirst();

/** An hour of a day of the school, later than now. */
const at = (day: number, hour: number): void =>
  app.clock.set(Date.parse('2027-03-01T00:00:00+05:30') + day * DAY_MS + hour * HOUR_MS);

test('a question that went wrong comes back after 1, 3 and 7 days, and does not count', async () => {
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

  // A question that is not due, or another person's, cannot be answered.
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

test('one call turns questions off, and a reminder comes once a day at the usual hour while some are due', async () => {
  const quiz = await aQuiz(app);
  const { meera } = quiz;
  await attempted(app, quiz, meera, choose('b'), choose('b'));
  app.clock.advance(DAY_MS);
  await set(meera, { isOn: false, reminds: false });
  expect(await due(meera)).toEqual({ isOn: false, reminds: false, questions: [] });

  await set(meera, { isOn: true, reminds: true });
  for (let hour = 0; hour < 49; hour += 1) {
    app.clock.advance(HOUR_MS);
    await remindNow();
  }
  expect(await remindersOf(meera)).toEqual(['2 questions are due again', '2 questions are due again']);
  await set(meera, { isOn: true, reminds: false });
  app.clock.advance(2 * DAY_MS);
  await remindNow();
  expect(await remindersOf(meera)).toHaveLength(2);
});

test('a reminder that is turned off while a batch runs is not sent, nor planned again', async () => {
  const { meera, arjun } = await aQuiz(app);
  await set(meera, { isOn: true, reminds: true });
  app.clock.advance(60_000);
  await set(arjun, { isOn: true, reminds: true });
  app.clock.advance(2 * DAY_MS);
  const sent: (string | undefined)[] = [];
  const reminders = createReminders(
    { ...app, log: createLogger('silent') },
    { notify: async (_, notices) => void sent.push(...notices.map(({ userId }) => userId)) },
  );
  await reminders.run(async () => {
    await set(meera, { isOn: true, reminds: false });
    return 2;
  });
  expect(sent).not.toContain(meera.id);
  expect(sent).toContain(arjun.id);
  expect(await plannedFor(meera)).toEqual({ reminds: 0, remind_at: null });
});

test('an answer moves a planned reminder, and plans none where there is none', async () => {
  const quiz = await aQuiz(app);
  const { meera, arjun, questionIds } = quiz;
  const [first = ''] = questionIds;
  for (const person of [meera, arjun]) await attempted(app, quiz, person, choose('b'), choose('a'));
  await set(meera, { isOn: true, reminds: true });
  const before = await plannedFor(meera);
  app.clock.advance(2 * DAY_MS);
  for (const person of [meera, arjun]) expect((await answer(person, first, 'a')).status).toBe(200);
  expect((await plannedFor(meera))?.remind_at).toBe((before?.remind_at ?? 0) + 2 * DAY_MS);
  expect(await plannedFor(arjun)).toBeUndefined();
});

test('one learner whose questions cannot be read keeps no other from their reminder', async () => {
  const quiz = await aQuiz(app);
  const { meera, arjun } = quiz;
  for (const person of [meera, arjun]) {
    await attempted(app, quiz, person, choose('b'), choose('b'));
    await set(person, { isOn: true, reminds: true });
  }
  const broken = app.database.db.updateTable('quiz_attempts').set({ settings: '{' }).where('user_id', '=', meera.id);
  await broken.execute();
  app.clock.advance(2 * DAY_MS);
  await remindNow();
  expect([await remindersOf(meera), await remindersOf(arjun)]).toEqual([[], ['2 questions are due again']]);
});
