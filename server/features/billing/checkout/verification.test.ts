import { describe, expect, it } from 'vitest';
import { openBilling } from '#test/billing/open-billing.ts';

describe('verify', () => {
  it('returns the same response for the same row when repeated', { tags: ['RZP-7.7', 'RZP-10.4'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const triple = await money.paid(user);
    const first = await money.call(user, 'POST', '/verify', triple);
    expect(await money.call(user, 'POST', '/verify', triple)).toEqual(first);
    expect(await money.rows.payments()).toHaveLength(1);
  });

  it('records one payment when webhooks arrive at the same time', { tags: ['RZP-7.6', 'RZP-10.4'] }, async () => {
    const money = await openBilling({ webhooks: true });
    const user = await money.aUser();
    const triple = await money.paid(user);
    const responses = await Promise.all([1, 2, 3].map(() => money.call(user, 'POST', '/verify', triple)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    await money.sandbox.current()?.idle();
    expect(await money.rows.payments()).toMatchObject([{ status: 'captured', problem: null, confirmed: 1 }]);
    expect(await money.status(user)).toBe('active');
  });

  it(
    "refuses another user's subscription, an unknown one, and a swapped signature",
    { tags: ['RZP-7.8', 'RZP-10.4'] },
    async () => {
      const money = await openBilling();
      const [buyer, thief] = [await money.aUser(), await money.aUser()];
      const triple = await money.paid(buyer);
      const refused = { status: 400, body: { success: false, message: 'Payment verification failed' } };
      expect(await money.call(thief, 'POST', '/verify', triple)).toMatchObject(refused);
      const own = await money.subscribe(thief);
      expect(await money.call(thief, 'POST', '/verify', { ...triple, razorpay_subscription_id: own })).toMatchObject(
        refused,
      );
      const unknown = { ...triple, razorpay_subscription_id: 'sub_00000000000000' };
      expect(await money.call(buyer, 'POST', '/verify', unknown)).toMatchObject(refused);
      expect(await money.status(thief)).toBe('inactive');
      expect(await money.rows.payments()).toEqual([]);
      expect((await money.rows.audit()).map(({ kind }) => kind)).toContain('proof_refused');
    },
  );

  it('records refused proofs once per attempt and reason, and none for an unknown subscription', async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const own = await money.subscribe(user);
    const before = (await money.rows.audit()).length;
    const junk = (subscription: string, count: number) => ({
      razorpay_payment_id: `pay_${count}`,
      razorpay_subscription_id: subscription,
      razorpay_signature: 'f'.repeat(64),
    });
    for (let count = 0; count < 5; count += 1) {
      expect((await money.call(user, 'POST', '/verify', junk('sub_unknown', count))).status).toBe(400);
      expect((await money.call(user, 'POST', '/verify', junk(own, count))).status).toBe(400);
    }
    expect((await money.rows.audit()).slice(before)).toMatchObject([{ kind: 'proof_refused' }]);
  });

  it.each([
    {},
    { razorpay_payment_id: 'pay_1' },
    { razorpay_payment_id: ['a'], razorpay_subscription_id: {}, razorpay_signature: 7 },
    { razorpay_payment_id: 'pay_1', razorpay_subscription_id: 'sub_1', razorpay_signature: 'x'.repeat(257) },
    { razorpay_payment_id: 'p\u0000', razorpay_subscription_id: 's\u0000', razorpay_signature: '\u0000' },
  ])('returns 400 for invalid input %#', { tags: ['RZP-7.9'] }, async (body) => {
    const money = await openBilling();
    expect(await money.call(await money.aUser(), 'POST', '/verify', body)).toMatchObject({
      status: 400,
      body: { message: 'Payment verification failed' },
    });
  });

  it('grants nothing for a proof that is repeated after the refund', { tags: ['RZP-7.10', 'RZP-10.4'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const triple = await money.buy(user);
    await money.call(user, 'POST', '/unsubscribe');
    expect(await money.call(user, 'POST', '/verify', triple)).toMatchObject({
      status: 200,
      body: { message: 'Payment verified successfully', subscription: { status: 'inactive' } },
    });
    expect(await money.payments.holds(user, 'a-course')).toBe(false);
    expect(await money.payments.countSubscribedUsers()).toBe(0);
    expect(await money.rows.payments()).toHaveLength(1);
  });

  it('grants nothing for a proof that is repeated after the year', { tags: ['RZP-7.10'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const triple = await money.buy(user);
    money.clock.set(Date.UTC(2027, 5, 15, 4, 30));
    expect(await money.call(user, 'POST', '/verify', triple)).toMatchObject({
      status: 200,
      body: { subscription: { status: 'inactive', access_until: '2027-06-15T04:30:00.000Z' } },
    });
    expect(await money.payments.holds(user, 'a-course')).toBe(false);
    expect(await money.rows.payments()).toMatchObject([{ access_until: Date.UTC(2027, 5, 15, 4, 30) }]);
  });

  it(
    'grants access on the signature while the provider does not respond, and a job confirms it',
    { tags: ['RZP-7.11'] },
    async () => {
      const money = await openBilling({ timeoutMs: 600_000 });
      const user = await money.aUser();
      const triple = await money.paid(user);
      await money.control('/faults', { effect: 'hang', path_contains: '/payments/', times: 20 });
      expect(await money.call(user, 'POST', '/verify', triple)).toMatchObject({
        status: 200,
        body: { subscription: { status: 'active' } },
      });
      expect(await money.rows.payments()).toMatchObject([{ confirmed: 0 }]);
      await money.control('/reset');
      await money.jobs.runDue();
      expect(await money.rows.payments()).toMatchObject([{ confirmed: 1, masked: 'Visa ••••4366' }]);
      expect(await money.rows.attempts()).toMatchObject([{ state: 'settled' }]);
    },
  );

  it('grants nothing for a wrong amount', { tags: ['RZP-7.11'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const id = await money.subscribe(user);
    await money.database.db.updateTable('payment_attempts').set({ amount_in_paise: 99_900 }).execute();
    expect(await money.call(user, 'POST', '/verify', await money.pay(id))).toMatchObject({
      status: 400,
      body: { message: 'Payment verification failed' },
    });
    expect(await money.status(user)).toBe('inactive');
    expect(await money.rows.payments()).toMatchObject([{ problem: 'wrong_amount', access_until: null }]);
  });

  it('accepts a proof that was signed before the key was rotated', { tags: ['RZP-7.31', 'RZP-10.18'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const triple = await money.paid(user);
    await money.control('/rotate', { which: 'key' });
    expect((await money.call(user, 'POST', '/verify', triple)).status).toBe(200);
    expect(await money.status(user)).toBe('active');
  });

  it('grants access for a success after a failure in the same window', { tags: ['RZP-7.1', 'RZP-10.6'] }, async () => {
    const money = await openBilling({ webhooks: true });
    const user = await money.aUser();
    const id = await money.subscribe(user);
    await money.control('/pay', { subscription_id: id, outcome: 'failure' });
    await money.sandbox.current()?.idle();
    expect(await money.rows.payments()).toMatchObject([{ status: 'failed', captured_at: null }]);
    expect(await money.subscribe(user)).toBe(id);
    await money.call(user, 'POST', '/verify', await money.pay(id));
    expect(await money.status(user)).toBe('active');
  });
});

describe('time', () => {
  it(
    'runs from 29 February until 28 February, in the school’s time zone',
    { tags: ['RZP-7.21', 'RZP-10.9'] },
    async () => {
      const money = await openBilling();
      money.clock.set(Date.UTC(2028, 1, 28, 19, 0));
      const user = await money.aUser();
      await money.buy(user);
      expect(await money.payments.subscriptionOf(user)).toMatchObject({ access_until: '2029-02-27T19:00:00.000Z' });
    },
  );

  it('ends access exactly at the end of the year', { tags: ['RZP-7.22', 'RZP-10.15'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    await money.buy(user);
    money.clock.set(Date.UTC(2027, 5, 15, 4, 30) - 1);
    expect(await money.payments.holds(user, 'a-course')).toBe(true);
    money.clock.advance(1);
    expect(await money.payments.holds(user, 'a-course')).toBe(false);
    expect(await money.payments.countSubscribedUsers()).toBe(0);
    expect(await money.payments.subscriptionOf(user)).toMatchObject({ status: 'inactive' });
  });
});
