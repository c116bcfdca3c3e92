// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';

const Created = z.object({ plan: z.object({ _id: z.string() }) });

const openShop = async (plan: object, options: { webhooks?: boolean } = {}) => {
  const money = await openBilling(options);
  const adminId = await money.aUser('ADMIN');
  const fields = { name: 'Monthly', priceInPaise: 7900, term: { unit: 'month', count: 1 }, refundDays: 7, ...plan };
  const created = await money.admin(adminId, 'POST', '/plans', fields);
  return { ...money, adminId, planId: Created.parse(created.body).plan._id };
};

it('a plan that does not renew is paid by an order, once', async () => {
  const { planId, aUser, subscribe, buy, payments, rows, providerCalls } = await openShop({});
  const userId = await aUser();
  const ref = await subscribe(userId, { planId });
  expect([ref, await subscribe(userId, { planId })]).toEqual([expect.stringMatching(/^order_/), ref]);
  expect(await providerCalls('POST', /\/orders$/)).toBe(1);
  expect(await buy(userId, { planId })).toMatchObject({ razorpay_order_id: ref });
  expect(await payments.subscriptionOf(userId)).toMatchObject({
    status: 'active',
    access_until: '2026-07-15T04:30:00.000Z',
    auto_renew: false,
  });
  expect(await rows.attempts()).toMatchObject([{ plan_ref: '', cycles: 1, state: 'settled' }]);
});

it('an order that only the webhook reports gives access, and its refund ends it', async () => {
  const { planId, aUser, paid, call, status, rows } = await openShop({}, { webhooks: true });
  const userId = await aUser();
  await paid(userId, { planId });
  await expect.poll(() => status(userId)).toBe('active');
  expect((await call(userId, 'POST', '/unsubscribe')).body).toMatchObject({ outcome: 'refund_initiated' });
  expect(await status(userId)).toBe('inactive');
  expect(await rows.refunds()).toMatchObject([{ amount_in_paise: 7900, status: 'processed' }]);
});

it('an order whose webhook was lost is found by the reconciliation', async () => {
  const { planId, aUser, paid, reconcile, clock, status, rows } = await openShop({});
  const userId = await aUser();
  await paid(userId, { planId });
  clock.advance(10 * 60_000);
  await reconcile();
  expect(await status(userId)).toBe('active');
  expect(await rows.payments()).toMatchObject([{ amount_in_paise: 7900, confirmed: 1, standing: 'paid' }]);
});

it('an order whose response was lost is found by its receipt number', async () => {
  const { planId, aUser, call, subscribe, control, providerCalls } = await openShop({});
  const userId = await aUser();
  await control('/faults', { effect: 'commit-then-cut', method: 'POST', path_contains: '/orders' });
  expect((await call(userId, 'POST', '/subscribe', { planId })).status).toBe(502);
  expect(await subscribe(userId, { planId })).toMatch(/^order_/);
  // The sandbox counts only what it has responded to.
  expect([await providerCalls('GET', /\/orders$/), await providerCalls('POST', /\/orders$/)]).toEqual([1, 0]);
});

it('the proof of an order is signed in its own order of ids', async () => {
  const { planId, aUser, paid, call, status } = await openShop({});
  const userId = await aUser();
  const proof = await paid(userId, { planId });
  const swapped = {
    razorpay_payment_id: proof.razorpay_payment_id,
    razorpay_subscription_id: proof.razorpay_order_id,
    razorpay_signature: '0'.repeat(64),
  };
  expect(await call(userId, 'POST', '/verify', swapped)).toMatchObject({ status: 400 });
  expect(await status(userId)).toBe('inactive');
  expect((await call(userId, 'POST', '/verify', proof)).status).toBe(200);
});

it('a lifetime never ends and is never renewed', async () => {
  const { planId, aUser, buy, call, clock, payments } = await openShop({ term: { unit: 'lifetime' } });
  const userId = await aUser();
  await buy(userId, { planId });
  expect(await payments.subscriptionOf(userId)).toMatchObject({
    status: 'active',
    access_until: '9999-12-31T00:00:00.000Z',
    renewable_from: null,
  });
  clock.advance(100 * 365 * DAY_MS);
  expect((await payments.subscriptionOf(userId)).status).toBe('active');
  expect(await call(userId, 'POST', '/subscribe')).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
});

