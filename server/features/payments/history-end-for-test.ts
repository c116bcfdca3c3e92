import assert from 'node:assert/strict';
import { DAY_MS } from '#test/fake-clock.ts';
import type { World } from './history-for-test.ts';
import type { PretendPayment } from './pretend-provider-for-test.ts';
import { createCalendar } from './school-calendar.ts';

const calendar = createCalendar('Asia/Kolkata');

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The model: a year for each payment that was neither given back nor cancelled. */
const checkAccess = async ({ pretend, payments, clock, buyers }: World): Promise<void> => {
  const now = clock.now();
  let active = 0;
  for (const userId of buyers) {
    const captured = pretend.payments.filter(
      ({ subscription, status }) => subscription.userId === userId && status === 'captured',
    );
    const standing = captured.filter(
      (payment) =>
        pretend.returnedOf(payment) < payment.money.amountInPaise &&
        pretend.refundsOf(payment).every(({ key }) => key === undefined),
    );
    const paidAt = ({ initiatedAt, paidAt: at }: PretendPayment): number => Math.max(initiatedAt, at ?? 0);
    const { status } = await payments.subscriptionOf(userId);
    if (standing.some((payment) => now < calendar.addYear(payment.initiatedAt)))
      assert.equal(status, 'active', 'somebody who paid is refused');
    const latest = Math.max(0, ...standing.map((payment) => paidAt(payment) + captured.length * 367 * DAY_MS));
    if (now >= latest) assert.equal(status, 'inactive', 'somebody is let in who has not paid');
    assert.equal(await payments.mayStillWatch(userId), status === 'active');
    active += Number(status === 'active');
  }
  assert.equal(await payments.countSubscribedUsers(), active);
};

const checkMoney = async ({ pretend, payments, database }: World): Promise<void> => {
  const captured = pretend.payments.filter(({ status }) => status === 'captured');
  for (const payment of captured) {
    const asked = pretend.refundsOf(payment).filter(({ key, status }) => key !== undefined && status !== 'failed');
    assert.ok(asked.length <= 1, 'two refunds were asked for and went through');
    assert.ok(pretend.returnedOf(payment) <= payment.money.amountInPaise, 'more went back than was paid');
  }
  assert.equal(pretend.state.overAsked, 0, 'a second refund was asked for');
  const sales = await payments.sales(1);
  const gross = sum(captured.map(({ money }) => money.amountInPaise));
  const returned = sum(captured.map(pretend.returnedOf));
  assert.deepEqual(
    [sales.grossInPaise, sales.refundedInPaise, sales.netInPaise],
    [gross, returned, gross - returned],
    'the ledger’s sums are not the provider’s',
  );
  const kept = captured.filter((payment) => pretend.returnedOf(payment) < payment.money.amountInPaise).length;
  assert.equal(sales.allPayments.count, kept);
  const rows = await database.db
    .selectFrom('payments')
    .select(['provider_payment_id', 'user_id', 'confirmed'])
    .where('status', '=', 'captured')
    .execute();
  assert.deepEqual(
    new Set(rows.map((row) => `${row.provider_payment_id} ${row.user_id} ${row.confirmed}`)),
    new Set(captured.map(({ id, subscription }) => `${id} ${subscription.userId} 1`)),
    'the ledger’s payments are not the provider’s',
  );
};

/** Totals are what the ledger adds up to, and papers are numbered without a gap: one for each payment and each refund. */
const checkBooks = async ({ pretend, payments, database }: World): Promise<void> => {
  assert.deepEqual(await payments.totals.compare(), [], 'the totals are not the ledger’s sums');
  const papers = await database.db.selectFrom('receipts').select(['number', 'kind', 'payment_id']).execute();
  const receipts = papers.filter(({ kind }) => kind === 'receipt').map((paper) => paper.payment_id);
  const captured = pretend.payments.filter(({ status }) => status === 'captured').map(({ id }) => id);
  assert.deepEqual(receipts.toSorted(), captured.toSorted(), 'not one receipt for each payment');
  const serials = papers.map(({ number }) => number.split('-'));
  for (const series of new Set(serials.map(([name]) => name))) {
    const numbers = serials.filter(([name]) => name === series).map(([, serial]) => Number(serial));
    const all = numbers.map((_, index) => index + 1);
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      all,
      'papers are numbered with a gap',
    );
  }
};

/** Each refund is known as it is, and none that was asked for is forgotten. */
const checkRefunds = async ({ pretend, database }: World): Promise<void> => {
  const rows = await database.db.selectFrom('refunds').select(['provider_refund_id', 'status']).execute();
  const known = rows.filter(({ provider_refund_id: id }) => id !== null);
  assert.deepEqual(
    new Set(known.map((row) => `${row.provider_refund_id} ${row.status}`)),
    new Set(pretend.refunds.map(({ id, status }) => `${id} ${status}`)),
    'the ledger’s refunds are not the provider’s',
  );
  const unknown = rows.filter(({ provider_refund_id: id }) => id === null).map(({ status }) => status);
  assert.deepEqual(
    unknown.filter((status) => status !== 'withdrawn'),
    [],
    'a refund that was asked for never came to its end',
  );
};

export const checkEnd = async (world: World): Promise<void> => {
  await checkAccess(world);
  await checkMoney(world);
  await checkRefunds(world);
  await checkBooks(world);
};
