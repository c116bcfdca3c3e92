import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import type { RegradePolicy } from '#contract/classroom/quiz-fields.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { call } from '#test/call.ts';
import type { Person } from '#test/factories.ts';
import { attempted, aQuiz, choose, readAttempt, start, submit, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const keyed = (right: string, points = 1): NewQuizQuestion => ({
  type: 'single',
  text: 'First?',
  points,
  options: ['a', 'b', 'c'].map((id) => ({ id, text: `Option ${id}`, isCorrect: id === right })),
});

const change = (
  { path, questionIds, teacher: { token } }: TestQuiz,
  question: NewQuizQuestion,
  policy: RegradePolicy = 'nobody_loses',
) => call(app, 'PUT', `${path}/quiz/questions/${questionIds[0]}`, { token, body: { question, policy } });

const regradesOf = ({ lectureId }: TestQuiz) =>
  app.database.db
    .selectFrom('quiz_regrades')
    .where('lecture_id', '=', lectureId)
    .select(['id', 'rise', 'fall'])
    .orderBy('created_at')
    .execute();

const undoLast = async (quiz: TestQuiz) => {
  const { id = '' } = (await regradesOf(quiz)).at(-1) ?? {};
  return call(app, 'POST', `${quiz.path}/quiz/regrades/${id}/undo`, { token: quiz.teacher.token, body: {} });
};

const gradeAs = ({ path, teacher }: TestQuiz, id: string, earned: number) =>
  call(app, 'PUT', `${path}/attempts/${id}/grade`, { token: teacher.token, body: { position: 0, earned } });

const scoreOf = async (quiz: TestQuiz, person: Person, id: string) =>
  (await readAttempt(app, quiz, person, id)).score?.earned;

test.each<[RegradePolicy, number, number]>([
  ['nobody_loses', 100, 100],
  ['new_only', 0, 100],
  ['full_credit', 100, 100],
  ['leave', 100, 0],
])(
  'a change of the key with %s counts for attempts that are open, as for those that have ended',
  async (policy, a, b) => {
    const quiz = await aQuiz(app, { settings: { mode: 'test', maxAttempts: null } });
    const { meera, arjun } = quiz;
    const ended = [await attempted(app, quiz, meera, choose('a')), await attempted(app, quiz, arjun, choose('b'))];
    const open = [await start(app, quiz, meera), await start(app, quiz, arjun)];
    await change(quiz, keyed('b'), policy);
    await submit(app, quiz, meera, { id: open[0]?._id ?? '', answers: [choose('a')] });
    await submit(app, quiz, arjun, { id: open[1]?._id ?? '', answers: [choose('b')] });
    const scores = async (attempts: typeof ended) => [
      await scoreOf(quiz, meera, attempts[0]?._id ?? ''),
      await scoreOf(quiz, arjun, attempts[1]?._id ?? ''),
    ];
    expect([await scores(ended), await scores(open)]).toEqual([
      [a, b],
      [a, b],
    ]);
    if (policy === 'leave') return;
    // What an open attempt gained is counted, and taken back with the rest.
    expect(await regradesOf(quiz)).toMatchObject([{ rise: 2, fall: policy === 'new_only' ? 2 : 0 }]);
    expect((await undoLast(quiz)).status).toBe(200);
    expect([await scores(ended), await scores(open)]).toEqual([
      [100, 0],
      [100, 0],
    ]);
  },
);

test('several changes, and one that is undone, reach an attempt that was open all the time', async () => {
  const quiz = await aQuiz(app, { settings: { mode: 'test' } });
  const { meera, arjun } = quiz;
  const [first, second] = [await start(app, quiz, meera), await start(app, quiz, arjun)];
  await change(quiz, keyed('b'), 'new_only');
  await change(quiz, keyed('c', 3), 'new_only');
  const three = await submit(app, quiz, meera, { id: first._id, answers: [choose('c')] });
  expect(three.score).toMatchObject({ earned: 300, points: 4 });
  await undoLast(quiz);
  const one = await submit(app, quiz, arjun, { id: second._id, answers: [choose('b')] });
  expect(one.score).toMatchObject({ earned: 100, points: 2 });
  expect((await readAttempt(app, quiz, meera, first._id)).score).toMatchObject({ earned: 0, points: 2 });
});

test('an attempt that began with a change is graded without it once it is undone', async () => {
  const quiz = await aQuiz(app, { settings: { mode: 'test', maxAttempts: null } });
  await attempted(app, quiz, quiz.arjun, choose('b'));
  await change(quiz, keyed('b'));
  const { _id: id } = await start(app, quiz, quiz.meera);
  await undoLast(quiz);
  expect((await submit(app, quiz, quiz.meera, { id, answers: [choose('a')] })).score?.earned).toBe(100);
});

test('a question that was checked in practice follows its corrected key', async () => {
  const quiz = await aQuiz(app);
  const { meera, path } = quiz;
  const { _id: id } = await start(app, quiz, meera);
  const body = { position: 0, answer: choose('b'), seq: 1 };
  await call(app, 'POST', `${path}/attempts/${id}/check`, { token: meera.token, body });
  await change(quiz, keyed('b'));
  expect((await submit(app, quiz, meera, { id })).score?.earned).toBe(100);
});

test('undoing a change keeps what a person graded since, as its part of the points', async () => {
  const long = { type: 'long', text: 'Why?' } as const;
  const quiz = await aQuiz(app, { questions: [{ ...long, points: 4 }], settings: { mode: 'test' } });
  const { meera, arjun } = quiz;
  const [one, two] = [
    await attempted(app, quiz, meera, { text: 'So' }),
    await attempted(app, quiz, arjun, { text: 'No' }),
  ];
  await gradeAs(quiz, one._id, 100);
  await gradeAs(quiz, two._id, 100);
  app.clock.advance(MINUTE_MS);
  await change(quiz, { ...long, points: 8 }, 'full_credit');
  expect(await scoreOf(quiz, meera, one._id)).toBe(800);
  app.clock.advance(MINUTE_MS);
  await gradeAs(quiz, one._id, 600);
  await undoLast(quiz);
  expect((await readAttempt(app, quiz, meera, one._id)).score).toMatchObject({ earned: 300, points: 4 });
  expect((await readAttempt(app, quiz, arjun, two._id)).score).toMatchObject({ earned: 100, points: 4 });
});

test('saving a question as it is counts what its key counts today, when that was chosen', async () => {
  const quiz = await aQuiz(app, { settings: { mode: 'test' } });
  const { meera, path, teacher, questionIds } = quiz;
  const { _id: id } = await attempted(app, quiz, meera, choose('b'));
  await change(quiz, keyed('b'), 'leave');
  expect(await scoreOf(quiz, meera, id)).toBe(0);
  const question = keyed('b');
  const preview = await call(app, 'POST', `${path}/quiz/questions/${questionIds[0]}/preview`, {
    token: teacher.token,
    body: { question },
  });
  expect(preview.body['effects']).toEqual(expect.arrayContaining([expect.objectContaining({ rise: 1 })]));
  await change(quiz, question);
  expect(await scoreOf(quiz, meera, id)).toBe(100);
  const versions = async () =>
    app.database.db
      .selectFrom('quiz_question_versions')
      .where('question_id', '=', questionIds[0] ?? '')
      .select('number')
      .execute();
  const { length } = await versions();
  await change(quiz, question);
  expect((await versions()).length).toBe(length);
});

test('a regrade keeps what a person graded in the place of the key', async () => {
  const quiz = await aQuiz(app, { settings: { mode: 'test' } });
  const { _id: id } = await attempted(app, quiz, quiz.meera, choose('c'));
  await gradeAs(quiz, id, 50);
  await change(quiz, keyed('b', 2), 'new_only');
  expect((await readAttempt(app, quiz, quiz.meera, id)).score).toMatchObject({ earned: 100, points: 3 });
});

test('no attempt that ends while its key changes is missed, and no grade of a person is lost', async () => {
  for (let round = 0; round < 8; round += 1) {
    const quiz = await aQuiz(app, { settings: { mode: 'test', maxAttempts: null } });
    const { meera, arjun } = quiz;
    const graded = await attempted(app, quiz, arjun, choose('c'));
    const open = await start(app, quiz, meera);
    const [, , begun] = await Promise.all([
      submit(app, quiz, meera, { id: open._id, answers: [choose('b')] }),
      gradeAs(quiz, graded._id, 70),
      start(app, quiz, arjun),
      change(quiz, keyed('b')),
    ]);
    expect(await scoreOf(quiz, meera, open._id)).toBe(100);
    expect(await scoreOf(quiz, arjun, graded._id)).toBe(70);
    expect((await submit(app, quiz, arjun, { id: begun._id, answers: [choose('b')] })).score?.earned).toBe(100);
  }
});
