// @module-tag both
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';
import type { CheckoutOrder } from '../provider/provider.ts';

describe('buying', () => {
  it('sells a year: key, subscribe, pay, verify', async () => {
    const money = await openBilling();
    const user = await money.aUser();
    expect(await money.call(user, 'GET', '/razorpay-key')).toMatchObject({
      status: 200,
      body: { success: true, checkoutScript: '/sandbox/v1/checkout.js', key: expect.stringMatching(/^rzp_test_/) },
    });
    const started = await money.call(user, 'POST', '/subscribe');
    expect(started).toMatchObject({
      status: 200,
      body: { subscription_id: expect.stringMatching(/^sub_\w{14}$/), checkoutUrl: null },
    });
    expect(await money.status(user)).toBe('inactive');

    const triple = await money.pay(z.string().parse(started.body['subscription_id']));
    expect(await money.call(user, 'POST', '/verify', triple)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Payment verified successfully',
        subscription: {
          status: 'active',
          purchased_at: '2026-06-15T04:30:00.000Z',
          access_until: '2027-06-15T04:30:00.000Z',
          refundable_until: '2026-06-22T18:29:59.999Z',
          auto_renew: false,
        },
      },
    });
    expect(await money.payments.holds(user, 'a-course')).toBe(true);
    expect(await money.payments.countSubscribedUsers()).toBe(1);
  });

  it('returns the payment page of a provider that has its own, the same one each time', async () => {
    const orders: CheckoutOrder[] = [];
    const money = await openBilling({
      adaptAccount: (account) => ({
        ...account,
        provider: {
          ...account.provider,
          startCheckout: async (order) => {
            orders.push(order);
            return { kind: 'redirect', ref: 'cs_1', url: 'https://pay.example/cs_1', expiresAt: order.expiresAt };
          },
        },
      }),
    });
    const user = await money.aUser();
    for (let click = 1; click <= 2; click += 1)
      expect((await money.call(user, 'POST', '/subscribe')).body).toMatchObject({
        subscription_id: 'cs_1',
        checkoutUrl: 'https://pay.example/cs_1',
      });
    expect(orders).toMatchObject([{ returnUrl: 'http://localhost/checkout' }]);
  });

  it(
    'returns one subscription to any number of concurrent requests in two processes, with one provider call',
    { tags: ['RZP-7.1', 'RZP-10.5'] },
    async () => {
      const money = await openBilling();
      const user = await money.aUser();
      const other = await money.another();
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 ? money : other).call(user, 'POST', '/subscribe')),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(new Set(responses.map(({ body }) => body['subscription_id'])).size).toBe(1);
      expect(await money.providerCalls('POST', /\/subscriptions$/)).toBe(1);
      expect(await money.rows.attempts()).toHaveLength(1);
    },
  );

  it(
    'returns the open subscription until half an hour before it expires, then a new one',
    { tags: ['RZP-7.1', 'RZP-10.7'] },
    async () => {
      const money = await openBilling();
      const user = await money.aUser();
      const first = await money.subscribe(user);
      money.clock.advance(23 * HOUR_MS + 29 * MINUTE_MS);
      expect(await money.subscribe(user)).toBe(first);
      money.clock.advance(MINUTE_MS);
      const second = await money.subscribe(user);
      expect(second).not.toBe(first);
      expect((await money.rows.attempts()).map(({ state }) => state).toSorted()).toEqual(['open', 'retired']);
    },
  );

  it('refuses a subscriber and an admin without calling the provider', { tags: ['RZP-7.2'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    await money.buy(user);
    const before = await money.providerCalls('POST', /./);
    expect(await money.call(user, 'POST', '/subscribe')).toMatchObject({
      status: 409,
      body: { code: 'already_subscribed', message: 'You already have an active subscription' },
    });
    const admin = await money.aUser('ADMIN');
    expect(await money.call(admin, 'POST', '/subscribe')).toMatchObject({
      status: 409,
      body: { code: 'admin_has_access' },
    });
    expect(await money.providerCalls('POST', /./)).toBe(before);
  });

  it('grants access for a replaced attempt, and flags the second of two paid ones', { tags: ['RZP-7.3'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const old = await money.subscribe(user);
    money.clock.advance(23 * HOUR_MS + 40 * MINUTE_MS);
    const young = await money.subscribe(user);
    const late = await money.pay(old);
    await money.call(user, 'POST', '/verify', late);
    expect(await money.status(user)).toBe('active');

    const twice = await money.pay(young);
    await money.call(user, 'POST', '/verify', twice);
    const problems = (await money.rows.payments()).map((row) => [row.provider_payment_id, row.problem]);
    const second = [late, twice].map((triple) => triple.razorpay_payment_id).toSorted()[1];
    expect(problems.filter(([, problem]) => problem === 'duplicate')).toEqual([[second, 'duplicate']]);
  });

  it(
    'looks the open subscription up first, so that a paid one is not offered again',
    { tags: ['RZP-7.1'] },
    async () => {
      const money = await openBilling();
      const user = await money.aUser();
      await money.paid(user);
      money.clock.advance(31_000);
      expect(await money.call(user, 'POST', '/subscribe')).toMatchObject({ status: 409 });
      expect(await money.status(user)).toBe('active');
    },
  );

  it('renews in the last 30 days: the new year begins where the old one ends', async () => {
    const money = await openBilling();
    const user = await money.aUser();
    await money.buy(user);
    money.clock.advance(334 * DAY_MS);
    expect(await money.call(user, 'POST', '/subscribe')).toMatchObject({ status: 409 });
    money.clock.advance(DAY_MS);
    await money.buy(user);
    expect(await money.payments.subscriptionOf(user)).toMatchObject({ access_until: '2028-06-15T04:30:00.000Z' });
    expect((await money.rows.payments()).map(({ problem }) => problem)).toEqual([null, null]);
  });

  it('replaces an attempt that was made for another plan', { tags: ['RZP-7.24'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const old = await money.subscribe(user);
    await money.database.db.updateTable('payment_attempts').set({ plan_ref: 'plan_of_last_year' }).execute();
    const young = await money.subscribe(user);
    expect(young).not.toBe(old);
    expect((await money.rows.attempts()).map(({ subscription_ref, state }) => [subscription_ref, state])).toEqual(
      expect.arrayContaining([
        [old, 'retired'],
        [young, 'open'],
      ]),
    );
  });

  it(
    'replaces an attempt of another price, and keeps the access of buyers who paid that price',
    { tags: ['RZP-7.24'] },
    async () => {
      const money = await openBilling();
      const [buyer, late, waiting] = [await money.aUser(), await money.aUser(), await money.aUser()];
      // Last year the bundle cost 399.
      const ofLastYear = { amount_in_paise: 39_900 };
      await money.buy(buyer);
      await money.database.db.updateTable('payments').set(ofLastYear).execute();
      const open = await money.subscribe(waiting);
      const other = await money.subscribe(late);
      await money.database.db.updateTable('payment_attempts').set(ofLastYear).execute();
      expect(await money.subscribe(waiting)).not.toBe(open);
      expect(await money.subscribe(late)).not.toBe(other);
      await money.reconcile();
      expect(await money.payments.purchasesOf({ id: buyer })).toMatchObject([
        { amountInPaise: 39_900, status: 'paid' },
      ]);
      expect(await money.status(buyer)).toBe('active');
      expect(
        (await money.rows.attempts()).map(({ amount_in_paise: paise, state }) => `${paise} ${state}`).toSorted(),
      ).toEqual(['39900 retired', '39900 retired', '39900 settled', '49900 open', '49900 open']);
    },
  );
});

describe('when the provider does not respond', () => {
  it('returns 502 with the specified message, and the next attempt works', { tags: ['RZP-7.30'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    await money.control('/faults', { effect: 'html-502', path_contains: '/subscriptions', method: 'POST' });
    expect(await money.call(user, 'POST', '/subscribe')).toMatchObject({
      status: 502,
      body: { message: 'Something went wrong while purchasing course bundle' },
    });
    expect(await money.call(user, 'POST', '/subscribe')).toMatchObject({ status: 200 });
  });

  it.each(['commit-then-cut', 'cut', '500', '429', '409'])(
    'creates one subscription in spite of %s',
    { tags: ['RZP-7.30', 'RZP-10.8', 'RZP-10.17'] },
    async (effect) => {
      const money = await openBilling();
      const user = await money.aUser();
      await money.control('/faults', { effect, path_contains: '/subscriptions', method: 'POST' });
      expect((await money.call(user, 'POST', '/subscribe')).status).toBe(502);
      const id = await money.subscribe(user);
      expect(await money.subscribe(user)).toBe(id);
      expect(await subscriptionsAtProvider(money)).toEqual([id]);
    },
  );

  it('takes over an attempt whose process died, once its lease expires', async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const id = await money.subscribe(user);
    await money.database.db
      .updateTable('payment_attempts')
      .set({ subscription_ref: null, provider_status: null })
      .execute();
    money.clock.advance(61_000);
    expect(await money.subscribe(user)).toBe(id);
    expect(await money.rows.attempts()).toHaveLength(1);
  });
});

const subscriptionsAtProvider = async (money: Awaited<ReturnType<typeof openBilling>>): Promise<unknown[]> => {
  const sandbox = money.sandbox.current();
  const authorization = `Basic ${Buffer.from(`${sandbox?.keyId}:${sandbox?.keySecret}`).toString('base64')}`;
  const { body } = await money.send('GET', '/sandbox/v1/subscriptions?count=100', undefined, { authorization });
  return Array.isArray(body['items']) ? body['items'].map((item) => Object(item).id) : [];
};
