import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type CompiledQuery, type Dialect, Kysely } from 'kysely';
import { noObserver, type Observer } from '#server/observer.ts';
import { type AfterCommit, createAfterCommit } from './after-commit.ts';
import { commitHook } from './before-commit.ts';
import { type Connections, connectPostgres, type PostgresOptions } from './postgres.ts';
import { cachedRead } from './read-cache.ts';
import { type DiskProblem, watchDisk } from './disk-watch.ts';
import { noSignals, postgresSignals, type Signals } from './signals.ts';
import { postgresSnapshot, type Snapshot, sqliteSnapshot } from './snapshot.ts';
import { SqliteFile, sqliteDialect } from './sqlite.ts';
import { nameOfStatement } from './statement-name.ts';
import type { Db, Tables, Tx } from './tables.ts';
import { postgresTopics, sqliteTopics, type Topics } from './topics.ts';

export type { Db, Tables, Tx } from './tables.ts';

/** A SELECT → the function that runs it with other values. */
type Prepare = <Row>(query: CompiledQuery<Row>) => (values: readonly string[]) => Promise<readonly Readonly<Row>[]>;

export type Engine = 'sqlite' | 'postgres';

export interface Database {
  readonly engine: Engine;
  readonly db: Db;
  readonly topics: Topics;
  readonly signals: Signals;
  /**
   * Runs `work` in one transaction; a throw rolls back. On SQLite it begins with BEGIN IMMEDIATE. On PostgreSQL a
   * deadlock or serialization failure runs `work` again, so it does nothing outside the transaction.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Calls `work` once after the commit, even if passed repeatedly; at once outside a transaction. */
  afterCommit(on: Db, work: () => void): void;
  /**
   * Prepares a compiled SELECT for the fastest path outside any transaction: SQLite's results are cached until anything is
   * committed, PostgreSQL runs concurrent calls as one statement. Results may be shared: callers do not change them.
   */
  prepare: Prepare;
  /** Runs `work` on the database as it is now, while others write. On SQLite its file grows meanwhile, so keep it short. */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Whether the engine can skip rows that another process has locked. SQLite has only one writer. */
  readonly supportsSkipLocked: boolean;
  /** The connections of this process, and callers that wait for one; undefined where there is no pool. */
  connections(): Connections | undefined;
  /** Why the disk of the database accepts no writes; undefined while it does. Does not write to a healthy one. */
  diskProblem(): Promise<DiskProblem | undefined>;
  close(): Promise<void>;
}

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 5;

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE.has(error.code);

interface Parts extends Pick<Database, 'engine' | 'topics' | 'signals' | 'prepare' | 'connections'> {
  afterCommit: AfterCommit;
  dialect: Dialect;
  observer: Observer;
  freeBytes: () => Promise<number>;
  takeSnapshot: <T>(db: Db, work: (snapshot: Snapshot) => Promise<T>) => Promise<T>;
}

const observedPrepare =
  (prepare: Prepare, observer: Observer): Prepare =>
  (query) => {
    const read = prepare(query);
    const operation = { kind: 'statement', name: nameOfStatement(query.sql) } as const;
    return (values) => observer.run(operation, () => read(values));
  };

const assemble = ({ afterCommit, dialect, freeBytes, observer, takeSnapshot, ...parts }: Parts): Database => {
  const { engine, signals, topics } = parts;
  const isObserved = observer !== noObserver;
  const disk = watchDisk(() => db, freeBytes);
  const db: Db = new Kysely<Tables>({
    dialect,
    log: (event) => {
      if (event.level === 'error') disk.note(event.error);
      if (!isObserved) return;
      const { query, queryDurationMillis: durationMs } = event;
      const outcome = event.level === 'error' ? 'failed' : 'ok';
      observer.ended({ kind: 'statement', name: nameOfStatement(query.sql) }, { durationMs, outcome });
    },
  });
  return {
    ...parts,
    db,
    prepare: isObserved ? observedPrepare(parts.prepare, observer) : parts.prepare,
    snapshot: (work) => takeSnapshot(db, work),
    supportsSkipLocked: engine === 'postgres',
    diskProblem: disk.problem,
    afterCommit: afterCommit.add,
    transaction: async (work) => {
      for (let tries = 1; ; tries += 1) {
        try {
          let finished: Tx | undefined;
          const hook = commitHook();
          const result = await db.transaction().execute(async (tx) => {
            finished = tx;
            const returned = await work(tx);
            await hook?.beforeCommit(tx);
            return returned;
          });
          if (finished) {
            hook?.committed(finished);
            afterCommit.committed(finished);
          }
          return result;
        } catch (error) {
          // A commit is not logged as a query.
          disk.note(error);
          if (tries >= MAX_TRIES || !isRetryable(error)) throw error;
        }
      }
    },
    close: async () => {
      await topics.close();
      await signals.close();
      await db.destroy();
    },
  };
};

/**
 * Only the owner may read sessions and keys. SQLite gives the two files beside it the same permissions. Errors are ignored here:
 * SQLite reports those that matter when it opens the file.
 */
const restrictToOwner = (path: string): void => {
  // Never opens an existing file: closing it would release the locks of this process.
  ignoringErrors(() => closeSync(openSync(path, 'ax', 0o600)));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) ignoringErrors(() => chmodSync(file, 0o600));
};

const ignoringErrors = (work: () => void): void => {
  try {
    work();
  } catch {
    // The file exists already, is missing, or belongs to another user.
  }
};

export const openSqlite = (path: string, observer: Observer = noObserver): Database => {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  restrictToOwner(path);
  const file = new SqliteFile(path);
  let topics: Topics | undefined;
  // Created on first use: before the migrations there is no table.
  const lazily = (): Topics => (topics ??= sqliteTopics(file));
  return assemble({
    engine: 'sqlite',
    observer,
    afterCommit: createAfterCommit(),
    signals: noSignals,
    connections: () => undefined,
    dialect: sqliteDialect(file),
    topics: {
      raise: (tx, topic) => lazily().raise(tx, topic),
      version: (topic) => lazily().version(topic),
      overall: () => lazily().overall(),
      close: async () => undefined,
    },
    prepare: (query) => cachedRead(file, query),
    takeSnapshot: (_db, work) => sqliteSnapshot(path, work),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  });
};

export const openPostgres = async (
  url: string,
  { observer = noObserver, ...options }: PostgresOptions & { observer?: Observer } = {},
): Promise<Database> => {
  const server = await connectPostgres(url, options);
  const afterCommit = createAfterCommit();
  return assemble({
    engine: 'postgres',
    observer,
    afterCommit,
    signals: postgresSignals(server),
    connections: server.connections,
    dialect: server.dialect,
    topics: postgresTopics(server, afterCommit),
    prepare: server.prepare,
    takeSnapshot: postgresSnapshot,
    // Its disk may be on another machine.
    freeBytes: async () => Number.POSITIVE_INFINITY,
  });
};

/** Whether an insert or update broke a unique index, on either engine. */
export const isUniqueViolation = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === '23505') return true;
  return 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555);
};
