import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

/** A database of one test alone, on the run's PostgreSQL. */
export interface DatabaseCopy {
  url: string;
  release(): Promise<void>;
}

const LOCK_PATIENCE_MS = 2000;

/** Emptied ones, for the next tests of this process: emptying one costs a hundredth of making one. */
const free: string[] = [];

const runAt = async (url: string, statements: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
};

const urlOf = (name: string): string => {
  const url = new URL(inject('postgres').adminUrl);
  url.pathname = `/${name}`;
  return url.href;
};

const create = async (): Promise<string> => {
  const { adminUrl, template } = inject('postgres');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runAt(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return name;
};

/** Makes it as the template is; fails when a test changed its schema, or still holds it. */
const empty = async (name: string): Promise<void> => {
  const { reset, migrations } = inject('postgres');
  await runAt(
    urlOf(name),
    [
      `SET lock_timeout = ${LOCK_PATIENCE_MS}`,
      reset,
      `DO $$ BEGIN ASSERT (SELECT count(*) FROM schema_migrations) = ${migrations}; END $$`,
    ].join(';\n'),
  );
};

export const takeDatabase = async (): Promise<DatabaseCopy> => {
  const name = free.pop() ?? (await create());
  return {
    url: urlOf(name),
    release: async () => {
      try {
        await empty(name);
        free.push(name);
      } catch {
        await runAt(inject('postgres').adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }
    },
  };
};
