import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { takeDatabase } from './database-copies.ts';

/** A data folder and, on PostgreSQL, a database, both of one test alone. */
export interface IsolatedData {
  readonly dataDir: string;
  /** Undefined on SQLite, whose file is in the data folder. */
  readonly databaseUrl: string | undefined;
  remove(): Promise<void>;
}

const foldersInUse = new Set<string>();

// Folders of tests that ended without closing.
process.once('exit', () => {
  for (const folder of foldersInUse) rmSync(folder, { recursive: true, force: true });
});

/** A folder for one test; `remove` it, or it goes when the process ends. */
export const temporaryFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  foldersInUse.add(path);
  return {
    path,
    remove: async () => {
      await rm(path, { recursive: true, force: true });
      foldersInUse.delete(path);
    },
  };
};

const makeTemplate = async (): Promise<string> => {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'template.db');
  const database = openSqlite(path);
  await migrate(database, 0);
  await database.close();
  return path;
};

let template: Promise<string> | undefined;

/** A migrated file: to copy it costs a tenth of making it. */
const copyTemplate = async (dataDir: string): Promise<void> => {
  template ??= makeTemplate();
  await copyFile(await template, join(dataDir, 'lectern.db'));
};

/** A place on the engine of TEST_ENGINE: `sqlite` unless it says `postgres`. */
export const isolatedData = async (): Promise<IsolatedData> => {
  const folder = await temporaryFolder();
  const database = process.env['TEST_ENGINE'] === 'postgres' ? await takeDatabase() : undefined;
  if (!database) await copyTemplate(folder.path);
  const remove = async (): Promise<void> => {
    await database?.release();
    await folder.remove();
  };
  // Once: released twice, a database would be given to two tests.
  let removing: Promise<void> | undefined;
  return {
    dataDir: folder.path,
    databaseUrl: database?.url,
    remove: () => (removing ??= remove()),
  };
};
