import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OperatorError } from '#server/errors.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { findSecretKey, openSecretKey } from './secret-key.ts';

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

test.each([
  ['', 'is empty'],
  ['\n', 'is empty'],
  ['half-a-secret', 'is too short for a secret (13 characters)'],
])('a file with %j is refused in a sentence that says what to do, and is left as it is', async (content, problem) => {
  const folder = await aFolder();
  const file = join(folder, 'secret-key');
  await writeFile(file, content);
  const sentence = `The file ${file} ${problem}. Restore it from a backup. Without one, delete it: the next start writes another, video addresses end, and secrets under Settings must be entered again`;
  await expect(openSecretKey(undefined, folder)).rejects.toThrow(new OperatorError(sentence));
  await expect(findSecretKey(undefined, folder)).rejects.toThrow(new OperatorError(sentence));
  expect(await readFile(file, 'utf8')).toBe(content);
  expect((await openSecretKey(SECRET, folder)).derive('media')).toHaveLength(32);
});
