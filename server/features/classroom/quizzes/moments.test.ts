import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aSubscriber, aUser, type Person } from '#test/factories.ts';
import { aQuiz, choose, oneOfThree, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const Added = z.object({ questionId: z.string() });
const MINUTE_IN_VIDEO_MS = 60_000;

const videoPath = ({ courseId, videoId }: TestQuiz): string => `/courses/${courseId}/lectures/${videoId}`;

const ask = async (quiz: TestQuiz, atMs: number, question = oneOfThree('Profit or cash?')): Promise<string> => {
  const { token } = quiz.teacher;
  const body = { question, atMs };
  return Added.parse((await call(app, 'POST', `${videoPath(quiz)}/quiz/questions`, { token, body })).body).questionId;
};

const momentsFor = (quiz: TestQuiz, { token }: Person) => call(app, 'GET', `${videoPath(quiz)}/moments`, { token });

const answerAs = (quiz: TestQuiz, { token }: Person, questionId: string, answer: object) =>
  call(app, 'POST', `${videoPath(quiz)}/moments/${questionId}/answer`, { token, body: { answer } });

test('questions at moments of a video come in their order, and nothing tells right from wrong', async () => {
  const quiz = await aQuiz(app);
  const late = await ask(quiz, 2 * MINUTE_IN_VIDEO_MS, oneOfThree('Later?'));
  const early = await ask(quiz, MINUTE_IN_VIDEO_MS, oneOfThree('Earlier?'));
  const listed = await momentsFor(quiz, quiz.meera);
  expect(listed.body).toMatchObject({
    canSkip: true,
    moments: [
      {
        _id: early,
        atMs: 60_000,
        isAnswered: false,
        question: { text: 'Earlier?', isLocked: false, answer: { choices: [] }, result: null },
      },
      { _id: late, atMs: 120_000, question: { text: 'Later?' } },
    ],
  });
  expect(listed.text).not.toMatch(/isCorrect|Why Earlier/);
  const course = await call(app, 'GET', `/courses/${quiz.courseId}`, { token: quiz.meera.token });
  expect(course.body['lectures']).toMatchObject([{ kind: 'video', questions: 2 }, { kind: 'quiz' }]);
});

test('an answer is graded at once, can be given again, and does not complete the video', async () => {
  const quiz = await aQuiz(app);
  const { meera, teacher } = quiz;
  const id = await ask(quiz, MINUTE_IN_VIDEO_MS);
  const wrong = await answerAs(quiz, meera, id, choose('b'));
  expect(wrong.body['question']).toMatchObject({
    isLocked: true,
    answer: { choices: ['b'] },
    result: {
      verdict: 'wrong',
      earned: 0,
      solution: { choices: ['a'], explanation: [{ spans: [{ text: 'Why Profit or cash?' }] }] },
    },
  });
  expect((await answerAs(quiz, meera, id, choose('a'))).body['question']).toMatchObject({
    result: { verdict: 'right', earned: 100 },
  });
  expect((await momentsFor(quiz, meera)).body).toMatchObject({ moments: [{ _id: id, isAnswered: true }] });
  const course = await call(app, 'GET', `/courses/${quiz.courseId}`, { token: meera.token });
  expect(course.text).not.toContain('"isDone":true');
  const results = await call(app, 'GET', `${videoPath(quiz)}/quiz/results`, { token: teacher.token });
  expect(results.body).toMatchObject({
    attempts: 2,
    people: 1,
    questions: [{ _id: id, answers: 2, rightPercent: 50 }],
  });
  // The teacher tries it out: that counts nowhere.
  expect((await answerAs(quiz, teacher, id, choose('a'))).status).toBe(200);
  const again = await call(app, 'GET', `${videoPath(quiz)}/quiz/results`, { token: teacher.token });
  expect(again.body).toMatchObject({ attempts: 2 });
});

test('a person grades a long answer at a moment, and the video stays as it is', async () => {
  const quiz = await aQuiz(app);
  const { meera, teacher } = quiz;
  const id = await ask(quiz, 0, { type: 'long', text: 'Why?' });
  expect((await answerAs(quiz, meera, id, { text: 'Because.' })).body['question']).toMatchObject({
    result: { verdict: 'waiting', earned: null },
  });
  const queue = await call(app, 'GET', '/teach/grading', { token: teacher.token });
  const Queue = z.object({ answers: z.array(z.object({ attemptId: z.string(), answer: z.string() })) });
  const [waiting] = Queue.parse(queue.body).answers;
  expect(waiting).toMatchObject({ answer: 'Because.' });
  const graded = await call(app, 'PUT', `${videoPath(quiz)}/attempts/${waiting?.attemptId ?? ''}/grade`, {
    token: teacher.token,
    body: { position: 0, earned: 100 },
  });
  expect(graded.status).toBe(200);
  const course = await call(app, 'GET', `/courses/${quiz.courseId}`, { token: meera.token });
  expect(course.text).not.toContain('"isDone":true');
});

test('a question moves to another moment, is removed, and says whether it can be skipped', async () => {
  const quiz = await aQuiz(app);
  const { teacher, meera } = quiz;
  const id = await ask(quiz, MINUTE_IN_VIDEO_MS);
  const path = `${videoPath(quiz)}/quiz`;
  const { token } = teacher;
  const body = { question: oneOfThree('Profit or cash?'), atMs: 90_000 };
  const moved = await call(app, 'PUT', `${path}/questions/${id}`, { token, body });
  expect(moved.body['quiz']).toMatchObject({ areAtMoments: true, questions: [{ _id: id, atMs: 90_000 }] });
  // A change of the question alone leaves it there.
  const same = await call(app, 'PUT', `${path}/questions/${id}`, { token, body: { question: oneOfThree('Cash?') } });
  expect(same.body['quiz']).toMatchObject({ questions: [{ atMs: 90_000, question: { text: 'Cash?' } }] });
  await call(app, 'PUT', `${path}/settings`, { token, body: { canSkip: false, mode: 'test', maxAttempts: 1 } });
  await answerAs(quiz, meera, id, choose('b'));
  expect((await answerAs(quiz, meera, id, choose('b'))).body['question']).toMatchObject({ result: { earned: 0 } });
  expect((await momentsFor(quiz, meera)).body).toMatchObject({ canSkip: false, moments: [{ atMs: 90_000 }] });
  await call(app, 'DELETE', `${path}/questions/${id}`, { token });
  expect((await momentsFor(quiz, meera)).body).toMatchObject({ moments: [] });
  expect((await answerAs(quiz, meera, id, choose('a'))).body).toMatchObject({ code: 'question_not_found' });
});

test('strangers see no question of a video, and a quiz is not answered as one', async () => {
  const quiz = await aQuiz(app);
  const id = await ask(quiz, MINUTE_IN_VIDEO_MS);
  const stranger = await aUser(app);
  expect((await momentsFor(quiz, stranger)).status).toBe(403);
  expect((await answerAs(quiz, stranger, id, choose('a'))).status).toBe(403);
  const { token } = await aSubscriber(app);
  expect((await call(app, 'GET', `${quiz.path}/moments`, { token })).body).toMatchObject({ code: 'lecture_not_found' });
  const { status } = await call(app, 'POST', `${videoPath(quiz)}/attempts`, { token });
  expect(status).toBe(404);
});
