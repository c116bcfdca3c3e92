// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { isolatedData } from '#test/isolated-data.ts';
import { type Database, openPostgres, openSqlite } from './database.ts';
import { batched } from './batched.ts';
import { migrate } from './migrate.ts';

test('concurrent items share transactions; one that fails is rejected alone and writes nothing', async () => {
  const data = await isolatedData();
  const database: Database =
    data.databaseUrl === undefined ? openSqlite(`${data.dataDir}/lectern.db`) : await openPostgres(data.databaseUrl);
  onTestFinished(async () => {
    await database.close();
    await data.remove();
  });
  await migrate(database, 0);
  let transactions = 0;
  const write = batched((names: readonly string[]) => {
    transactions += 1;
    return database.transaction(async (tx) => {
      const event = { provider: 'x', type: 'x', body: 'x', outcome: 'ignored' as const, received_at: 0 };
      await tx
        .insertInto('webhook_events')
        .values(names.map((name) => ({ ...event, event_id: name })))
        .execute();
      if (names.includes('bad 20')) throw new Error('no');
      return names;
    });
  }, 64);
  const named = (name: string): string[] => Array.from({ length: 40 }, (_, index) => `${name} ${index}`);
  expect(await Promise.all(named('good').map(write))).toEqual(named('good'));
  expect(transactions).toBe(1);

  const ends = await Promise.allSettled(named('bad').map(write));
  expect(ends.map(({ status }) => status)).toEqual(
    named('bad').map((name) => (name === 'bad 20' ? 'rejected' : 'fulfilled')),
  );
  const rows = await database.db.selectFrom('webhook_events').select('event_id').execute();
  expect(rows.map((row) => row.event_id)).not.toContain('bad 20');
  expect(rows).toHaveLength(79);
});

test('while the database is out of reach, a batch is tried once, and all of it is rejected', async () => {
  let tries = 0;
  const write = batched(async (_items: readonly number[]): Promise<number[]> => {
    tries += 1;
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  }, 64);
  const ends = await Promise.allSettled([1, 2, 3].map(write));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(tries).toBe(1);
});
