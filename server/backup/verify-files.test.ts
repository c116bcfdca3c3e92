import { expect, test } from 'vitest';
import { DamagedBackup } from './damaged-backup.ts';
import { verifyFiles } from './verify-files.ts';

const sum = (letter: string): string => letter.repeat(64);
/** Two lists of files, and the parts of these. */
const CHUNKS: Record<string, string> = {
  [sum('1')]:
    `${JSON.stringify(['storage', 'a.mp4', 10, [sum('a'), sum('b')]])}\n${JSON.stringify(['data', 'sandbox/state.json', 4, [sum('b')]])}\n`,
  [sum('2')]: `${JSON.stringify(['storage', 'b.webp', 0, []])}\n`,
  [sum('a')]: 'sixsix',
  [sum('b')]: 'four',
};

const verify = (changes: Record<string, string> = {}, missing: string[] = [], count = 3) => {
  const chunks = { ...CHUNKS, ...changes };
  const read = async (name: string): Promise<Uint8Array> => {
    const bytes = chunks[name];
    if (bytes === undefined) throw new Error(`no chunk ${name}`);
    return Buffer.from(bytes);
  };
  const files = { count, sizeBytes: 14, chunks: [sum('1'), sum('2')] };
  return verifyFiles({ place: 'backups/', read }, { files, missing });
};

test('the files of a backup are the keys of the storage that it has', async () => {
  expect([...(await verify())]).toEqual(['a.mp4', 'b.webp']);
  expect([...(await verify({}, ['b.webp', 'c.webp']))]).toEqual(['a.mp4']);
});

test.each([
  ['a part that is shorter', { [sum('a')]: 'five5' }, 'backups/ is damaged: a.mp4 is not complete'],
  ['a part that is longer', { [sum('a')]: 'seven77' }, 'backups/ is damaged: a.mp4 is not complete'],
])('%s is a damaged backup', async (_what, changes, message) => {
  await expect(verify(changes)).rejects.toThrow(new DamagedBackup(message));
});

test('another number of files is a damaged backup', async () => {
  for (const count of [2, 4])
    await expect(verify({}, [], count)).rejects.toThrow(
      new DamagedBackup(`backups/ is damaged: it has 3 files, not ${count}`),
    );
});

test('a list that cannot be read is refused', async () => {
  await expect(verify({ [sum('2')]: '["elsewhere","a",1,[]]\n' })).rejects.toThrow();
});
