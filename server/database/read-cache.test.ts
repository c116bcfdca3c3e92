// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { isolatedData } from '#test/isolated-data.ts';
import { type Database, openPostgres, openSqlite } from './database.ts';
import { migrate } from './migrate.ts';
import { prepared } from './prepared.ts';

const prepareValue = (database: Database) => {
  const find = prepared(database, database.db.selectFrom('settings').select('value').where('name', '=', '').compile());
  return async (name: string) => (await find(name))[0]?.value;
};

const set = (database: Pick<Database, 'db'>, name: string, value: string) =>
  database.db
    .insertInto('settings')
    .values({ name, value, updated_at: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();

test('a cached read sees every commit: its own, one inside a transaction, one of another process', async () => {
  const data = await isolatedData();
  const open = async (): Promise<Database> =>
    data.databaseUrl === undefined ? openSqlite(`${data.dataDir}/lectern.db`) : openPostgres(data.databaseUrl);
  const [one, other] = [await open(), await open()];
  onTestFinished(async () => {
    await one.close();
    await other.close();
    await data.remove();
  });
  await migrate(one, 0);
  const valueOf = prepareValue(one);
  expect(await valueOf('a')).toBeUndefined();
  await set(one, 'a', 'alone');
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['alone', undefined]);
  await one.transaction(async (tx) => {
    await set({ db: tx }, 'a', 'together');
    // Nobody else sees what is not committed.
    expect(await prepareValue(other)('a')).toBe('alone');
  });
  expect(await valueOf('a')).toBe('together');
  await set(other, 'a', 'elsewhere');
  // Another process's commit is seen by whatever arrives after it.
  await new Promise(setImmediate);
  expect([await valueOf('a'), await valueOf('b')]).toEqual(['elsewhere', undefined]);
});
