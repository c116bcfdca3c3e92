// @module-tag both
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { setReadOnly } from '#server/database/read-only.ts';
import { openBilling, type OpenBilling } from '#test/billing/open-billing.ts';
import { chargedWebhook, postWebhook, signatureOf } from '#test/billing/razorpay-webhooks.ts';

const events = async (money: OpenBilling) =>
  (
    await money.database.db.selectFrom('webhook_events').select(['type', 'outcome']).orderBy('received_at').execute()
  ).map(({ type, outcome }) => `${type} ${outcome}`);

describe('webhooks', () => {
  it('grant access when the browser never returns', { tags: ['RZP-7.4', 'RZP-10.2'] }, async () => {
    const money = await openBilling({ webhooks: true });
    const user = await money.aUser();
    await money.paid(user);
    await money.sandbox.current()?.idle();
    expect(await money.status(user)).toBe('active');
    expect(await money.rows.attempts()).toMatchObject([{ state: 'settled', provider_status: 'completed', is_over: 1 }]);
    expect(await money.providerCalls('GET', /./)).toBe(0);
  });

  it.each([
    ['three times', { duplicates: 2 }],
    ['in reverse order', { reverse: true }],
    ['forged first', { forge_next: 3 }],
  ])(
    'lead to the same end when they arrive %s',
    { tags: ['RZP-7.12', 'RZP-7.13', 'RZP-10.3'] },
    async (_how, switches) => {
      const money = await openBilling({ webhooks: true });
      await money.control('/webhooks', switches);
      const user = await money.aUser();
      await money.paid(user);
      await money.sandbox.current()?.idle();
      expect(await money.status(user)).toBe('active');
      expect(await money.rows.payments()).toMatchObject([{ status: 'captured', problem: null }]);
      expect(new Set(await events(money)).size).toBe((await events(money)).length);
    },
  );

  it('are refused with 503 while the school is read-only, and accepted when they are repeated', async () => {
    const money = await openBilling();
    await setReadOnly(money.database, true);
    const headers = { 'x-razorpay-event-id': 'evt_1' };
    const refused = await postWebhook(money, '{"event":"settlement.processed"}', headers);
    await setReadOnly(money.database, false);
    expect(refused).toMatchObject({ status: 503, body: { success: false, code: 'read_only' } });
    expect(await postWebhook(money, '{"event":"settlement.processed"}', headers)).toMatchObject({ status: 200 });
    expect(await events(money)).toEqual(['settlement.processed ignored']);
  });

  it('are refused with 400 when forged, and nothing is written', { tags: ['RZP-7.12', 'RZP-10.3'] }, async () => {
    const money = await openBilling();
    const body = '{"event":"payment.captured"}';
    for (const signature of ['', 'no', '0'.repeat(64)])
      expect(await postWebhook(money, body, { 'x-razorpay-signature': signature })).toMatchObject({
        status: 400,
        body: { success: false, code: 'bad_signature' },
      });
    expect(await events(money)).toEqual([]);
  });

  it('are accepted with 200 when unknown, unmatched, not JSON, or repeated', async () => {
    const money = await openBilling();
    expect(await postWebhook(money, '{"event":"settlement.processed"}')).toMatchObject({ status: 200 });
    expect(await postWebhook(money, 'no json \u0000')).toMatchObject({ status: 200 });
    const payment = {
      id: 'pay_00000000000001',
      amount: 100,
      currency: 'INR',
      status: 'captured',
      created_at: 1_780_000_000,
    };
    const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: payment } } });
    expect(await postWebhook(money, body)).toMatchObject({ status: 200, body: { success: true } });
    expect(await postWebhook(money, body)).toMatchObject({ status: 200 });
    expect(await events(money)).toEqual([
      'settlement.processed ignored',
      'unreadable ignored',
      'payment.captured unmatched',
    ]);
    expect(await money.rows.payments()).toMatchObject([{ problem: 'unmatched', user_id: null }]);
  });

  it('are distinguished by their signed body, whatever the header says', { tags: ['RZP-7.12'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const body = chargedWebhook(await money.subscribe(user));
    const sameId = { 'x-razorpay-event-id': 'evt_1' };
    await postWebhook(money, '{"event":"settlement.processed"}', sameId);
    expect((await postWebhook(money, body, sameId)).status).toBe(200);
    expect(await money.status(user)).toBe('active');
    expect((await postWebhook(money, body, { 'x-razorpay-event-id': 'é'.repeat(4000) })).status).toBe(200);
    expect(await events(money)).toEqual(['settlement.processed ignored', 'subscription.charged applied']);
  });

  it('may have any content type and up to 256 KiB, and are refused beyond', async () => {
    const money = await openBilling();
    const body = JSON.stringify({ event: 'x', padding: 'é'.repeat(120_000) });
    expect(await postWebhook(money, body, { 'content-type': 'text/weird' })).toMatchObject({ status: 200 });
    expect(await postWebhook(money, body, { 'content-type': 'application/json' })).toMatchObject({ status: 200 });
    expect((await postWebhook(money, 'x'.repeat(256 * 1024 + 1))).status).toBe(413);
  });

  it('get 500 when the database fails, so that the provider repeats them', async () => {
    const money = await openBilling({ webhooks: true });
    const user = await money.aUser();
    await money.database.db.schema.alterTable('payments').renameTo('payments_away').execute();
    const body = JSON.stringify({
      event: 'payment.captured',
      payload: { payment: { entity: { id: 'pay_1', amount: 1, currency: 'INR', status: 'captured', created_at: 1 } } },
    });
    expect((await postWebhook(money, body)).status).toBe(500);
    expect(await events(money)).toEqual([]);
    await money.database.db.schema.alterTable('payments_away').renameTo('payments').execute();
    await money.paid(user);
    await money.sandbox.current()?.idle();
    expect(await money.status(user)).toBe('active');
  });

  it('are accepted when signed with the previous secret', { tags: ['RZP-7.31', 'RZP-10.18'] }, async () => {
    const money = await openBilling();
    const old = money.sandbox.current()?.webhookSecret ?? '';
    await money.control('/rotate', { which: 'webhook' });
    const body = '{"event":"x"}';
    expect((await postWebhook(money, body, signatureOf(body, old))).status).toBe(200);
  });

  it('use RAZORPAY_WEBHOOK_SECRET with the sandbox', async () => {
    const money = await openBilling({ settings: { RAZORPAY_WEBHOOK_SECRET: 'mine,older' }, webhooks: true });
    const body = '{"event":"x"}';
    expect((await postWebhook(money, body, signatureOf(body, 'older'))).status).toBe(200);
    const user = await money.aUser();
    await money.paid(user);
    await money.sandbox.current()?.idle();
    expect(await money.status(user)).toBe('active');
  });
});

