import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openSqlite } from '#server/database/database.ts';
import { migrate, newestSchema, SchemaTooNewError } from '#server/database/migrate.ts';
import type { Cell } from '#server/database/snapshot.ts';
import {
  deleteAllRows,
  insertWholeRows,
  schemaOf,
  type WholeTable,
  wholeTables,
} from '#server/database/whole-tables.ts';
import { OperatorError } from '#server/errors.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { type Manifest, RowLine } from './manifest.ts';
import { linesOf, type Repository } from './repository.ts';
import { isFilledByMigrations, isSaved } from './school-data.ts';
import { cellsOf, createTableDigest } from './table-digest.ts';

const BATCH = 1000;

/** Throws OperatorError if the database has been used. */
export const assertNoRows = async ({ db, engine }: Database): Promise<void> => {
  for (const { name } of await wholeTables(db, engine)) {
    if (isFilledByMigrations(name)) continue;
    const { rows } = await sql`SELECT 1 FROM ${sql.table(name)} LIMIT 1`.execute(db);
    if (rows.length > 0) throw new OperatorError(`The database is not empty: ${name} has rows. Use an empty one`);
  }
};

type Saved = Manifest['tables'][number];
type SavedRows = Pick<Manifest, 'schema' | 'tables'>;

/** The table of the database with the columns in the order of the backup. */
const withColumnsOf = ({ name, columns }: Saved, tables: readonly WholeTable[]): WholeTable => {
  const table = tables.find((one) => one.name === name);
  return {
    name,
    columns: columns.map((column) => {
      const found = table?.columns.find((one) => one.name === column);
      if (!found) throw new DamagedBackup(`The backup has a column ${name}.${column}, which its schema does not have`);
      return found;
    }),
  };
};

/** Loads the rows of a backup into an empty database, in their schema. */
export const loadRows = async (
  repository: Repository,
  { schema, tables }: SavedRows,
  database: Database,
  nowMs: number,
): Promise<void> => {
  const known = newestSchema();
  if (schema > known) throw new SchemaTooNewError(schema, known);
  await assertNoRows(database);
  await migrate(database, nowMs, { upTo: schema });
  if ((await schemaOf(database)) !== schema)
    throw new OperatorError(
      `The database has a newer schema than the backup, which has schema ${schema}. Use an empty one`,
    );
  const present = await wholeTables(database.db, database.engine);
  await database.transaction(async (tx) => {
    await deleteAllRows(
      tx,
      present.filter(({ name }) => isSaved(name)),
    );
    for (const saved of tables) {
      const table = withColumnsOf(saved, present);
      let batch: Cell[][] = [];
      for await (const row of linesOf(repository.read, saved.chunks, RowLine)) {
        if (batch.push(row) < BATCH) continue;
        await insertWholeRows(tx, database.engine, table, batch);
        batch = [];
      }
      await insertWholeRows(tx, database.engine, table, batch);
    }
  });
};

/** Runs `work` on a temporary database with the rows of a backup, in their schema. */
export const withLoadedRows = async <T>(
  repository: Repository,
  saved: SavedRows,
  nowMs: number,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-rows-'));
  const database = openSqlite(join(folder, 'lectern.db'));
  try {
    await loadRows(repository, saved, database, nowMs);
    return await work(database);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** The differences between a database and the saved tables, a line per table. */
export const compareRows = async (database: Database, tables: readonly Saved[]): Promise<string[]> =>
  database.snapshot(async ({ rows }) => {
    const differences: string[] = [];
    for (const { name, columns, ...saved } of tables) {
      const digest = createTableDigest();
      for await (const batch of rows(name, columns))
        for (const row of batch) digest.add(JSON.stringify(cellsOf(row, columns)));
      const found = digest.result();
      if (found.rows !== saved.rows) differences.push(`${name} has ${found.rows} rows, and should have ${saved.rows}`);
      else if (found.digest !== saved.digest) differences.push(`rows of ${name} are not what was saved`);
    }
    return differences;
  });
