import assert from 'node:assert/strict';
import { DAY_MS } from '../fake-clock.ts';
import type { World } from './histories.ts';
import type { MemoryPayment } from './memory-provider/memory-records.ts';
import { createCalendar } from '#server/calendar.ts';

const calendar = createCalendar('Asia/Kolkata');

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The expected access: a year for each payment that was neither refunded nor cancelled. */
const checkAccess = async ({ memory, payments, clock, buyers }: World): Promise<void> => {
  const now = clock.now();
  let active = 0;
  for (const userId of buyers) {
    const captured = memory.payments.filter(
      ({ subscription, status }) => subscription.userId === userId && status === 'captured',
    );
    const counted = captured.filter(
      (payment) =>
        memory.refundedOf(payment) < payment.money.amountInPaise &&
        memory.refundsOf(payment).every(({ key }) => key === undefined),
    );
    const paidAt = ({ initiatedAt, paidAt: at }: MemoryPayment): number => Math.max(initiatedAt, at ?? 0);
    const { status } = await payments.subscriptionOf(userId);
    if (counted.some((payment) => now < calendar.add(payment.initiatedAt, 1, 'year')))
      assert.equal(status, 'active', 'a buyer who paid has no access');
    const latest = Math.max(0, ...counted.map((payment) => paidAt(payment) + captured.length * 367 * DAY_MS));
    if (now >= latest) assert.equal(status, 'inactive', 'a user has access without a payment');
    assert.equal(await payments.stillHasAccess(userId), status === 'active');
    active += Number(status === 'active');
  }
  assert.equal(await payments.countSubscribedUsers(), active);
};

const checkMoney = async ({ memory, payments, database }: World): Promise<void> => {
  const captured = memory.payments.filter(({ status }) => status === 'captured');
  for (const payment of captured) {
    const requested = memory.refundsOf(payment).filter(({ key, status }) => key !== undefined && status !== 'failed');
    assert.ok(requested.length <= 1, 'two refunds were requested and carried out');
    assert.ok(memory.refundedOf(payment) <= payment.money.amountInPaise, 'more was refunded than paid');
  }
  assert.equal(memory.state.rejectedAsTooMuch, 0, 'a second refund was requested');
  const sales = await payments.admin.sales(1);
  const gross = sum(captured.map(({ money }) => money.amountInPaise));
  const refunded = sum(captured.map(memory.refundedOf));
  assert.deepEqual(
    [sales.grossInPaise, sales.refundedInPaise, sales.netInPaise],
    [gross, refunded, gross - refunded],
    'the sums of the ledger are not those of the provider',
  );
  const unrefunded = captured.filter((payment) => memory.refundedOf(payment) < payment.money.amountInPaise).length;
  assert.equal(sales.allPayments.count, unrefunded);
  const rows = await database.db
    .selectFrom('payments')
    .select(['provider_payment_id', 'user_id', 'confirmed'])
    .where('status', '=', 'captured')
    .execute();
  assert.deepEqual(
    new Set(rows.map((row) => `${row.provider_payment_id} ${row.user_id} ${row.confirmed}`)),
    new Set(captured.map(({ id, subscription }) => `${id} ${subscription.userId} 1`)),
    'the payments of the ledger are not those of the provider',
  );
};

/** Projections match the ledger, each payment has one receipt, and documents are numbered without a gap. */
const checkProjections = async ({ memory, payments, database }: World): Promise<void> => {
  assert.deepEqual(await payments.projections.recompute(), [], 'projections differ from the ledger');
  const documents = await database.db.selectFrom('receipts').select(['number', 'kind', 'payment_id']).execute();
  const receipts = documents.filter(({ kind }) => kind === 'receipt').map((document) => document.payment_id);
  const captured = memory.payments.filter(({ status }) => status === 'captured').map(({ id }) => id);
  assert.deepEqual(receipts.toSorted(), captured.toSorted(), 'a payment does not have exactly one receipt');
  const serials = documents.map(({ number }) => number.split('-'));
  for (const series of new Set(serials.map(([name]) => name))) {
    const numbers = serials.filter(([name]) => name === series).map(([, serial]) => Number(serial));
    const all = numbers.map((_, index) => index + 1);
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      all,
      'the numbers of documents have a gap',
    );
  }
};

/** Each refund has the status that the provider has, and none that was requested is pending for ever. */
const checkRefunds = async ({ memory, database }: World): Promise<void> => {
  const rows = await database.db.selectFrom('refunds').select(['provider_refund_id', 'status']).execute();
  const known = rows.filter(({ provider_refund_id: id }) => id !== null);
  assert.deepEqual(
    new Set(known.map((row) => `${row.provider_refund_id} ${row.status}`)),
    new Set(memory.refunds.map(({ id, status }) => `${id} ${status}`)),
    'the refunds of the ledger are not those of the provider',
  );
  const unknown = rows.filter(({ provider_refund_id: id }) => id === null).map(({ status }) => status);
  assert.deepEqual(
    unknown.filter((status) => status !== 'withdrawn'),
    [],
    'a requested refund never reached the provider',
  );
};

export const checkEnd = async (world: World): Promise<void> => {
  await checkAccess(world);
  await checkMoney(world);
  await checkRefunds(world);
  await checkProjections(world);
};
