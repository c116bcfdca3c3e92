import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database, Db, Engine, Tx } from './database.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Any fixed number: the name of the advisory lock that lets one process migrate at a time. */
const LOCK = 715_001;

export class SchemaTooNewError extends Error {
  constructor(found: number, known: number) {
    super(`The database has schema ${found}, this program knows up to ${known}: start a newer version of the program`);
  }
}

interface Migration {
  number: number;
  name: string;
  statements: string[];
}

/** Most are for both engines; `0027-search.sqlite.sql` is for one, and the other has its own of the same number. */
const readMigrations = (engine: Engine): Migration[] =>
  readdirSync(FOLDER)
    .filter((file) => new RegExp(String.raw`^\d{4}-[\w-]+(?:\.${engine})?\.sql$`).test(file))
    .toSorted()
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file.replace(`.${engine}.`, '.'),
      statements: readFileSync(join(FOLDER, file), 'utf8')
        .split(/;\s*(?:\n|$)/)
        .map((statement) => statement.trim())
        .filter((statement) => statement !== ''),
    }));

/** The schema that this program knows: the number of its last migration. */
export const newestSchema = (): number => Math.max(...readMigrations('sqlite').map(({ number }) => number));

const appliedNumbers = async (db: Db): Promise<Set<number>> => {
  const { rows } = await sql<{ number: number }>`SELECT number FROM schema_migrations`.execute(db);
  return new Set(rows.map((row) => row.number));
};

/** A SELECT returns the statements to run, with names that only the database knows. */
const run = async (tx: Tx, statement: string): Promise<void> => {
  const { rows } = await sql.raw<{ statement: string }>(statement).execute(tx);
  if (/^(?:--.*\n)*SELECT /.test(statement)) for (const row of rows) await sql.raw(row.statement).execute(tx);
};

/** Whether the schema is exactly that of this program. */
export const isMigrated = async ({ db, engine }: Database): Promise<boolean> => {
  const applied = await appliedNumbers(db).catch(() => new Set<number>());
  return new Set(readMigrations(engine).map(({ number }) => number)).symmetricDifference(applied).size === 0;
};

/**
 * Brings the schema up to date in one transaction under a lock, so that several processes may start together.
 * Throws SchemaTooNewError if a newer program migrated the database. With `upTo` it stops at that number, for data of an
 * earlier version.
 */
export const migrate = async (
  database: Database,
  nowMs: number,
  { upTo = Infinity }: { upTo?: number } = {},
): Promise<void> => {
  const migrations = readMigrations(database.engine);
  await database.transaction(async (tx) => {
    if (database.engine === 'postgres') await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    await sql`CREATE TABLE IF NOT EXISTS schema_migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`.execute(
      tx,
    );
    const applied = await appliedNumbers(tx);
    const known = newestSchema();
    const found = Math.max(0, ...applied);
    if (found > known) throw new SchemaTooNewError(found, known);
    for (const migration of migrations.filter(({ number }) => number <= upTo && !applied.has(number))) {
      for (const statement of migration.statements) await run(tx, statement);
      await sql`INSERT INTO schema_migrations (number, name, applied_at) VALUES (${migration.number}, ${migration.name}, ${nowMs})`.execute(
        tx,
      );
    }
  });
};
