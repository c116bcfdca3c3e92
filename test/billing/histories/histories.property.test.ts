// @module-tag long
import * as fc from 'fast-check';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject, onTestFinished, test } from 'vitest';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { JUNE_MORNING_MS } from '../../fake-clock.ts';
import { isolatedData } from '../../isolated-data.ts';
import { history, liveHistory } from './histories.ts';

/** Opens an empty, migrated database for each history: a copy of one file, or one that is emptied. */
const openDatabases = async () => {
  const data = await isolatedData();
  onTestFinished(data.remove);
  const { databaseUrl } = data;
  if (databaseUrl !== undefined) {
    const database = await openPostgres(databaseUrl);
    onTestFinished(database.close);
    await migrate(database, JUNE_MORNING_MS);
    return {
      runs: 6,
      with: async (work: (empty: Database) => Promise<void>) => {
        await sql.raw(inject('postgres').reset).execute(database.db);
        await work(database);
      },
    };
  }
  const template = join(data.dataDir, 'template.db');
  const first = openSqlite(template);
  await migrate(first, JUNE_MORNING_MS);
  await first.close();
  let count = 0;
  return {
    runs: 30,
    with: async (work: (empty: Database) => Promise<void>) => {
      const path = join(data.dataDir, `${(count += 1)}.db`);
      await copyFile(template, path);
      const database = openSqlite(path);
      // A crash of the machine is not part of a history.
      await sql`PRAGMA synchronous = OFF`.execute(database.db);
      await work(database).finally(() => database.close());
    },
  };
};

test(
  'any order of actions, network errors and crashes leads to the right end',
  { tags: ['RZP-7.1', 'RZP-7.6', 'RZP-7.13', 'RZP-7.14', 'RZP-7.18', 'RZP-7.20'] },
  async () => {
    const databases = await openDatabases();
    await fc.assert(
      fc.asyncProperty(history, (one) =>
        databases.with(async (database) => {
          await liveHistory(database, one);
        }),
      ),
      { numRuns: databases.runs, endOnFailure: true },
    );
  },
);
