import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { call } from '#test/call.ts';
import { aSubscriber, type Person } from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { noticesOf } from '#test/notices.ts';
import { attempted, aQuiz, choose, oneOfThree, start, submit, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const long = (text: string): NewQuizQuestion => ({ type: 'long', text });
const inTest = { mode: 'test', passPercent: 50 } as const;

const grade = (
  { path, teacher }: TestQuiz,
  { id, position, earned }: { id: string; position: number; earned: number },
) => call(app, 'PUT', `${path}/attempts/${id}/grade`, { token: teacher.token, body: { position, earned } });

const gradesFor = async (person: Person) => (await noticesOf(app, person)).filter(({ kind }) => kind === 'graded');

test('a learner hears of the grade once a person has graded the last answer', async () => {
  const quiz = await aQuiz(app, { questions: [long('Why?'), long('How?')], settings: inTest });
  const { meera, courseId, lectureId } = quiz;
  const { _id: id } = await attempted(app, quiz, meera, { text: 'Because' }, { text: 'So' });
  await grade(quiz, { id, position: 0, earned: 100 });
  expect(await gradesFor(meera)).toEqual([]);
  await grade(quiz, { id, position: 1, earned: 0 });
  // What a person corrects later is no further notice.
  await grade(quiz, { id, position: 1, earned: 50 });
  expect(await gradesFor(meera)).toMatchObject([
    {
      kind: 'graded',
      courseTitle: 'The Shopkeeper’s Balance Sheet',
      lectureTitle: 'Profit or cash?',
      percent: 50,
      passes: true,
      isRaised: false,
      path: `/course/displaylectures?course=${courseId}&lecture=${lectureId}&attempt=${id}`,
    },
  ]);
  await app.jobs.runDue();
  const [email] = (await emailsTo(app, meera.email)).filter(({ headers }) =>
    headers.get('subject')?.includes('are graded'),
  );
  expect(email?.text).toContain('50%. You passed.');
});

test('what people of the course try out sends nothing', async () => {
  const quiz = await aQuiz(app, { questions: [long('Why?')], settings: inTest });
  const { _id: id } = await attempted(app, quiz, quiz.assistant, { text: 'Because' });
  await grade(quiz, { id, position: 0, earned: 100 });
  expect(await gradesFor(quiz.assistant)).toEqual([]);
});

/** `b` becomes right in the first question, unless another option is. */
const changeKey = async (
  { path, questionIds, teacher: { token } }: TestQuiz,
  right = 'b',
  policy = 'nobody_loses',
  { index = 0, points = 1 } = {},
) => {
  const question = {
    ...oneOfThree('First?'),
    points,
    options: ['a', 'b', 'c'].map((id) => ({ id, text: `Option ${id}`, isCorrect: id === right })),
  };
  await call(app, 'PUT', `${path}/quiz/questions/${questionIds[index]}`, { token, body: { question, policy } });
};

const undoLast = async ({ path, lectureId, teacher: { token } }: TestQuiz) => {
  const { id } = await app.database.db
    .selectFrom('quiz_regrades')
    .where('lecture_id', '=', lectureId)
    .orderBy('created_at', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  await call(app, 'POST', `${path}/quiz/regrades/${id}/undo`, { token, body: {} });
};

test('those who gain by a changed key get one notice, which is withdrawn when the change is undone', async () => {
  const quiz = await aQuiz(app, { settings: { passPercent: 100 } });
  const { meera, arjun } = quiz;
  await attempted(app, quiz, meera, choose('b'), choose('b'));
  const best = await attempted(app, quiz, meera, choose('b'), choose('a'));
  await attempted(app, quiz, arjun, choose('a'), choose('a'));
  await changeKey(quiz);
  app.clock.advance(6 * MINUTE_MS);
  expect(await gradesFor(meera)).toMatchObject([{ attemptId: best._id, percent: 100, passes: true, isRaised: true }]);
  // They lose nothing, and gain nothing.
  expect(await gradesFor(arjun)).toEqual([]);
  await undoLast(quiz);
  expect(await gradesFor(meera)).toEqual([]);
});

test('several corrections in a row are one notice, with the last truth', async () => {
  const quiz = await aQuiz(app, { settings: { passPercent: 100 } });
  const { meera, arjun } = quiz;
  await attempted(app, quiz, meera, choose('b'), choose('a'));
  await attempted(app, quiz, arjun, choose('c'), choose('a'));
  for (const right of ['b', 'c', 'a', 'b', 'c']) {
    await changeKey(quiz, right, 'new_only');
    app.clock.advance(MINUTE_MS / 2);
    await app.jobs.runDue();
  }
  app.clock.advance(6 * MINUTE_MS);
  await app.jobs.runDue();
  const raised = async ({ email }: Person) =>
    (await emailsTo(app, email)).filter(({ headers }) => headers.get('subject')?.includes('score')).length;
  expect([await raised(meera), await raised(arjun)]).toEqual([0, 1]);
  expect([await gradesFor(meera), await gradesFor(arjun)]).toMatchObject([[], [{ percent: 100, isRaised: true }]]);
});

test.each([
  ['changed back', (quiz: TestQuiz) => changeKey(quiz, 'a', 'new_only')],
  ['undone', undoLast],
])('nobody hears of a correction that is %s a minute later', async (_, takeBack) => {
  const quiz = await aQuiz(app);
  const { meera, arjun } = quiz;
  await attempted(app, quiz, meera, choose('a'), choose('a'));
  await attempted(app, quiz, arjun, choose('b'), choose('a'));
  await changeKey(quiz, 'b', 'new_only');
  app.clock.advance(MINUTE_MS);
  await takeBack(quiz);
  app.clock.advance(6 * MINUTE_MS);
  expect([await gradesFor(meera), await gradesFor(arjun)]).toEqual([[], []]);
  // An hour later they have seen the lower score.
  await changeKey(quiz, 'b', 'new_only');
  app.clock.advance(60 * MINUTE_MS);
  await takeBack(quiz);
  app.clock.advance(6 * MINUTE_MS);
  expect(await gradesFor(meera)).toMatchObject([{ percent: 100, isRaised: true }]);
});

test('what several corrections leave of a higher score is told, and not what an attempt gained before its end', async () => {
  const quiz = await aQuiz(app, {
    questions: [{ ...oneOfThree('First?'), points: 2 }, oneOfThree('?'), oneOfThree('!')],
  });
  const { meera, arjun } = quiz;
  const lowered = await attempted(app, quiz, meera, choose('b'), choose('a'), choose('a'));
  const untouched = await attempted(app, quiz, arjun, choose('b'), choose('c'), choose('a'));
  await attempted(app, quiz, arjun, choose('c'), choose('a'), choose('a'));
  const other = await aSubscriber(app);
  const { _id: id } = await start(app, quiz, other);
  await changeKey(quiz, 'b', 'new_only', { points: 2 });
  app.clock.advance(MINUTE_MS);
  await submit(app, quiz, other, { id, answers: [choose('b'), choose('c'), choose('a')] });
  app.clock.advance(MINUTE_MS);
  await changeKey(quiz, 'b', 'new_only', { index: 1 });
  app.clock.advance(6 * MINUTE_MS);
  expect(await gradesFor(meera)).toMatchObject([{ attemptId: lowered._id, percent: 75, isRaised: true }]);
  expect(await gradesFor(arjun)).toMatchObject([{ attemptId: untouched._id, percent: 75, isRaised: true }]);
  expect(await gradesFor(other)).toEqual([]);
});

test('a school without notices sends no grades', async () => {
  await using silent = await startApp();
  await silent.database.transaction((tx) =>
    silent.settings.change(tx, 'community', { questions: true, reviews: true, notices: false, podcasts: false }),
  );
  const quiz = await aQuiz(silent, { questions: [long('Why?')], settings: inTest });
  const { _id: id } = await attempted(silent, quiz, quiz.meera, { text: 'Because' });
  const body = { position: 0, earned: 100 };
  const graded = await call(silent, 'PUT', `${quiz.path}/attempts/${id}/grade`, { token: quiz.teacher.token, body });
  expect(graded.status).toBe(200);
  const rows = await silent.database.db.selectFrom('notices').where('kind', '=', 'graded').selectAll().execute();
  expect(rows).toEqual([]);
});
