import * as fc from 'fast-check';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject, onTestFinished, test } from 'vitest';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { freshPlace } from '#test/fresh-place.ts';
import { history, liveHistory } from './history-for-test.ts';

/** Hands out an empty, migrated database for each history: copies of one file, or one that is emptied. */
const openStage = async () => {
  const place = await freshPlace();
  onTestFinished(place.remove);
  const { databaseUrl } = place;
  if (databaseUrl !== undefined) {
    const database = await openPostgres(databaseUrl);
    onTestFinished(database.close);
    await migrate(database, JUNE_MORNING_MS);
    const tables = sql.raw(inject('postgres').tables.join(', '));
    return {
      runs: 10,
      with: async (work: (empty: Database) => Promise<void>) => {
        await sql`TRUNCATE ${tables}`.execute(database.db);
        await work(database);
      },
    };
  }
  const template = join(place.dataDir, 'template.db');
  const first = openSqlite(template);
  await migrate(first, JUNE_MORNING_MS);
  await first.close();
  let count = 0;
  return {
    runs: 50,
    with: async (work: (empty: Database) => Promise<void>) => {
      const path = join(place.dataDir, `${(count += 1)}.db`);
      await copyFile(template, path);
      const database = openSqlite(path);
      // No history outlives a power cut.
      await sql`PRAGMA synchronous = OFF`.execute(database.db);
      await work(database).finally(() => database.close());
    },
  };
};

test(
  '[RZP-7.1] [RZP-7.6] [RZP-7.13] [RZP-7.14] [RZP-7.18] [RZP-7.20] whatever people, networks and deaths do in whatever order, the end is right',
  { timeout: 120_000 },
  async () => {
    const stage = await openStage();
    await fc.assert(
      fc.asyncProperty(history, (steps) => stage.with((database) => liveHistory(database, steps))),
      { numRuns: stage.runs },
    );
  },
);
