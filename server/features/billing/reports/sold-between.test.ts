// @module-tag both
import { expect, test } from 'vitest';
import { openShop } from '#test/billing/open-shop.ts';

test('coupons, deductions, gifts, partial refunds and credit notes add up to the ledger, by plan', async () => {
  const shop = await openShop({
    settings: { SELLER_NAME: 'Kiln', SELLER_GSTIN: '29ABCDE1234F1Z5', GST_RATE_PERCENT: '18' },
  });
  const state = 'Karnataka';
  const { statistics, monsoon } = shop.courses;
  const alone = await shop.addPlan({ name: 'Statistics', opens: { courseIds: [statistics] }, refundDays: 7 });
  const both = await shop.addPlan({
    name: 'Two courses',
    opens: { courseIds: [statistics, monsoon] },
    priceInPaise: 40_000,
    refundDays: 7,
  });
  const free = await shop.addPlan({ name: 'Monsoon', opens: { courseIds: [monsoon] }, priceInPaise: 0 });
  const [buyer, other, giver, guest] = [await shop.aUser(), await shop.aUser(), await shop.aUser(), await shop.aUser()];
  const buy = async (user: string, order: Parameters<typeof shop.buy>[1]) => {
    const sent = { state, ...order };
    return (await shop.buy(user, sent)).razorpay_payment_id;
  };
  await buy(buyer, { planId: alone });
  // Everything for 499, less the 299 of the course.
  await buy(buyer, { planId: 'yearly-bundle' });
  const partly = await buy(other, { planId: both });
  await buy(giver, { planId: alone, gift: { name: 'Asha', email: 'asha@example.in', message: '' } });
  await shop.takeFree(guest, free);
  for (const amountInPaise of [10_000, 5_000])
    expect((await shop.refund(shop.adminId, partly, { reason: 'A promise', amountInPaise })).status).toBe(200);
  await shop.sandbox.current()?.idle();
  await shop.jobs.runDue();

  const sold = await shop.payments.soldBetween({ from: '2026-06-01', to: '2026-06-30' });
  expect(sold).toMatchObject([
    { name: 'Statistics', courses: 1, sales: 2, refunded: 0, inPaise: 59_800 },
    { name: 'Two courses', courses: 2, sales: 1, refunded: 1, returnedInPaise: 15_000, inPaise: 25_000 },
    { name: 'Yearly bundle', courses: null, sales: 1, refunded: 0, inPaise: 20_000 },
  ]);
  expect(sold).toHaveLength(3);
  const { body } = await shop.admin(shop.adminId, 'GET', '/reports/revenue');
  expect(body['total']).toMatchObject({ grossInPaise: 119_800, refundedInPaise: 15_000 });
  expect(sold.reduce((sum, { inPaise }) => sum + inPaise, 0)).toBe(119_800 - 15_000);
  const receipts = await shop.database.db.selectFrom('receipts').select(['kind', 'amount_in_paise']).execute();
  const credited = receipts.filter(({ kind }) => kind === 'credit_note').map((row) => row.amount_in_paise);
  expect(credited.toSorted((a, b) => a - b)).toEqual([5_000, 10_000]);
});

test('an earlier day keeps its count until it is recomputed', async () => {
  const shop = await openShop();
  await shop.buy(await shop.aUser());
  await shop.jobs.runDue();
  const columns = { sales: null, refunded: null, returned_in_paise: null };
  await shop.database.db.updateTable('daily_plan_sales').set(columns).execute();
  expect(await shop.payments.soldBetween({ from: '2026-06-01', to: '2026-06-30' })).toMatchObject([
    { sales: 1, inPaise: 49_900 },
  ]);
});

test('a refund in two parts is counted once', async () => {
  const shop = await openShop();
  const { razorpay_payment_id: paymentId } = await shop.buy(await shop.aUser());
  for (const amountInPaise of [10_000, 39_900]) {
    expect((await shop.refund(shop.adminId, paymentId, { reason: 'A promise', amountInPaise })).status).toBe(200);
    await shop.sandbox.current()?.idle();
  }
  await shop.jobs.runDue();
  expect(await shop.payments.soldBetween({ from: '2026-06-15', to: '2026-06-15' })).toMatchObject([
    { sales: 1, refunded: 1, returnedInPaise: 49_900, inPaise: 0 },
  ]);
});
