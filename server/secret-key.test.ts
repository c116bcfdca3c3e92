import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#test/isolated-data.ts';
import { openSecretKey } from './secret-key.ts';

const aFolder = async (): Promise<string> => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
};

const SECRET = 'thirty-two characters and a few more';

test('a configured secret gives each purpose its own key, and leaves the data folder alone', async () => {
  const folder = await aFolder();
  const key = await openSecretKey(SECRET, folder);
  expect(key.derive('media').toString('hex')).toBe('d97e71764831d698d96d2b1826d4ee3fbdcd784adeccce26ed6d259cbc7c0c44');
  expect(key.derive('media')).toEqual((await openSecretKey(SECRET, '/nowhere')).derive('media'));
  expect(key.derive('other')).not.toEqual(key.derive('media'));
  expect((await openSecretKey(`${SECRET}!`, folder)).derive('media')).not.toEqual(key.derive('media'));
  expect(await readdir(folder)).toEqual([]);
});

test('without one, processes that start together share a random secret that only the owner may read', async () => {
  const folder = await aFolder();
  const keys = await Promise.all(Array.from({ length: 8 }, () => openSecretKey(undefined, folder)));
  const derived = new Set(keys.map((key) => key.derive('media').toString('hex')));
  expect(derived.size).toBe(1);
  expect(await readdir(folder)).toEqual(['secret-key']);
  const file = join(folder, 'secret-key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toMatch(/^[\w-]{43}$/);
  const again = await openSecretKey(undefined, folder);
  expect(derived).toContain(again.derive('media').toString('hex'));
});
