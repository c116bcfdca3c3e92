// @module-tag both
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete, pageOf } from '#test/certificates.ts';
import { aLaterSession, aSubscriber, aUser, joinCourse, type Person } from '#test/factories.ts';
import { kindsFor } from '#test/notices.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** A course whose teacher approves certificates, and a learner who has completed it. */
const aCompletedCourse = async (app: TestApp, rule: { validMonths?: number } = {}) => {
  const course = await aCertifiedCourse(app, { rule: { ...rule, needsApproval: true } });
  const teacher = await aUser(app, { fullName: 'Nandini Kulkarni' });
  await joinCourse(app, { courseId: course.courseId, userId: teacher.id, role: 'teacher' });
  const ila = await aSubscriber(app, { fullName: 'Ila Sen' });
  for (const lectureId of course.lectures)
    await complete(app, ila, { courseId: course.courseId, lectureId, minutes: 10 });
  return { ...course, teacher, ila };
};

const waitingFor = async (app: TestApp, { token }: Pick<Person, 'token'>) =>
  api.certificates.requests.response.parse((await call(app, 'GET', '/teach/certificate-requests', { token })).body);

const decide = (
  app: TestApp,
  { courseId, person: { token } }: { courseId: string; person: Pick<Person, 'token'> },
  [requestId, body]: [string | undefined, object],
) => call(app, 'PUT', `/courses/${courseId}/certificate-requests/${requestId}`, { token, body });

const requestOf = async (app: TestApp, courseId: string, { token }: Person) =>
  api.certificates.standing.response.parse((await call(app, 'GET', `/courses/${courseId}/certificate`, { token })).body)
    .request;

test('a certificate waits for the teacher, who approves it with the day of the completion', async () => {
  await using app = await startApp();
  const { admin, courseId, teacher, ila } = await aCompletedCourse(app);
  expect(await certificatesOf(app, ila)).toEqual([]);
  const completedAt = new Date(app.clock.now()).toISOString();
  expect(await requestOf(app, courseId, ila)).toEqual({ state: 'waiting', requestedAt: completedAt, reason: '' });
  const asked = await call(app, 'POST', `/courses/${courseId}/certificate`, { token: ila.token });
  expect(asked).toMatchObject({ status: 200, body: { certificate: null, request: { state: 'waiting' } } });
  const { requests, total } = await waitingFor(app, teacher);
  expect(total).toBe(1);
  expect(requests).toMatchObject([
    { fullName: 'Ila Sen', completedAt, measured: 'Completed 2 of 2 lectures, watched 100% of 20 min.' },
  ]);
  expect((await waitingFor(app, admin)).total).toBe(1);
  expect((await waitingFor(app, ila)).total).toBe(0);
  const attention = await call(app, 'GET', '/admin/attention', { token: admin.token });
  expect(attention.body).toMatchObject({ items: [{ kind: 'certificates', count: 1, since: completedAt }] });

  app.clock.advance(3 * DAY_MS);
  const [later, learner] = [await aLaterSession(app, teacher), await aLaterSession(app, ila)];
  const place = { courseId, person: later };
  const [requestId, approval] = [requests[0]?._id, { isApproved: true }];
  expect((await decide(app, place, [requestId, approval])).status).toBe(200);
  const [certificate] = await certificatesOf(app, learner);
  expect(certificate).toMatchObject({ state: 'valid', completedAt });
  expect(await pageOf(app, certificate?.code ?? '')).toMatchObject({
    required: { approvedBy: 'Nandini Kulkarni' },
    evidence: { lectures: 2, doneLectures: 2, watchedPercent: 100 },
  });
  expect(await kindsFor(app, learner)).toEqual(['certificate']);
  expect((await decide(app, place, [requestId, approval])).status).toBe(404);
  expect(await requestOf(app, courseId, learner)).toBeNull();
  expect((await waitingFor(app, later)).total).toBe(0);
});

test('a declined certificate says why, and only its holder asks again', async () => {
  await using app = await startApp();
  const { courseId, lectures, teacher, ila } = await aCompletedCourse(app);
  const [request] = (await waitingFor(app, teacher)).requests;
  const place = { courseId, person: teacher };
  expect((await decide(app, place, [request?._id, { isApproved: false }])).status).toBe(400);
  const declined = { isApproved: false, reason: 'Hand in the project first.' };
  expect((await decide(app, place, [request?._id, declined])).status).toBe(200);
  expect(await kindsFor(app, ila)).toEqual(['certificate_declined']);
  expect(await requestOf(app, courseId, ila)).toMatchObject({
    state: 'declined',
    reason: 'Hand in the project first.',
  });
  await call(app, 'PUT', `/lectures/${lectures[0]}/done`, { token: ila.token, body: { isDone: false } });
  await complete(app, ila, { courseId, lectureId: lectures[0], minutes: 10 });
  expect((await waitingFor(app, teacher)).total).toBe(0);
  app.clock.advance(1000);
  const asked = await call(app, 'POST', `/courses/${courseId}/certificate`, { token: ila.token });
  expect(asked).toMatchObject({ status: 200, body: { request: { state: 'waiting' } } });
  expect((await waitingFor(app, teacher)).total).toBe(1);
});

