// @module-tag both
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createCalendar } from '#server/calendar.ts';
import type { Tx } from '#server/database/database.ts';
import { openBilling } from '#test/billing/open-billing.ts';
import { createLedger } from '../ledger/ledger.ts';
import type { PaymentEvent } from '../provider/provider.ts';
import { recomputeDay } from './reports.ts';

const openLedger = async () => {
  const money = await openBilling();
  const ledger = createLedger(money, 'razorpay');
  const aPayment = async (): Promise<PaymentEvent> => {
    const ref = await money.subscribe(await money.aUser());
    return {
      kind: 'payment',
      id: ref.replace('sub', 'pay'),
      subscriptionRef: ref,
      status: 'captured',
      money: { amountInPaise: 49_900, currency: 'INR' },
      initiatedAt: money.clock.now(),
      isConfirmed: true,
    };
  };
  const record = (tx: Tx, payment: PaymentEvent) =>
    ledger.record(tx, [payment], { source: { kind: 'ledger' }, mode: 'test' });
  return { money, aPayment, record };
};

test('a purchase does not wait for another one of its day, and both are counted', async () => {
  const { money, aPayment, record } = await openLedger();
  const { database } = money;
  const [first, second] = [await aPayment(), await aPayment()];
  const recorded = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const firstCommitted = database.transaction(async (tx) => {
    await record(tx, first);
    recorded.resolve();
    await released.promise;
  });
  await recorded.promise;
  const secondCommitted = database.transaction((tx) => record(tx, second));
  // SQLite has one writer: the second transaction has not begun yet.
  if (database.engine === 'postgres') await secondCommitted;
  released.resolve();
  await Promise.all([firstCommitted, secondCommitted]);
  await money.jobs.runDue('accounting');
  expect(await money.payments.admin.sales(1)).toMatchObject({ allPayments: { count: 2 }, grossInPaise: 99_800 });
  expect(await money.payments.projections.recompute()).toEqual([]);
});

test('a recomputation that waits for another one of its day counts what was recorded meanwhile', async () => {
  const { money, aPayment, record } = await openLedger();
  const { database } = money;
  const at = { mode: 'test', calendar: createCalendar('Asia/Kolkata') } as const;
  const [first, second] = [await aPayment(), await aPayment()];
  await database.transaction((tx) => record(tx, first));
  const computed = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const firstCommitted = database.transaction(async (tx) => {
    await recomputeDay(tx, '2026-06-15', at);
    computed.resolve();
    await released.promise;
  });
  await computed.promise;
  // SQLite has one writer.
  const recorded = database.transaction((tx) => record(tx, second));
  if (database.engine === 'postgres') await recorded;
  const secondCommitted = database.transaction((tx) => recomputeDay(tx, '2026-06-15', at));
  const waiting = sql<{ count: number }>`SELECT COUNT(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  if (database.engine === 'postgres')
    await expect.poll(async () => (await waiting.execute(database.db)).rows[0]?.count).toBe(1);
  released.resolve();
  await Promise.all([firstCommitted, recorded, secondCommitted]);
  expect(await money.payments.admin.sales(1)).toMatchObject({ allPayments: { count: 2 } });
});

test('a day that waits for its recomputation does not count as damaged', async () => {
  const { money, aPayment, record } = await openLedger();
  const payment = await aPayment();
  await money.database.transaction((tx) => record(tx, payment));
  expect(await money.payments.projections.recompute()).toEqual([]);
  expect(await money.payments.admin.sales(1)).toMatchObject({ allPayments: { count: 1 } });
});

test('twenty purchases of one day at once are all counted', async () => {
  const { money, aPayment, record } = await openLedger();
  const payments: PaymentEvent[] = [];
  for (let count = 0; count < 20; count += 1) payments.push(await aPayment());
  await Promise.all(payments.map((payment) => money.database.transaction((tx) => record(tx, payment))));
  await money.jobs.runDue('accounting');
  expect(await money.payments.admin.sales(1)).toMatchObject({ allPayments: { count: 20 }, grossInPaise: 20 * 49_900 });
  expect(await money.payments.projections.recompute()).toEqual([]);
});

test('a payment that turns out to be of another day moves to that day', async () => {
  const { money, aPayment, record } = await openLedger();
  const payment = await aPayment();
  const dayLater = payment.initiatedAt + 24 * 60 * 60_000;
  await money.database.transaction((tx) => record(tx, payment));
  await money.jobs.runDue('accounting');
  await money.database.transaction((tx) => record(tx, { ...payment, paidAt: dayLater }));
  await money.jobs.runDue('accounting');
  const rows = await money.database.db.selectFrom('daily_sales').select(['day', 'sold']).orderBy('day').execute();
  expect(rows).toEqual([
    { day: '2026-06-15', sold: 0 },
    { day: '2026-06-16', sold: 1 },
  ]);
  expect(await money.payments.projections.recompute()).toEqual([]);
});

test('what differs is listed and recomputed', async () => {
  const { money, aPayment, record } = await openLedger();
  const payment = await aPayment();
  await money.database.transaction((tx) => record(tx, payment));
  await money.jobs.runDue('accounting');
  await money.payments.projections.recompute();
  await money.database.db.updateTable('daily_sales').set({ sold: 5 }).execute();
  await money.database.db.deleteFrom('user_access').execute();
  await money.database.db.updateTable('payments').set({ standing: 'refunded' }).execute();
  const [buyer] = await money.rows.payments();
  expect(await money.payments.projections.repair()).toBe(
    [
      'Terms, standings, daily sales and access are recomputed. They differed:',
      `test access of ${buyer?.user_id}: stored none; computed ${Date.UTC(2027, 5, 15, 4, 30)}`,
      `standing of ${payment.id}: stored refunded; computed paid`,
      'test 2026-06-15: stored 5 sold for 49900, 49900 gross, 0 refunded, 0 lost, 0 fees, 1 joined, 0 renewed; computed 1 sold for 49900, 49900 gross, 0 refunded, 0 lost, 0 fees, 1 joined, 0 renewed',
    ].join('\n'),
  );
  expect(await money.payments.projections.repair()).toBe(
    'Terms, standings, daily sales and access agree with the ledger',
  );
});
