// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBackupStore } from '#server/backup/open-store.ts';
import { withRepositoryLock } from '#server/backup/repository-lock.ts';
import { restoreFrom, saveBackup } from '#server/backup/backup.ts';
import { createS3Storage } from '#server/storage/s3.ts';
import { readS3Settings } from '#server/storage/settings.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import {
  aFolder,
  addMissingFiles,
  aPlace,
  aSchool,
  PASSPHRASE,
  placeAt,
  prove,
  schoolIn,
} from '#test/backup/schools.ts';
import { startObjectStore } from '#test/object-store.ts';

const sizeOf = async (folder: string): Promise<number> => {
  let sizeBytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) sizeBytes += (await stat(join(entry.parentPath, entry.name))).size;
  return sizeBytes;
};

test('a backup is verified, as one file and as an encrypted repository', async () => {
  const school = await aSchool();
  const folder = await aFolder();
  for (const to of [placeAt(join(folder, 'school.backup')), placeAt(`${folder}/repository/`, PASSPHRASE)]) {
    const saved = await saveBackup(to, school);
    expect(await prove(to, school)).toEqual(saved);
    expect(saved.files.count).toBeGreaterThan(3);
    expect(saved.missing).toEqual([]);
  }
});

test('an encrypted backup shows neither names nor contents', async () => {
  const school = await aSchool();
  const folder = await aFolder();
  const written = async (name: string, passphrase?: string): Promise<string> => {
    await saveBackup(placeAt(join(folder, name), passphrase), school);
    return readFile(join(folder, name), 'latin1');
  };
  const [plain, sealed] = [await written('plain'), await written('sealed', PASSPHRASE)];
  expect(plain).toContain('bytes of videos/');
  expect(sealed).not.toContain('bytes of videos/');
  const names = (text: string): string[] => text.match(/[0-9a-f]{64}(?=\.chunk)/g) ?? [];
  expect(names(plain).filter((name) => names(sealed).includes(name))).toEqual([]);
});

test('the second backup of a repository adds what is new alone', async () => {
  const school = await aSchool();
  const folder = await aFolder();
  const place = placeAt(`${folder}/`);
  const before = Buffer.alloc(9_000_000, 1);
  await school.storage.put((await addMissingFiles(school)).at(-1) ?? '', before);
  const first = await saveBackup(place, school);
  const firstSize = await sizeOf(folder);
  const user = await school.database.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await school.database.db
    .updateTable('users')
    .set({ avatar_key: 'avatars/new.webp' })
    .where('id', '=', user.id)
    .execute();
  await school.storage.put('avatars/new.webp', Buffer.alloc(10_000, 7));
  const second = await saveBackup(place, { ...school, clock: createFakeClock(school.clock.now() + 1000) });
  expect(second.files.count).toBe(first.files.count + 1);
  expect(second.added.sizeBytes).toBeLessThan(30_000);
  expect((await sizeOf(folder)) - firstSize).toBeLessThan(40_000);
  expect((await prove(place, school)).id).toBe(second.id);
});

describe('restore refuses', () => {
  const saved = async () => {
    const school = await aSchool();
    const place = placeAt(join(await aFolder(), 'school.backup'));
    await saveBackup(place, school);
    return { school, place };
  };

  test('a database that has rows', async () => {
    const { school, place } = await saved();
    await expect(restoreFrom(place, school)).rejects.toThrow(
      'The database is not empty: users has rows. Use an empty one',
    );
  });

  test('a place with other files, and continues where it was interrupted', async () => {
    const { school, place } = await saved();
    const target = await schoolIn(await aPlace(), school.clock.now());
    await target.storage.put('videos/other.mp4', Buffer.from('of another school'));
    await expect(restoreFrom(place, target)).rejects.toThrow(
      'The place for files is not empty: videos/other.mp4 is not of this backup',
    );
    await target.storage.remove('videos/other.mp4');
    const [first = ''] = await addMissingFiles(school);
    await target.storage.put(first, Buffer.from(`bytes of ${first}`.repeat(50)));
    await restoreFrom(place, target);
    expect(await target.database.db.selectFrom('users').select('id').execute()).toHaveLength(18);
  });

  test('a place that is no backup', async () => {
    const { school } = await saved();
    const folder = await aFolder();
    await expect(restoreFrom(placeAt(join(folder, 'none')), school)).rejects.toThrow(
      `There is no backup at ${join(folder, 'none')}`,
    );
    await writeFile(join(folder, 'text'), 'This is a text, and no archive.'.repeat(50));
    await expect(restoreFrom(placeAt(join(folder, 'text')), school)).rejects.toThrow('is damaged, or is not a backup');
    await expect(saveBackup(placeAt(join(folder, 'text')), school)).rejects.toThrow('exists already');
  });
});

test('two backups to one repository do not run at once', async () => {
  const school = await aSchool();
  const place = placeAt(`${await aFolder()}/`);
  const [first, second] = await Promise.allSettled([saveBackup(place, school), saveBackup(place, school)]);
  const refused = [first, second].filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const one of refused)
    expect(String(one.status === 'rejected' && one.reason)).toContain('Try again when it is done');
  expect((await saveBackup(place, school)).id).toMatch(/^2\d{7}t/);
});

