import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aSubscriber, aUser, type Person } from '#test/factories.ts';
import { attempted, aQuiz, choose, oneOfThree, start, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const listFor = ({ path }: TestQuiz, { token }: Person, query = '') =>
  call(app, 'GET', `${path}/quiz/attempts${query}`, { token });

test('teachers see the submitted attempts of their course by person, the latest first, and nobody else does', async () => {
  const quiz = await aQuiz(app);
  const { meera, arjun, teacher } = quiz;
  await attempted(app, quiz, meera, choose('a'), choose('b'));
  app.clock.advance(1000);
  await attempted(app, quiz, arjun, choose('a'), choose('a'));
  // Neither an open attempt counts, nor what the teacher tries out.
  await start(app, quiz, meera);
  await attempted(app, quiz, teacher, choose('a'), choose('a'));
  const { body } = await listFor(quiz, teacher);
  expect(body).toMatchObject({
    total: 2,
    attempts: [
      { person: { _id: arjun.id }, number: 1, state: 'graded', score: { percent: 100, hasPassed: true } },
      { person: { _id: meera.id }, number: 1, state: 'graded', score: { percent: 50, hasPassed: false } },
    ],
  });
  expect(body['attempts']).toHaveLength(2);
  expect((await listFor(quiz, teacher, '?limit=1&offset=1')).body).toMatchObject({
    total: 2,
    attempts: [{ person: { _id: meera.id } }],
  });
  const other = await aQuiz(app);
  for (const person of [meera, await aUser(app), other.teacher]) expect((await listFor(quiz, person)).status).toBe(403);
});

test('a teacher reads the answers of an attempt with the key, also of a test that shows its learner nothing', async () => {
  const quiz = await aQuiz(app, {
    settings: { mode: 'test', shows: { marks: 'never', answers: 'never', explanations: 'never' } },
  });
  const { meera, teacher } = quiz;
  const { _id: id, questions } = await attempted(app, quiz, meera, choose('b'), choose('a'));
  expect(questions.map(({ result }) => result)).toEqual([null, null]);
  const read = (place: TestQuiz, { token }: Person, attemptId: string) =>
    call(app, 'GET', `${place.path}/quiz/attempts/${attemptId}`, { token });
  expect((await read(quiz, teacher, id)).body).toMatchObject({
    person: { _id: meera.id },
    attempt: {
      _id: id,
      questions: [
        { answer: { choices: ['b'] }, result: { verdict: 'wrong', solution: { choices: ['a'] } } },
        { answer: { choices: ['a'] }, result: { verdict: 'right' } },
      ],
    },
  });
  expect((await read(quiz, meera, id)).status).toBe(403);
  const other = await aQuiz(app);
  expect((await read(quiz, other.teacher, id)).status).toBe(403);
  expect((await read(other, other.teacher, id)).body).toMatchObject({ code: 'attempt_not_found' });
  const open = await start(app, quiz, meera);
  expect((await read(quiz, teacher, open._id)).body).toMatchObject({ code: 'attempt_not_found' });
});

test('the week of a teacher has the questions with the highest share of wrong answers in seven days', async () => {
  const quiz = await aQuiz(app, { questions: [oneOfThree('Easy?'), oneOfThree('Hard?'), oneOfThree('Known?')] });
  const { teacher, meera, arjun } = quiz;
  const failed = async ({ token }: Person, query = '') =>
    (await call(app, 'GET', `/teach/failed-questions${query}`, { token })).body['questions'];
  for (const person of [meera, arjun]) await attempted(app, quiz, person, choose('a'), choose('b'), choose('a'));
  // Two answers say nothing.
  expect(await failed(teacher)).toEqual([]);
  await attempted(app, quiz, await aSubscriber(app), choose('b'), choose('b'), choose('a'));
  const course = { _id: quiz.courseId, title: 'The Shopkeeper’s Balance Sheet' };
  const lecture = { _id: quiz.lectureId, title: 'Profit or cash?' };
  const week = [
    { _id: quiz.questionIds[1], text: 'Hard?', answers: 3, wrong: 3, course, lecture },
    { _id: quiz.questionIds[0], text: 'Easy?', answers: 3, wrong: 1, course, lecture },
  ];
  expect(await failed(teacher)).toEqual(week);
  expect(await failed(teacher, `?courseId=${quiz.courseId}`)).toEqual(week);
  const other = await aQuiz(app);
  expect(await failed(other.teacher)).toEqual([]);
  expect(await failed(other.teacher, `?courseId=${quiz.courseId}`)).toEqual([]);
  expect(await failed(meera)).toEqual([]);
  app.clock.advance(8 * DAY_MS);
  expect(await failed(teacher)).toEqual([]);
  expect(await failed(teacher, '?week=last')).toEqual(week);
});
