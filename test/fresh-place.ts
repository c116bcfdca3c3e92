import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';

/** A data folder and, on PostgreSQL, a database, both of one test alone. */
export interface FreshPlace {
  readonly dataDir: string;
  /** Undefined on SQLite, whose file is in the data folder. */
  readonly databaseUrl: string | undefined;
  remove(): Promise<void>;
}

const foldersInUse = new Set<string>();

// Folders of tests that ended without closing.
process.once('exit', () => {
  for (const folder of foldersInUse) rmSync(folder, { recursive: true, force: true });
});

/** A folder for one test; `remove` it, or it goes when the process ends. */
export const temporaryFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  foldersInUse.add(path);
  return {
    path,
    remove: async () => {
      await rm(path, { recursive: true, force: true });
      foldersInUse.delete(path);
    },
  };
};

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

const runOnServer = async (adminUrl: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const clonedDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const { adminUrl, template } = inject('postgres');
  const name = `lectern_${randomBytes(8).toString('hex')}`;
  await runOnServer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: withDatabase(adminUrl, name),
    drop: () => runOnServer(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};

/** A place on the engine of TEST_ENGINE: `sqlite` unless it says `postgres`. */
export const freshPlace = async (): Promise<FreshPlace> => {
  const folder = await temporaryFolder();
  const database = process.env['TEST_ENGINE'] === 'postgres' ? await clonedDatabase() : undefined;
  return {
    dataDir: folder.path,
    databaseUrl: database?.url,
    remove: async () => {
      await database?.drop();
      await folder.remove();
    },
  };
};
