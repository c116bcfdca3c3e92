import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/isolated-data.ts';
import { createDiskStorage } from './disk.ts';
import { createOpenFiles } from './open-files.ts';
import { isStorageKey } from './storage.ts';

const HOUR_MS = 60 * 60_000;

const openStorage = async () => {
  const folder = await temporaryFolder();
  return {
    storage: await createDiskStorage(folder.path),
    dataDir: folder.path,
    arriving: () => readdir(join(folder.path, 'arriving')),
    [Symbol.asyncDispose]: folder.remove,
  };
};

test('a stored file can be read at any position, and is gone once removed', async () => {
  await using place = await openStorage();
  const { storage } = place;
  await storage.put('avatars/one.webp', Buffer.from('a picture'));
  const file = await storage.open('avatars/one.webp');
  const into = Buffer.alloc(7);
  expect(await file?.read(into, 2)).toBe(7);
  expect(into.toString()).toBe('picture');
  expect(file?.sizeBytes).toBe(9);
  await file?.close();
  await storage.remove('avatars/one.webp');
  await storage.remove('avatars/one.webp');
  expect(await storage.open('avatars/one.webp')).toBeUndefined();
  expect(await place.arriving()).toEqual([]);
});

test('a finished temporary file moves to its key', async () => {
  await using place = await openStorage();
  const path = await place.storage.temporaryPath();
  await writeFile(path, 'a film');
  await place.storage.take('videos/deep/one.mp4', path);
  expect(existsSync(path)).toBe(false);
  const file = await place.storage.open('videos/deep/one.mp4');
  expect(file?.sizeBytes).toBe(6);
  await file?.close();
});

test('an invalid key is never used as a path', { tags: ['VID-26'] }, async () => {
  await using place = await openStorage();
  await place.storage.put('avatars/one.webp', Buffer.from('x'));
  await symlink('/etc', join(place.dataDir, 'files', 'linked'));
  const bad = [
    '../lectern.db',
    'avatars/../../lectern.db',
    '/etc/passwd',
    'avatars/one.webp\0.png',
    'avatars//one.webp',
    String.raw`avatars\one.webp`,
    'avatars',
    'avatars/.hidden',
    'linked/passwd',
    '',
  ];
  for (const key of bad) {
    expect(isStorageKey(key), key).toBe(false);
    expect(await place.storage.open(key), key).toBeUndefined();
    await expect(place.storage.put(key, Buffer.from('x')), key).rejects.toThrow('not a storage key');
  }
});

test('a sparse file beyond four gigabytes is read at its end', { tags: ['VID-14'] }, async () => {
  await using place = await openStorage();
  const path = await place.storage.temporaryPath();
  const writer = await open(path, 'w');
  await writer.write(Buffer.from('the end'), 0, 7, 4 * 1024 ** 3 + 10);
  await writer.close();
  await place.storage.take('videos/sparse.mp4', path);
  const file = await place.storage.open('videos/sparse.mp4');
  const into = Buffer.alloc(7);
  await file?.read(into, 4 * 1024 ** 3 + 10);
  expect([into.toString(), file?.sizeBytes]).toEqual(['the end', 4 * 1024 ** 3 + 17]);
  await file?.close();
});

test('a start removes temporary files of dead processes, and nothing else', { tags: ['VID-32'] }, async () => {
  await using place = await openStorage();
  const own = await place.storage.temporaryPath();
  const [machine = '', , since = ''] = basename(own).split('.');
  const { pid: endedPid } = spawnSync(process.execPath, ['-e', '']);
  const paths = Object.fromEntries(
    Object.entries({
      own: basename(own),
      ended: `${machine}.${endedPid}.${since}.aa`,
      earlierWithOurNumber: `${machine}.${process.pid}.earlier.aa`,
      alive: `${machine}.${process.ppid}.${since}.aa`,
      elsewhere: `other.1.${since}.aa`,
      silent: `other.2.${since}.aa`,
    }).map(([what, name]) => [what, join(place.dataDir, 'arriving', name)]),
  );
  for (const path of Object.values(paths)) await writeFile(path, 'half a film');
  const longAgo = new Date(Date.now() - 2 * HOUR_MS);
  await utimes(paths['silent'] ?? '', longAgo, longAgo);
  await createDiskStorage(place.dataDir);
  const kept = Object.entries(paths).flatMap(([what, path]) => (existsSync(path) ? [what] : []));
  expect(kept).toEqual(['own', 'alive', 'elsewhere']);
});

test('readers share one open file, which closes when idle', { tags: ['VID-16'] }, async () => {
  await using place = await openStorage();
  await place.storage.put('videos/one.mp4', Buffer.from('a film'));
  let opened = 0;
  let closed = 0;
  const counting = {
    open: async (key: string) => {
      const file = await place.storage.open(key);
      opened += 1;
      return (
        file && {
          ...file,
          close: async () => {
            closed += 1;
            await file.close();
          },
        }
      );
    },
  };
  const files = createOpenFiles(counting, 5);
  const [first, second] = await Promise.all([files.borrow('videos/one.mp4'), files.borrow('videos/one.mp4')]);
  expect([opened, files.borrowedCount()]).toEqual([1, 1]);
  first?.release();
  first?.release();
  expect(files.borrowedCount()).toBe(1);
  second?.release();
  expect(files.borrowedCount()).toBe(0);
  await expect.poll(() => closed).toBe(1);
  const again = await files.borrow('videos/one.mp4');
  expect(opened).toBe(2);
  again?.release();
  await files.close();
  expect(closed).toBe(2);
  expect(await files.borrow('videos/none.mp4')).toBeUndefined();
});
