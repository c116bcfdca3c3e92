import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { oneOfThree } from '#test/quizzes.ts';
import { startApp } from '#test/start-app.ts';
import { z } from 'zod';

const Added = z.object({ lecture: z.object({ _id: z.string() }) });

test('the page of a course lists and counts a quiz once it has a question', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const path = `/courses/${courseId}/lectures`;
  const added = await call(app, 'POST', path, { token, body: { kind: 'quiz', title: 'Profit or cash?' } });
  const course = async () => (await call(app, 'GET', `/courses/${courseId}/about`)).body['course'];
  expect(await course()).toMatchObject({ numberOfLectures: 0, lectures: [] });
  const quizPath = `${path}/${Added.parse(added.body).lecture._id}/quiz/questions`;
  expect((await call(app, 'POST', quizPath, { token, body: { question: oneOfThree('Why?') } })).status).toBe(201);
  expect(await course()).toMatchObject({ numberOfLectures: 1, lectures: [{ title: 'Profit or cash?' }] });
});
