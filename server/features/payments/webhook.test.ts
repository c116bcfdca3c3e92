import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#test/fake-clock.ts';
import { openMoney } from './open-for-test.ts';

type Money = Awaited<ReturnType<typeof openMoney>>;

const deliver = async (money: Money, body: string, headers: Record<string, string> = {}) => {
  const secret = money.stage.current()?.webhookSecret ?? '';
  const answer = await fetch(`${money.origin}/api/v1/payments/webhook`, {
    method: 'POST',
    body,
    headers: {
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
      'x-razorpay-event-id': `evt_${Math.random()}`,
      ...headers,
    },
  });
  return { status: answer.status, body: await answer.json() };
};

const events = async (money: Money) =>
  (
    await money.database.db.selectFrom('webhook_events').select(['type', 'outcome']).orderBy('received_at').execute()
  ).map(({ type, outcome }) => `${type} ${outcome}`);

describe('webhooks', () => {
  it('[RZP-7.4] [RZP-10.2] alone give access when the browser never comes back', async () => {
    const money = await openMoney({ webhooks: true });
    const user = await money.aUser();
    await money.paid(user);
    await money.stage.current()?.idle();
    expect(await money.status(user)).toBe('active');
    expect(await money.rows.attempts()).toMatchObject([{ state: 'settled', provider_status: 'completed', is_over: 1 }]);
    expect(await money.providerCalls('GET', /./)).toBe(0);
  });

  it.each([
    ['three times', { duplicates: 2 }],
    ['in reverse order', { reverse: true }],
    ['forged first', { forge_next: 3 }],
  ])('[RZP-7.12] [RZP-7.13] [RZP-10.3] come %s and lead to the same end', async (_how, switches) => {
    const money = await openMoney({ webhooks: true });
    await money.control('/webhooks', switches);
    const user = await money.aUser();
    await money.paid(user);
    await money.stage.current()?.idle();
    expect(await money.status(user)).toBe('active');
    expect(await money.rows.payments()).toMatchObject([{ status: 'captured', problem: null }]);
    expect(new Set(await events(money)).size).toBe((await events(money)).length);
  });

  it('[RZP-7.12] [RZP-10.3] answers 400 to a forged one and writes nothing', async () => {
    const money = await openMoney();
    const body = '{"event":"payment.captured"}';
    for (const signature of ['', 'no', '0'.repeat(64)])
      expect(await deliver(money, body, { 'x-razorpay-signature': signature })).toMatchObject({
        status: 400,
        body: { success: false, code: 'bad_signature' },
      });
    expect(await events(money)).toEqual([]);
  });

  it('answers 200 to what is unknown, unmatched, no JSON, and to what came before', async () => {
    const money = await openMoney();
    expect(await deliver(money, '{"event":"settlement.processed"}')).toMatchObject({ status: 200 });
    expect(await deliver(money, 'no json \u0000')).toMatchObject({ status: 200 });
    const payment = {
      id: 'pay_00000000000001',
      amount: 100,
      currency: 'INR',
      status: 'captured',
      created_at: 1_780_000_000,
    };
    const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: payment } } });
    const sameId = { 'x-razorpay-event-id': 'evt_same' };
    expect(await deliver(money, body, sameId)).toMatchObject({ status: 200, body: { success: true } });
    expect(await deliver(money, body, sameId)).toMatchObject({ status: 200 });
    expect(await events(money)).toEqual([
      'settlement.processed ignored',
      'unreadable ignored',
      'payment.captured unmatched',
    ]);
    expect(await money.rows.payments()).toMatchObject([{ problem: 'unmatched', user_id: null }]);
  });

  it('takes any content type and up to a MiB, and refuses more', async () => {
    const money = await openMoney();
    const body = JSON.stringify({ event: 'x', padding: 'é'.repeat(300_000) });
    expect(await deliver(money, body, { 'content-type': 'text/weird' })).toMatchObject({ status: 200 });
    expect(await deliver(money, body, { 'content-type': 'application/json' })).toMatchObject({ status: 200 });
    expect((await deliver(money, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
  });

  it('answers 500 when it is our own database that fails, so that it comes again', async () => {
    const money = await openMoney({ webhooks: true });
    const user = await money.aUser();
    await money.database.db.schema.alterTable('payments').renameTo('payments_away').execute();
    const body = JSON.stringify({
      event: 'payment.captured',
      payload: { payment: { entity: { id: 'pay_1', amount: 1, currency: 'INR', status: 'captured', created_at: 1 } } },
    });
    expect((await deliver(money, body)).status).toBe(500);
    expect(await events(money)).toEqual([]);
    await money.database.db.schema.alterTable('payments_away').renameTo('payments').execute();
    await money.paid(user);
    await money.stage.current()?.idle();
    expect(await money.status(user)).toBe('active');
  });

  it('[RZP-7.31] [RZP-10.18] signed with the secret before the last one still count', async () => {
    const money = await openMoney();
    const old = money.stage.current()?.webhookSecret ?? '';
    await money.control('/rotate', { which: 'webhook' });
    const body = '{"event":"x"}';
    const signature = createHmac('sha256', old).update(body).digest('hex');
    expect((await deliver(money, body, { 'x-razorpay-signature': signature })).status).toBe(200);
  });

  it('honours RAZORPAY_WEBHOOK_SECRET with the look-alike', async () => {
    const money = await openMoney({ settings: { RAZORPAY_WEBHOOK_SECRET: 'mine,older' }, webhooks: true });
    const body = '{"event":"x"}';
    const signature = createHmac('sha256', 'older').update(body).digest('hex');
    expect((await deliver(money, body, { 'x-razorpay-signature': signature })).status).toBe(200);
    const user = await money.aUser();
    await money.paid(user);
    await money.stage.current()?.idle();
    expect(await money.status(user)).toBe('active');
  });
});

describe('money that nobody told of', () => {
  it('[RZP-7.5] is found by the reconciler', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    await money.paid(user);
    await money.reconcile();
    expect(await money.status(user)).toBe('inactive');
    money.clock.advance(5 * MINUTE_MS);
    await money.reconcile();
    expect(await money.status(user)).toBe('active');
    expect(await money.rows.audit()).toContain('payment captured');
  });

  it('[RZP-7.5] is found on the buyer’s visit, with one look-up in 30 seconds', async () => {
    const money = await openMoney();
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

  it('a visit waits for a silent provider no longer than two seconds', async () => {
    const money = await openMoney({ timeoutMs: 10_000 });
    const user = await money.aUser();
    await money.paid(user);
    money.clock.advance(HOUR_MS);
    await money.control('/faults', { effect: 'hang', times: 10 });
    const startedAt = performance.now();
    await money.payments.refreshOf(user);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it('[RZP-7.5] a payment that the bank lets through two days later counts from then', async () => {
    const money = await openMoney();
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

  it('lets go of attempts after three days', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    await money.subscribe(user);
    money.clock.advance(73 * HOUR_MS);
    await money.reconcile();
    expect(await money.rows.attempts()).toMatchObject([{ state: 'settled' }]);
  });

  it('[RZP-7.13] a payment without a name is looked up by its invoice', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    const { razorpay_payment_id: id } = await money.paid(user);
    const entity = { id, amount: 49_900, currency: 'INR', status: 'captured', created_at: money.clock.now() / 1000 };
    await deliver(money, JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } }));
    expect(await money.status(user)).toBe('inactive');
    money.clock.advance(MINUTE_MS);
    await money.jobs.runDue();
    expect(await money.status(user)).toBe('active');
    expect(await money.rows.payments()).toMatchObject([{ problem: null }]);
    expect(await money.rows.audit()).toContain('payment matched');
  });
});
