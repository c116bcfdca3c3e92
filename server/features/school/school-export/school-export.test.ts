import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { aFolder } from '#test/backup/schools.ts';
import { filesIn } from '#test/archives.ts';
import { call } from '#test/call.ts';
import { aLaterSession, anAdmin, aUser, type Person } from '#test/factories.ts';
import { noticesOf } from '#test/notices.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const Requested = z.object({ export: z.object({ _id: z.string() }) });
const Address = z.object({ address: z.string() });
const remove = defineJob({ name: 'school.remove-exports', lane: 'upkeep', payload: z.object({}) });

const request = (app: TestApp, { token }: Person) => call(app, 'POST', '/admin/school-exports', { token });
const addressOf = (app: TestApp, { token }: Person, id: string) =>
  call(app, 'POST', `/admin/school-exports/${id}/address`, { token });

/** Requests an export, runs its job, and returns its id and an address. */
const exported = async (app: TestApp, admin: Person) => {
  const { _id: id } = Requested.parse((await request(app, admin)).body).export;
  await app.jobs.runDue();
  return { id, address: Address.parse((await addressOf(app, admin, id)).body).address };
};

const get = ({ http }: TestApp, url: string, headers: Record<string, string> = {}) => http.inject({ url, headers });

test('an admin gets the whole school by a notice, and resumes a broken download', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const [first, second] = await Promise.all([request(app, admin), request(app, admin)]);
  expect(Requested.parse(first.body)).toEqual(Requested.parse(second.body));
  const { id, address } = await exported(app, admin);
  expect(await noticesOf(app, admin)).toMatchObject([
    { kind: 'school_export_ready', exportId: id, path: '/admin/settings/export' },
  ]);
  const list = await call(app, 'GET', '/admin/school-exports', { token: admin.token });
  expect(list.body['exports']).toMatchObject([{ _id: id, ready: { expiresAt: '2026-06-22T04:30:00.000Z' } }]);

  const whole = await get(app, address);
  expect(whole.statusCode).toBe(200);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="school.zip"',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  });
  const half = Math.floor(whole.rawPayload.length / 2);
  const rest = await get(app, address, { range: `bytes=${half}-`, 'if-range': String(whole.headers['etag']) });
  expect(rest.statusCode).toBe(206);
  expect(rest.rawPayload.equals(whole.rawPayload.subarray(half))).toBe(true);
  const path = join(await aFolder(), 'school.zip');
  await writeFile(path, whole.rawPayload);
  const files = await filesIn(path);
  expect(files.get('README.md')?.toString()).toContain('# Lectern\n');
  expect(files.get('people/accounts.csv')?.toString()).toContain(admin.email);
  expect(files.get('people/accounts.csv')?.toString()).not.toContain('password_hash');
});

test('addresses end after a day, with their export, and for other signs; the file is gone after a week', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const { id, address } = await exported(app, admin);
  const changed = address.replace(/.\/school\.zip$/, (end) => `${end.startsWith('A') ? 'B' : 'A'}${end.slice(1)}`);
  expect((await get(app, changed)).json()).toMatchObject({ code: 'export_not_found' });
  app.clock.advance(DAY_MS - MINUTE_MS);
  expect((await get(app, address)).statusCode).toBe(200);
  app.clock.advance(HOUR_MS);
  expect((await get(app, address)).statusCode).toBe(404);
  const later = await aLaterSession(app, admin);
  const next = Address.parse((await addressOf(app, later, id)).body).address;
  expect((await call(app, 'DELETE', `/admin/school-exports/${id}`, { token: later.token })).status).toBe(200);
  expect((await get(app, next)).statusCode).toBe(404);
  expect((await addressOf(app, later, id)).body).toMatchObject({ code: 'export_not_found' });

  const again = await exported(app, later);
  app.clock.advance(7 * DAY_MS + MINUTE_MS);
  expect((await get(app, again.address)).statusCode).toBe(404);
  await app.jobs.enqueue(app.database.db, remove, {});
  await app.jobs.runDue();
  app.clock.advance(DAY_MS + MINUTE_MS);
  await app.jobs.runDue();
  expect(await readdir(join(app.config.dataDir, 'files', 'school-exports'))).toEqual([]);
});

test('only admins export the school, after they have confirmed their identity, and the audit says so', async () => {
  await using app = await startApp();
  const [admin, learner] = [await anAdmin(app), await aUser(app)];
  expect((await request(app, learner)).status).toBe(403);
  const { id } = await exported(app, admin);
  app.clock.advance(HOUR_MS);
  expect((await request(app, admin)).body).toMatchObject({ code: 'confirmation_needed' });
  expect((await addressOf(app, admin, id)).body).toMatchObject({ code: 'confirmation_needed' });
  const entries = await app.database.db.selectFrom('audit_entries').select('kind').orderBy('kind').execute();
  expect(entries.map(({ kind }) => kind).filter((kind) => kind.startsWith('school_'))).toEqual([
    'school_export_downloaded',
    'school_exported',
  ]);
});
