import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { z } from 'zod';
import type { IsolatedData } from '#test/isolated-data.ts';

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