/** A process that holds the lock of a folder, as of the moment of its clock. */
const holdLock = async (folder: string, nowMs: number): Promise<ChildProcess> => {
  const program = `
    import { openBackupStore } from '#server/backup/open-store.ts';
    import { withRepositoryLock } from '#server/backup/repository-lock.ts';
    const store = await openBackupStore(process.argv[1], 'write', {});
    await withRepositoryLock(store, { owner: 'tonight', clock: { now: () => ${nowMs} } }, () => {
      process.stdout.write('holds');
      return new Promise((resolve) => setTimeout(resolve, 600_000));
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
};

test('a backup that was killed is no obstacle; one that runs is, and is named', async () => {
  const school = await aSchool();
  const place = placeAt(`${await aFolder()}/`);
  const holder = await holdLock(place.place, school.clock.now() - 185_000);
  await expect(saveBackup(place, school)).rejects.toThrow(
    `Another backup to ${place.place} is running: process ${holder.pid} on ${hostname()}, started 3 minutes ago, last seen 3 minutes ago. Try again when it is done`,
  );
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect((await saveBackup(place, school)).id).toMatch(/^2\d{7}t/);
});

test('a backup of another machine is an obstacle until nothing was heard of it for five minutes', async () => {
  const clock = createFakeClock();
  const store = await openBackupStore(`${await aFolder()}/`, 'write', {});
  const holder = { host: 'school-2', pid: 17, machine: 'another start pid:[1]', beginning: '8' };
  const lock = { atMs: clock.now(), owner: 'tonight', startedAtMs: clock.now() - 7_260_000, holder };
  await store.put('locks/other.json', Buffer.from(JSON.stringify(lock)));
  const attempt = () => withRepositoryLock(store, { owner: 'tomorrow', clock }, async () => 'ran');
  clock.advance(299_000);
  await expect(attempt()).rejects.toThrow(
    'is running: process 17 on school-2, started 2 hours ago, last seen 4 minutes ago. Try again when it is done',
  );
  clock.advance(1000);
  expect(await attempt()).toBe('ran');
});

test('a second attempt of a backup replaces the first, which then removes nothing', async () => {
  const clock = createFakeClock();
  const store = await openBackupStore(`${await aFolder()}/`, 'write', {});
  const began = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = withRepositoryLock(store, { owner: 'tonight', clock }, async (assertOwned) => {
    began.resolve();
    await end.promise;
    await assertOwned();
  });
  await began.promise;
  await expect(withRepositoryLock(store, { owner: 'tomorrow', clock }, async () => 'ran')).rejects.toThrow(
    'is running',
  );
  expect(await withRepositoryLock(store, { owner: 'tonight', clock }, async () => 'ran')).toBe('ran');
  end.resolve();
  await expect(first).rejects.toThrow('A later attempt of this backup writes to');
  expect(await withRepositoryLock(store, { owner: 'tomorrow', clock }, async () => 'ran')).toBe('ran');
});

test('a bucket holds backups, and the files of a school that is restored', async () => {
  const school = await aSchool();
  await using objects = await startObjectStore();
  const place = { ...placeAt('s3://lectern/backups/school'), environment: objects.settings };
  await saveBackup(place, school);
  const second = await saveBackup(place, { ...school, clock: createFakeClock(school.clock.now() + 1000) });
  expect(second.added.chunks).toBe(0);
  expect((await prove(place, school)).id).toBe(second.id);

  const target = await schoolIn(await aPlace(), school.clock.now());
  const settings = readS3Settings(objects.settings);
  if (!settings) throw new Error('the store has no settings');
  const storage = await createS3Storage(settings);
  await restoreFrom(place, { ...target, storage });
  for (const key of await addMissingFiles(school)) {
    const file = await storage.open(key);
    expect(file?.sizeBytes, key).toBe(`bytes of ${key}`.length * 50);
  }
  await storage.close();
  const back = placeAt(join(await aFolder(), 'school.backup'));
  await saveBackup(back, { ...target, storage });
  expect((await prove(back, school)).files.count).toBe(second.files.count);
});

test('what is wrong with a bucket is said with the names of its settings', async () => {
  const school = await aSchool();
  await using objects = await startObjectStore();
  const environment = Object.fromEntries(
    Object.entries(objects.settings).map(([name, value]) => [`BACKUP_${name}`, value]),
  );
  const at = (place: string, settings: Record<string, string> = {}) =>
    saveBackup({ ...placeAt(place), environment: { ...environment, ...settings } }, school);
  await expect(at('s3://another/backups')).rejects.toThrow(/: create it, or correct s3:\/\/another\/backups$/);
  await expect(at('s3://lectern/backups', { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9' })).rejects.toThrow(
    'The object store at http://127.0.0.1:9 cannot be reached (ECONNREFUSED): correct BACKUP_S3_ENDPOINT',
  );
  await expect(at('s3://lectern/backups', { BACKUP_S3_ENDPOINT: 's3.example' })).rejects.toThrow(
    'BACKUP_S3_ENDPOINT must be an address',
  );
});

test('a bucket needs its keys and a prefix', async () => {
  const school = await aSchool();
  await expect(saveBackup(placeAt('s3://lectern/backups'), school)).rejects.toThrow(
    's3://lectern/backups needs BACKUP_S3_ENDPOINT or S3_ENDPOINT',
  );
  await expect(saveBackup(placeAt('s3://lectern'), school)).rejects.toThrow('s3://lectern must be s3://bucket/prefix');
});
