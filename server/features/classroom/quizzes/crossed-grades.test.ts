// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { call } from '#test/call.ts';
import { attempted, aQuiz, choose, readAttempt, save, start, submit, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** Two processes on the same data: what crosses has two connections. */
let app: TestApp;
let other: TestApp;

beforeAll(async () => {
  app = await startApp();
  other = await app.another();
});

afterAll(async () => {
  await other.close();
  await app.close();
});

const ROUNDS = 8;
const Added = z.object({ questionId: z.string() });

const keyed = (right: string): NewQuizQuestion => ({
  type: 'single',
  text: 'First?',
  options: ['a', 'b', 'c'].map((id) => ({ id, text: `Option ${id}`, isCorrect: id === right })),
});

const aTest = () => aQuiz(app, { questions: [keyed('a')], settings: { mode: 'test', maxAttempts: null } });

/** In the other process. */
const changeKey = ({ path, questionIds, teacher: { token } }: Pick<TestQuiz, 'path' | 'questionIds' | 'teacher'>) =>
  call(other, 'PUT', `${path}/quiz/questions/${questionIds[0]}`, {
    token,
    body: { question: keyed('b'), policy: 'new_only' },
  });

const earnedIn = async (quiz: TestQuiz, id: string) => (await readAttempt(app, quiz, quiz.meera, id)).score?.earned;

/** Each goes first in every other round. */
const cross = async (round: number, one: () => Promise<unknown>, two: () => Promise<unknown>): Promise<void> => {
  const [first, second] = round % 2 === 0 ? [one, two] : [two, one];
  await Promise.all([first(), second()]);
};

test('an answer that is saved while the key changes counts by the new key', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiz = await aTest();
    const { _id: id } = await start(app, quiz, quiz.meera);
    await cross(
      round,
      () => save(app, quiz, quiz.meera, { id, answer: choose('b') }),
      () => changeKey(quiz),
    );
    expect((await submit(app, quiz, quiz.meera, { id })).score?.earned).toBe(100);
  }
});

test('an answer that is checked while the key changes counts by the new key', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiz = await aQuiz(app, { questions: [keyed('a')] });
    const { meera, path } = quiz;
    const { _id: id } = await start(app, quiz, meera);
    const body = { position: 0, answer: choose('b'), seq: 1 };
    await cross(
      round,
      () => call(app, 'POST', `${path}/attempts/${id}/check`, { token: meera.token, body }),
      () => changeKey(quiz),
    );
    expect((await submit(app, quiz, meera, { id })).score?.earned).toBe(100);
  }
});

test('an attempt that is submitted while the key changes counts by the new key', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiz = await aTest();
    const { _id: id } = await start(app, quiz, quiz.meera);
    await cross(
      round,
      () => submit(app, quiz, quiz.meera, { id, answers: [choose('b')] }),
      () => changeKey(quiz),
    );
    expect(await earnedIn(quiz, id)).toBe(100);
  }
});

test('an answer at a moment of a video counts by the new key, when it is given while that changes', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { courseId, videoId, teacher, meera } = await aQuiz(app);
    const path = `/courses/${courseId}/lectures/${videoId}`;
    const question = { question: keyed('a'), atMs: MINUTE_MS };
    const added = await call(app, 'POST', `${path}/quiz/questions`, { token: teacher.token, body: question });
    const { questionId } = Added.parse(added.body);
    await cross(
      round,
      () =>
        call(app, 'POST', `${path}/moments/${questionId}/answer`, {
          token: meera.token,
          body: { answer: choose('b') },
        }),
      () => changeKey({ path, questionIds: [questionId], teacher }),
    );
    const given = app.database.db.selectFrom('quiz_attempts').where('lecture_id', '=', videoId).select('earned');
    expect(await given.execute()).toEqual([{ earned: 100 }]);
  }
});

test('a grade that a person gives while a change is undone stays', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiz = await aTest();
    const { path, teacher, meera, lectureId } = quiz;
    const { _id: id } = await attempted(app, quiz, meera, choose('b'));
    await changeKey(quiz);
    const regrade = await app.database.db
      .selectFrom('quiz_regrades')
      .where('lecture_id', '=', lectureId)
      .select('id')
      .executeTakeFirstOrThrow();
    app.clock.advance(MINUTE_MS);
    const body = { position: 0, earned: 70 };
    await cross(
      round,
      () => call(app, 'PUT', `${path}/attempts/${id}/grade`, { token: teacher.token, body }),
      () => call(other, 'POST', `${path}/quiz/regrades/${regrade.id}/undo`, { token: teacher.token, body: {} }),
    );
    expect(await earnedIn(quiz, id)).toBe(70);
    const states = app.database.db.selectFrom('quiz_regrades').where('id', '=', regrade.id).select('undone_at');
    expect((await states.executeTakeFirst())?.undone_at).not.toBeNull();
  }
});