describe('a payment without a webhook', () => {
  it('is found by the reconciliation', { tags: ['RZP-7.5'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    await money.paid(user);
    await money.reconcile();
    expect(await money.status(user)).toBe('inactive');
    money.clock.advance(5 * MINUTE_MS);
    await money.reconcile();
    expect(await money.status(user)).toBe('active');
    expect(await money.rows.audit()).toContainEqual(
      expect.objectContaining({
        kind: 'payment_status_changed',
        source: { kind: 'reconciliation' },
        detail: { status: 'captured', amountInPaise: 49_900, currency: 'INR', isConfirmed: true, method: 'online' },
      }),
    );
  });

  it('is found on the buyer’s visit, with one look-up per 30 seconds', { tags: ['RZP-7.5'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const id = await money.subscribe(user);
    money.clock.advance(30_000);
    await Promise.all([1, 2, 3].map(() => money.payments.refreshOf(user)));
    expect(await money.providerCalls('GET', /subscriptions/)).toBe(1);
    await money.pay(id);
    await money.payments.refreshOf(user);
    expect(await money.status(user)).toBe('inactive');
    money.clock.advance(30_000);
    await money.payments.refreshOf(user);
    expect(await money.status(user)).toBe('active');
  });

  it('does not wait for a provider that does not respond when someone visits', async () => {
    // Longer than a test may take.
    const money = await openBilling({ timeoutMs: 600_000 });
    const user = await money.aUser();
    await money.paid(user);
    money.clock.advance(HOUR_MS);
    await money.control('/faults', { effect: 'hang', times: 10 });
    await money.payments.refreshOf(user);
    expect(await money.status(user)).toBe('inactive');
  });

  it('counts from its capture when the bank approves it two days later', { tags: ['RZP-7.5'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const id = await money.subscribe(user);
    const failed = await money.control('/pay', { subscription_id: id, outcome: 'failure' });
    const paymentId = Object(Object(failed['error']).metadata).payment_id;
    money.clock.advance(20 * HOUR_MS);
    await money.control('/late-capture', { payment_id: paymentId });
    await money.reconcile();
    expect(await money.payments.subscriptionOf(user)).toMatchObject({
      status: 'active',
      purchased_at: '2026-06-16T00:30:00.000Z',
    });
  });

  it('is no longer looked up after three days', async () => {
    const money = await openBilling();
    const user = await money.aUser();
    await money.subscribe(user);
    money.clock.advance(73 * HOUR_MS);
    await money.reconcile();
    expect(await money.rows.attempts()).toMatchObject([{ state: 'settled' }]);
  });

  it('is looked up by its invoice when it names no subscription', { tags: ['RZP-7.13'] }, async () => {
    const money = await openBilling();
    const user = await money.aUser();
    const { razorpay_payment_id: id } = await money.paid(user);
    const entity = { id, amount: 49_900, currency: 'INR', status: 'captured', created_at: money.clock.now() / 1000 };
    await postWebhook(money, JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } }));
    expect(await money.status(user)).toBe('inactive');
    money.clock.advance(MINUTE_MS);
    await money.jobs.runDue();
    expect(await money.status(user)).toBe('active');
    expect(await money.rows.payments()).toMatchObject([{ problem: null }]);
    expect((await money.rows.audit()).map(({ kind }) => kind)).toContain('payment_matched');
  });
});
