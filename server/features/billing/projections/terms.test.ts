// @module-tag both
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { openBilling, type OpenBilling } from '#test/billing/open-billing.ts';

const MORNING = Date.UTC(2026, 5, 15, 4, 30);
const NEXT_YEAR = Date.UTC(2027, 5, 15, 4, 30);
const WINDOW_END = Date.UTC(2026, 5, 22, 18, 29, 59, 999);

const paymentsOf = (money: OpenBilling) =>
  money.database.db
    .selectFrom('payments')
    .select(['access_from', 'access_until', 'refundable_until', 'problem', 'time_zone'])
    .orderBy('captured_at')
    .execute();
const BOUGHT = {
  access_from: MORNING,
  access_until: NEXT_YEAR,
  refundable_until: WINDOW_END,
  problem: null,
  time_zone: 'Asia/Kolkata',
};

test('a stored term that does not follow from its payment is reported and recomputed', async () => {
  const money = await openBilling();
  const user = await money.aUser();
  const { razorpay_payment_id: id } = await money.buy(user);
  const { db } = money.database;
  await db
    .updateTable('payments')
    .set({ access_until: NEXT_YEAR + 30 * DAY_MS, refundable_until: null, problem: 'duplicate' })
    .execute();
  expect((await money.payments.subscriptionOf(user)).access_until).toBe('2027-07-15T04:30:00.000Z');
  expect(await money.payments.projections.recompute()).toEqual([
    `term of ${id}: stored 2026-06-15T04:30:00.000Z to 2027-07-15T04:30:00.000Z, refundable until never, duplicate; computed 2026-06-15T04:30:00.000Z to 2027-06-15T04:30:00.000Z, refundable until 2026-06-22T18:29:59.999Z`,
  ]);
  expect(await paymentsOf(money)).toEqual([BOUGHT]);
  expect(await db.selectFrom('user_access').select('ends_at').execute()).toEqual([{ ends_at: NEXT_YEAR }]);
  expect(await money.payments.projections.recompute()).toEqual([]);
});

test('terms follow from purchases, gifts, refunds and changes by admins together', async () => {
  const money = await openBilling();
  const [user, admin] = [await money.aUser(), await money.aUser('ADMIN')];
  const { razorpay_payment_id: first } = await money.buy(user);
  await money.admin(admin, 'POST', `/people/${user}/extend`, { days: 10, reason: 'A holiday' });
  money.clock.advance(370 * DAY_MS);
  await money.buy(user);
  money.clock.advance(HOUR_MS);
  await money.refund(admin, first, { reason: 'A promise' });
  const terms = await paymentsOf(money);
  expect(terms.map(({ access_from: from, access_until: until }) => [from, until])).toEqual([
    [MORNING, NEXT_YEAR],
    [NEXT_YEAR + 10 * DAY_MS, Date.UTC(2028, 5, 25, 4, 30)],
  ]);
  await money.database.db.updateTable('payments').set({ access_from: null, access_until: null }).execute();
  const differences = await money.payments.projections.recompute();
  expect(differences.filter((line) => line.startsWith('term of'))).toHaveLength(2);
  expect(await paymentsOf(money)).toEqual(terms);
});

test('what was sold keeps its dates when the school moves to another time zone', async () => {
  const money = await openBilling();
  await money.buy(await money.aUser());
  const elsewhere = await money.another({ TIME_ZONE: 'America/New_York' });
  expect(await elsewhere.payments.projections.recompute()).toEqual([]);
  expect(await paymentsOf(money)).toEqual([BOUGHT]);
});

test('a start after an upgrade that changed a rule recomputes the terms of before', async () => {
  const money = await openBilling();
  await money.buy(await money.aUser());
  await money.payments.projections.recompute();
  const { db } = money.database;
  await db
    .updateTable('payments')
    .set({ access_until: NEXT_YEAR + DAY_MS, time_zone: null })
    .execute();
  await money.payments.projections.prepare();
  await money.jobs.runDue();
  expect(await paymentsOf(money)).toMatchObject([{ access_until: NEXT_YEAR + DAY_MS }]);
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify({ rules: 1, timeZone: 'Asia/Kolkata', atMs: MORNING }) })
    .where('name', '=', 'billing.computed-by')
    .execute();
  await money.payments.projections.prepare();
  await money.jobs.runDue();
  expect(await paymentsOf(money)).toEqual([BOUGHT]);
});
