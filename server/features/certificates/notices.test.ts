import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete } from '#test/certificates.ts';
import { aLaterSession, aSubscriber } from '#test/factories.ts';
import { subjectsTo } from '#test/mailbox.ts';
import { noticesOf } from '#test/notices.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const remindJob = defineJob({ name: 'certificates.remind', lane: 'upkeep', payload: z.object({}) });

const remind = async ({ jobs, database }: TestApp): Promise<void> => {
  await jobs.enqueue(database.db, remindJob, {});
  await jobs.runDue();
};

const earnIn = async (app: TestApp, rule: { validMonths?: number } = {}) => {
  const { admin, courseId, lectures } = await aCertifiedCourse(app, { rule });
  const meera = await aSubscriber(app, { fullName: 'Meera Nair' });
  for (const lectureId of lectures) await complete(app, meera, { courseId, lectureId, minutes: 10 });
  const [certificate] = await certificatesOf(app, meera);
  return { admin, meera, code: certificate?.code ?? '' };
};

test('the holder learns that a certificate was issued again, or revoked and why', async () => {
  await using app = await startApp();
  const { admin, meera, code } = await earnIn(app);
  const { token } = admin;
  expect(await noticesOf(app, meera)).toMatchObject([{ kind: 'certificate', code }]);
  await call(app, 'POST', `/admin/certificates/${code}/reissue`, { token, body: { holderName: 'Meera K. Nair' } });
  const [second] = await certificatesOf(app, meera);
  const reissued = { kind: 'certificate_changed', code: second?.code, isRevoked: false, reason: '' };
  expect(await noticesOf(app, meera)).toMatchObject([{ ...reissued, path: `/certificates/${second?.code}` }]);
  const reason = 'Another person watched.';
  app.clock.advance(MINUTE_MS);
  await call(app, 'POST', `/admin/certificates/${second?.code}/revoke`, { token, body: { reason } });
  expect(await noticesOf(app, meera)).toMatchObject([
    { kind: 'certificate_changed', code: second?.code, isRevoked: true, reason },
    reissued,
  ]);
  expect(await subjectsTo(app, meera.email)).toEqual([
    'Your certificate for A Short Science of the Monsoon was issued again',
    'Your certificate for A Short Science of the Monsoon was revoked',
  ]);
});

test('a holder who corrects the name themselves gets no notice of it', async () => {
  await using app = await startApp();
  const { meera, code } = await earnIn(app);
  await call(app, 'PUT', `/user/certificates/${code}/name`, {
    token: meera.token,
    body: { holderName: 'Meera K. Nair' },
  });
  expect((await noticesOf(app, meera)).map(({ kind }) => kind)).toEqual(['certificate']);
});

test('30 and 7 days before a certificate expires its holder is reminded, once each, unless they do not want it', async () => {
  await using app = await startApp();
  const { meera } = await earnIn(app, { validMonths: 3 });
  const { meera: quiet } = await earnIn(app, { validMonths: 3 });
  const { admin, meera: revoked, code } = await earnIn(app, { validMonths: 3 });
  await call(app, 'POST', `/admin/certificates/${code}/revoke`, { token: admin.token, body: { reason: 'A mistake' } });
  const choices = ['app', 'email'].map((channel) => ({ kind: 'certificate_ending', channel, cadence: 'off' }));
  await call(app, 'PUT', '/user/notice-settings', { token: quiet.token, body: { choices } });
  const lastDay = Date.UTC(2026, 8, 15, 4, 30);
  for (const days of [31, 30, 29, 7, 6, 0, -1]) {
    app.clock.set(lastDay - days * DAY_MS);
    await remind(app);
  }
  const endings = async (person: typeof meera) =>
    (await noticesOf(app, await aLaterSession(app, person))).filter(({ kind }) => kind === 'certificate_ending');
  expect((await endings(meera)).map(({ at, validUntil }) => [at, validUntil])).toEqual([
    ['2026-09-08T04:30:00.000Z', '2026-09-15T04:30:00.000Z'],
    ['2026-08-16T04:30:00.000Z', '2026-09-15T04:30:00.000Z'],
  ]);
  const subject = 'Your certificate for A Short Science of the Monsoon is valid until 15 September 2026';
  expect((await subjectsTo(app, meera.email)).filter((text) => text === subject)).toHaveLength(2);
  expect([await endings(quiet), await endings(revoked)]).toEqual([[], []]);
  expect(await subjectsTo(app, quiet.email)).not.toContain(subject);
});
