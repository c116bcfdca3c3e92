import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { MIB } from '#contract/fields.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { readEmails } from '#test/mailbox.ts';
import { publishLecture } from '#test/publish.ts';
import { runSweep } from '#test/run-sweep.ts';
import { register } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const LIMITS = { devices: 3, maxUploadBytes: 5 * 1024 * MIB, isFreePreview: false };

const save = (app: TestApp, token: string, limits: object) =>
  call(app, 'PUT', '/admin/settings/limits', { token, body: { ...LIMITS, ...limits } });

const maxSizeOf = async (app: TestApp) =>
  (await app.http.inject({ method: 'OPTIONS', url: '/api/v1/uploads' })).headers['tus-max-size'];

test('uploads may be as large as the settings say, in every process at once', async () => {
  await using app = await startApp();
  await using further = await app.another();
  const { token } = await anAdmin(app);
  expect(await maxSizeOf(further)).toBe(String(LIMITS.maxUploadBytes));
  expect(await save(app, token, { maxUploadBytes: MIB })).toMatchObject({ status: 200 });
  await expect.poll(() => maxSizeOf(further)).toBe(String(MIB));
  expect((await call(further, 'GET', '/site')).body['site']).toMatchObject({ maxUploadBytes: MIB });
});

test('an upload limit of the environment wins', async () => {
  await using app = await startApp({ MAX_UPLOAD_BYTES: '2000000' });
  const { token } = await anAdmin(app);
  expect(await maxSizeOf(app)).toBe('2000000');
  expect((await call(app, 'GET', '/admin/settings', { token })).body['settings']).toMatchObject({
    limits: { values: { maxUploadBytes: 2_000_000 }, environment: { maxUploadBytes: 'MAX_UPLOAD_BYTES' } },
  });
  expect(await save(app, token, {})).toMatchObject({ status: 409, body: { code: 'setting_fixed' } });
});

test('new lectures are free previews where the settings say so', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app);
  const areFree = async () => {
    const { body } = await call(app, 'GET', `/courses/${courseId}/about`);
    return body['course'];
  };
  await publishLecture(app, { admin, courseId });
  await save(app, admin.token, { isFreePreview: true });
  await publishLecture(app, { admin, courseId });
  expect(await areFree()).toMatchObject({ lectures: [{ isFreePreview: false }, { isFreePreview: true }] });
});

test('the list of sent emails is kept as long as set', async () => {
  await using app = await startApp();
  await register(app);
  const sent = async () => {
    await runSweep(app, 'accounts.sweep');
    const rows = await app.database.db.selectFrom('sent_emails').select('id').execute();
    return [rows.length, (await readEmails(app)).length];
  };
  await app.jobs.runDue('email');
  expect(await sent()).toEqual([1, 1]);
  app.clock.advance(100 * DAY_MS);
  expect(await sent()).toEqual([1, 1]);
  expect((await save(app, (await anAdmin(app)).token, { emailMonths: 3 })).status).toBe(200);
  expect(await sent()).toEqual([0, 0]);
});

test.each([
  [{ devices: 0 }, 'devices'],
  [{ devices: 11 }, 'devices'],
  [{ devices: 1.5 }, 'devices'],
  [{ maxUploadBytes: 1000 }, 'maxUploadBytes'],
  [{ maxUploadBytes: '5 GB' }, 'maxUploadBytes'],
  [{ noticeMonths: 2 }, 'noticeMonths'],
  [{ emailMonths: 2 }, 'emailMonths'],
  [{ messageMonths: 121 }, 'messageMonths'],
])('refuses %j', async (limits, path) => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  expect(await save(app, token, limits)).toMatchObject({ status: 400, body: { details: [{ path }] } });
});
