import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aLaterSession, anAdmin, aUser } from '#test/factories.ts';
import { sendToSandbox } from '#test/fake-razorpay.ts';
import { mediaPaths, publishCourseWithLecture } from '#test/publish.ts';
import { openForTest } from '#test/sandbox/open-sandbox.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const SECRET = 'the secret of the webhook';
const EMPTY = { mode: 'test', keyId: '', planId: '' };

/** Razorpay with an account of its own, whose keys are live ones, and what an owner enters of it. */
const openRazorpay = async () => {
  const { app, sandbox, control } = await openForTest();
  const base = `${await app.listen({ port: 0, host: '127.0.0.1' })}/sandbox`;
  let isReachable = true;
  onTestFinished(sendToSandbox(() => (isReachable ? base : undefined)));
  const keys = { keyId: sandbox.keyId.replace('rzp_test_', 'rzp_live_'), planId: sandbox.planId };
  return {
    keys,
    keySecret: sandbox.keySecret,
    control,
    setReachable: (value: boolean) => {
      isReachable = value;
    },
  };
};

const save = (app: TestApp, token: string, body: object) =>
  call(app, 'PUT', '/admin/settings/payments', { token, body });

const check = (app: TestApp, token: string, body: object) =>
  call(app, 'POST', '/admin/settings/payments/check', { token, body });

const read = async (app: TestApp, token: string) =>
  api.settings.get.response.parse((await call(app, 'GET', '/admin/settings', { token })).body).settings.payments;

const keyOf = async (app: TestApp): Promise<unknown> => {
  const { token } = await aUser(app);
  return (await call(app, 'GET', '/payments/razorpay-key', { token })).body['key'];
};

const sendWebhook = async (app: TestApp, secret: string): Promise<number> => {
  const body = JSON.stringify({ event: 'payment.downtime.started', payload: {} });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const url = '/api/v1/payments/webhook';
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature };
  return (await app.http.inject({ method: 'POST', url, headers, payload: body })).statusCode;
};

const isActive = async (app: TestApp, token: string): Promise<unknown> =>
  z
    .object({ user: z.object({ subscription: z.object({ status: z.string() }) }) })
    .parse((await call(app, 'GET', '/user/me', { token })).body).user.subscription.status;

type Pay = (subscriptionId: unknown) => Promise<object>;

/** Buys the bundle, and returns the buyer's token and the payment's id. */
const buy = async (app: TestApp, pay: Pay) => {
  const { token } = await aUser(app);
  const { body } = await call(app, 'POST', '/payments/subscribe', { token });
  const proof = await pay(body['subscription_id']);
  expect(await call(app, 'POST', '/payments/verify', { token, body: proof })).toMatchObject({ status: 200 });
  return { token, paymentId: z.object({ razorpay_payment_id: z.string() }).parse(proof).razorpay_payment_id };
};

