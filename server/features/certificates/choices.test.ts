// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete, DESIGN, pageOf, RULE } from '#test/certificates.ts';
import { aSubscriber, type Person } from '#test/factories.ts';
import { aQuiz, attempted, choose } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const saveRule = (app: TestApp, courseId: string, { token }: Pick<Person, 'token'>, rule: object) =>
  call(app, 'PUT', `/courses/${courseId}/certificate-rules`, {
    token,
    body: { rule: { ...RULE, ...rule }, design: DESIGN },
  });

const standingOf = async (app: TestApp, courseId: string, { token }: Person) =>
  (await call(app, 'GET', `/courses/${courseId}/certificate`, { token })).body;

test('only the chosen lectures are required, and only their minutes count', async () => {
  await using app = await startApp();
  const { admin, courseId, lectures } = await aCertifiedCourse(app);
  const saved = await saveRule(app, courseId, admin, { lectureIds: [lectures[1], lectures[1]] });
  expect(saved.body).toMatchObject({ rule: { lectureIds: [lectures[1]], quizIds: null, needsApproval: false } });
  const ila = await aSubscriber(app, { fullName: 'Ila Sen' });
  await complete(app, ila, { courseId, lectureId: lectures[0], minutes: 10 });
  expect(await certificatesOf(app, ila)).toEqual([]);
  expect(await standingOf(app, courseId, ila)).toMatchObject({
    isFulfilled: false,
    evidence: { lectures: 1, doneLectures: 0, watchedPercent: 0, totalMs: 600_000, courseLectures: 2 },
    lectures: [{ _id: lectures[1], title: 'Cool sea', isDone: false }],
  });
  await complete(app, ila, { courseId, lectureId: lectures[1], minutes: 9.6 });
  const [certificate] = await certificatesOf(app, ila);
  const code = certificate?.code ?? '';
  expect(await pageOf(app, code)).toMatchObject({
    evidence: { lectures: 1, doneLectures: 1, watchedPercent: 96, totalMs: 600_000, courseLectures: 2 },
  });
  const { body: jwt } = await app.http.inject({ url: `${API_PREFIX}/certificates/${code}/badge` });
  const payload: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  expect(payload).toMatchObject({
    evidence: [{ narrative: 'Completed 1 of 1 required lectures, watched 96% of 10 min.' }],
    credentialSubject: {
      achievement: {
        criteria: {
          narrative: 'The required lecture completed. 90% of the required lectures watched, by measured minutes',
        },
      },
    },
  });
});

test('a course may demand a choice of its quizzes', async () => {
  await using app = await startApp();
  const quiz = await aQuiz(app);
  const { courseId, meera, teacher, lectureId, videoId } = quiz;
  const added = await call(app, 'POST', `/courses/${courseId}/lectures`, {
    token: teacher.token,
    body: { kind: 'quiz', title: 'Optional' },
  });
  const { lecture } = z.object({ lecture: z.object({ _id: z.string() }) }).parse(added.body);
  await saveRule(app, courseId, teacher, { lectureIds: [videoId], quizIds: [lectureId] });
  await complete(app, meera, { courseId, lectureId: videoId, minutes: 60 });
  expect(await standingOf(app, courseId, meera)).toMatchObject({
    isFulfilled: false,
    quizzes: [{ _id: lectureId, title: 'Profit or cash?', isPassed: false, isPassedAgain: false }],
  });
  await attempted(app, quiz, meera, choose('a'), choose('a'));
  const [certificate] = await certificatesOf(app, meera);
  expect(await pageOf(app, certificate?.code ?? '')).toMatchObject({
    evidence: { lectures: 1, courseLectures: 3, quizzes: 1, passedQuizzes: 1, courseQuizzes: 2, bestPercents: [100] },
  });
  // A later rule changes nothing that was issued.
  await saveRule(app, courseId, teacher, { quizIds: [lecture._id] });
  expect(await pageOf(app, certificate?.code ?? '')).toMatchObject({ evidence: { quizzes: 1, courseQuizzes: 2 } });
});

test('a choice names lectures and quizzes of the course only, and at least one', async () => {
  await using app = await startApp();
  const { admin, courseId, lectures } = await aCertifiedCourse(app);
  const other = await aCertifiedCourse(app, { title: 'Another' });
  const status = async (rule: object) => (await saveRule(app, courseId, admin, rule)).status;
  expect(await status({ lectureIds: [lectures[0], other.lectures[0]] })).toBe(404);
  expect(await status({ quizIds: [lectures[0]] })).toBe(404);
  expect(await status({ lectureIds: [] })).toBe(400);
  expect(await status({ lectureIds: [lectures[0]] })).toBe(200);
});

test('people who completed the chosen lectures before get one afterwards', async () => {
  await using app = await startApp();
  const { admin, courseId, lectures } = await aCertifiedCourse(app);
  const ila = await aSubscriber(app);
  await complete(app, ila, { courseId, lectureId: lectures[0], minutes: 10 });
  const count = async () =>
    (await call(app, 'GET', `/courses/${courseId}/certificate-rules/earlier`, { token: admin.token })).body;
  expect(await count()).toMatchObject({ people: 0 });
  await saveRule(app, courseId, admin, { lectureIds: [lectures[0]] });
  expect(await count()).toMatchObject({ people: 1 });
});
