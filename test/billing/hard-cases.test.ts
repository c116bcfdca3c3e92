import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { aUser } from '../factories.ts';
import { JUNE_MORNING_MS } from '../fake-clock.ts';
import { startApp, type TestApp } from '../start-app.ts';
import { openBilling, type OpenBilling } from './open-billing.ts';
import { chargedWebhook, postWebhook, signatureOf } from './razorpay-webhooks.ts';

const SandboxLog = z.object({ items: z.array(z.looseObject({ kind: z.string(), event_id: z.string().optional() })) });

/** The ids of the events that the sandbox recorded, in order. */
const eventIds = async (money: OpenBilling): Promise<string[]> => {
  const { items } = SandboxLog.parse((await money.send('GET', '/sandbox/control/log')).body);
  return items.flatMap(({ kind, event_id: id }) => (kind === 'event' && id !== undefined ? [id] : []));
};

const events = (money: OpenBilling) =>
  money.database.db.selectFrom('webhook_events').select(['type', 'outcome']).execute();

describe('webhooks', () => {
  it(
    'arriving ten minutes late, in reverse and three times each count the year from the payment',
    { tags: ['RZP-7.12', 'RZP-7.13', 'RZP-10.3'] },
    async () => {
      const money = await openBilling({ webhooks: true });
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
    },
  );

  it(
    'are refused when their signed bytes are re-encoded or truncated',
    { tags: ['RZP-7.12', 'RZP-10.3'] },
    async () => {
      const money = await openBilling();
      const user = await money.aUser();
      const signed = chargedWebhook(await money.subscribe(user), { description: 'a/b ₹' })
        .replace('a/b', String.raw`a\/b`)
        .replace('₹', String.raw`\u20b9`);
      const signature = signatureOf(signed, money.sandbox.current()?.webhookSecret ?? '');
      const rewritten = JSON.stringify(JSON.parse(signed));
      expect(rewritten).not.toBe(signed);
      expect((await postWebhook(money, rewritten, signature)).status).toBe(400);
      expect((await postWebhook(money, signed.slice(0, -1), signature)).status).toBe(400);
      expect(await money.status(user)).toBe('inactive');
      expect((await postWebhook(money, signed)).status).toBe(200);
      expect(await money.status(user)).toBe('active');
    },
  );

  it('with another currency or amount grant nothing and are flagged', { tags: ['RZP-7.25', 'RZP-7.11'] }, async () => {
    const money = await openBilling();
    for (const over of [
      { id: 'pay_1', currency: 'USD' },
      { id: 'pay_2', amount: 49_899 },
    ]) {
      const user = await money.aUser();
      expect((await postWebhook(money, chargedWebhook(await money.subscribe(user), over))).status).toBe(200);
      expect(await money.status(user)).toBe('inactive');
    }
    expect((await money.rows.payments()).map(({ problem, access_until: until }) => [problem, until])).toEqual([
      ['wrong_amount', null],
      ['wrong_amount', null],
    ]);
    expect(await money.rows.audit()).toContainEqual(
      expect.objectContaining({ kind: 'payment_flagged', detail: { problem: 'wrong_amount' } }),
    );
  });

  it('about a deleted account are kept with the payment, and grant nobody access', { tags: ['RZP-7.29'] }, async () => {
    const money = await openBilling({ webhooks: true });
    const user = await money.aUser();
    const id = await money.subscribe(user);
    await money.database.db.updateTable('users').set({ deleted_at: JUNE_MORNING_MS }).execute();
    await money.pay(id);
    await money.sandbox.current()?.idle();
    expect((await events(money)).filter(({ type }) => type === 'subscription.charged')).toMatchObject([
      { outcome: 'applied' },
    ]);
    expect(await money.rows.payments()).toMatchObject([{ status: 'captured', user_id: user }]);
    expect(await money.payments.countSubscribedUsers()).toBe(0);
  });

  it(
    'purchases of the other mode neither grant access nor count, and their webhooks match nothing',
    { tags: ['RZP-7.32'] },
    async () => {
      const money = await openBilling();
      const user = await money.aUser();
      const proof = await money.buy(user);
      const other = await money.subscribe(await money.aUser());
      await money.database.db.updateTable('payment_attempts').set({ mode: 'live' }).execute();
      await money.database.db.updateTable('payments').set({ mode: 'live' }).execute();
      await money.payments.projections.recompute();
      expect(await money.status(user)).toBe('inactive');
      expect(await money.payments.admin.sales(10)).toMatchObject({
        allPayments: { count: 0, items: [] },
        grossInPaise: 0,
      });
      expect((await money.call(user, 'POST', '/verify', proof)).status).toBe(400);
      await postWebhook(money, chargedWebhook(other));
      expect(await events(money)).toMatchObject([{ outcome: 'unmatched' }]);
      expect(await money.payments.countSubscribedUsers()).toBe(0);
    },
  );
});