const inSandbox =
  (origin: string): Pay =>
  async (subscriptionId) => {
    const response = await fetch(`${origin}/sandbox/control/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ subscription_id: subscriptionId, outcome: 'success' }),
    });
    return z.record(z.string(), z.json()).parse(await response.json());
  };

describe('keys', () => {
  it('are saved when the provider accepts them, and not otherwise', async () => {
    const razorpay = await openRazorpay();
    await using app = await startApp();
    const { token } = await anAdmin(app);
    expect(await read(app, token)).toEqual({
      values: EMPTY,
      environment: {},
      keySecret: { isSet: false, lastFour: null, isReadable: true },
      webhookSecret: { isSet: false, lastFour: null, isReadable: true },
    });
    const { keys, keySecret } = razorpay;
    const found = 'The plan at Razorpay matches: ₹499.00 a year.';
    expect(await check(app, token, { ...keys, keySecret })).toMatchObject({ status: 200, body: { found } });
    const refusals: [object, string][] = [
      [{ keySecret: 'wrong' }, 'Razorpay rejected the keys. Check the key ID and the key secret.'],
      [{ keySecret, planId: 'plan_00000000000000' }, 'Razorpay has no plan plan_00000000000000 for these live keys'],
      [{ keySecret, keyId: 'key_x' }, 'The Razorpay key ID must begin with rzp_test_ or rzp_live_.'],
    ];
    for (const [changes, message] of refusals)
      for (const response of [
        await check(app, token, { ...keys, ...changes }),
        await save(app, token, { ...keys, mode: 'live', ...changes }),
      ])
        expect(response).toMatchObject({
          status: 409,
          body: { code: 'keys_refused', message: expect.stringContaining(message) },
        });
    expect(await save(app, token, { ...keys, mode: 'live' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'keySecret', message: 'Enter the secret of this key' }] },
    });
    expect(await save(app, token, { ...EMPTY, mode: 'live' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'keyId', message: 'Live mode needs live keys. Enter them first.' }] },
    });
    razorpay.setReachable(false);
    expect(await save(app, token, { ...keys, mode: 'live', keySecret })).toMatchObject({
      status: 502,
      body: { code: 'provider_unreachable' },
    });
    expect((await read(app, token)).values).toEqual(EMPTY);
  });

  it('replace the sandbox in every process at once, and test purchases do not count then', async () => {
    const { keys, keySecret, control } = await openRazorpay();
    await using app = await startApp();
    await using further = await app.another();
    const origin = await app.listen();
    const { token } = await anAdmin(app);
    const tester = await buy(app, inSandbox(origin));
    expect(await keyOf(further)).toMatch(/^rzp_test_/);

    await save(app, token, { ...keys, mode: 'test', keySecret, webhookSecret: SECRET });
    expect([await keyOf(app), await isActive(app, tester.token)]).toEqual([
      expect.stringMatching(/^rzp_test_/),
      'active',
    ]);

    expect((await save(app, token, { ...keys, mode: 'live' })).status).toBe(200);
    await expect.poll(() => keyOf(further)).toBe(keys.keyId);
    expect(await isActive(app, tester.token)).toBe('inactive');
    expect((await app.http.inject({ url: '/sandbox/control/log' })).statusCode).toBe(404);
    const buyer = await buy(app, async (subscriptionId) => {
      const { body } = await control('/pay', { subscription_id: subscriptionId, outcome: 'success' });
      return body;
    });
    expect(await isActive(further, buyer.token)).toBe('active');
    const list = await call(app, 'GET', '/admin/payments', { token });
    expect(list.body['payments']).toMatchObject([{ paymentId: buyer.paymentId, mode: 'live' }]);

    expect((await save(app, token, { ...keys, mode: 'test' })).status).toBe(200);
    expect([await isActive(app, tester.token), await isActive(app, buyer.token)]).toEqual(['active', 'inactive']);
    // What was sold for money stays refundable, and what Razorpay reports of it arrives.
    const refund = { reason: 'A mistake', idempotencyKey: '3a1c44c4-8b7b-4d9c-a7fe-2a1f7bb2f0aa' };
    const path = `/admin/payments/${buyer.paymentId}/refund`;
    expect(await call(app, 'POST', path, { token, body: refund })).toMatchObject({
      status: 200,
      body: { outcome: 'initiated' },
    });
    expect(await sendWebhook(app, SECRET)).toBe(200);
  });

  it('stay secret: in responses, in the database, in the audit and in the log', async () => {
    const { keys, keySecret } = await openRazorpay();
    await using app = await startApp({ LOG_LEVEL: 'trace' });
    const { token } = await anAdmin(app);
    const texts = [
      (await save(app, token, { ...keys, mode: 'live', keySecret: 'a wrong secret of the key' })).text,
      (await save(app, token, { ...keys, mode: 'live', keySecret, webhookSecret: SECRET })).text,
      (await call(app, 'GET', '/admin/settings', { token })).text,
      (await call(app, 'GET', '/admin/doctor', { token })).text,
      JSON.stringify(await app.database.db.selectFrom('settings').selectAll().execute()),
    ];
    const audit = await app.database.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('kind', '=', 'settings_changed')
      .execute();
    expect(audit.map(({ detail }): unknown => JSON.parse(detail))).toEqual([
      { section: 'payments', fields: ['mode', 'keyId', 'planId', 'keySecret', 'webhookSecret'] },
    ]);
    for (const secret of [keySecret, SECRET, 'a wrong secret of the key'])
      expect([...texts, ...app.logLines()].filter((text) => text.includes(secret))).toEqual([]);
    expect(await read(app, token)).toMatchObject({
      keySecret: { isSet: true, lastFour: keySecret.slice(-4) },
      webhookSecret: { isSet: true, lastFour: 'hook' },
    });
  });

  it('cannot be read under another SECRET_KEY: nothing is sold, and admins see why', async () => {
    const { keys, keySecret } = await openRazorpay();
    await using app = await startApp({ SECRET_KEY: 'a'.repeat(32) });
    const { token } = await anAdmin(app);
    await save(app, token, { ...keys, mode: 'live', keySecret });
    await using later = await app.restart({ SECRET_KEY: 'b'.repeat(32) });
    expect(await keyOf(later)).toBeUndefined();
    expect(await call(later, 'GET', '/admin/notices', { token })).toMatchObject({
      body: { notices: [{ code: 'selling_off_unreadable' }, { code: 'webhook_secret_missing' }] },
    });
    expect((await read(later, token)).keySecret).toEqual({ isSet: true, lastFour: null, isReadable: false });
    expect((await save(later, token, { ...keys, mode: 'live', keySecret })).status).toBe(200);
    expect(await keyOf(later)).toBe(keys.keyId);
  });

  it('are those of the environment where it sets them', async () => {
    const { keys, keySecret } = await openRazorpay();
    await using app = await startApp({ RAZORPAY_KEY_ID: keys.keyId, RAZORPAY_KEY_SECRET: `${keySecret},old` });
    const { token } = await anAdmin(app);
    const variables = { mode: 'RAZORPAY_KEY_ID', keyId: 'RAZORPAY_KEY_ID', keySecret: 'RAZORPAY_KEY_SECRET' };
    expect(await read(app, token)).toMatchObject({
      values: { mode: 'live', keyId: keys.keyId, planId: '' },
      environment: variables,
      keySecret: { isSet: true, lastFour: keySecret.slice(-4) },
    });
    const change = { ...keys, mode: 'live', webhookSecret: SECRET };
    expect(await save(app, token, { ...change, mode: 'test' })).toMatchObject({
      status: 409,
      body: { code: 'setting_fixed', details: [{ path: 'mode' }] },
    });
    expect((await save(app, token, change)).status).toBe(200);
    expect(await keyOf(app)).toBe(keys.keyId);
  });
});

it('a switch of the mode closes and opens lectures at once, and files that play within seconds', async () => {
  const { keys, keySecret } = await openRazorpay();
  await using app = await startApp();
  const origin = await app.listen();
  const admin = await anAdmin(app);
  const { courseId } = await publishCourseWithLecture(app, admin);
  const { token } = await buy(app, inSandbox(origin));
  const [path = ''] = await mediaPaths(app, { ...admin, token }, courseId);
  const statuses = async (): Promise<[number, number]> => {
    app.clock.advance(5000);
    const media = await app.http.inject({ url: path });
    return [(await call(app, 'GET', `/courses/${courseId}`, { token })).status, media.statusCode];
  };
  expect(await statuses()).toEqual([200, 200]);
  await save(app, admin.token, { ...keys, mode: 'live', keySecret });
  expect(await statuses()).toEqual([403, 403]);
  await save(app, admin.token, EMPTY);
  expect(await statuses()).toEqual([200, 200]);
});

it('a webhook that is signed with the previous secret counts for a day, and its arrival is shown', async () => {
  const { keys, keySecret } = await openRazorpay();
  await using app = await startApp({ PUBLIC_URL: 'https://school.example' });
  const admin = await anAdmin(app);
  const { token } = admin;
  const webhookOf = async () => (await call(app, 'GET', '/admin/settings/payments/webhook', { token })).body['webhook'];
  const address = 'https://school.example/api/v1/payments/webhook';
  expect(await webhookOf()).toEqual({ provider: 'Razorpay', address, events: [] });
  const NEXT = 'the next secret of the webhook';
  await save(app, token, { ...keys, mode: 'live', keySecret, webhookSecret: SECRET });
  await save(app, token, { ...keys, mode: 'live', webhookSecret: NEXT });
  expect([await sendWebhook(app, SECRET), await sendWebhook(app, NEXT), await sendWebhook(app, 'other')]).toEqual([
    200, 200, 400,
  ]);
  expect(await webhookOf()).toMatchObject({
    events: [{ type: 'payment.downtime.started', outcome: 'ignored', receivedAt: '2026-06-15T04:30:00.000Z' }],
  });
  app.clock.advance(26 * HOUR_MS);
  expect([await sendWebhook(app, SECRET), await sendWebhook(app, NEXT)]).toEqual([400, 200]);
  // A secret that leaked ends at once when it is removed first.
  const { token: later } = await aLaterSession(app, admin);
  await save(app, later, { ...keys, mode: 'live', webhookSecret: '' });
  await save(app, later, { ...keys, mode: 'live', webhookSecret: SECRET });
  expect([await sendWebhook(app, NEXT), await sendWebhook(app, SECRET)]).toEqual([400, 200]);
});
