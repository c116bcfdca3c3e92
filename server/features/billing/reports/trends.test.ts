import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { type OpenBilling, openBilling } from '#test/billing/open-billing.ts';
import { openShop } from '#test/billing/open-shop.ts';

const at = (date: string): number => Date.parse(`${date}T06:00:00Z`);

const open = async (options: Parameters<typeof openBilling>[0] = {}) => {
  const money = await openBilling(options);
  const admin = await money.aUser('ADMIN');
  const report = async (path: string) => (await money.admin(admin, 'GET', `/reports/${path}`)).body;
  return { money, admin, report };
};

/** Buys at this moment, and has everything about it reported. Returns the payment's id. */
const buyAt = async (money: OpenBilling, moment: number, userId?: string): Promise<string> => {
  money.clock.set(moment);
  const proof = await money.buy(userId ?? (await money.aUser()));
  await money.jobs.runDue();
  return proof.razorpay_payment_id;
};

const noRevenue = { grossInPaise: 0, refundedInPaise: 0, lostInPaise: 0, feesInPaise: 0, netInPaise: 0 };
const oneSale = { grossInPaise: 49_900, refundedInPaise: 0, lostInPaise: 0, feesInPaise: 1178, netInPaise: 48_722 };

test('revenue of a year is net of refunds and fees, by month, compared with the same days of another year', async () => {
  const { money, admin, report } = await open();
  await buyAt(money, at('2026-03-31'));
  await buyAt(money, at('2026-04-01'));
  await buyAt(money, at('2026-12-31'));
  const refunded = await buyAt(money, at('2027-01-01'));
  await money.refund(admin, refunded, { reason: 'Goodwill', amountInPaise: 10_000 });
  await buyAt(money, at('2027-03-30'));
  money.clock.set(at('2027-03-31'));
  expect(await report('revenue?year=2027&compareWith=2026')).toMatchObject({
    year: 2027,
    total: {
      grossInPaise: 99_800,
      refundedInPaise: 10_000,
      lostInPaise: 0,
      feesInPaise: 2356,
      netInPaise: 87_444,
    },
    paymentsWithoutFee: 0,
    points: [
      { period: '2027-01', ...oneSale, refundedInPaise: 10_000, netInPaise: 38_722 },
      { period: '2027-02', ...noRevenue },
      { period: '2027-03', ...oneSale },
    ],
    comparison: { year: 2026, sameDays: oneSale },
    years: [2027, 2026],
  });
  const months = await report('revenue?per=month&year=2026');
  expect(months['comparison']).toBeNull();
  expect(months['points']).toHaveLength(12);
  expect(await report('revenue?per=year')).toMatchObject({
    points: [
      { period: '2026', grossInPaise: 149_700, feesInPaise: 3534, netInPaise: 146_166 },
      { period: '2027', netInPaise: 87_444 },
    ],
  });
});

test('revenue by day has every day of the school’s calendar up to today', async () => {
  const { money, report } = await open();
  // Half past midnight in India.
  await buyAt(money, Date.UTC(2028, 1, 28, 19, 0));
  money.clock.set(at('2028-03-01'));
  const { points } = await report('revenue?per=day');
  expect(points).toHaveLength(31 + 29 + 1);
  expect(points).toEqual(
    expect.arrayContaining([
      { period: '2028-02-28', ...noRevenue },
      { period: '2028-02-29', ...oneSale },
    ]),
  );
  expect((await report('revenue?per=day&year=2027'))['points']).toHaveLength(365);
});

test('a fee that the provider has not reported is missing, and said to be', async () => {
  const { money, report } = await open();
  await money.control('/faults', { effect: 'html-502', path_contains: '/payments/', times: 3 });
  await money.buy(await money.aUser());
  expect(await report('revenue')).toMatchObject({ paymentsWithoutFee: 1, total: { netInPaise: 49_900 } });
  await money.jobs.runDue();
  expect(await report('revenue')).toMatchObject({ paymentsWithoutFee: 0, total: { netInPaise: 48_722 } });
});

test('members are new, renew, leave, and are new again when they come back', async () => {
  const { money, report } = await open();
  const [loyal, returning] = [await money.aUser(), await money.aUser()];
  await buyAt(money, at('2026-06-15'), loyal);
  await buyAt(money, at('2026-06-15'), returning);
  await buyAt(money, at('2027-06-01'), loyal);
  await buyAt(money, at('2027-09-10'), returning);
  money.clock.set(at('2027-10-01'));
  expect((await report('members'))['months']).toEqual([
    { month: '2027-05', joined: 0, renewed: 0, left: 0 },
    { month: '2027-06', joined: 0, renewed: 1, left: 1 },
    { month: '2027-07', joined: 0, renewed: 0, left: 0 },
    { month: '2027-08', joined: 0, renewed: 0, left: 0 },
    { month: '2027-09', joined: 1, renewed: 0, left: 0 },
    { month: '2027-10', joined: 0, renewed: 0, left: 0 },
  ]);
  money.clock.set(at('2028-09-20'));
  expect((await report('members'))['months']).toMatchObject([
    {},
    {},
    { left: 1 },
    {},
    {},
    { month: '2028-09', left: 1 },
  ]);
  expect(await money.payments.projections.recompute()).toEqual([]);
});

