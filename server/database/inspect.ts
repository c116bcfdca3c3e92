import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '#server/config.ts';
import type { Engine } from './database.ts';

const PATIENCE_MS = 4000;
/** SQLite has two more files with this prefix. */
export const DATABASE_FILE = 'lectern.db';

/** A separate, read-only connection for single values, whether or not the server runs. */
export interface Inspection extends AsyncDisposable {
  readonly engine: Engine;
  /** Such as `SQLite 3.50.4`. */
  readonly version: string;
  /** The first column of the first row; undefined without a row. */
  value(sql: string): Promise<unknown>;
}

const inspectSqlite = (path: string): Inspection => {
  const file = new DatabaseSync(path, { readOnly: true, timeout: PATIENCE_MS });
  const value = (sql: string): unknown => Object.values(file.prepare(sql).get() ?? {})[0];
  try {
    // Reads the header, so that an invalid file fails here.
    value('PRAGMA schema_version');
    return {
      engine: 'sqlite',
      version: `SQLite ${String(value('SELECT sqlite_version()'))}`,
      value: async (sql) => value(sql),
      [Symbol.asyncDispose]: async () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
};

const inspectPostgres = async (url: string, isPooled: boolean): Promise<Inspection> => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    // Like the server: a pooler in transaction mode rejects it.
    ...(isPooled ? {} : { statement_timeout: PATIENCE_MS }),
  });
  // Without a listener a lost connection would end the process.
  client.on('error', () => undefined);
  const value = async (sql: string): Promise<unknown> => {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  };
  try {
    await client.connect();
    return {
      engine: 'postgres',
      version: `PostgreSQL ${String(await value('SHOW server_version'))}`,
      value,
      [Symbol.asyncDispose]: () => client.end(),
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
};

/** Opens the configured database for reading. Returns undefined while there is no SQLite file yet. */
export const inspectDatabase = async ({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>): Promise<Inspection | undefined> => {
  if (databaseUrl !== undefined) return inspectPostgres(databaseUrl, databaseDirectUrl !== undefined);
  const path = sqlitePath(dataDir);
  return existsSync(path) ? inspectSqlite(path) : undefined;
};

export const sqlitePath = (dataDir: string): string => join(dataDir, DATABASE_FILE);
