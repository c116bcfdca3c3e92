import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';

/** A shop whose provider sends webhooks, with a plan that is paid by an order beside the bundle, which is a subscription. */
const openShop = async () => {
  const money = await openBilling({ webhooks: true });
  const adminId = await money.aUser('ADMIN');
  const fields = { name: 'Monthly', priceInPaise: 7900, term: { unit: 'month', count: 1 }, refundDays: 7 };
  const { body } = await money.admin(adminId, 'POST', '/plans', fields);
  const { _id: monthly } = z.looseObject({ _id: z.string() }).parse(body['plan']);
  /** Pays in the window, as the webhooks of the provider report it. */
  const payAs = async (ref: string, outcome: 'success' | 'failure') => {
    const purchase = ref.startsWith('order_') ? { order_id: ref } : { subscription_id: ref };
    await money.control('/pay', { ...purchase, outcome });
    await money.sandbox.current()?.idle();
  };
  const list = async (query = '') => (await money.admin(adminId, 'GET', `/payments${query}`)).body;
  return { ...money, adminId, monthly, payAs, list };
};

const reason =
  "Your payment didn't go through as it was declined by the bank. Try another payment method or contact your bank.";

const failed = (planName: string) => ({
  status: 'failed',
  userName: 'Meera Nair',
  userEmail: expect.stringContaining('@'),
  planName,
  planVersion: 1,
  failure: reason,
  paidAt: null,
});

describe('a payment that failed', () => {
  it.each(['Yearly bundle', 'Monthly'])('names its buyer, the plan and the reason: %s', async (planName) => {
    const { aUser, subscribe, payAs, list, monthly, jobs, adminId, admin, origin } = await openShop();
    const buyer = await aUser();
    const ref = await subscribe(buyer, planName === 'Monthly' ? { planId: monthly } : {});
    await payAs(ref, 'failure');
    await jobs.runDue();
    expect(await list()).toMatchObject({
      payments: [{ ...failed(planName), userId: buyer, subscriptionId: ref }],
      counts: { failed: 1 },
    });
    expect(await list('?status=failed')).toMatchObject({ payments: [failed(planName)] });

    const { payments } = z.object({ payments: z.array(z.looseObject({ paymentId: z.string() })) }).parse(await list());
    const paymentId = payments[0]?.paymentId ?? '';
    expect((await admin(adminId, 'GET', `/payments/${paymentId}`)).body['payment']).toMatchObject({
      ...failed(planName),
      timeline: expect.arrayContaining([expect.objectContaining({ text: `Payment failed: ${reason}` })]),
    });
    const headers = { authorization: `Bearer ${adminId}` };
    const csv = await (await fetch(`${origin}/api/v1/admin/payments/export`, { headers })).text();
    expect(csv.split('\r\n')[1]).toMatch(/"failed".*"Meera Nair".*,"Your payment didn't go through[^"]+"$/);
  });

  it('stays listed beside the one that succeeded afterwards, and counts nothing as sold', async () => {
    const { aUser, subscribe, payAs, list, jobs, clock, status, call, adminId } = await openShop();
    const buyer = await aUser();
    const ref = await subscribe(buyer);
    await payAs(ref, 'failure');
    clock.advance(MINUTE_MS);
    await payAs(ref, 'success');
    await jobs.runDue();
    expect(await status(buyer)).toBe('active');
    expect(await list()).toMatchObject({
      payments: [
        { status: 'paid', userId: buyer, failure: null },
        { ...failed('Yearly bundle'), userId: buyer },
      ],
      counts: { paid: 1, failed: 1 },
    });
    expect((await call(adminId, 'GET', '')).body).toMatchObject({
      allPayments: { count: 1, items: [{ status: 'paid' }] },
      soldInPaise: 49_900,
    });
  });

  it('is looked up again when the provider did not respond', async () => {
    const { aUser, subscribe, payAs, list, jobs, clock, control } = await openShop();
    await payAs(await subscribe(await aUser()), 'failure');
    await control('/faults', { effect: '500', path_contains: '/payments/', method: 'GET', times: 5 });
    await jobs.runDue();
    expect(await list()).toMatchObject({ payments: [{ status: 'failed', userName: null, failure: reason }] });
    clock.advance(60 * MINUTE_MS);
    await jobs.runDue();
    expect(await list()).toMatchObject({ payments: [failed('Yearly bundle')] });
  });

  it('of no purchase made here is looked up once', async () => {
    const { aUser, subscribe, payAs, list, jobs, providerCalls, database, clock } = await openShop();
    const buyer = await aUser();
    const ref = await subscribe(buyer);
    await database.db.deleteFrom('payment_attempts').execute();
    await payAs(ref, 'failure');
    for (let hour = 0; hour < 3; hour += 1) {
      await jobs.runDue();
      clock.advance(60 * MINUTE_MS);
    }
    expect(await list()).toMatchObject({ payments: [{ status: 'failed', userName: null, planName: null }] });
    expect(await providerCalls('GET', /\/payments\/pay_\w+$/)).toBe(1);
  });
});
