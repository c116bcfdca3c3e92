import { type BackupPlace, proveBackup } from '#server/backup/backup.ts';
import { migrate } from '#server/database/migrate.ts';
import { loadDump } from '#test/upgrade/dump.ts';
import { readRecorded } from '#test/upgrade/returned-now.ts';
import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import type { School } from '#server/backup/write-backup.ts';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { schoolData } from '#server/school-data.ts';
import { createDiskStorage } from '#server/storage/disk.ts';
import { createTemporaryFiles } from '#server/storage/temporary-files.ts';
import { requiredKeys } from '#server/backup/school-files.ts';
import { takeDatabase } from '#test/database-copies.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { type IsolatedData, isolatedData, temporaryFolder } from '#test/isolated-data.ts';

const TIME_ZONE = 'Asia/Kolkata';

/** A folder that is gone after the test. */
export const aFolder = async (): Promise<string> => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
};

const openDatabase = async ({ dataDir, databaseUrl }: IsolatedData): Promise<Database> =>
  databaseUrl === undefined ? openSqlite(join(dataDir, 'lectern.db')) : openPostgres(databaseUrl);

/** The school in a place, as the commands open it, beside the processes that serve it. */
export const schoolIn = async (data: IsolatedData, nowMs?: number): Promise<School> => {
  const database = await openDatabase(data);
  onTestFinished(() => database.close());
  const storage = await createDiskStorage(data.dataDir, await createTemporaryFiles(data.dataDir));
  return {
    database,
    storage,
    dataDir: data.dataDir,
    clock: createFakeClock(nowMs),
    timeZone: TIME_ZONE,
    data: schoolData,
  };
};

/** Gives every row that names a file one, with bytes of its own. */
export const addMissingFiles = async ({ database, storage, data }: School): Promise<string[]> => {
  const keys = [...(await requiredKeys(database.db, data.fileOwners))];
  for (const key of keys) await storage.put(key, Buffer.from(`bytes of ${key}`.repeat(50)));
  return keys;
};

const emptyFolder = async (): Promise<IsolatedData> => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return { dataDir: folder.path, databaseUrl: undefined, remove: folder.remove };
};

const emptyPostgres = async (): Promise<IsolatedData> => {
  const folder = await emptyFolder();
  const database = await takeDatabase();
  onTestFinished(() => database.release());
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.end();
  return { ...folder, databaseUrl: database.url };
};

/** Empty places on each engine that this run has. */
export type EmptyPlace = () => Promise<IsolatedData>;

export const emptyPlaces: [[engine: string, EmptyPlace], ...[engine: string, EmptyPlace][]] = [
  ['SQLite', emptyFolder],
  ...(process.env['TEST_ENGINE'] === 'postgres'
    ? [['PostgreSQL', emptyPostgres] satisfies [string, () => Promise<IsolatedData>]]
    : []),
];

/** A place of the engine of this run, removed after the test. */
export const aPlace = async (): Promise<IsolatedData> => {
  const data = await isolatedData();
  onTestFinished(data.remove);
  return data;
};

export const placeAt = (place: string, passphrase?: string): BackupPlace => ({
  place,
  passphrase,
  environment: {},
});
export const PASSPHRASE = 'a ferry crosses at noon';

/** The school of the dump, migrated, with a file for each row that names one. */
export const aSchool = async (): Promise<School> => {
  const place = await aPlace();
  await loadDump(place);
  const { clockMs } = await readRecorded();
  const school = await schoolIn(place, clockMs);
  await migrate(school.database, clockMs);
  await addMissingFiles(school);
  return school;
};

export const prove = (place: BackupPlace, { clock }: School) => proveBackup(place, { data: schoolData, clock });
