// @module-tag both
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { anAdmin, aSubscriber, aUser } from '#test/factories.ts';
import { listed, notices } from '#test/backup/listed.ts';
import { aFolder, PASSPHRASE, placeAt } from '#test/backup/schools.ts';
import { proveBackup } from '#server/backup/backup.ts';
import { schoolData } from '#server/school-data.ts';
import { startApp } from '#test/start-app.ts';

test('an admin starts a backup, which is written, verified and listed', async () => {
  const folder = await aFolder();
  await using app = await startApp({ BACKUP_TO: `${folder}/`, BACKUP_PASSPHRASE: PASSPHRASE });
  const { token } = await anAdmin(app);
  await aSubscriber(app);
  await app.recompute();
  expect(await notices(app, token)).toEqual([
    'No backup has been verified yet. Open Backups to see why, and to start one.',
  ]);
  expect((await call(app, 'POST', '/admin/backups', { token })).status).toBe(201);
  expect((await listed(app, token)).runs.map(({ state }) => state)).toEqual(['running']);
  const again = await call(app, 'POST', '/admin/backups', { token });
  expect([again.status, again.body['code']]).toEqual([409, 'backup_running']);
  await app.jobs.runDue();
  const state = await listed(app, token);
  expect(state).toMatchObject({ place: `${folder}/`, isEncrypted: true, lastVerifiedAt: '2026-06-15T04:30:00.000Z' });
  expect(state.runs).toMatchObject([{ state: 'verified', problem: null }]);
  expect(await notices(app, token)).toEqual([]);
  const proven = await proveBackup(placeAt(`${folder}/`, PASSPHRASE), { data: schoolData, clock: app.clock });
  expect(proven.entitlements.users).toBe(1);
});

test('a run that ends with its process is repeated, although it left its lock', async () => {
  const folder = await aFolder();
  const first = await startApp({ BACKUP_TO: `${folder}/`, BACKUP_PASSPHRASE: PASSPHRASE, BACKUP_HOUR: '23' });
  const { token } = await anAdmin(first);
  await call(first, 'POST', '/admin/backups', { token });
  first.jobs.start();
  const locks = () => readdir(`${folder}/files/locks`).catch(() => []);
  // From here on the key is derived from the passphrase, which takes a moment.
  await expect.poll(locks, { interval: 5 }).toHaveLength(1);
  await using app = await first.restart();
  expect(await locks()).toHaveLength(1);
  await app.jobs.runDue();
  expect((await listed(app, token)).runs.map(({ state }) => state)).toEqual(['verified']);
  expect(await locks()).toEqual([]);
});

test('without a place nothing is scheduled, and learners see nothing', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  expect(await listed(app, token)).toMatchObject({ place: null, nextAt: null, lastVerifiedAt: null, runs: [] });
  expect(await notices(app, token)).toEqual([]);
  const refused = await call(app, 'POST', '/admin/backups', { token });
  expect([refused.status, refused.body['code']]).toEqual([409, 'backup_off']);
  const learner = await aUser(app);
  expect((await call(app, 'GET', '/admin/backups', { token: learner.token })).status).toBe(403);
});