test('nobody else decides: not an assistant, and not the teacher of another course', async () => {
  await using app = await startApp();
  const { courseId, teacher } = await aCompletedCourse(app);
  const [request] = (await waitingFor(app, teacher)).requests;
  const assistant = await aUser(app);
  await joinCourse(app, { courseId, userId: assistant.id, role: 'assistant' });
  const other = await aCertifiedCourse(app, { title: 'Another' });
  const stranger = await aUser(app);
  await joinCourse(app, { courseId: other.courseId, userId: stranger.id, role: 'teacher' });
  const approval = { isApproved: true };
  expect((await decide(app, { courseId, person: assistant }, [request?._id, approval])).status).toBe(403);
  expect((await waitingFor(app, assistant)).total).toBe(0);
  const through = { courseId: other.courseId, person: stranger };
  expect((await decide(app, through, [request?._id, approval])).status).toBe(404);
  expect((await waitingFor(app, stranger)).total).toBe(0);
});

test('two people who approve at once issue one certificate', async () => {
  await using app = await startApp();
  const { admin, courseId, teacher, ila } = await aCompletedCourse(app);
  const [request] = (await waitingFor(app, teacher)).requests;
  const decisions = await Promise.all(
    [teacher, admin].map((person) => decide(app, { courseId, person }, [request?._id, { isApproved: true }])),
  );
  expect(decisions.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404]);
  expect(await certificatesOf(app, ila)).toHaveLength(1);
});

test('a renewed certificate waits again, and then replaces the one before', async () => {
  await using app = await startApp();
  const { courseId, lectures, teacher, ila } = await aCompletedCourse(app, { validMonths: 1 });
  const [first] = (await waitingFor(app, teacher)).requests;
  await decide(app, { courseId, person: teacher }, [first?._id, { isApproved: true }]);
  const [held] = await certificatesOf(app, ila);
  app.clock.advance(40 * DAY_MS);
  const [person, learner] = [await aLaterSession(app, teacher), await aLaterSession(app, ila)];
  for (const lectureId of lectures) await complete(app, learner, { courseId, lectureId, minutes: 10 });
  expect(await certificatesOf(app, learner)).toMatchObject([{ code: held?.code, state: 'expired' }]);
  const [second] = (await waitingFor(app, person)).requests;
  expect((await decide(app, { courseId, person }, [second?._id, { isApproved: true }])).status).toBe(200);
  const [renewed, ...others] = await certificatesOf(app, learner);
  expect(others).toEqual([]);
  expect(renewed).toMatchObject({ state: 'valid' });
  expect(await pageOf(app, held?.code ?? '')).toMatchObject({ state: 'reissued', successor: renewed?.code });
});

test('who approves a certificate and who waits for it see the letters that it cannot show', async () => {
  await using app = await startApp();
  const { courseId, teacher, ila } = await aCompletedCourse(app);
  await app.database.db.updateTable('users').set({ full_name: 'Sok សុខ 王小明' }).where('id', '=', ila.id).execute();
  expect((await waitingFor(app, teacher)).requests[0]?.lettersNotDrawn).toEqual(['សុ', 'ខ']);
  const { body } = await call(app, 'GET', `/courses/${courseId}/certificate`, { token: ila.token });
  expect(api.certificates.standing.response.parse(body).lettersNotDrawn).toEqual(['សុ', 'ខ']);
});

test('a name is checked before a certificate is issued with it', async () => {
  await using app = await startApp();
  const { token } = await aUser(app);
  const lettersOf = async (name: string) => {
    const { body } = await call(app, 'GET', `/user/certificates/letters-not-drawn?name=${encodeURIComponent(name)}`, {
      token,
    });
    return api.certificates.letters.response.parse(body).lettersNotDrawn;
  };
  expect(await lettersOf('Sok សុខ 王小明')).toEqual(['សុ', 'ខ']);
  expect(await lettersOf('मीरा नायर')).toEqual([]);
});
