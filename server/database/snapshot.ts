import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Kysely, sql, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Db, Tables } from './tables.ts';

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

/** A column of an order, which is that of the bytes of a text on both engines. */
export interface OrderColumn {
  name: string;
  isText: boolean;
}

/** The database as it was at one moment, while others write. */
export interface Snapshot {
  readonly db: Db;
  /** All rows of a table in batches, in no order, or in the order of these columns. */
  rows(table: string, columns: readonly string[], order?: readonly OrderColumn[]): AsyncIterable<readonly Row[]>;
}

const BATCH = 1000;
const BUSY_TIMEOUT_MS = 5000;

const orderBy = (order: readonly OrderColumn[], collation: string) => {
  const columns = order.map(({ name, isText }) =>
    isText ? sql`${sql.ref(name)} COLLATE ${sql.raw(collation)}` : sql.ref(name),
  );
  return columns.length === 0 ? sql`` : sql` ORDER BY ${sql.join(columns)}`;
};

const selectAll = (table: string, columns: readonly string[], ordered = sql``) =>
  sql<Row>`SELECT ${sql.join(columns.map((column) => sql.ref(column)))} FROM ${sql.table(table)}${ordered}`;

const toCell = (value: unknown): Cell => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`a value of type ${typeof value} cannot be read`);
};

const toRow = (values: Record<string, unknown>): Row =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toCell(value)]));

const statementOf = (statement: StatementSync): SqliteStatement => ({
  reader: true,
  all: (parameters) => statement.all(...parameters.map(toCell)),
  run: (parameters) => statement.run(...parameters.map(toCell)),
  iterate: (parameters) => statement.iterate(...parameters.map(toCell)),
});

/** A read transaction on a separate connection; in WAL mode writers continue. */
export const sqliteSnapshot = async <T>(path: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
  const file = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  const dialect = new SqliteDialect({
    database: { prepare: (text) => statementOf(file.prepare(text)), close: () => file.close() },
  });
  const db: Db = new Kysely<Tables>({ dialect });
  const rows = async function* rowsOf(
    table: string,
    columns: readonly string[],
    order: readonly OrderColumn[] = [],
  ): AsyncGenerator<Row[]> {
    let batch: Row[] = [];
    const select = selectAll(table, columns, orderBy(order, 'BINARY'));
    for (const values of file.prepare(select.compile(db).sql).iterate()) {
      if (batch.push(toRow(values)) < BATCH) continue;
      yield batch;
      batch = [];
      // Lets the process serve requests.
      await setImmediate();
    }
    yield batch;
  };
  try {
    // The snapshot is taken at the first read.
    file.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    return await work({ db, rows });
  } finally {
    await db.destroy();
    if (file.isOpen) file.close();
  }
};

/** A transaction in which every statement sees the same rows. */
export const postgresSnapshot = <T>(db: Db, work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const rows = async function* rowsOf(
        table: string,
        columns: readonly string[],
        order: readonly OrderColumn[] = [],
      ): AsyncGenerator<readonly Row[]> {
        const select = selectAll(table, columns, orderBy(order, '"C"'));
        await sql`DECLARE snapshot_rows NO SCROLL CURSOR FOR ${select}`.execute(tx);
        for (;;) {
          const { rows: batch } = await sql<Row>`FETCH ${sql.lit(BATCH)} FROM snapshot_rows`.execute(tx);
          yield batch;
          if (batch.length < BATCH) break;
        }
        await sql`CLOSE snapshot_rows`.execute(tx);
      };
      // The snapshot is taken at the first statement.
      await sql`SELECT 1`.execute(tx);
      return work({ db: tx, rows });
    });
