import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#test/fake-clock.ts';
import { createAttempts } from './attempts.ts';
import { openMoney } from './open-for-test.ts';
import type { CheckoutOrder, PaymentProvider } from './provider.ts';

describe('buying', () => {
  it('sells a year: key, subscribe, pay, verify', async () => {
    const money = await openMoney();
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
    expect(await money.payments.mayWatch({ id: user, role: 'USER' })).toBe(true);
    expect(await money.payments.mayStillWatch(user)).toBe(true);
    expect(await money.payments.countSubscribedUsers()).toBe(1);
  });

  it('leads to the payment page of a provider that has its own, the same one each time', async () => {
    const money = await openMoney();
    const [user, offer, side] = [await money.aUser(), await money.gateway.offer(), money.gateway.current()];
    if (!side) throw new Error('nothing is sold');
    const orders: CheckoutOrder[] = [];
    const provider: PaymentProvider = {
      ...side.provider,
      startCheckout: async (order) => {
        orders.push(order);
        return { kind: 'redirect', ref: 'cs_1', url: 'https://pay.example/cs_1', expiresAt: order.expiresAt };
      },
    };
    const { database, clock } = money;
    const publicAddress = async (): Promise<string> => 'https://school.example';
    const attempts = createAttempts({ database, clock, publicAddress, log: { warn: () => undefined } });
    for (let click = 1; click <= 2; click += 1)
      expect(await attempts.open(user, offer, provider)).toMatchObject({
        subscriptionId: 'cs_1',
        checkoutUrl: 'https://pay.example/cs_1',
      });
    expect(orders).toMatchObject([{ returnUrl: 'https://school.example/checkout' }]);
  });

  it('[RZP-7.1] [RZP-10.5] gives one subscription to however many ask at once, in two processes, with one provider call', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    const other = await money.another();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? money : other).call(user, 'POST', '/subscribe')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(({ body }) => body['subscription_id'])).size).toBe(1);
    expect(await money.providerCalls('POST', /\/subscriptions$/)).toBe(1);
    expect(await money.rows.attempts()).toHaveLength(1);
  });

  it('[RZP-7.1] [RZP-10.7] returns the open one until half an hour before it expires, then a new one', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    const first = await money.subscribe(user);
    money.clock.advance(23 * HOUR_MS + 29 * MINUTE_MS);
    expect(await money.subscribe(user)).toBe(first);
    money.clock.advance(MINUTE_MS);
    const second = await money.subscribe(user);
    expect(second).not.toBe(first);
    expect((await money.rows.attempts()).map(({ state }) => state).toSorted()).toEqual(['open', 'retired']);
  });

  it('[RZP-7.2] refuses a subscriber and an ADMIN without asking the provider', async () => {
    const money = await openMoney();
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

  it('[RZP-7.3] grants for an attempt that was replaced, and flags the second of two paid ones', async () => {
    const money = await openMoney();
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

  it('[RZP-7.1] the paid subscription is not offered again: the open one is looked up first', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    await money.paid(user);
    money.clock.advance(31_000);
    expect(await money.call(user, 'POST', '/subscribe')).toMatchObject({ status: 409 });
    expect(await money.status(user)).toBe('active');
  });

  it('renews in the last 30 days: the new year begins where the old one ends', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    await money.buy(user);
    money.clock.advance(334 * DAY_MS);
    expect(await money.call(user, 'POST', '/subscribe')).toMatchObject({ status: 409 });
    money.clock.advance(DAY_MS);
    await money.buy(user);
    expect(await money.payments.subscriptionOf(user)).toMatchObject({ access_until: '2028-06-15T04:30:00.000Z' });
    expect((await money.rows.payments()).map(({ problem }) => problem)).toEqual([null, null]);
  });

  it('[RZP-7.24] replaces an attempt that was made for another plan', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    const old = await money.subscribe(user);
    await money.database.db.updateTable('payment_attempts').set({ plan_ref: 'plan_of_last_year' }).execute();
    expect(await money.subscribe(user)).not.toBe(old);
  });
});

describe('when the provider does not answer', () => {
  it('[RZP-7.30] answers 502 with the sentence, and the next try works', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    await money.control('/faults', { effect: 'html-502', path_contains: '/subscriptions', method: 'POST' });
    expect(await money.call(user, 'POST', '/subscribe')).toMatchObject({
      status: 502,
      body: { message: 'Something went wrong while purchasing course bundle' },
    });
    expect(await money.call(user, 'POST', '/subscribe')).toMatchObject({ status: 200 });
  });

  it.each(['commit-then-hang', 'hang', '500', '429', '409'])(
    '[RZP-7.30] [RZP-10.8] [RZP-10.17] makes one subscription in spite of %s',
    async (effect) => {
      const money = await openMoney({ timeoutMs: 300 });
      const user = await money.aUser();
      await money.control('/faults', { effect, path_contains: '/subscriptions', method: 'POST' });
      expect((await money.call(user, 'POST', '/subscribe')).status).toBe(502);
      const id = await money.subscribe(user);
      expect(await money.subscribe(user)).toBe(id);
      expect(await subscriptionsAtProvider(money)).toEqual([id]);
    },
  );

  it('takes over an attempt whose maker died, after a while', async () => {
    const money = await openMoney();
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

const subscriptionsAtProvider = async (money: Awaited<ReturnType<typeof openMoney>>): Promise<unknown[]> => {
  const sandbox = money.stage.current();
  const authorization = `Basic ${Buffer.from(`${sandbox?.keyId}:${sandbox?.keySecret}`).toString('base64')}`;
  const { body } = await money.send('GET', '/sandbox/v1/subscriptions?count=100', undefined, { authorization });
  return Array.isArray(body['items']) ? body['items'].map((item) => Object(item).id) : [];
};
