import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { isolatedData, type IsolatedData } from '#test/isolated-data.ts';

export const fixture = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8');

/** Replaces the empty, migrated database of a test by the dump of its engine, and what `more` adds to it in SQL. */
export const loadDump = async ({ dataDir, databaseUrl }: IsolatedData, more = ''): Promise<void> => {
  if (databaseUrl === undefined) {
    const file = new DatabaseSync(join(dataDir, 'lectern.db'));
    const tables = z
      .array(z.object({ name: z.string() }))
      .parse(file.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all());
    file.exec(`PRAGMA foreign_keys = OFF; ${tables.map(({ name }) => `DROP TABLE IF EXISTS "${name}";`).join(' ')}`);
    file.exec(`${await fixture('school-0.1.sqlite.sql')}\n${more}`);
    file.close();
    return;
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.query(`${await fixture('school-0.1.postgres.sql')}\nSET search_path TO public;\n${more}`);
  await client.end();
};

interface OldSchool {
  data: IsolatedData;
  database: Database;
}

/**
 * The school of version 0.1, and what `more` adds to it in SQL, migrated up to a schema, all the way unless it is given. Both are gone
 * with the test; close the database before an app opens it.
 */
export const oldSchool = async ({ upTo = Infinity, nowMs = JUNE_MORNING_MS, more = '' } = {}): Promise<OldSchool> => {
  const data = await isolatedData();
  onTestFinished(data.remove);
  await loadDump(data, more);
  const { dataDir, databaseUrl } = data;
  const database = databaseUrl === undefined ? openSqlite(`${dataDir}/lectern.db`) : await openPostgres(databaseUrl);
  onTestFinished(() => database.close());
  await migrate(database, nowMs, { upTo });
  return { data, database };
};
