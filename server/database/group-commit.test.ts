import { expect, onTestFinished, test } from 'vitest';
import { freshPlace } from '#test/fresh-place.ts';
import { type Database, openPostgres, openSqlite, type Tx } from './database.ts';
import { createGroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';

const insertEvent = (tx: Tx, id: string) =>
  tx
    .insertInto('webhook_events')
    .values({ event_id: id, provider: 'x', type: 'x', body: 'x', outcome: 'ignored', received_at: 0 })
    .execute();

test('many at once share transactions on SQLite; one that fails is refused alone, and leaves nothing', async () => {
  const place = await freshPlace();
  const database: Database =
    place.databaseUrl === undefined ? openSqlite(`${place.dataDir}/lectern.db`) : await openPostgres(place.databaseUrl);
  onTestFinished(async () => {
    await database.close();
    await place.remove();
  });
  await migrate(database, 0);
  let transactions = 0;
  const transaction = createGroupCommit({
    ...database,
    transaction: (work) => {
      transactions += 1;
      return database.transaction(work);
    },
  });
  const write = (name: string) => (_: unknown, index: number) =>
    transaction(async (tx) => {
      await insertEvent(tx, `${name}-${index}`);
      if (name === 'bad' && index === 20) throw new Error('no');
      return index;
    });
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  expect(await Promise.all(numbers.map(write('good')))).toEqual(numbers);
  if (database.engine === 'sqlite') expect(transactions).toBeLessThan(5);

  const ends = await Promise.allSettled(numbers.map(write('bad')));
  expect(ends.map(({ status }) => status)).toEqual(numbers.map((index) => (index === 20 ? 'rejected' : 'fulfilled')));
  const rows = await database.db.selectFrom('webhook_events').select('event_id').execute();
  expect(rows.map((row) => row.event_id)).not.toContain('bad-20');
  expect(rows).toHaveLength(79);
});
