import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-lock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
};

test('a lock whose file is damaged behind its header is made again', async () => {
  const folder = await aFolder();
  const said: string[] = [];
  const file = new DatabaseSync(join(folder, 'in-use.db'));
  file.exec('CREATE TABLE holder (pid INTEGER NOT NULL, host TEXT NOT NULL)');
  file.close();
  const bytes = await open(join(folder, 'in-use.db'), 'r+');
  await bytes.write(Buffer.alloc(3000, 0xff), 0, 3000, 100);
  await bytes.close();
  lockFolder(folder, (line) => said.push(line));
  expect(() => lockFolder(folder, (line) => said.push(line))).toThrow(`is in use already, by process ${process.pid}`);
  expect(said).toEqual([]);
});

test('a folder that cannot be locked is used nevertheless, and the log says so', async () => {
  const folder = await aFolder();
  await mkdir(join(folder, 'in-use.db'));
  const said: string[] = [];
  lockFolder(folder, (line) => said.push(line));
  expect(said).toEqual([
    `Nothing keeps a second process from the data folder ${folder}, which could not be locked: unable to open database file`,
  ]);
});
