import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { certificatesOf, complete, DESIGN, pageOf, RULE } from '#test/certificates.ts';
import { anAdmin, type Person } from '#test/factories.ts';
import { aQuiz, attempted, choose } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const certify = async (app: TestApp, courseId: string) => {
  const { token } = await anAdmin(app);
  const body = { rule: RULE, design: DESIGN };
  await call(app, 'PUT', `/courses/${courseId}/certificate-rules`, { token, body });
  return token;
};

/** Watches the video of a quiz's course. */
const watchVideo = (app: TestApp, person: Person, { courseId, videoId }: { courseId: string; videoId: string }) =>
  complete(app, person, { courseId, lectureId: videoId, minutes: 60 });

test('a quiz cannot be marked as done, and earns no certificate before it is passed', async () => {
  await using app = await startApp();
  const quiz = await aQuiz(app);
  await certify(app, quiz.courseId);
  const { meera: learner } = quiz;
  await watchVideo(app, learner, quiz);
  const done = { token: learner.token, body: { isDone: true } };
  expect(await call(app, 'PUT', `/lectures/${quiz.lectureId}/done`, done)).toMatchObject({
    status: 409,
    body: { code: 'done_by_passing' },
  });
  await attempted(app, quiz, learner, choose('b'), choose('b'));
  expect(await certificatesOf(app, learner)).toEqual([]);
  const standing = await call(app, 'GET', `/courses/${quiz.courseId}/certificate`, { token: learner.token });
  expect(standing.body).toMatchObject({
    isFulfilled: false,
    evidence: { quizzes: 1, passedQuizzes: 0, bestPercents: [0] },
  });

  await attempted(app, quiz, learner, choose('a'), choose('a'));
  const [certificate] = await certificatesOf(app, learner);
  expect(await pageOf(app, certificate?.code ?? '')).toMatchObject({
    state: 'valid',
    evidence: { lectures: 2, doneLectures: 2, quizzes: 1, passedQuizzes: 1, bestPercents: [100] },
  });
  expect(
    await call(app, 'PUT', `/lectures/${quiz.lectureId}/done`, { token: learner.token, body: { isDone: false } }),
  ).toMatchObject({ status: 409, body: { code: 'done_by_passing' } });
});

test('a class that was attended takes nothing from the share that was watched', async () => {
  await using app = await startApp();
  const quiz = await aQuiz(app);
  const token = await certify(app, quiz.courseId);
  const { meera: learner } = quiz;
  const live = {
    startsAt: new Date(app.clock.now()).toISOString(),
    durationMinutes: 600,
    url: 'https://meet.example/x',
  };
  const added = await call(app, 'POST', `/courses/${quiz.courseId}/lectures`, {
    token,
    body: { kind: 'live', title: 'On paper', ...live },
  });
  await watchVideo(app, learner, quiz);
  await attempted(app, quiz, learner, choose('a'), choose('a'));
  expect(await certificatesOf(app, learner)).toEqual([]);
  const { lecture } = z.object({ lecture: z.object({ _id: z.string() }) }).parse(added.body);
  expect((await call(app, 'POST', `/lectures/${lecture._id}/join`, { token: learner.token })).status).toBe(200);
  const [certificate] = await certificatesOf(app, learner);
  expect(await pageOf(app, certificate?.code ?? '')).toMatchObject({ evidence: { lectures: 3, watchedPercent: 100 } });
});
