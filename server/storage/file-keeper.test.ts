import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { createDiskStorage } from './disk.ts';
import { createFileKeeper } from './file-keeper.ts';
import type { Storage } from './storage.ts';
import { createTemporaryFiles } from './temporary-files.ts';

const open = async (app: TestApp, change: (storage: Storage) => Storage = (storage) => storage) => {
  const temporaryFiles = await createTemporaryFiles(app.config.dataDir);
  const storage = change(await createDiskStorage(app.config.dataDir, temporaryFiles));
  const { database, jobs, clock } = app;
  return { storage, temporaryFiles, keeper: createFileKeeper({ database, jobs, storage, clock }) };
};

const storedFiles = async ({ config }: TestApp): Promise<string[]> => {
  const entries = await readdir(join(config.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

const nextHourRuns = async (app: TestApp): Promise<void> => {
  app.clock.advance(2 * HOUR_MS);
  await app.jobs.runDue();
};

test('files are kept when the row that names them is committed', async () => {
  await using app = await startApp();
  const { temporaryFiles, keeper } = await open(app);
  const path = await temporaryFiles.path();
  await writeFile(path, 'a film');
  const files = [
    { key: 'videos/one.mp4', from: path },
    { key: 'posters/one.jpg', from: Buffer.from('an image') },
  ];
  expect(await keeper.keepWith(files, async () => 'written')).toBe('written');
  await nextHourRuns(app);
  expect((await storedFiles(app)).sort()).toEqual(['one.jpg', 'one.mp4']);
});

test('files are removed when the transaction fails', async () => {
  await using app = await startApp();
  const { keeper } = await open(app);
  const failing = keeper.keepWith([{ key: 'videos/one.mp4', from: Buffer.from('x') }], async () => {
    throw new Error('no such course');
  });
  await expect(failing).rejects.toThrow('no such course');
  expect(await storedFiles(app)).toEqual([]);
});

test('files are removed after an hour when the process ends before the row is written', async () => {
  await using app = await startApp();
  const { promise: never } = Promise.withResolvers<never>();
  const { storage, keeper } = await open(app, (disk) => ({
    ...disk,
    put: (key, bytes) => (key === 'posters/one.jpg' ? never : disk.put(key, bytes)),
  }));
  // Nothing comes after the first file: so it looks when the process is gone.
  void keeper.keepWith(
    [
      { key: 'videos/one.mp4', from: Buffer.from('a film') },
      { key: 'posters/one.jpg', from: Buffer.from('an image') },
    ],
    async () => undefined,
  );
  await expect.poll(() => storedFiles(app)).toEqual(['one.mp4']);
  await nextHourRuns(app);
  expect(await storage.open('videos/one.mp4')).toBeUndefined();
});

test('files of deleted rows are kept for a day, for running backups, and then removed', async () => {
  await using app = await startApp();
  const { keeper } = await open(app);
  await keeper.keepWith([{ key: 'videos/one.mp4', from: Buffer.from('x') }], async () => undefined);
  await app.database.transaction((tx) => keeper.removeLater(tx, ['videos/one.mp4', null, 'videos/never-there.mp4']));
  app.clock.advance(DAY_MS - 1);
  await app.jobs.runDue();
  expect(await storedFiles(app)).toEqual(['one.mp4']);
  app.clock.advance(1);
  await app.jobs.runDue();
  expect(await storedFiles(app)).toEqual([]);
});
