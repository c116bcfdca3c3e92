// @module-tag both
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { countStatements } from '#test/count-statements.ts';
import { openBilling, type OpenBilling } from '#test/billing/open-billing.ts';

const NEXT_YEAR = Date.UTC(2027, 5, 15, 4, 30);

const setting = async (money: OpenBilling, name: string): Promise<unknown> => {
  const row = await money.database.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined || row.value === '' ? undefined : JSON.parse(row.value);
};

const store = (money: OpenBilling, name: string, value: object) =>
  money.database.db
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value), updated_at: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

const endsOf = async (money: OpenBilling): Promise<number[]> =>
  (await money.database.db.selectFrom('user_access').select('ends_at').orderBy('user_id').execute()).map(
    ({ ends_at: endsAt }) => endsAt,
  );

const twoBuyers = async (money: OpenBilling): Promise<[string, string]> => {
  const [first = '', second = ''] = [await money.aUser(), await money.aUser()].toSorted();
  for (const user of [first, second]) await money.buy(user);
  await money.payments.projections.recompute();
  return [first, second];
};

test('a killed recomputation resumes at its last piece, and reports its progress', async () => {
  const money = await openBilling();
  const [first] = await twoBuyers(money);
  await money.database.db.updateTable('user_access').set({ ends_at: 5 }).execute();
  const computed = { rules: 1, timeZone: 'Asia/Kolkata', atMs: 0 };
  await store(money, 'billing.computed-by', computed);
  const position = { step: 'users', after: first };
  await store(money, 'billing.recomputing', { rules: 4, position, done: 1, total: 2, askedAtMs: money.clock.now() });
  expect(await money.payments.projections.progress()).toEqual(
    new Map([['billing.recompute.4', { done: 1, total: 2 }]]),
  );
  await money.payments.projections.prepare();
  await money.jobs.runDue();
  expect(await endsOf(money)).toEqual([5, NEXT_YEAR]);
  expect(await setting(money, 'billing.recomputing')).toBeUndefined();
  expect(await setting(money, 'billing.computed-by')).toMatchObject({ rules: 4, timeZone: 'Asia/Kolkata' });
  // Asked for once more, it begins at the beginning.
  await money.database.transaction((tx) => money.payments.projections.recomputeLater(tx));
  await money.jobs.runDue();
  expect(await endsOf(money)).toEqual([NEXT_YEAR, NEXT_YEAR]);
});

test('the job of a version with other rules neither does this one’s work nor ends it', async () => {
  const money = await openBilling();
  await twoBuyers(money);
  await store(money, 'billing.computed-by', { rules: 1, timeZone: 'Asia/Kolkata', atMs: 0 });
  const later = { rules: 5, position: { step: 'users', after: '' }, done: 0, total: 2, askedAtMs: 1 };
  await store(money, 'billing.recomputing', later);
  expect(await money.payments.projections.progress()).toEqual(new Map());
  await money.payments.projections.prepare();
  const names = await money.database.db
    .selectFrom('jobs')
    .select('name')
    .where('name', 'like', 'billing.recompute%')
    .where('state', '=', 'waiting')
    .execute();
  expect(names).toEqual([{ name: 'billing.recompute.4' }]);
});

test('what a version before writes beside this one is recomputed a minute later, for a day', async () => {
  const money = await openBilling();
  await twoBuyers(money);
  await store(money, 'billing.computed-by', { rules: 1, timeZone: 'Asia/Kolkata', atMs: 0 });
  await money.payments.projections.prepare();
  await money.jobs.runDue();
  const writtenByOlder = async (): Promise<unknown> => {
    const { db } = money.database;
    await db.updateTable('payments').set({ updated_at: money.clock.now() }).execute();
    await db.updateTable('user_access').set({ ends_at: 5 }).execute();
    await db.updateTable('daily_sales').set({ sold_in_paise: 0 }).execute();
    money.clock.advance(61_000);
    await money.jobs.runDue();
    return [await endsOf(money), await db.selectFrom('daily_sales').select('sold_in_paise').execute()];
  };
  // SQLite has one process.
  const mended =
    money.database.engine === 'postgres'
      ? [[NEXT_YEAR, NEXT_YEAR], [{ sold_in_paise: 99_800 }]]
      : [[5, 5], [{ sold_in_paise: 0 }]];
  expect([await writtenByOlder(), await writtenByOlder()]).toEqual([mended, mended]);
  money.clock.advance(2 * DAY_MS);
  await money.jobs.runDue();
  expect(await writtenByOlder()).toEqual([[5, 5], [{ sold_in_paise: 0 }]]);
});

test('people whose rows are right cost one statement each, their lock', async () => {
  const money = await openBilling();
  const recomputing = () => countStatements(() => money.payments.projections.recompute());
  await twoBuyers(money);
  const forTwo = await recomputing();
  await twoBuyers(money);
  expect((await recomputing()) - forTwo).toBe(2);
});
