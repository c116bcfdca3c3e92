import { expect, it } from 'vitest';
import { z } from 'zod';
import { anAdmin, aUser } from './factories.ts';
import { startApp } from './start-app.ts';

const Json = z.record(z.string(), z.unknown());

it('the whole app sells with nothing configured: subscribe, pay, verify, and the profile knows', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  const buyer = await aUser(app);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { ...buyer.headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: Json.parse(await answer.json()) };
  };
  const started = await call('POST', '/api/v1/payments/subscribe');
  const payment = { subscription_id: started.body['subscription_id'], outcome: 'success' };
  const triple = await call('POST', '/sandbox/control/pay', payment);
  expect(await call('POST', '/api/v1/payments/verify', triple.body)).toMatchObject({
    status: 200,
    body: { message: 'Payment verified successfully' },
  });
  expect(await call('GET', '/api/v1/user/me')).toMatchObject({
    body: { user: { subscription: { status: 'active', access_until: '2027-06-15T04:30:00.000Z' } } },
  });
});

it('a visit to the profile finds money that neither browser nor webhook told of', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  const buyer = await aUser(app);
  const post = async (path: string, body?: object) =>
    Json.parse(
      await (
        await fetch(`${origin}${path}`, {
          method: 'POST',
          headers: { ...buyer.headers, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
      ).json(),
    );
  await post('/sandbox/control/webhooks', { enabled: false });
  const { subscription_id } = await post('/api/v1/payments/subscribe');
  await post('/sandbox/control/pay', { subscription_id, outcome: 'success' });
  app.clock.advance(31_000);
  const me = await app.http.inject({ url: '/api/v1/user/me', headers: buyer.headers });
  expect(me.json()).toMatchObject({ user: { subscription: { status: 'active' } } });
});

it('tells an ADMIN why selling is off, and sells nothing pretend on a public address', async () => {
  await using app = await startApp({ PUBLIC_URL: 'https://school.example' });
  const [buyer, admin] = [await aUser(app), await anAdmin(app)];
  const key = await app.http.inject({ url: '/api/v1/payments/razorpay-key', headers: buyer.headers });
  expect([key.statusCode, key.json()]).toMatchObject([503, { code: 'selling_off' }]);
  const notices = await app.http.inject({ url: '/api/v1/admin/notices', headers: admin.headers });
  expect(notices.json()).toMatchObject({ notices: [{ code: 'selling_off_test_public', level: 'warning' }] });
});

it.each([
  ['on this machine', {}, 200],
  ['on a public address', { PUBLIC_URL: 'https://school.example' }, 404],
  ['on a public address where it is allowed', { PUBLIC_URL: 'https://school.example', ALLOW_TEST_PAYMENTS: '1' }, 200],
])('the look-alike %s', async (_where, settings: Record<string, string>, status) => {
  await using app = await startApp(settings);
  expect((await app.http.inject('/sandbox/v1/checkout.js')).statusCode).toBe(status);
});
