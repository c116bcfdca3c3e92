import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { proveBackup } from '#server/backup/backup.ts';
import { schoolData } from '#server/school-data.ts';
import { listed, notices } from '#test/backup/listed.ts';
import { aFolder, PASSPHRASE, placeAt } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
import { examine, NOWHERE, seen } from '#test/examine.ts';
import { anAdmin } from '#test/factories.ts';
import { startObjectStore } from '#test/object-store.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const OFF = {
  kind: 'off',
  folder: '',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: 'lectern',
  keyId: '',
  hour: 3,
};

const save = (app: TestApp, token: string, change: object) =>
  call(app, 'PUT', '/admin/settings/backups', { token, body: { ...OFF, ...change } });
const tryOut = (app: TestApp, token: string, change: object) =>
  call(app, 'POST', '/admin/settings/backups/test', { token, body: { ...OFF, ...change } });

const described = async (app: TestApp, token: string) =>
  api.settings.get.response.parse((await call(app, 'GET', '/admin/settings', { token })).body).settings.backups;

test('a folder is tried, saved, and gets its first backup at once', async () => {
  const folder = await aFolder();
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const change = { kind: 'folder', folder, passphrase: PASSPHRASE, hour: 22 };

  const tried = await tryOut(app, token, change);
  expect(tried.body['found']).toMatch(/^A file was written there, read back and removed\./);
  expect(await readdir(join(folder, 'files/checks'))).toEqual([]);
  expect(await listed(app, token)).toMatchObject({ place: null, runs: [] });

  expect((await save(app, token, change)).status).toBe(200);
  expect((await listed(app, token)).runs.map(({ state }) => state)).toEqual(['running']);
  expect(await notices(app, token)).toEqual([]);
  await app.jobs.runDue();
  expect(await listed(app, token)).toMatchObject({
    place: `${folder}/`,
    isEncrypted: true,
    nextAt: '2026-06-15T16:30:00.000Z',
    lastVerifiedAt: '2026-06-15T04:30:00.000Z',
    runs: [{ state: 'verified', problem: null }],
  });
  await proveBackup(placeAt(`${folder}/`, PASSPHRASE), { data: schoolData, clock: app.clock });
  const { value } = await app.database.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'settings.backups')
    .executeTakeFirstOrThrow();
  expect(value).not.toContain(PASSPHRASE);
  expect(await described(app, token)).toMatchObject({ environment: {}, passphrase: { isSet: true, isReadable: true } });
  expect(await seen(app)).toMatchObject({ backups: { status: 'ok' } });

  const { passphrase: _kept, ...rest } = change;
  await save(app, token, { ...rest, hour: 21 });
  const { runs, nextAt } = await listed(app, token);
  expect([runs.length, nextAt]).toEqual([1, '2026-06-15T15:30:00.000Z']);
  const steps = api.firstSteps.get.response.parse((await call(app, 'GET', '/admin/first-steps', { token })).body);
  expect(steps.firstSteps.steps[7]).toEqual({ name: 'backup', isDone: true, minutesLeft: 0 });
});

test('the first backup is that of the day, if its hour is over', async () => {
  const folder = await aFolder();
  await using app = await startApp();
  const { token } = await anAdmin(app);
  await save(app, token, { kind: 'folder', folder: `${folder}/` });
  await app.jobs.runDue();
  const { place, isEncrypted, nextAt, runs } = await listed(app, token);
  expect({ place, isEncrypted, nextAt, runs: runs.length }).toEqual({
    place: `${folder}/`,
    isEncrypted: false,
    nextAt: '2026-06-15T21:30:00.000Z',
    runs: 1,
  });
});

