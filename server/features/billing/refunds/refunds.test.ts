import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';

type Money = Awaited<ReturnType<typeof openBilling>>;

const cancel = (money: Money, user: string) => money.call(user, 'POST', '/unsubscribe');
const initiated = {
  status: 200,
  body: {
    success: true,
    message: 'Course bundle cancelled successfully',
    outcome: 'refund_initiated',
    subscription: { status: 'inactive' },
  },
};
const refundsAsked = (money: Money) => money.providerCalls('POST', /refund$/);

describe('cancel inside the window', () => {
  it(
    'refunds and ends access, on a completed subscription that cannot be cancelled',
    { tags: ['RZP-7.18', 'RZP-10.10'] },
    async () => {
      const money = await openBilling();
      const user = await money.aUser();
      const { razorpay_payment_id: paymentId } = await money.buy(user);
      expect(await cancel(money, user)).toMatchObject(initiated);
      expect(await money.payments.holds(user, 'a-course')).toBe(false);
      expect(await money.rows.refunds()).toMatchObject([
        { status: 'processed', amount_in_paise: 49_900, idempotency_key: `refund-${paymentId}-full`, ends_access: 1 },
      ]);
      expect(await money.payments.countSubscribedUsers()).toBe(0);
    },
  );

  it('cancels a subscription that is still active', { tags: ['RZP-7.18'] }, async () => {
    const money = await openBilling({ settings: { SUBSCRIPTION_CYCLES: '2' } });
    const user = await money.aUser();
    await money.buy(user);
    expect(await cancel(money, user)).toMatchObject(initiated);
    expect(await money.providerCalls('POST', /cancel$/)).toBe(1);
    expect(await money.rows.attempts()).toMatchObject([{ cancel_when: 'now', auto_renew: 0 }]);
  });

  it('returns 200 with one refund when repeated, also in two processes at once', { tags: ['RZP-7.20'] }, async () => {
    const money = await openBilling();
    const other = await money.another();
    const user = await money.aUser();
    await money.buy(user);
    const both = await Promise.all([
      cancel(money, user),
      other.call(user, 'POST', '/unsubscribe'),
      cancel(money, user),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await cancel(money, user)).toMatchObject(initiated);
    expect(await money.rows.refunds()).toHaveLength(1);
    expect(await refundsAtProvider(money)).toBe(1);
  });

  it('returns the money once when the buyer and an admin ask in two processes at once', async () => {
    const money = await openBilling();
    const other = await money.another();
    const [user, admin] = [await money.aUser(), await money.aUser('ADMIN')];
    const { razorpay_payment_id: paymentId } = await money.buy(user);
    const [cancelled] = await Promise.all([
      cancel(money, user),
      other.refund(admin, paymentId, { reason: 'A promise' }),
    ]);
    expect(cancelled.status).toBe(200);
    expect(await refundsAtProvider(money)).toBe(1);
  });

  it(
    'counts by the time of the request while the provider is down, and a job completes it',
    { tags: ['RZP-7.18'] },
    async () => {
      const money = await openBilling();
      const user = await money.aUser();
      await money.buy(user);
      money.clock.set(Date.UTC(2026, 5, 22, 18, 29, 59));
      await money.control('/faults', { effect: '500', path_contains: '/payments/', method: 'POST', times: 1 });
      expect(await cancel(money, user)).toMatchObject({
        status: 200,
        body: { outcome: 'refund_requested', subscription: { status: 'active' } },
      });
      expect(await money.rows.refunds()).toMatchObject([{ status: 'requested' }]);
      money.clock.advance(DAY_MS);
      await money.jobs.runDue();
      expect(await money.status(user)).toBe('inactive');
      expect(await money.rows.refunds()).toMatchObject([{ status: 'processed' }]);
      expect(await cancel(money, user)).toMatchObject(initiated);
    },
  );

  it('refunds once when the response of the provider is lost', { tags: ['RZP-7.18', 'RZP-10.8'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    await money.buy(user);
    await money.control('/faults', { effect: 'commit-then-cut', path_contains: '/refund', method: 'POST' });
    await cancel(money, user);
    money.clock.advance(MINUTE_MS);
    await money.jobs.runDue();
    expect(await money.status(user)).toBe('inactive');
    expect(await refundsAtProvider(money)).toBe(1);
    // The sandbox's log leaves out the call that got no response.
    expect(await refundsAsked(money)).toBe(0);
    expect(await money.rows.refunds()).toHaveLength(1);
  });

  it('shows admins the reason when the provider refuses, and the reconciliation retries it', async () => {
    const money = await openBilling();
    const [admin, user] = [await money.aUser('ADMIN'), await money.aUser()];
    const { razorpay_payment_id: paymentId } = await money.buy(user);
    await money.control('/faults', { effect: 'low-balance', path_contains: '/refund', method: 'POST', times: 3 });
    expect((await money.refund(admin, paymentId, { reason: 'Asked by phone' })).status).toBe(409);
    expect(await money.status(user)).toBe('active');
    expect(await cancel(money, user)).toMatchObject({ body: { outcome: 'refund_requested' } });
    money.clock.advance(10_000);
    await money.jobs.runDue();
    await money.database.db.deleteFrom('jobs').execute();
    money.clock.advance(HOUR_MS + 1);
    expect((await money.admin(admin, 'GET', '/payments/to-do')).body['toDo']).toMatchObject([
      {
        kind: 'refund_failed',
        paymentId,
        happened: 'The payment provider has not accepted this refund for more than an hour.',
      },
    ]);
    const { payment } = (await money.admin(admin, 'GET', `/payments/${paymentId}`)).body;
    const refusals = JSON.stringify(payment).match(
      /Refund of ₹499\.00 refused by the payment provider: Your account does not have/g,
    );
    expect(refusals).toHaveLength(1);
    await money.reconcile();
    expect(await money.rows.refunds()).toMatchObject([{ status: 'withdrawn' }, { status: 'processed' }]);
  });

  it('updates the same row from the webhook of its refund', { tags: ['RZP-7.14'] }, async () => {
    const money = await openBilling({ webhooks: true });
    const user = await money.aUser();
    await money.buy(user);
    await money.sandbox.current()?.idle();
    await cancel(money, user);
    await money.sandbox.current()?.idle();
    expect(await money.rows.refunds()).toMatchObject([{ status: 'processed', ends_access: 1 }]);
  });

  it('allows the buyer to buy again, and nothing is flagged', { tags: ['RZP-7.10'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    await money.buy(user);
    money.clock.advance(HOUR_MS);
    await cancel(money, user);
    money.clock.advance(HOUR_MS);
    await money.buy(user);
    expect(await money.status(user)).toBe('active');
    expect((await money.rows.payments()).map(({ problem }) => problem)).toEqual([null, null]);
  });

  it(
    'keeps access ended when the refund fails, and requests it again under a new key',
    { tags: ['RZP-7.17', 'RZP-10.13'] },
    async () => {
      const money = await openBilling({ webhooks: true });
      const user = await money.aUser();
      const { razorpay_payment_id: paymentId } = await money.buy(user);
      await money.control('/switches', { refunds: 'failed' });
      await cancel(money, user);
      await money.sandbox.current()?.idle();
      expect(await money.status(user)).toBe('inactive');
      await money.jobs.runDue('accounting');
      expect((await money.rows.refunds()).map((row) => [row.idempotency_key, row.status])).toEqual([
        [`refund-${paymentId}-full`, 'failed'],
        [`refund-${paymentId}-full-2`, 'requested'],
      ]);
      expect(await cancel(money, user)).toMatchObject({ status: 200, body: { outcome: 'refund_requested' } });
      await money.control('/switches', { refunds: 'processed' });
      money.clock.advance(HOUR_MS);
      await money.jobs.runDue();
      await money.sandbox.current()?.idle();
      expect((await money.rows.refunds()).map(({ status }) => status)).toEqual(['failed', 'processed']);
      expect(await cancel(money, user)).toMatchObject(initiated);
    },
  );

  it('leaves the refund owed after four failures', { tags: ['RZP-7.17'] }, async () => {
    const money = await openBilling({ webhooks: true });
    const user = await money.aUser();
    await money.buy(user);
    await money.control('/switches', { refunds: 'failed' });
    await cancel(money, user);
    for (let tries = 0; tries < 5; tries += 1) {
      await money.sandbox.current()?.idle();
      await money.jobs.runDue('accounting');
      money.clock.advance(DAY_MS);
      await money.jobs.runDue();
    }
    expect((await money.rows.refunds()).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed']);
    expect(await money.rows.audit()).toContainEqual(
      expect.objectContaining({ kind: 'refund_owed', detail: { tries: 4 } }),
    );
    expect(await money.status(user)).toBe('inactive');
  });

  it(
    'ends access while the refund is pending, and the reconciliation records its end',
    { tags: ['RZP-7.18'] },
    async () => {
      const money = await openBilling();
      const [admin, user] = [await money.aUser('ADMIN'), await money.aUser()];
      await money.buy(user);
      await money.control('/switches', { refunds: 'pending' });
      expect(await cancel(money, user)).toMatchObject(initiated);
      expect((await money.admin(admin, 'GET', `/people/${user}/access`)).body['access']).toMatchObject({
        sentence: 'Meera Nair has no access: the payment of 15 June 2026 was cancelled, and its refund is pending.',
      });
      const [refund] = await money.rows.refunds();
      expect(refund).toMatchObject({ status: 'pending', bank_reference: null });
      await money.control('/refunds/settle', { refund_id: refund?.provider_refund_id, status: 'processed' });
      money.clock.advance(5 * MINUTE_MS);
      await money.reconcile();
      expect(await money.rows.refunds()).toMatchObject([{ status: 'processed', bank_reference: expect.any(String) }]);
    },
  );
});

describe('cancel after the window', () => {
  it(
    'refunds in the last second of the seventh day, and not in the first of the eighth',
    { tags: ['RZP-7.19', 'RZP-10.9', 'RZP-10.11'] },
    async () => {
      const money = await openBilling();
      const [early, late] = [await money.aUser(), await money.aUser()];
      await money.buy(early);
      await money.buy(late);
      money.clock.set(Date.UTC(2026, 5, 22, 18, 29, 59, 999));
      expect(await cancel(money, early)).toMatchObject(initiated);
      money.clock.advance(1);
      const ends = {
        status: 200,
        body: {
          outcome: 'unchanged',
          message: 'Ends on 15 June 2027, does not renew',
          subscription: { status: 'active', access_until: '2027-06-15T04:30:00.000Z' },
        },
      };
      expect(await cancel(money, late)).toMatchObject(ends);
      expect(await cancel(money, late)).toMatchObject(ends);
      expect(await refundsAsked(money)).toBe(1);
    },
  );

  it('turns renewal off, also when the provider responds later', { tags: ['RZP-7.19'] }, async () => {
    const money = await openBilling({ settings: { SUBSCRIPTION_CYCLES: '2' } });
    const user = await money.aUser();
    await money.buy(user);
    money.clock.advance(5 * MINUTE_MS);
    await money.reconcile();
    expect(await money.payments.subscriptionOf(user)).toMatchObject({ auto_renew: true });
    money.clock.advance(8 * DAY_MS);
    await money.control('/faults', { effect: 'html-502', path_contains: '/cancel', times: 1 });
    expect(await cancel(money, user)).toMatchObject({
      status: 200,
      body: { outcome: 'renewal_off', subscription: { status: 'active', auto_renew: false } },
    });
    expect(await money.rows.attempts()).toMatchObject([{ cancel_when: 'period_end', cancel_accepted_at: null }]);
    money.clock.advance(10_000);
    await money.jobs.runDue();
    expect(await money.rows.attempts()).toMatchObject([{ cancel_accepted_at: money.clock.now() }]);
    expect(await cancel(money, user)).toMatchObject({ body: { outcome: 'unchanged' } });
  });

  it(
    'turns renewal off immediately if the provider knows no end of the period, and keeps the paid time',
    { tags: ['RZP-7.19'] },
    async () => {
      const money = await openBilling({ settings: { SUBSCRIPTION_CYCLES: '2' } });
      const user = await money.aUser();
      await money.buy(user);
      money.clock.advance(5 * MINUTE_MS);
      await money.reconcile();
      money.clock.advance(8 * DAY_MS);
      await money.control('/faults', { effect: 'low-balance', path_contains: '/cancel' });
      expect(await cancel(money, user)).toMatchObject({ body: { outcome: 'renewal_off' } });
      expect(await money.rows.attempts()).toMatchObject([{ cancel_accepted_at: money.clock.now() }]);
      expect((await money.send('GET', '/sandbox/control/purchases')).body['items']).toMatchObject([
        { status: 'cancelled', renews: false },
      ]);
      expect(await money.status(user)).toBe('active');
    },
  );

  it('returns an error when there is nothing to cancel', async () => {
    const money = await openBilling();
    expect(await cancel(money, await money.aUser())).toMatchObject({
      status: 200,
      body: { outcome: 'unchanged', message: 'You have no course bundle to cancel' },
    });
  });
});

const refundsAtProvider = async (money: Money): Promise<number> => {
  const [payment] = await money.rows.payments();
  const sandbox = money.sandbox.current();
  const authorization = `Basic ${Buffer.from(`${sandbox?.keyId}:${sandbox?.keySecret}`).toString('base64')}`;
  const path = `/sandbox/v1/payments/${payment?.provider_payment_id}/refunds`;
  return Number((await money.send('GET', path, undefined, { authorization })).body['count']);
};
