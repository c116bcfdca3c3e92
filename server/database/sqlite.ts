import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { withoutAccents } from './contains.ts';

const BUSY_TIMEOUT_MS = 5000;
/** The writer does not block the process: a short wait inside SQLite, then it retries on a timer. */
const WRITER_BUSY_TIMEOUT_MS = 10;
const WRITER_RETRY_MS = 5;
const WRITER_PATIENCE_MS = 10_000;
const SQLITE_BUSY = 5;
const STATEMENT_CACHE_SIZE = 500;
/** How long statements may run one after the other before requests, timers and sockets are looked at. */
const TURN_MS = 10;

interface Prepared {
  statement: StatementSync;
  /** Determined once: describing the columns costs as much as running a small query. */
  returnsRows: boolean;
}

/** Prepared statements by their text: preparing costs more than most of our reads. */
class Statements {
  readonly #database: DatabaseSync;
  readonly #cache = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string): Prepared {
    const known = this.#cache.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    if (this.#cache.size >= STATEMENT_CACHE_SIZE) this.#cache.clear();
    this.#cache.set(sql, prepared);
    return prepared;
  }
}

const open = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // FULL: commits survive a power cut, not only the end of the process.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  database.function('without_accents', { deterministic: true }, (text) =>
    typeof text === 'string' ? withoutAccents(text) : null,
  );
  return database;
};

/**
 * Two connections to one SQLite file in WAL mode. Reads outside a transaction go to the reader and never wait for a
 * transaction of this process; everything else takes the writer, one at a time, with BEGIN IMMEDIATE.
 */
export class SqliteFile {
  readonly reader: DatabaseSync;
  readonly readStatements: Statements;
  readonly #writer: DatabaseSync;
  readonly #writeStatements: Statements;
  readonly #dataVersion: StatementSync;
  #version: unknown;
  #isVersionKnown = false;
  #lastInLine: Promise<void> = Promise.resolve();
  #turnSince: number | undefined;

  constructor(path: string) {
    this.#writer = open(path);
    this.#writer.exec(`PRAGMA busy_timeout = ${WRITER_BUSY_TIMEOUT_MS}`);
    this.#writeStatements = new Statements(this.#writer);
    this.reader = open(path);
    this.reader.exec('PRAGMA query_only = ON');
    this.readStatements = new Statements(this.reader);
    this.#dataVersion = this.reader.prepare('PRAGMA data_version');
  }

  /**
   * Differs after every commit, also of other processes. Read once per turn of the event loop, and again after each write of
   * this process.
   */
  version(): unknown {
    if (!this.#isVersionKnown) {
      this.#version = this.#dataVersion.get()?.['data_version'];
      this.#isVersionKnown = true;
      setImmediate(() => {
        this.#isVersionKnown = false;
      });
    }
    return this.#version;
  }

  /**
   * Statements run on this thread, and what awaits one goes on within the same turn of the event loop. Without this, a loop over
   * the lines of a file would answer nobody else until its end.
   */
  async giveWay(): Promise<void> {
    if (this.#turnSince === undefined) {
      this.#turnSince = performance.now();
      setImmediate(() => {
        this.#turnSince = undefined;
      });
    } else if (performance.now() - this.#turnSince > TURN_MS) await nextTurn();
  }

  /** Whether the writer is inside a transaction. An error such as a full disk makes SQLite roll back by itself. */
  get isInTransaction(): boolean {
    return this.#writer.isTransaction;
  }

  /** Resolves when this caller may write; the returned function ends its turn. */
  async takeWriter(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#lastInLine;
    this.#lastInLine = promise;
    await before;
    return resolve;
  }

  read<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    return run(this.readStatements.get(sql), parameters);
  }

  write<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    this.#isVersionKnown = false;
    return run(this.#writeStatements.get(sql), parameters);
  }

  /** Writes outside a transaction, or begins one: waits while another process writes. */
  async writeWhenFree<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const giveUpAt = performance.now() + WRITER_PATIENCE_MS;
    for (;;) {
      try {
        return this.write(sql, parameters);
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
        await setTimeout(WRITER_RETRY_MS);
      }
    }
  }

  close(): void {
    this.reader.close();
    this.#writer.close();
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY;

const toInput = (value: unknown): SQLInputValue => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a value of type ${typeof value} cannot be stored`);
};

const run = <R>({ statement, returnsRows }: Prepared, parameters: readonly unknown[]): QueryResult<R> => {
  const inputs = parameters.map(toInput);
  if (returnsRows) {
    // The query builder derived the row type; SQLite has no types to check.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const rows = statement.all(...inputs) as R[];
    return { rows, numAffectedRows: BigInt(rows.length) };
  }
  const { changes } = statement.run(...inputs);
  return { rows: [], numAffectedRows: BigInt(changes) };
};

class Connection implements DatabaseConnection {
  readonly #file: SqliteFile;
  #releaseWriter: (() => void) | undefined;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    await this.#file.giveWay();
    if (this.#releaseWriter) {
      // Outside its transaction, a statement would be committed alone.
      if (!this.#file.isInTransaction) throw new Error('SQLite has rolled this transaction back');
      return this.#file.write(sql, parameters);
    }
    if (/^\s*select\b/i.test(sql)) return this.#file.read(sql, parameters);
    const release = await this.#file.takeWriter();
    try {
      return await this.#file.writeWhenFree(sql, parameters);
    } finally {
      release();
    }
  }

  async begin(): Promise<void> {
    const release = await this.#file.takeWriter();
    try {
      await this.#file.writeWhenFree('BEGIN IMMEDIATE', []);
      this.#releaseWriter = release;
    } catch (error) {
      release();
      throw error;
    }
  }

  end(how: 'COMMIT' | 'ROLLBACK'): void {
    try {
      // If SQLite has rolled back already, ROLLBACK would fail and hide the original error.
      if (how === 'COMMIT' || this.#file.isInTransaction) this.#file.write(how, []);
      this.#release();
    } catch (error) {
      // A failed commit is followed by a rollback, which ends the turn.
      if (how === 'ROLLBACK') this.#release();
      throw error;
    }
  }

  #release(): void {
    this.#releaseWriter?.();
    this.#releaseWriter = undefined;
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming a query is not supported; read in pages');
  }
}

class SqliteFileDriver implements Driver {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#file);
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: Connection): Promise<void> {
    connection.end('COMMIT');
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    connection.end('ROLLBACK');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#file.close();
  }
}

class SqliteFileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export const sqliteDialect = (file: SqliteFile): Dialect => ({
  createAdapter: () => new SqliteFileAdapter(),
  createDriver: () => new SqliteFileDriver(file),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