it('a plan that renews is charged each month, on a plan that is made once at the provider', async () => {
  const { planId, aUser, buy, control, reconcile, clock, payments, providerCalls, rows } = await openShop({
    isRenewing: true,
  });
  const userId = await aUser();
  const { razorpay_subscription_id: ref } = await buy(userId, { planId });
  await buy(await aUser(), { planId });
  expect(await providerCalls('POST', /\/plans$/)).toBe(1);
  expect(await rows.attempts()).toMatchObject([{ cycles: 120 }, { cycles: 120 }]);
  clock.advance(10 * 60_000);
  await reconcile();
  expect(await payments.subscriptionOf(userId)).toMatchObject({ auto_renew: true, renewable_from: null });
  clock.advance(29 * DAY_MS);
  await control('/charge', { subscription_id: ref, outcome: 'success' });
  await reconcile();
  const { status, access_until: until } = await payments.subscriptionOf(userId);
  expect([status, until?.slice(0, 7)]).toEqual(['active', '2026-08']);
});

it('without a plan at the provider nothing is sold, and the next try makes it', async () => {
  const { planId, aUser, call, control } = await openShop({ isRenewing: true });
  const userId = await aUser();
  await control('/faults', { effect: '500', method: 'POST', path_contains: '/plans' });
  expect(await call(userId, 'POST', '/subscribe', { planId })).toMatchObject({
    status: 502,
    body: { code: 'provider_failed' },
  });
  expect((await call(userId, 'POST', '/subscribe', { planId })).status).toBe(200);
});

it(
  'revenue is what was paid for the purchases that are counted, whatever plan they are of',
  { tags: ['NUM-02'] },
  async () => {
    const { planId, adminId, aUser, buy, call, refund } = await openShop({ priceInPaise: 19_900 });
    const sales = async () => (await call(adminId, 'GET', '')).body;
    const [first, second, third] = [await aUser(), await aUser(), await aUser()];
    expect(await sales()).toMatchObject({ allPayments: { count: 0 }, soldInPaise: 0 });
    for (const user of [first, second]) await buy(user);
    const { razorpay_payment_id: inPart } = await buy(third);
    expect(await sales()).toMatchObject({ allPayments: { count: 3 }, soldInPaise: 3 * 49_900, isBundleAlone: true });
    await call(first, 'POST', '/unsubscribe');
    expect(await sales()).toMatchObject({ allPayments: { count: 2 }, soldInPaise: 99_800, grossInPaise: 149_700 });
    await buy(await aUser(), { planId });
    const withAnother = { soldInPaise: 119_700, grossInPaise: 169_600, isBundleAlone: false };
    expect(await sales()).toMatchObject({ allPayments: { count: 3 }, ...withAnother });
    // A part of a purchase that goes back leaves it counted, and what was paid for it.
    await refund(adminId, inPart, { amountInPaise: 10_000, reason: 'A lecture was missing' });
    expect(await sales()).toMatchObject({ allPayments: { count: 3 }, soldInPaise: 119_700, netInPaise: 109_700 });
    await refund(adminId, inPart, { reason: 'The rest' });
    expect(await sales()).toMatchObject({ allPayments: { count: 2 }, soldInPaise: 69_800, netInPaise: 69_800 });
  },
);

it('a plan that the account does not know any more is made again', async () => {
  const { planId, aUser, subscribe, payments, database, providerCalls } = await openShop({ isRenewing: true });
  await payments.planCheck.check();
  expect(await providerCalls('POST', /\/plans$/)).toBe(1);
  await payments.planCheck.check();
  expect(await providerCalls('POST', /\/plans$/)).toBe(1);
  await database.db.updateTable('provider_plans').set({ ref: 'plan_00000000000000' }).execute();
  await payments.planCheck.check();
  expect(await providerCalls('POST', /\/plans$/)).toBe(2);
  expect(await subscribe(await aUser(), { planId })).toMatch(/^sub_/);
});
