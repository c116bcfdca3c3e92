import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '#server/clock.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { testStorage } from '#test/storage-contract.ts';
import { createDiskStorage } from './disk.ts';
import { createOpenFiles } from './open-files.ts';
import { createTemporaryFiles } from './temporary-files.ts';

const openStorage = async () => {
  const folder = await temporaryFolder();
  const temporaryFiles = await createTemporaryFiles(folder.path);
  return {
    temporaryFiles,
    storage: await createDiskStorage(folder.path, temporaryFiles),
    dataDir: folder.path,
    arriving: () => readdir(join(folder.path, 'arriving')),
    [Symbol.asyncDispose]: folder.remove,
  };
};

testStorage(async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return async () => createDiskStorage(folder.path, await createTemporaryFiles(folder.path));
});

test('a link in the folder is never followed', { tags: ['VID-26'] }, async () => {
  await using place = await openStorage();
  await symlink('/etc', join(place.dataDir, 'files', 'linked'));
  expect(await place.storage.open('linked/passwd')).toBeUndefined();
});

test('a sparse file beyond four gigabytes is read at its end', { tags: ['VID-14'] }, async () => {
  await using place = await openStorage();
  const path = await place.temporaryFiles.path();
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

test('a file that was stored leaves nothing among the temporary ones', async () => {
  await using place = await openStorage();
  await place.storage.put('avatars/one.webp', Buffer.from('a picture'));
  const upload = await place.storage.receive(Readable.from([Buffer.from('a film')]), {
    inspection: undefined,
    maxBytes: 10,
  });
  await upload.storeAs('videos/one.mp4');
  await upload.remove();
  expect(await place.arriving()).toEqual([]);
});

test('a start removes temporary files of dead processes, and nothing else', { tags: ['VID-32'] }, async () => {
  await using place = await openStorage();
  const own = await place.temporaryFiles.path();
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
  await createTemporaryFiles(place.dataDir);
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
  const [first, second] = await Promise.all([files.acquire('videos/one.mp4'), files.acquire('videos/one.mp4')]);
  expect([opened, files.inUseCount()]).toEqual([1, 1]);
  first?.release();
  first?.release();
  expect(files.inUseCount()).toBe(1);
  second?.release();
  expect(files.inUseCount()).toBe(0);
  await expect.poll(() => closed).toBe(1);
  const again = await files.acquire('videos/one.mp4');
  expect(opened).toBe(2);
  again?.release();
  await files.close();
  expect(closed).toBe(2);
  expect(await files.acquire('videos/none.mp4')).toBeUndefined();
});
