import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import { requiredKeys } from '#server/backup/school-files.ts';
import type { SchoolData } from '#server/backup/school-data.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Cell } from '#server/database/snapshot.ts';
import { deleteAllRows, insertWholeRows, type WholeTable, wholeTables } from '#server/database/whole-tables.ts';
import { OperatorError } from '#server/errors.ts';
import type { Storage } from '#server/storage/storage.ts';
import { checkArchive, type CheckedArchive, type JsonReaders } from './check-archive.ts';
import { damaged } from './damaged-archive.ts';
import type { FileRow, Head } from './head.ts';
import { type AnyTable, archivedTables } from './archived-table.ts';
import { type OpenArchive, openArchive } from './open-archive.ts';
import type { Secrets } from './cells.ts';

/** The school that an archive is imported into. */
export interface EmptySchool {
  database: Database;
  storage: Storage;
  clock: Clock;
  secrets: Omit<Secrets, 'areIncluded'>;
  data: SchoolData;
  readers: JsonReaders;
}

/** Tables that have rows before anyone has used a school. */
const FILLED_AT_START: ReadonlySet<string> = new Set(['jobs', 'plan_versions', 'plans', 'school_keys', 'settings']);
const BATCH = 500;
const MAX_NAMED = 5;

/** Throws OperatorError if anyone has used the school. */
const assertEmpty = async (db: Db): Promise<void> => {
  for (const { name } of archivedTables) {
    if (FILLED_AT_START.has(name)) continue;
    const { rows } = await sql`SELECT 1 FROM ${sql.table(name)} LIMIT 1`.execute(db);
    if (rows.length > 0)
      throw new OperatorError(`The school is not empty: ${name} has rows. Import into a new one, before its setup`);
  }
};

const restoreFile = async (archive: OpenArchive, storage: Storage, { path, key, ...row }: FileRow): Promise<void> => {
  const present = await storage.open(key);
  await present?.close();
  // Files appear atomically and keys are written once: this file is from an interrupted import.
  if (present?.sizeBytes === row.size_bytes) return;
  const sum = createHash('sha256');
  const summed = async function* summed(): AsyncGenerator<Uint8Array> {
    for await (const bytes of archive.read(path)) {
      sum.update(bytes);
      yield bytes;
    }
  };
  const bytes = Readable.from(summed(), { objectMode: false });
  const upload = await storage.receive(bytes, { inspection: undefined, maxBytes: row.size_bytes });
  try {
    if (sum.digest('hex') !== row.sha256) throw damaged(`${path} is not what was exported`);
    await upload.storeAs(key);
  } finally {
    await upload.remove();
  }
};

const insertRows = async (
  { database }: EmptySchool,
  checked: CheckedArchive,
  { tx, table, target }: { tx: Db; table: AnyTable; target: WholeTable },
): Promise<number> => {
  let count = 0;
  let batch: Cell[][] = [];
  const insert = async (): Promise<void> => {
    await insertWholeRows(tx, database.engine, target, batch);
    count += batch.length;
    batch = [];
  };
  for await (const row of checked.rows(table)) {
    batch.push(target.columns.map(({ name }) => row[name] ?? null));
    if (batch.length >= BATCH) await insert();
  }
  await insert();
  return count;
};

const named = (names: readonly string[]): string =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
    : names.join(', ');

/** Throws unless the rows have their files, the access that was exported, and certificates that agree with their signatures. */
const assertWhole = async (tx: Db, { data }: EmptySchool, { head, files }: CheckedArchive): Promise<void> => {
  const known = new Set([...files.map(({ key }) => key), ...head.missing]);
  const missing = [...(await requiredKeys(tx, data.fileOwners))].filter((key) => !known.has(key));
  if (missing.length > 0) throw damaged(`files are missing that rows name: ${named(missing)}`);
  const { users, digest } = await data.digestEntitlements(tx);
  if (users !== head.access.users || digest !== head.access.digest)
    throw damaged('access does not follow from its payments as it did');
  const altered = await data.listAltered(tx);
  if (altered.length > 0) throw damaged(`certificates differ from their signatures: ${named(altered)}`);
};

const SqlError = z.object({ message: z.string() });

const load = async (school: EmptySchool, checked: CheckedArchive): Promise<number> => {
  const { database } = school;
  const present = await wholeTables(database.db, database.engine);
  const targets = present.flatMap((target) => {
    const table = archivedTables.find(({ name }) => name === target.name);
    return table ? [{ table, target }] : [];
  });
  return database.transaction(async (tx) => {
    await assertEmpty(tx);
    const filled = targets.map(({ target }) => target).filter(({ name }) => FILLED_AT_START.has(name));
    await deleteAllRows(tx, filled);
    let rows = 0;
    for (const { table, target } of targets)
      rows += await insertRows(school, checked, { tx, table, target }).catch((error: unknown) => {
        if (error instanceof OperatorError) throw error;
        throw damaged(`rows of ${table.file} do not fit the others: ${SqlError.parse(error).message}`);
      });
    await assertWhole(tx, school, checked);
    return rows;
  });
};

/**
 * Imports the archive of another school into an empty one, on either engine and either kind of storage, with the same ids. All
 * is checked first; then come the files, so that an interrupted import can be repeated, and then the rows in one transaction.
 * Throws OperatorError when the school is not empty, or the archive not whole.
 */
export const importArchive = async (
  path: string,
  school: EmptySchool,
): Promise<{ head: Head; rows: number; files: number; leftOut: readonly string[] }> => {
  const { database, storage, clock, data } = school;
  await migrate(database, clock.now());
  await assertEmpty(database.db);
  const archive = await openArchive(path);
  try {
    const checked = await checkArchive(archive, school);
    for (const file of checked.files) await restoreFile(archive, storage, file);
    const rows = await load(school, checked);
    const { timeZone } = checked.head.school;
    await data.recompute(database, { timeZone, now: clock.now() });
    return { head: checked.head, rows, files: checked.files.length, leftOut: checked.leftOut };
  } finally {
    archive.close();
  }
};