it.each(['429', '500', 'html-502', 'cut', 'commit-then-cut'])(
  'when every call to the provider ends in %s once, there is one subscription, one payment and one refund',
  { tags: ['RZP-7.30', 'RZP-10.17'] },
  async (effect) => {
    const settings = { SUBSCRIPTION_CYCLES: '2' };
    const money = await openBilling({ settings });
    const user = await money.aUser();
    const next = (method: string, path: string): Promise<unknown> =>
      money.control('/faults', { effect, method, path_contains: path });
    await next('POST', '/subscriptions');
    expect((await money.call(user, 'POST', '/subscribe')).status).toBe(502);
    const proof = await money.paid(user);
    await next('GET', '/payments/');
    expect((await money.call(user, 'POST', '/verify', proof)).status).toBe(200);
    expect(await money.status(user)).toBe('active');
    money.clock.advance(5 * MINUTE_MS);
    await next('GET', '/invoices');
    await money.reconcile();
    await next('POST', '/cancel');
    expect((await money.call(user, 'POST', '/unsubscribe')).status).toBe(200);
    await next('POST', '/refund');
    for (const ms of [DAY_MS, 2 * MINUTE_MS]) {
      money.clock.advance(ms);
      await money.jobs.runDue();
    }
    expect(await money.status(user)).toBe('inactive');
    expect((await money.rows.attempts()).filter((row) => row.subscription_ref !== null)).toHaveLength(1);
    expect(await money.rows.payments()).toMatchObject([{ status: 'captured', confirmed: 1 }]);
    expect(await money.rows.refunds()).toMatchObject([{ status: 'processed' }]);
    expect((await money.send('GET', '/sandbox/control')).body['faults']).toEqual([]);
  },
);

/** As it is stored: in a file or, with PostgreSQL, in the database. */
const sandboxState = async ({ config, database }: TestApp): Promise<string> => {
  if (config.databaseUrl === undefined) return readFile(`${config.dataDir}/sandbox/state.json`, 'utf8');
  const rows = await database.db.selectFrom('sandbox_records').select('record').execute();
  return rows.map(({ record }) => record).join('\n');
};

it(
  "secrets, signatures and the payer's identity appear in no log line and no response",
  { tags: ['RZP-7.36'] },
  async () => {
    await using app = await startApp({ LOG_LEVEL: 'trace', RAZORPAY_WEBHOOK_SECRET: 'the-webhook-secret' });
    const origin = await app.listen();
    const buyer = await aUser(app);
    const responses: string[] = [];
    const send = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
      const headers = { ...buyer.headers, ...(body ? { 'content-type': 'application/json' } : {}) };
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      const text = await (await fetch(`${origin}${path}`, init)).text();
      if (path.startsWith('/api')) responses.push(text);
      return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    };
    const { key } = await send('GET', '/api/v1/payments/razorpay-key');
    const { subscription_id } = await send('POST', '/api/v1/payments/subscribe');
    await send('POST', '/sandbox/control/faults', { effect: '500', path_contains: '/payments/', times: 2 });
    const proof = await send('POST', '/sandbox/control/pay', { subscription_id, outcome: 'success' });
    await send('POST', '/api/v1/payments/verify', { ...proof, razorpay_signature: 'f'.repeat(64) });
    await send('POST', '/api/v1/payments/verify', proof);
    await send('POST', '/api/v1/payments/unsubscribe');
    await app.jobs.runDue();
    const state = await sandboxState(app);
    const secrets = [...state.matchAll(/"secret":"([^"]+)"/g)].map(([, secret]) => secret);
    const hidden = [
      ...new Set([
        ...secrets,
        'the-webhook-secret',
        String(proof['razorpay_signature']),
        '+919999999999',
        'f'.repeat(64),
      ]),
    ];
    expect(hidden.length).toBeGreaterThan(4);
    const written = [...app.logLines(), ...responses].join('\n');
    expect(written).toContain(String(key));
    expect(hidden.filter((word) => word !== undefined && written.includes(word))).toEqual([]);
  },
);
