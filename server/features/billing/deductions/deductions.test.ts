import { expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { openShop } from '#test/billing/open-shop.ts';
import { ReceiptDocument } from '../receipts/document.ts';

const BUNDLE = 'yearly-bundle';
const PRICE = `/api/v1/plans/${BUNDLE}/price`;
const EVERYTHING = 'everything 2027-06-15 by payment';
const COURSE = 'statistics for life by payment';
const REASON = { reason: 'A promise' };
const REFUSAL =
  'This was deducted from the purchase of everything, so it cannot be refunded alone. Cancel that purchase first.';
const ADMIN_REFUSAL =
  'This payment was deducted from a later purchase of everything, so it cannot be refunded or reversed until that purchase is refunded.';

/** A school that sells Statistics for ₹299, refundable for 20 days, and a buyer. */
const openSale = async (priceInPaise = 29_900, options: Parameters<typeof openShop>[0] = {}) => {
  const shop = await openShop(options);
  const { statistics } = shop.courses;
  const planId = await shop.addPlan({
    name: 'Statistics',
    opens: { courseIds: [statistics] },
    priceInPaise,
    refundDays: 20,
  });
  const user = await shop.aUser();
  const buyCourse = async (order = {}) => {
    const { razorpay_payment_id: paymentId } = await shop.buy(user, { planId, ...order });
    shop.clock.advance(60_000);
    return paymentId;
  };
  const upgrade = async (order = {}) => (await shop.buy(user, { planId: BUNDLE, ...order })).razorpay_payment_id;
  const price = async (query = '') =>
    (await shop.send('GET', `${PRICE}${query}`, undefined, { authorization: `Bearer ${user}` })).body;
  const cancel = (paymentId?: string) => shop.call(user, 'POST', '/unsubscribe', paymentId ? { paymentId } : {});
  const amounts = async () => (await shop.rows.payments()).map((row) => row.amount_in_paise);
  const rights = () => shop.rightsOf(user);
  return { ...shop, planId, user, buyCourse, upgrade, price, cancel, amounts, rights };
};

const disputesOf = (shop: Awaited<ReturnType<typeof openSale>>) => ({
  disputed: async (paymentId: string) => {
    const { id } = await shop.control('/disputes', { payment_id: paymentId, phase: 'chargeback' });
    await shop.sandbox.current()?.idle();
    return id;
  },
  settle: async (id: unknown, status: 'won' | 'lost') => {
    await shop.control('/disputes/settle', { dispute_id: id, status });
    await shop.sandbox.current()?.idle();
  },
});

it('everything costs less what single courses cost, as a line at the checkout and on the receipt, and so does its tax', async () => {
  const sale = await openSale(29_900, {
    settings: { SELLER_NAME: 'Kiln', SELLER_GSTIN: '29ABCDE1234F1Z5', GST_RATE_PERCENT: '18' },
  });
  const state = 'Karnataka';
  expect(await sale.price()).toMatchObject({ deductions: [], totalInPaise: 49_900 });
  await sale.buyCourse({ state });
  sale.clock.advance(30 * DAY_MS - 60_000);
  expect(await sale.price()).toMatchObject({
    priceInPaise: 49_900,
    discountInPaise: 0,
    deductions: [{ name: 'Statistics', amountInPaise: 29_900 }],
    totalInPaise: 20_000,
  });
  expect((await sale.send('GET', PRICE)).body).toMatchObject({ deductions: [], totalInPaise: 49_900 });
  await sale.upgrade({ state });
  expect(await sale.amounts()).toEqual([29_900, 20_000]);
  expect(await sale.rights()).toEqual(['everything 2027-07-15 by payment', COURSE]);
  const rows = await sale.database.db.selectFrom('receipts').select('document').orderBy('number').execute();
  expect(rows.map(({ document }) => ReceiptDocument.parse(JSON.parse(document)))).toMatchObject([
    { amountInPaise: 29_900 },
    {
      amountInPaise: 20_000,
      deductions: [{ name: 'Statistics', amountInPaise: 29_900 }],
      tax: { taxableInPaise: 16_950, cgstInPaise: 1525, sgstInPaise: 1525, igstInPaise: 0 },
    },
  ]);
  expect((await sale.payments.admin.sales(1)).soldInPaise).toBe(20_000);
});

it('after thirty days nothing is deducted, nor what was paid for gifts', async () => {
  const sale = await openSale();
  const gift = { name: 'Asha', email: 'asha@example.in', message: '' };
  await sale.buy(sale.user, { planId: sale.planId, gift });
  expect(await sale.price()).toMatchObject({ deductions: [], totalInPaise: 49_900 });
  await sale.buyCourse();
  sale.clock.advance(30 * DAY_MS);
  expect(await sale.price()).toMatchObject({ deductions: [], totalInPaise: 49_900 });
});

it('what is deducted is what was paid, after coupons and refunds, and a coupon on everything comes first', async () => {
  const sale = await openSale();
  await sale.admin(sale.adminId, 'POST', '/coupons', { code: 'HALF', percentOff: 50 });
  const course = await sale.buyCourse({ couponCode: 'HALF' });
  await sale.refund(sale.adminId, course, { ...REASON, amountInPaise: 950 });
  expect(await sale.price()).toMatchObject({ deductions: [{ amountInPaise: 14_000 }], totalInPaise: 35_900 });
  expect(await sale.price('?couponCode=HALF')).toMatchObject({
    discountInPaise: 24_950,
    deductions: [{ amountInPaise: 14_000 }],
    totalInPaise: 10_950,
  });
  await sale.upgrade({ couponCode: 'HALF' });
  expect(await sale.amounts()).toEqual([14_950, 10_950]);
});

it('a course that cost more leaves the least that can be paid, and so refunded', async () => {
  const sale = await openSale(60_000);
  const course = await sale.buyCourse();
  expect(await sale.price()).toMatchObject({ deductions: [{ amountInPaise: 49_800 }], totalInPaise: 100 });
  const bundle = await sale.upgrade();
  expect(await sale.rights()).toEqual([EVERYTHING, COURSE]);
  expect((await sale.cancel(bundle)).body).toMatchObject({ outcome: 'refund_initiated' });
  expect((await sale.cancel(course)).body).toMatchObject({ outcome: 'refund_initiated' });
  expect((await sale.rows.refunds()).map((row) => row.amount_in_paise).toSorted((a, b) => a - b)).toEqual([
    100, 60_000,
  ]);
});

it('without the name of a plan, as the specification calls it, the bundle is a subscription for its whole price', async () => {
  const sale = await openSale();
  await sale.buyCourse();
  const { razorpay_subscription_id: subscription } = await sale.buy(sale.user);
  expect(subscription).toMatch(/^sub_/);
  expect(await sale.amounts()).toEqual([29_900, 49_900]);
});

it('the refund of everything returns what it cost and leaves the course, whose own refund window stays', async () => {
  const sale = await openSale();
  const course = await sale.buyCourse();
  const bundle = await sale.upgrade();
  for (const [refused, message] of [
    [await sale.cancel(course), REFUSAL],
    [await sale.refund(sale.adminId, course, REASON), ADMIN_REFUSAL],
  ] as const)
    expect(refused).toMatchObject({ status: 409, body: { code: 'refund_not_possible', message } });
  expect((await sale.call(sale.user, 'GET', '/mine')).body['purchases']).toMatchObject([
    { paymentId: bundle, refundableUntil: '2026-06-22T18:29:59.999Z' },
    { paymentId: course, refundableUntil: null },
  ]);
  expect((await sale.cancel()).body).toMatchObject({ outcome: 'refund_initiated' });
  expect(await sale.rows.refunds()).toMatchObject([{ provider_payment_id: bundle, amount_in_paise: 20_000 }]);
  expect(await sale.rights()).toEqual([COURSE]);
  expect(await sale.price()).toMatchObject({ totalInPaise: 20_000 });
  expect((await sale.cancel(course)).body).toMatchObject({ outcome: 'refund_initiated' });
  expect(await sale.rights()).toEqual([]);
  expect(await sale.price()).toMatchObject({ deductions: [], totalInPaise: 49_900 });
});

it('a course that is refunded before the reduced price is paid leaves that payment without access', async () => {
  const sale = await openSale();
  const course = await sale.buyCourse();
  const reduced = await sale.subscribe(sale.user, { planId: BUNDLE });
  await sale.cancel(course);
  const proof = await sale.pay(reduced);
  expect(await sale.call(sale.user, 'POST', '/verify', proof)).toMatchObject({ status: 400 });
  expect(await sale.rights()).toEqual([]);
  expect((await sale.rows.payments())[1]).toMatchObject({ amount_in_paise: 20_000, problem: 'wrong_amount' });
  expect(await sale.payments.projections.recompute()).toEqual([]);
});

it('what was offered is deducted, also where an earlier payment that is recorded later makes a duplicate of it', async () => {
  const sale = await openSale();
  const course = await sale.buyCourse();
  const reduced = await sale.subscribe(sale.user, { planId: BUNDLE });
  const earlier = { planId: sale.planId, way: 'cash', amountInPaise: 29_900, receivedOn: '2026-06-14', isWarned: true };
  await sale.admin(sale.adminId, 'POST', `/people/${sale.user}/payments`, earlier);
  await sale.call(sale.user, 'POST', '/verify', await sale.pay(reduced));
  expect((await sale.rows.payments()).map((row) => `${row.amount_in_paise} ${row.problem}`).toSorted()).toEqual([
    '20000 null',
    '29900 duplicate',
    '29900 null',
  ]);
  expect(await sale.rights()).toEqual([EVERYTHING, COURSE]);
  const refused = { status: 409, body: { message: ADMIN_REFUSAL } };
  expect(await sale.refund(sale.adminId, course, REASON)).toMatchObject(refused);
});

it('an offline payment that was deducted is reversed after the purchase of everything is refunded, and no part of it before', async () => {
  const sale = await openSale();
  const recorded = { planId: sale.planId, way: 'bank', reference: 'CHQ 000123', amountInPaise: 29_900 };
  const received = { ...recorded, receivedOn: '2026-06-15' };
  await sale.admin(sale.adminId, 'POST', `/people/${sale.user}/payments`, received);
  const [course = ''] = (await sale.rows.payments()).map((row) => row.provider_payment_id);
  await sale.refund(sale.adminId, course, { ...REASON, amountInPaise: 900 });
  const bundle = await sale.upgrade();
  const isReversible = async () => {
    const { body } = await sale.admin(sale.adminId, 'GET', `/payments/${course}`);
    return z.looseObject({ isReversible: z.boolean() }).parse(body['payment']).isReversible;
  };
  const reverse = () => sale.admin(sale.adminId, 'POST', `/payments/${course}/reverse`, { reason: 'It bounced' });
  const returned = async () => (await sale.rows.refunds()).map((row) => `${row.amount_in_paise} ${row.settled_by}`);
  expect(await reverse()).toMatchObject({ status: 409, body: { message: ADMIN_REFUSAL } });
  expect([await isReversible(), await returned()]).toEqual([false, ['900 null']]);
  await sale.refund(sale.adminId, bundle, REASON);
  expect(await isReversible()).toBe(true);
  expect(await reverse()).toMatchObject({ status: 200, body: { message: 'Payment reversed' } });
  expect((await returned()).toSorted()).toEqual(['20900 null', '29000 reversal', '900 reversal']);
});

it('each purchase is deducted once, also from two that can be paid at the same time', async () => {
  const sale = await openSale();
  await sale.buyCourse();
  const forLife = await sale.addPlan({ name: 'For life', priceInPaise: 99_900 });
  const orders = [
    await sale.subscribe(sale.user, { planId: BUNDLE }),
    await sale.subscribe(sale.user, { planId: forLife }),
  ];
  const proofs = [];
  for (const order of orders) proofs.push(await sale.pay(order));
  await Promise.all(proofs.map((proof) => sale.call(sale.user, 'POST', '/verify', proof)));
  const problems = (await sale.rows.payments()).slice(1).map(({ problem }) => problem);
  expect(new Set(problems)).toEqual(new Set([null, 'wrong_amount']));
  expect((await sale.rows.attempts()).filter((row) => row.deducted_at !== null)).toHaveLength(1);
});

it('a purchase of everything that was cancelled gives its deduction back, even while its refund fails', async () => {
  const sale = await openSale(29_900, { webhooks: true });
  const course = await sale.buyCourse();
  const bundle = await sale.upgrade();
  await sale.control('/switches', { refunds: 'failed' });
  await sale.cancel(bundle);
  await sale.sandbox.current()?.idle();
  const [refund] = await sale.rows.refunds();
  expect(refund).toMatchObject({ provider_payment_id: bundle, status: 'failed' });
  expect(await sale.rights()).toEqual([COURSE]);
  expect(await sale.price()).toMatchObject({ deductions: [{ amountInPaise: 29_900 }], totalInPaise: 20_000 });
  await sale.control('/switches', { refunds: 'processed' });
  expect((await sale.cancel(course)).body).toMatchObject({ outcome: 'refund_initiated' });
  expect(await sale.rights()).toEqual([]);
});

it('a course whose money a dispute holds or has taken is not deducted, and one that was won is', async () => {
  const sale = await openSale(29_900, { webhooks: true });
  const { settle, disputed } = disputesOf(sale);
  const course = await sale.buyCourse();
  const open = await disputed(course);
  expect(await sale.price()).toMatchObject({ deductions: [], totalInPaise: 49_900 });
  await settle(open, 'won');
  expect(await sale.price()).toMatchObject({ deductions: [{ amountInPaise: 29_900 }] });
  await settle(await disputed(course), 'lost');
  expect(await sale.price()).toMatchObject({ deductions: [], totalInPaise: 49_900 });
});

it('a purchase of everything that was lost in a dispute gives its deduction back, and one that is disputed does not yet', async () => {
  const sale = await openSale(29_900, { webhooks: true });
  const { settle, disputed } = disputesOf(sale);
  await sale.buyCourse();
  const open = await disputed(await sale.upgrade());
  expect(await sale.price()).toMatchObject({ deductions: [], totalInPaise: 49_900 });
  await settle(open, 'lost');
  expect(await sale.price()).toMatchObject({ deductions: [{ amountInPaise: 29_900 }], totalInPaise: 20_000 });
});
