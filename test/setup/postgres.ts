import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { startPrivatePostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server where databases may be made, and the migrated database to copy. */
    postgres: { adminUrl: string; template: string };
  }
}

const execute = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const makeTemplate = async (adminUrl: string): Promise<string> => {
  const template = `lectern_template_${randomBytes(6).toString('hex')}`;
  await execute(adminUrl, `CREATE DATABASE ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${template}`;
  const database = await openPostgres(url.href);
  try {
    await migrate(database, 0);
  } finally {
    await database.close();
  }
  return template;
};

/** One server and one migrated database for the whole run; each test gets a copy of it. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const given = process.env['TEST_POSTGRES_URL'];
  const server =
    given === undefined || given === '' ? await startPrivatePostgres() : { url: given, stop: async () => undefined };
  const template = await makeTemplate(server.url);
  project.provide('postgres', { adminUrl: server.url, template });
  return async () => {
    await execute(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.stop();
  };
};
