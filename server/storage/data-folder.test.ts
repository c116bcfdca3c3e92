import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '#server/database/database.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { prepareDataFolder } from './data-folder.ts';

const folder = async (): Promise<string> => {
  const made = await temporaryFolder();
  onTestFinished(() => made.remove());
  return made.path;
};

const rightsOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

test.each([
  ['a new folder', undefined, false, '700'],
  ['a folder that an earlier version left open', 0o755, false, '700'],
  ['a folder whose files a web server sends', 0o755, true, '710'],
])('%s is closed to other users', async (_what, before, isReadByProxy, after) => {
  const path = join(await folder(), 'data');
  if (before !== undefined) {
    await prepareDataFolder(path, { isReadByProxy });
    await chmod(path, before);
  }
  await prepareDataFolder(path, { isReadByProxy });
  expect(await rightsOf(path)).toBe(after);
});

test.each([
  ['is private', false, ['600', '700']],
  ['can be read by the group of a web server that sends it', true, ['640', '750']],
])('later files %s, whatever the umask was', async (_how, isReadByProxy, expected) => {
  const path = join(await folder(), 'data');
  const before = process.umask();
  onTestFinished(() => void process.umask(before));
  for (const umask of [0o000, 0o077]) {
    process.umask(umask);
    await prepareDataFolder(path, { isReadByProxy });
    await writeFile(join(path, `file-${umask}`), '');
    await mkdir(join(path, `folder-${umask}`));
    const rights = [await rightsOf(join(path, `file-${umask}`)), await rightsOf(join(path, `folder-${umask}`))];
    expect(rights, String(umask)).toEqual(expected);
  }
});

test('the database files are readable by their owner only, new or existing', async () => {
  const place = await folder();
  for (const name of ['new.db', 'old.db']) {
    const path = join(place, name);
    if (name === 'old.db')
      for (const file of [path, `${path}-wal`, `${path}-shm`]) await writeFile(file, '', { mode: 0o644 });
    const database = openSqlite(path);
    await database.db.schema.createTable('secrets').addColumn('value', 'text').execute();
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(await rightsOf(file), file).toBe('600');
    await database.close();
  }
});
