import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type CompiledQuery, Kysely, type Transaction } from 'kysely';
import { connectPostgres, plannedReads } from './postgres.ts';
import { keptReads } from './kept-reads.ts';
import { SqliteFile, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { postgresTopics, sqliteTopics, type Topics } from './topics.ts';

/** What a query function takes: the database, or a transaction on it. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** A SELECT and its values → rows. */
export type Read = <Row>(query: CompiledQuery<Row>) => Promise<readonly Readonly<Row>[]>;

export type Engine = 'sqlite' | 'postgres';

export interface Database {
  readonly engine: Engine;
  readonly db: Db;
  readonly topics: Topics;
  /**
   * Runs `work` in one transaction; a throw rolls back. On SQLite it begins with BEGIN IMMEDIATE. On PostgreSQL a
   * deadlock or serialization failure runs `work` again, so it does nothing outside the transaction.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Answers a compiled SELECT outside any transaction, on the shortest way: SQLite's answers are kept until anything is
   * committed, PostgreSQL plans each once. What is answered may be shared: it is not changed.
   */
  read: Read;
  /** Skips rows another process holds, where the engine has that; on SQLite there is one writer anyway. */
  readonly supportsSkipLocked: boolean;
  close(): Promise<void>;
}

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 5;

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && RETRYABLE.has(error.code);

type Parts = Pick<Database, 'engine' | 'db' | 'topics' | 'read'>;

const assemble = ({ engine, db, topics, read }: Parts, release: () => Promise<void>): Database => ({
  engine,
  db,
  topics,
  read,
  supportsSkipLocked: engine === 'postgres',
  transaction: async (work) => {
    for (let tries = 1; ; tries += 1) {
      try {
        let finished: object | undefined;
        const result = await db.transaction().execute(async (tx) => {
          finished = tx;
          return work(tx);
        });
        if (finished) topics.committed(finished);
        return result;
      } catch (error) {
        if (tries >= MAX_TRIES || !isRetryable(error)) throw error;
      }
    }
  },
  close: async () => {
    await topics.close();
    await release();
  },
});

export const openSqlite = (path: string): Database => {
  mkdirSync(dirname(path), { recursive: true });
  const file = new SqliteFile(path);
  const db: Db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  let topics: Topics | undefined;
  // Made on first use: before the migrations ran there is no table to read.
  const lazily = (): Topics => (topics ??= sqliteTopics(file));
  return assemble(
    {
      engine: 'sqlite',
      db,
      topics: {
        raise: (tx, topic) => lazily().raise(tx, topic),
        version: (topic) => lazily().version(topic),
        committed: (tx) => topics?.committed(tx),
        close: async () => undefined,
      },
      read: keptReads(file),
    },
    () => db.destroy(),
  );
};

export const openPostgres = async (url: string): Promise<Database> => {
  const server = await connectPostgres(url);
  const db: Db = new Kysely<Tables>({ dialect: server.dialect });
  return assemble({ engine: 'postgres', db, topics: postgresTopics(server), read: plannedReads(server.pool) }, () =>
    db.destroy(),
  );
};

/** Whether an insert or update broke a unique index, on either engine. */
export const isUniqueViolation = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === '23505') return true;
  return 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555);
};
