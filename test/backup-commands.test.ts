// @module-tag both
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runBackupCommand } from '#server/backup-commands.ts';
import { readConfig } from '#server/config.ts';
import { newestSchema } from '#server/database/migrate.ts';
import { schemaOf } from '#server/database/whole-tables.ts';
import { aFolder, aPlace, emptyPlaces, PASSPHRASE, schoolIn } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
import { settingsFor } from '#test/examine.ts';
import { anAdmin } from '#test/factories.ts';
import type { IsolatedData } from '#test/isolated-data.ts';
import { startObjectStore } from '#test/object-store.ts';
import { startApp } from '#test/start-app.ts';
import { loadDump } from '#test/upgrade/dump.ts';

const run = (place: IsolatedData, ...words: string[]) => runBackupCommand(readConfig(settingsFor(place)), words);

const inFolder = (dataDir: string): IsolatedData => ({
  dataDir,
  databaseUrl: undefined,
  remove: async () => undefined,
});

const aBackup = async (): Promise<string> => {
  const to = join(await aFolder(), 'school.backup');
  await run(await aPlace(), 'backup', to);
  return to;
};

test('a school of an earlier version is saved as it is, before the new version starts', async () => {
  const place = await aPlace();
  await loadDump(place);
  const to = `${await aFolder()}/`;
  expect(await run(place, 'backup', to)).toMatch(/^Saved \d+ rows and \d+ files /);
  expect(await schemaOf((await schoolIn(place)).database)).toBe(9);
});

test('a school of a later version is not saved', async () => {
  const place = await aPlace();
  const { database } = await schoolIn(place);
  const number = newestSchema() + 1;
  const migrations = database.db.withTables<{
    schema_migrations: { number: number; name: string; applied_at: number };
  }>();
  await migrations.insertInto('schema_migrations').values({ number, name: 'later', applied_at: 0 }).execute();
  const saving = run(place, 'backup', join(await aFolder(), 'school.backup'));
  await expect(saving).rejects.toThrow(`The database has schema ${number}, this program knows up to ${number - 1}`);
  await migrations.deleteFrom('schema_migrations').where('number', '=', number).execute();
});

test('without a place, the one from the browser is used, with its secrets', async () => {
  await using app = await startApp();
  await using store = await startObjectStore();
  const { token } = await anAdmin(app);
  const folder = `${await aFolder()}/`;
  const empty = { endpoint: '', region: '', bucket: '', keyId: '', folder: '', prefix: 'lectern', hour: 3 };
  const bucket = { endpoint: store.settings['S3_ENDPOINT'], region: 'us-east-1', bucket: 'lectern', keyId: 'key' };
  const secrets = { secretKey: 'secret', passphrase: PASSPHRASE };
  const run = (...words: string[]) => runBackupCommand(app.config, words);
  await expect(run('backup')).rejects.toThrow('Name one place: npm run backup -- FILE, FOLDER/ or s3://bucket/prefix');
  for (const [place, change] of [
    [folder, { ...empty, kind: 'folder', folder, passphrase: PASSPHRASE }],
    ['s3://lectern/lectern', { ...empty, kind: 'bucket', ...bucket, ...secrets }],
  ] as const) {
    const saved = await call(app, 'PUT', '/admin/settings/backups', { token, body: change });
    expect(saved.status, saved.text).toBe(200);
    expect(await run('backup')).toMatch(new RegExp(`^Saved \\d+ rows and \\d+ files .* to ${place};`));
    expect(await run('verify')).toMatch(new RegExp(`^${place} holds `));
    expect(await run('verify', place)).toMatch(new RegExp(`^${place} holds `));
  }
  await expect(run('verify', folder)).rejects.toThrow(`${folder} is encrypted: set BACKUP_PASSPHRASE`);
  await expect(run('restore')).rejects.toThrow('Name one place: npm run restore -- ');
});

test('neither a backup nor the read-only state is made of a school that is not there', async () => {
  const dataDir = join(await aFolder(), 'data');
  for (const words of [
    ['backup', 'school.backup'],
    ['read-only', 'on'],
  ])
    await expect(run(inFolder(dataDir), ...words)).rejects.toThrow(`There is no school in ${dataDir}`);
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
});

test('a restore that is refused leaves nothing behind', async () => {
  const backup = await aBackup();
  const dataDir = join(await aFolder(), 'data');
  await expect(run(inFolder(dataDir), 'restore', `${backup}.old`)).rejects.toThrow('There is no backup at ');
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');

  await mkdir(join(dataDir, 'files/videos'), { recursive: true });
  await writeFile(join(dataDir, 'files/videos/other.mp4'), 'of another school');
  await expect(run(inFolder(dataDir), 'restore', backup)).rejects.toThrow('The place for files is not empty');
  expect(await readdir(dataDir, { recursive: true })).toEqual(['files', 'files/videos', 'files/videos/other.mp4']);
  expect(await run(inFolder(dataDir), 'restore', backup, '--keep-files')).toMatch(/^Restored \d+ rows /);
});

test.each(emptyPlaces)('a restore to %s that is refused because there is a school changes nothing', async (_, aNew) => {
  const backup = await aBackup();
  const place = await aNew();
  await run(place, 'restore', backup);
  const { database } = await schoolIn(place);
  await database.db.insertInto('settings').values({ name: 'a', value: 'b', updated_at: 0 }).execute();
  const before = await readdir(place.dataDir);
  await expect(run(place, 'restore', backup)).rejects.toThrow('The database is not empty: settings has rows');
  expect(await readdir(place.dataDir)).toEqual(before);
  expect(await database.db.selectFrom('settings').select('value').where('name', '=', 'a').execute()).toEqual([
    { value: 'b' },
  ]);
});

test('the read-only state is switched on and off, and words that are neither are refused', async () => {
  const place = await aPlace();
  const { db } = (await schoolIn(place)).database;
  const write = () => db.insertInto('settings').values({ name: 'a', value: 'b', updated_at: 0 }).execute();
  expect(await run(place, 'read-only', 'on')).toBe(
    'The school is read-only. People can watch and log in; changes are refused until `npm run read-only -- off`',
  );
  await expect(write()).rejects.toThrow('this school is read-only');
  await expect(run(place, 'read-only', 'yes')).rejects.toThrow('Use npm run read-only -- on, or off');
  expect(await run(place, 'read-only', 'off')).toBe('The school can be changed again');
  await write();
});