test('a bucket gets the backups, and without a place nothing and no secret is left', async () => {
  await using store = await startObjectStore();
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const endpoint = store.settings['S3_ENDPOINT'] ?? '';
  const bucket = { kind: 'bucket', endpoint, region: 'us-east-1', bucket: 'lectern', keyId: 'key' };
  const wrong = await save(app, token, { ...bucket, bucket: 'other', secretKey: 'secret' });
  expect([wrong.status, wrong.body['code'], wrong.body['message']]).toEqual([
    409,
    'backup_place_unusable',
    `There is no bucket other at ${endpoint}: create it, or correct s3://other/lectern`,
  ]);
  const saved = await save(app, token, { ...bucket, secretKey: 'secret' });
  expect(saved.status).toBe(200);
  await app.jobs.runDue();
  expect(await listed(app, token)).toMatchObject({ place: 's3://lectern/lectern', runs: [{ state: 'verified' }] });
  const environment = { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: 'us-east-1' };
  const keys = { BACKUP_S3_ACCESS_KEY_ID: 'key', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' };
  const place = { place: 's3://lectern/lectern', passphrase: undefined, environment: { ...environment, ...keys } };
  await proveBackup(place, { data: schoolData, clock: app.clock });

  expect((await tryOut(app, token, bucket)).status).toBe(200);
  await save(app, token, OFF);
  expect(await described(app, token)).toMatchObject({ secretKey: { isSet: false }, passphrase: { isSet: false } });
  expect((await listed(app, token)).place).toBeNull();
});

test('what is missing or cannot be used is named, and not saved', async () => {
  const folder = await aFolder();
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const bucket = { kind: 'bucket', endpoint: 'http://127.0.0.1:9', region: 'r', bucket: 'school', keyId: 'key' };
  for (const [change, path, message] of [
    [{ kind: 'folder' }, 'folder', 'Enter the path of a folder on the server, such as /mnt/backups/school'],
    [
      { kind: 'folder', folder: 'backups' },
      'folder',
      'Enter the path of a folder on the server, such as /mnt/backups/school',
    ],
    [
      { kind: 'folder', folder: `${app.config.dataDir}/files/x` },
      'folder',
      'Your school stores its files there. Choose a folder outside.',
    ],
    [{ ...bucket, region: '', secretKey: 'x' }, 'region', 'Enter a region, such as eu-central-1'],
    [bucket, 'secretKey', 'Enter the secret of this access key'],
    [
      { ...bucket, endpoint: 'http://169.254.169.254', secretKey: 'x' },
      'endpoint',
      'Link-local addresses, such as 169.254.1.1, can only be used as BACKUP_S3_ENDPOINT in the environment.',
    ],
    [{ kind: 'folder', folder, passphrase: 'short' }, 'passphrase', 'Enter at least 12 characters'],
  ] as const)
    for (const send of [save, tryOut]) {
      const { status, body } = await send(app, token, change);
      expect([status, body['details']], message).toEqual([400, [{ path, message }]]);
    }
  await writeFile(join(folder, 'file'), '');
  const noFolder = await save(app, token, { kind: 'folder', folder: join(folder, 'file') });
  expect([noFolder.status, noFolder.body['message']]).toEqual([409, `${folder}/file/ cannot be used: EEXIST`]);
  const unreachable = await save(app, token, { ...bucket, secretKey: 'x' });
  expect(unreachable.body['message']).toBe(
    'The object store at http://127.0.0.1:9 cannot be reached (ECONNREFUSED): correct the endpoint',
  );
  expect((await described(app, token)).values.kind).toBe('off');
});

test('a place that is encrypted needs its passphrase', async () => {
  const folder = await aFolder();
  await using app = await startApp();
  const { token } = await anAdmin(app);
  await save(app, token, { kind: 'folder', folder, passphrase: PASSPHRASE });
  await app.jobs.runDue();
  const other = await tryOut(app, token, { kind: 'folder', folder, passphrase: 'another passphrase' });
  expect(other.body['message']).toBe(`The passphrase does not open ${folder}/`);
  const none = await tryOut(app, token, { kind: 'folder', folder, passphrase: '' });
  expect(none.body['message']).toBe(`${folder}/ is encrypted: set the passphrase`);
  expect((await tryOut(app, token, { kind: 'folder', folder })).status).toBe(200);
});

test('the environment wins over what is saved, and says so', async () => {
  const [folder, other] = [await aFolder(), await aFolder()];
  await using app = await startApp({ BACKUP_TO: `${folder}/`, BACKUP_HOUR: '5' });
  const { token } = await anAdmin(app);
  const refused = await save(app, token, { kind: 'folder', folder: other });
  expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
    409,
    'setting_fixed',
    'Set by the environment: BACKUP_TO. Change it on the server, then restart.',
  ]);
  expect(await described(app, token)).toMatchObject({
    values: { kind: 'folder', hour: 5 },
    environment: { kind: 'BACKUP_TO', hour: 'BACKUP_TO' },
  });
  expect(await readdir(other)).toEqual([]);
});

test('an hour and a passphrase of the environment apply to a place that was saved', async () => {
  const folder = await aFolder();
  await using app = await startApp({ BACKUP_HOUR: '23', BACKUP_PASSPHRASE: PASSPHRASE });
  const { token } = await anAdmin(app);
  expect((await save(app, token, { kind: 'folder', folder, hour: 4 })).body['code']).toBe('setting_fixed');
  expect((await save(app, token, { kind: 'folder', folder, hour: 23 })).status).toBe(200);
  expect(await described(app, token)).toMatchObject({
    environment: { hour: 'BACKUP_HOUR', passphrase: 'BACKUP_PASSPHRASE' },
  });
  expect(await listed(app, token)).toMatchObject({ isEncrypted: true, nextAt: '2026-06-15T17:30:00.000Z' });
});

test('secrets that were stored under another key are reported, and backups wait for them', async () => {
  const folder = await aFolder();
  const first = await startApp({ SECRET_KEY: 'a'.repeat(32) });
  const { token } = await anAdmin(first);
  await save(first, token, { kind: 'folder', folder, passphrase: PASSPHRASE });
  await first.jobs.runDue();
  await using app = await first.restart({ SECRET_KEY: 'b'.repeat(32) });
  expect((await described(app, token)).passphrase).toEqual({ isSet: true, lastFour: null, isReadable: false });
  await call(app, 'POST', '/admin/backups', { token });
  await app.jobs.runDue();
  const [run] = (await listed(app, token)).runs;
  expect(run?.problem).toBe(
    'Secrets of the backups were stored under another SECRET_KEY. Restore that key, or enter them again.',
  );
});

test('the doctor of the command line knows the place that was saved', async () => {
  const folder = await aFolder();
  await mkdir(join(folder, 'inside'));
  await using app = await startApp();
  const { token } = await anAdmin(app);
  expect(await examine(NOWHERE)).toMatchObject({ backups: { title: 'Backups are not scheduled' } });
  await save(app, token, { kind: 'folder', folder: join(folder, 'inside') });
  const { dataDir, databaseUrl } = app.config;
  const found = await examine({ dataDir, databaseUrl, remove: async () => undefined });
  expect(found).toMatchObject({
    backups: { title: 'No backup has been verified yet', detail: `Written to ${folder}/inside/ each day.` },
  });
});
