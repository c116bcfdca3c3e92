import { expect, test } from 'vitest';
import { z } from 'zod';
import { openForTest } from '#test/sandbox/open-sandbox.ts';

test('the next matching requests fail the given number of times, others succeed', async () => {
  const { rest, control } = await openForTest();
  await control('/faults', { effect: '429', method: 'GET', path_contains: '/payments', times: 2 });
  expect((await rest('GET', '/plans')).status).toBe(200);
  expect((await rest('GET', '/payments')).status).toBe(429);
  expect((await rest('GET', '/payments/pay_x')).status).toBe(429);
  expect((await rest('GET', '/payments')).status).toBe(200);
});

test('each effect looks as it does at Razorpay', async () => {
  const { rest, control } = await openForTest();
  const withFault = async (effect: string) => {
    await control('/faults', { effect });
    return rest('GET', '/plans');
  };
  expect(await withFault('500')).toMatchObject({ status: 500, body: { error: { code: 'SERVER_ERROR' } } });
  expect(await withFault('409')).toMatchObject({ status: 409, body: { error: { code: 'BAD_REQUEST_ERROR' } } });
  expect(await withFault('low-balance')).toMatchObject({ status: 400 });
  const html = await withFault('html-502');
  expect(html.status).toBe(502);
  expect(html.text).toMatch(/^<html>/);
  expect((await control('/faults', { effect: 'explode' })).status).toBe(400);
});

test('reset removes all faults', async () => {
  const { rest, control } = await openForTest();
  await control('/faults', { effect: '500', times: 100 });
  await control('/reset');
  expect((await rest('GET', '/plans')).status).toBe(200);
});

test('hang executes nothing, commit-then-hang executes the request, and neither responds', async () => {
  const { app, sandbox, authorization, rest, control } = await openForTest();
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const create = async () => {
    const response = await fetch(`${origin}/sandbox/v1/subscriptions`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ plan_id: sandbox.planId, total_count: 1 }),
      signal: AbortSignal.timeout(5000),
    });
    return response.status;
  };
  await control('/faults', { effect: 'hang' });
  await expect(create()).rejects.toThrow(/timeout/);
  expect((await rest('GET', '/subscriptions')).body['count']).toBe(0);
  await control('/faults', { effect: 'commit-then-hang' });
  await expect(create()).rejects.toThrow(/timeout/);
  expect((await rest('GET', '/subscriptions')).body['count']).toBe(1);
  expect(await create()).toBe(200);
});

test('cut executes nothing, commit-then-cut executes the request, and both end the connection at once', async () => {
  const { app, sandbox, authorization, rest, control } = await openForTest();
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const create = () =>
    fetch(`${origin}/sandbox/v1/subscriptions`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ plan_id: sandbox.planId, total_count: 1 }),
    });
  await control('/faults', { effect: 'cut' });
  await expect(create()).rejects.toThrow('fetch failed');
  expect((await rest('GET', '/subscriptions')).body['count']).toBe(0);
  await control('/faults', { effect: 'commit-then-cut' });
  await expect(create()).rejects.toThrow('fetch failed');
  expect((await rest('GET', '/subscriptions')).body['count']).toBe(1);
});

test('a hanging request does not prevent the app from closing', async () => {
  const { app, authorization, control, close } = await openForTest();
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  await control('/faults', { effect: 'hang' });
  const held = fetch(`${origin}/sandbox/v1/plans`, { headers: { authorization } }).then(
    () => 'answered',
    () => 'cut off',
  );
  const taken = async (): Promise<boolean> => {
    const log = await app.inject('/sandbox/control/log');
    return log.body.includes('"effect":"hang"');
  };
  while (!(await taken())) await new Promise((resolve) => setImmediate(resolve));
  await close();
  expect(await held).toBe('cut off');
});

test('a rotated key stays valid for the given time, then only the new one works', async () => {
  let clockMs = 1_800_000_000_000;
  const { sandbox, rest, control } = await openForTest({ now: () => clockMs });
  const { keyId } = sandbox;
  await control('/rotate', { which: 'key', old_key_lives_seconds: 60 });
  expect(sandbox.keyId).not.toBe(keyId);
  expect(sandbox.keySecrets()).toHaveLength(2);
  expect((await rest('GET', '/plans')).status).toBe(200);
  clockMs += 61_000;
  expect((await rest('GET', '/plans')).status).toBe(401);
  expect(sandbox.keySecrets()).toEqual([sandbox.keySecret]);
});

test('the log lists the requests, without secrets', async () => {
  const { sandbox, call, rest, control, paid } = await openForTest();
  await paid();
  await rest('GET', '/plans?count=3');
  await control('/rotate', { which: 'webhook' });
  const log = await call('GET', '/control/log?after=0&limit=1000');
  expect(log.body['items']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'call', method: 'POST', path: '/sandbox/v1/subscriptions', status: 200 }),
      expect.objectContaining({ kind: 'payment', payment_status: 'captured' }),
      expect.objectContaining({ kind: 'event', event: 'subscription.charged', outcome: 'no webhook' }),
      expect.objectContaining({ kind: 'call', path: '/sandbox/v1/plans' }),
    ]),
  );
  for (const secret of [...sandbox.keySecrets(), ...sandbox.webhookSecrets()]) expect(log.text).not.toContain(secret);
  const entries = z.array(z.object({ seq: z.number() })).parse(log.body['items']);
  const last = entries.at(-1)?.seq ?? 0;
  expect((await call('GET', `/control/log?after=${last}`)).body['items']).toEqual([]);
  expect((await call('GET', '/control/log?after=x')).status).toBe(400);
});