test('a purchase whose money is lost gave no membership, and what came after it is new', async () => {
  const { money, report } = await open({ webhooks: true });
  const user = await money.aUser();
  const first = await buyAt(money, at('2026-06-15'), user);
  await buyAt(money, at('2027-06-01'), user);
  const lastMonth = async () => (await report('members'))['months'];
  expect(await lastMonth()).toMatchObject([{}, {}, {}, {}, {}, { joined: 0, renewed: 1 }]);
  const dispute = await money.control('/disputes', { payment_id: first });
  await money.sandbox.current()?.idle();
  await money.control('/disputes/settle', { dispute_id: dispute['id'], status: 'lost' });
  await money.sandbox.current()?.idle();
  expect(await lastMonth()).toMatchObject([{}, {}, {}, {}, {}, { joined: 1, renewed: 0 }]);
  expect(await report('revenue?year=2026')).toMatchObject({
    total: { ...oneSale, lostInPaise: 49_900, netInPaise: -1178 },
  });
  expect(await money.payments.projections.recompute()).toEqual([]);
});

test('payments with a refund are counted in the month of the payment, and of the year before as a whole', async () => {
  const { money, admin, report } = await open();
  await buyAt(money, at('2026-11-15'));
  const [wholly, partly] = [await buyAt(money, at('2026-12-31')), await buyAt(money, at('2026-12-31'))];
  money.clock.set(at('2027-02-01'));
  await money.refund(admin, wholly, { reason: 'Goodwill' });
  await money.refund(admin, partly, { reason: 'Goodwill', amountInPaise: 10_000 });
  expect(await report('refunds')).toMatchObject({
    year: 2027,
    total: { payments: 0, refunded: 0, refundedInPaise: 0 },
    months: [{ month: '2027-01' }, { month: '2027-02' }],
    yearBefore: { payments: 3, refunded: 2, refundedInPaise: 59_900 },
  });
  const { months } = await report('refunds?year=2026');
  expect(months).toHaveLength(12);
  expect(months).toEqual(
    expect.arrayContaining([
      { month: '2026-11', payments: 1, refunded: 0, refundedInPaise: 0 },
      { month: '2026-12', payments: 2, refunded: 2, refundedInPaise: 59_900 },
    ]),
  );
});

test('the funnel counts checkouts, opened windows and payments of thirty days, and of the thirty before', async () => {
  const { money, report } = await open();
  const [early, hesitant, buyer] = [await money.aUser(), await money.aUser(), await money.aUser()];
  await buyAt(money, at('2026-06-15'), early);
  money.clock.set(at('2026-07-20'));
  await money.subscribe(hesitant);
  const subscription = await money.subscribe(buyer);
  const windowOpened = (userId: string) =>
    money.call(userId, 'POST', '/window-opened', { subscription_id: subscription });
  expect((await windowOpened(buyer)).status).toBe(200);
  await windowOpened(hesitant);
  money.clock.advance(MINUTE_MS);
  await windowOpened(buyer);
  await buyAt(money, money.clock.now(), buyer);
  expect(await report('checkout')).toMatchObject({
    days: 30,
    counts: { started: 2, windowsOpened: 1, paid: 1 },
    before: { started: 1, windowsOpened: 0, paid: 1 },
  });
});

test('a purchase that costs nothing is no checkout and no payment', async () => {
  const shop = await openShop();
  const opens = { courseIds: [shop.courses.monsoon] };
  await shop.takeFree(await shop.aUser(), await shop.addPlan({ name: 'Monsoon', opens, priceInPaise: 0 }));
  await shop.buy(await shop.aUser());
  await shop.jobs.runDue();
  const report = async (path: string) => (await shop.admin(shop.adminId, 'GET', `/reports/${path}`)).body;
  expect(await report('checkout')).toMatchObject({ counts: { started: 1, windowsOpened: 0, paid: 1 } });
  expect(await report('refunds')).toMatchObject({ total: { payments: 1 } });
  expect(await report('revenue')).toMatchObject({ paymentsWithoutFee: 0 });
});

test('what the provider charges by itself came from no checkout, and renews', async () => {
  const { money, report } = await open({ settings: { SUBSCRIPTION_CYCLES: '2' } });
  const user = await money.aUser();
  const subscription = await money.subscribe(user);
  await money.pay(subscription);
  await money.reconcile();
  money.clock.advance(365 * DAY_MS);
  await money.control('/charge', { subscription_id: subscription });
  await money.reconcile();
  expect(await report('checkout')).toMatchObject({ counts: { started: 0, paid: 0 } });
  expect((await report('members'))['months']).toMatchObject([{}, {}, {}, {}, {}, { joined: 0, renewed: 1 }]);
});
