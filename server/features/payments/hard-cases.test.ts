import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aUser } from '#test/factories.ts';
import { DAY_MS, JUNE_MORNING_MS, MINUTE_MS } from '#test/fake-clock.ts';
import { startApp } from '#test/start-app.ts';
import { openMoney } from './open-for-test.ts';

type Money = Awaited<ReturnType<typeof openMoney>>;

const post = async (money: Money, body: string, signed = body): Promise<number> => {
  const secret = money.stage.current()?.webhookSecret ?? '';
  const signature = createHmac('sha256', secret).update(signed).digest('hex');
  const headers = { 'x-razorpay-signature': signature };
  return (await fetch(`${money.origin}/api/v1/payments/webhook`, { method: 'POST', body, headers })).status;
};

const Kept = z.object({ items: z.array(z.looseObject({ kind: z.string(), event_id: z.string().optional() })) });

/** The ids of the events that the look-alike has made, in order. */
const eventIds = async (money: Money): Promise<string[]> => {
  const { items } = Kept.parse((await money.send('GET', '/sandbox/control/log')).body);
  return items.flatMap(({ kind, event_id: id }) => (kind === 'event' && id !== undefined ? [id] : []));
};

const events = (money: Money) => money.database.db.selectFrom('webhook_events').select(['type', 'outcome']).execute();

const charged = (subscriptionId: string, over: object = {}): string => {
  const payment = {
    id: 'pay_00000000000009',
    amount: 49_900,
    currency: 'INR',
    status: 'captured',
    created_at: JUNE_MORNING_MS / 1000,
    ...over,
  };
  const subscription = { id: subscriptionId, status: 'active', total_count: 1, paid_count: 1, notes: [] };
  return JSON.stringify({
    event: 'subscription.charged',
    payload: { subscription: { entity: subscription }, payment: { entity: payment } },
    created_at: JUNE_MORNING_MS / 1000,
  });
};

describe('webhooks', () => {
  it('[RZP-7.12] [RZP-7.13] [RZP-10.3] ten minutes late, backwards, three times each: the year counts from the payment', async () => {
    const money = await openMoney({ webhooks: true });
    const user = await money.aUser();
    await money.control('/webhooks', { drop_next: 20 });
    await money.paid(user);
    money.clock.advance(10 * MINUTE_MS);
    const ids = await eventIds(money);
    expect(ids.length).toBeGreaterThan(4);
    for (const asNew of [false, true, false])
      for (const id of ids.toReversed())
        expect(await money.control('/webhooks/replay', { event_id: id, as_new_id: asNew })).toMatchObject({
          status: 200,
        });
    expect(await money.payments.subscriptionOf(user)).toMatchObject({
      status: 'active',
      purchased_at: '2026-06-15T04:30:00.000Z',
      access_until: '2027-06-15T04:30:00.000Z',
    });
    expect(await money.rows.payments()).toMatchObject([{ status: 'captured', problem: null }]);
    expect(await money.rows.attempts()).toMatchObject([{ provider_status: 'completed' }]);
  });

  it('[RZP-7.12] [RZP-10.3] only the bytes that were signed count: written anew or cut short they are refused', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    const signed = charged(await money.subscribe(user), { description: 'a/b ₹' })
      .replace('a/b', String.raw`a\/b`)
      .replace('₹', String.raw`\u20b9`);
    const rewritten = JSON.stringify(JSON.parse(signed));
    expect(rewritten).not.toBe(signed);
    expect(await post(money, rewritten, signed)).toBe(400);
    expect(await post(money, signed.slice(0, -1), signed)).toBe(400);
    expect(await money.status(user)).toBe('inactive');
    expect(await post(money, signed)).toBe(200);
    expect(await money.status(user)).toBe('active');
  });

  it('[RZP-7.25] [RZP-7.11] another currency or amount grants nothing and is flagged', async () => {
    const money = await openMoney();
    for (const over of [
      { id: 'pay_1', currency: 'USD' },
      { id: 'pay_2', amount: 49_899 },
    ]) {
      const user = await money.aUser();
      expect(await post(money, charged(await money.subscribe(user), over))).toBe(200);
      expect(await money.status(user)).toBe('inactive');
    }
    expect((await money.rows.payments()).map(({ problem, access_until: until }) => [problem, until])).toEqual([
      ['wrong_amount', null],
      ['wrong_amount', null],
    ]);
    expect(await money.rows.audit()).toContain('payment flagged: wrong_amount');
  });

  it('[RZP-7.29] about a person whose account is gone are kept, with the money, and nobody is let in', async () => {
    const money = await openMoney({ webhooks: true });
    const user = await money.aUser();
    const id = await money.subscribe(user);
    await money.database.db.updateTable('users').set({ deleted_at: JUNE_MORNING_MS }).execute();
    await money.pay(id);
    await money.stage.current()?.idle();
    expect((await events(money)).filter(({ type }) => type === 'subscription.charged')).toMatchObject([
      { outcome: 'applied' },
    ]);
    expect(await money.rows.payments()).toMatchObject([{ status: 'captured', user_id: user }]);
    expect(await money.payments.mayStillWatch(user)).toBe(false);
    expect(await money.payments.countSubscribedUsers()).toBe(0);
  });

  it('[RZP-7.32] what was bought in the other mode neither entitles nor counts, and its webhooks match nothing', async () => {
    const money = await openMoney();
    const user = await money.aUser();
    const triple = await money.buy(user);
    const other = await money.subscribe(await money.aUser());
    await money.database.db.updateTable('payment_attempts').set({ mode: 'live' }).execute();
    await money.database.db.updateTable('payments').set({ mode: 'live' }).execute();
    await money.payments.totals.rebuild();
    expect(await money.status(user)).toBe('inactive');
    expect(await money.payments.sales(10)).toMatchObject({ allPayments: { count: 0, items: [] }, grossInPaise: 0 });
    expect((await money.call(user, 'POST', '/verify', triple)).status).toBe(400);
    await post(money, charged(other));
    expect(await events(money)).toMatchObject([{ outcome: 'unmatched' }]);
    expect(await money.payments.countSubscribedUsers()).toBe(0);
  });
});

