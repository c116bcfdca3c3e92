import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete, DESIGN, pageOf, RULE } from '#test/certificates.ts';
import { aLaterSession, anAdmin, aSubscriber, type Person } from '#test/factories.ts';
import { kindsFor } from '#test/notices.ts';
import { aQuiz, attempted, choose } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const standingOf = async (app: TestApp, courseId: string, { token }: Person) =>
  (await call(app, 'GET', `/courses/${courseId}/certificate`, { token })).body;

const claim = (app: TestApp, courseId: string, { token }: Person) =>
  call(app, 'POST', `/courses/${courseId}/certificate`, { token });

const RIGHT = [choose('a'), choose('a')];

test('passing every quiz again renews a certificate from 30 days before its end, and not sooner', async () => {
  await using app = await startApp();
  const quiz = await aQuiz(app);
  const { courseId, videoId, meera } = quiz;
  const { token } = await anAdmin(app);
  const body = { rule: { ...RULE, validMonths: 3 }, design: DESIGN };
  await call(app, 'PUT', `/courses/${courseId}/certificate-rules`, { token, body });
  await complete(app, meera, { courseId, lectureId: videoId, minutes: 60 });
  await attempted(app, quiz, meera, ...RIGHT);
  const [first] = await certificatesOf(app, meera);
  expect(first).toMatchObject({ validUntil: '2026-09-15T04:30:00.000Z' });
  expect(await standingOf(app, courseId, meera)).toMatchObject({
    renewal: { opensAt: '2026-08-16T04:30:00.000Z', isOpen: false, again: 'quizzes', done: 0, needed: 1 },
  });
  app.clock.advance(10 * DAY_MS);
  const early = await aLaterSession(app, meera);
  await attempted(app, quiz, early, ...RIGHT);
  expect(await certificatesOf(app, early)).toMatchObject([{ code: first?.code }]);

  app.clock.set(Date.UTC(2026, 7, 20, 4, 30));
  const later = await aLaterSession(app, meera);
  // What was passed since the issue counts, however early.
  expect(await standingOf(app, courseId, later)).toMatchObject({ renewal: { isOpen: true, done: 1, needed: 1 } });
  await attempted(app, quiz, later, ...RIGHT);
  const [second, ...others] = await certificatesOf(app, later);
  expect(others).toEqual([]);
  expect(second).toMatchObject({
    state: 'valid',
    completedAt: '2026-08-20T04:30:00.000Z',
    validUntil: '2026-11-20T04:30:00.000Z',
  });
  expect(second?.code).not.toBe(first?.code);
  expect(await pageOf(app, first?.code ?? '')).toMatchObject({ state: 'reissued', successor: second?.code });
  expect(await kindsFor(app, later)).toEqual(['certificate']);
});

test('a certificate is open to renewal from the very instant that its page names', async () => {
  await using app = await startApp();
  const { courseId, lectures } = await aCertifiedCourse(app, { rule: { validMonths: 3 } });
  const ila = await aSubscriber(app, { fullName: 'Ila Sen' });
  for (const lectureId of lectures) await complete(app, ila, { courseId, lectureId, minutes: 10 });
  const opensAt = '2026-08-16T04:30:00.000Z';
  app.clock.set(Date.parse(opensAt) - 1);
  const later = await aLaterSession(app, ila);
  expect(await standingOf(app, courseId, later)).toMatchObject({ renewal: { opensAt, isOpen: false } });
  app.clock.advance(1);
  expect(await standingOf(app, courseId, later)).toMatchObject({ renewal: { opensAt, isOpen: true } });
});

test('where no quiz is demanded, an expired certificate is renewed when every lecture was watched again', async () => {
  await using app = await startApp();
  const { courseId, lectures } = await aCertifiedCourse(app, { rule: { validMonths: 1 } });
  const ila = await aSubscriber(app, { fullName: 'Ila Sen' });
  for (const lectureId of lectures) await complete(app, ila, { courseId, lectureId, minutes: 10 });
  const [first] = await certificatesOf(app, ila);
  app.clock.advance(40 * DAY_MS);
  const later = await aLaterSession(app, ila);
  expect(await claim(app, courseId, later)).toMatchObject({ status: 200, body: { certificate: { state: 'expired' } } });
  const again = (lectureId: string) =>
    call(app, 'PUT', `/lectures/${lectureId}/done`, { token: later.token, body: { isDone: true } });
  await again(lectures[0]);
  expect(await standingOf(app, courseId, later)).toMatchObject({
    isFulfilled: true,
    renewal: { isOpen: true, again: 'lectures', done: 1, needed: 2 },
  });
  expect((await claim(app, courseId, later)).body).toMatchObject({ certificate: { code: first?.code } });
  await again(lectures[1]);
  const { body } = await claim(app, courseId, later);
  expect(body).toMatchObject({ certificate: { state: 'valid', holderName: 'Ila Sen' }, renewal: { done: 0 } });
  const claims = await Promise.all([claim(app, courseId, later), claim(app, courseId, later)]);
  expect(claims.map(({ status }) => status)).toEqual([200, 200]);
  expect(await certificatesOf(app, later)).toHaveLength(1);
});

test('a revoked certificate, and one without an end, is never renewed', async () => {
  await using app = await startApp();
  const { admin, courseId, lectures } = await aCertifiedCourse(app, { rule: { validMonths: 1 } });
  const ravi = await aSubscriber(app);
  for (const lectureId of lectures) await complete(app, ravi, { courseId, lectureId, minutes: 10 });
  const [certificate] = await certificatesOf(app, ravi);
  const path = `/admin/certificates/${certificate?.code}/revoke`;
  await call(app, 'POST', path, { token: admin.token, body: { reason: 'A mistake' } });
  app.clock.advance(40 * DAY_MS);
  const later = await aLaterSession(app, ravi);
  for (const lectureId of lectures) await complete(app, later, { courseId, lectureId, minutes: 10 });
  expect(await standingOf(app, courseId, later)).toMatchObject({ certificate: { state: 'revoked' }, renewal: null });
  expect((await claim(app, courseId, later)).body).toMatchObject({ certificate: { state: 'revoked' } });
});
