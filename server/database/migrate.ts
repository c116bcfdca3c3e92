import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { OperatorError } from '#server/errors.ts';
import type { Database, Db, Engine, Tx } from './database.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Any fixed number: the name of the advisory lock that lets one process migrate at a time. */
const LOCK = 715_001;
/** Readers of a table queue behind a statement that waits for it. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_PATIENCE_MS = 10 * 60_000;
/** The SQLSTATE of a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = '55P03';

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
export const newestSchema = (): number => Math.max(...readdirSync(FOLDER).map((file) => Number(file.slice(0, 4))));

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

const pendingAmong = async (tx: Tx, migrations: readonly Migration[]): Promise<Migration[]> => {
  const applied = await appliedNumbers(tx);
  const [known, found] = [newestSchema(), Math.max(0, ...applied)];
  if (found > known) throw new SchemaTooNewError(found, known);
  return migrations.filter(({ number }) => !applied.has(number));
};

const recordApplied = (tx: Tx, { number, name }: Migration, nowMs: number) =>
  sql`INSERT INTO schema_migrations (number, name, applied_at) VALUES (${number}, ${name}, ${nowMs})`.execute(tx);

const lock = (tx: Tx) => sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);

/** Runs all in one transaction. Returns whether nothing is left: a school of PostgreSQL is not migrated like this. */
const runTogether = ({ engine, transaction }: Database, migrations: readonly Migration[], nowMs: number) =>
  transaction(async (tx): Promise<boolean> => {
    if (engine === 'postgres') await lock(tx);
    await sql`CREATE TABLE IF NOT EXISTS schema_migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`.execute(
      tx,
    );
    const pending = await pendingAmong(tx, migrations);
    if (engine === 'postgres' && pending.length < migrations.length) return pending.length === 0;
    for (const migration of pending) {
      for (const statement of migration.statements) await run(tx, statement);
      await recordApplied(tx, migration, nowMs);
    }
    return true;
  });

/** How many statements of a migration have run: the comment of the table says it, which is in no backup of rows. */
const findStep = async (tx: Tx, { number }: Migration): Promise<number> => {
  const { rows } = await sql<{
    step: string | null;
  }>`SELECT obj_description(to_regclass('schema_migrations'), 'pg_class') AS step`.execute(tx);
  const [ofNumber, done = 0] = (rows[0]?.step ?? '').split(':').map(Number);
  return ofNumber === number ? done : 0;
};

/** Runs the next statement alone, so that what it locks is free again at once. Returns whether nothing is left. */
const runNext = (database: Database, migrations: readonly Migration[], nowMs: number) =>
  database.transaction(async (tx): Promise<boolean> => {
    await lock(tx);
    const [next] = await pendingAmong(tx, migrations);
    if (!next) return true;
    const step = await findStep(tx, next);
    const statement = next.statements[step];
    await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    if (statement !== undefined) await run(tx, statement);
    if (step + 1 < next.statements.length)
      await sql`COMMENT ON TABLE schema_migrations IS ${sql.lit(`${next.number}:${step + 1}`)}`.execute(tx);
    else await recordApplied(tx, next, nowMs);
    return false;
  });

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;

/** A backup reads for minutes in one transaction. Its tables are requested again and again, so that no query waits long behind a request. */
const runOneByOne = async (database: Database, migrations: readonly Migration[], nowMs: number): Promise<void> => {
  const giveUpAt = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      if (await runNext(database, migrations, nowMs)) return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() > giveUpAt)
        throw new OperatorError(
          'A table that the migration changes is in use for ten minutes, as by a backup. Start again when that has ended: the migration continues',
          { cause: error },
        );
      await setTimeout(LOCK_TIMEOUT_MS);
    }
  }
};

/**
 * Brings the schema up to date under a lock, so that several processes may start together. On SQLite, whose school has stopped, and
 * for an empty database in one transaction; on PostgreSQL, where the previous version serves meanwhile, each statement is committed
 * alone, and the next start resumes after the last one.
 * Throws SchemaTooNewError if a newer program migrated the database. With `upTo` it stops at that number, for data of an
 * earlier version.
 */
export const migrate = async (
  database: Database,
  nowMs: number,
  { upTo = Infinity }: { upTo?: number } = {},
): Promise<void> => {
  const migrations = readMigrations(database.engine).filter(({ number }) => number <= upTo);
  if (!(await runTogether(database, migrations, nowMs))) await runOneByOne(database, migrations, nowMs);
};