it.each(['429', '500', 'html-502', 'hang', 'commit-then-hang'])(
  '[RZP-7.30] [RZP-10.17] every call of the provider ends in %s once: one subscription, one payment, one refund',
  async (effect) => {
    const settings = { SUBSCRIPTION_CYCLES: '2' };
    const money = await openMoney({ settings, timeoutMs: effect.includes('hang') ? 800 : 5000 });
    const user = await money.aUser();
    const next = (method: string, path: string): Promise<unknown> =>
      money.control('/faults', { effect, method, path_contains: path });
    await next('POST', '/subscriptions');
    expect((await money.call(user, 'POST', '/subscribe')).status).toBe(502);
    const triple = await money.paid(user);
    await next('GET', '/payments/');
    expect((await money.call(user, 'POST', '/verify', triple)).status).toBe(200);
    expect(await money.status(user)).toBe('active');
    money.clock.advance(5 * MINUTE_MS);
    await next('GET', '/invoices');
    await money.reconcile();
    await next('POST', '/cancel');
    expect((await money.call(user, 'POST', '/unsubscribe')).status).toBe(200);
    await next('POST', '/refund');
    money.clock.advance(DAY_MS);
    await money.jobs.runDue();
    expect(await money.status(user)).toBe('inactive');
    expect((await money.rows.attempts()).filter((row) => row.subscription_ref !== null)).toHaveLength(1);
    expect(await money.rows.payments()).toMatchObject([{ status: 'captured', confirmed: 1 }]);
    expect(await money.rows.refunds()).toMatchObject([{ status: 'processed' }]);
    expect((await money.send('GET', '/sandbox/control')).body['faults']).toEqual([]);
  },
);

it('[RZP-7.36] secrets, signatures and what identifies a payer stand in no log line and no answer', async () => {
  await using app = await startApp({ LOG_LEVEL: 'trace', RAZORPAY_WEBHOOK_SECRET: 'the-webhook-secret' });
  const origin = await app.listen();
  const buyer = await aUser(app);
  const answers: string[] = [];
  const send = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const headers = { ...buyer.headers, ...(body ? { 'content-type': 'application/json' } : {}) };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const text = await (await fetch(`${origin}${path}`, init)).text();
    if (path.startsWith('/api')) answers.push(text);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  };
  const { key } = await send('GET', '/api/v1/payments/razorpay-key');
  const { subscription_id } = await send('POST', '/api/v1/payments/subscribe');
  await send('POST', '/sandbox/control/faults', { effect: '500', path_contains: '/payments/', times: 2 });
  const triple = await send('POST', '/sandbox/control/pay', { subscription_id, outcome: 'success' });
  await send('POST', '/api/v1/payments/verify', { ...triple, razorpay_signature: 'f'.repeat(64) });
  await send('POST', '/api/v1/payments/verify', triple);
  await send('POST', '/api/v1/payments/unsubscribe');
  await app.jobs.runDue();
  const state = await readFile(`${app.config.dataDir}/sandbox/state.jsonl`, 'utf8');
  const secrets = [...state.matchAll(/"secret":"([^"]+)"/g)].map(([, secret]) => secret);
  const hidden = [
    ...new Set([
      ...secrets,
      'the-webhook-secret',
      String(triple['razorpay_signature']),
      '+919999999999',
      'f'.repeat(64),
    ]),
  ];
  expect(hidden.length).toBeGreaterThan(4);
  const said = [...app.logLines(), ...answers].join('\n');
  expect(said).toContain(String(key));
  expect(hidden.filter((word) => word !== undefined && said.includes(word))).toEqual([]);
});
