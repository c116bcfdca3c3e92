import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { startPrivatePostgres } from './postgres-server.ts';

/** A server where databases may be made, and the migrated database to copy. */
interface Postgres {
  adminUrl: string;
  /** Its name begins the names of its copies. */
  template: string;
  /** The statements that make a used copy as the template is, to be sent as one. */
  reset: string;
  migrations: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Postgres;
  }
}

const query = async (url: string, statement: string): Promise<string[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<string[]>({ text: statement, rowMode: 'array' });
    return rows.map(([first]) => String(first));
  } finally {
    await client.end();
  }
};

const makeTemplate = async (adminUrl: string): Promise<Postgres> => {
  const template = `lectern_test_${randomBytes(6).toString('hex')}`;
  await query(adminUrl, `CREATE DATABASE ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${template}`;
  const database = await openPostgres(url.href);
  try {
    await migrate(database, 0);
  } finally {
    await database.close();
  }
  // In the order in which they were made, so that rows come after those that they refer to.
  const tables = await query(
    url.href,
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relname <> 'schema_migrations' ORDER BY oid`,
  );
  // TRUNCATE creates every file of a table again, which costs fifty times as much.
  const reset = [
    `LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`,
    ...tables.toReversed().map((table) => `DELETE FROM ${table}`),
  ];
  for (const table of tables) {
    const [rows = '[]'] = await query(url.href, `SELECT COALESCE(json_agg(t), '[]') #>> '{}' FROM ${table} t`);
    if (rows !== '[]')
      reset.push(
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, '${rows.replaceAll("'", "''")}')`,
      );
  }
  const [migrations] = await query(url.href, 'SELECT count(*) FROM schema_migrations');
  return { adminUrl, template, reset: reset.join(';\n'), migrations: Number(migrations) };
};

/** The copies are dropped with the template: tests only give them back. */
const dropAll = async ({ adminUrl, template }: Postgres): Promise<void> => {
  const names = await query(adminUrl, `SELECT datname FROM pg_database WHERE datname LIKE '${template}%'`);
  for (const name of names) await query(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
};

/** One server and one migrated database for the whole run; each test gets a copy of it. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env['TEST_POSTGRES_URL'];
  const own = given === undefined || given === '' ? await startPrivatePostgres() : undefined;
  const postgres = await makeTemplate(own?.url ?? given ?? '');
  project.provide('postgres', postgres);
  return async () => {
    if (own) await own.stop();
    else await dropAll(postgres);
  };
};
