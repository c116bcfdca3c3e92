import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anAdmin, aUser } from './factories.ts';
import { startApp, type TestApp } from './start-app.ts';

const Json = z.record(z.string(), z.unknown());

it('the app sells with nothing configured: subscribe, pay, verify, and the profile shows it', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  const buyer = await aUser(app);
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...buyer.headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: Json.parse(await response.json()) };
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

it('a visit to the profile finds a payment that neither browser nor webhook reported', async () => {
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

it('shows admins why selling is off, and sells nothing in test mode on a public address', async () => {
  await using app = await startApp({ PUBLIC_URL: 'https://school.example' });
  const [buyer, admin] = [await aUser(app), await anAdmin(app)];
  const key = await app.http.inject({ url: '/api/v1/payments/razorpay-key', headers: buyer.headers });
  expect([key.statusCode, key.json()]).toMatchObject([503, { code: 'selling_off' }]);
  const notices = await app.http.inject({ url: '/api/v1/admin/notices', headers: admin.headers });
  expect(notices.json()).toMatchObject({ notices: [{ code: 'selling_off_test_public', level: 'warning' }] });
});

const LOCAL = { host: 'localhost:5000' };
const TEST_KEYS = { RAZORPAY_KEY_ID: 'rzp_test_x', RAZORPAY_KEY_SECRET: 's', RAZORPAY_PLAN_ID: 'plan_1' };
const ALLOWED = { ALLOW_TEST_PAYMENTS: '1' };
const SANDBOX_ROUTES = [
  ['GET', '/sandbox'],
  ['GET', '/sandbox/v1/checkout.js'],
  ['GET', '/sandbox/v1/plans'],
  ['POST', '/sandbox/control/rotate'],
  ['GET', '/sandbox/control/log'],
  ['GET', '/sandbox/none'],
] as const;

const sandboxStatuses = (app: TestApp, headers: Record<string, string>): Promise<number[]> =>
  Promise.all(
    SANDBOX_ROUTES.map(async ([method, url]) => {
      const payload = method === 'POST' ? { payload: { which: 'webhook' } } : {};
      return (await app.http.inject({ method, url, headers, ...payload })).statusCode;
    }),
  );

const keyStatus = async (app: TestApp, headers: Record<string, string>): Promise<number> => {
  const buyer = await aUser(app);
  const url = '/api/v1/payments/razorpay-key';
  return (await app.http.inject({ url, headers: { ...buyer.headers, ...headers } })).statusCode;
};

const noticesOf = async (app: TestApp, headers: Record<string, string>): Promise<unknown> => {
  const admin = await anAdmin(app);
  const url = '/api/v1/admin/notices';
  return (await app.http.inject({ url, headers: { ...admin.headers, ...headers } })).json();
};

describe('the sandbox', () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['on this machine', {}, LOCAL],
    ['at 127.0.0.1', {}, { host: '127.0.0.1:5000' }],
    ['with a local address of its own', { PUBLIC_URL: 'http://localhost:5000' }, LOCAL],
    ['on every address, when allowed', { HOST: '0.0.0.0', ...ALLOWED }, { host: '192.168.1.7:5000' }],
    ['at a public address, when allowed', { PUBLIC_URL: 'https://school.example', ...ALLOWED }, LOCAL],
    ['behind a proxy, when allowed', ALLOWED, { host: 'school.example' }],
  ])('sells %s', async (_where, settings, headers) => {
    await using app = await startApp(settings);
    expect(await keyStatus(app, headers)).toBe(200);
    expect(await sandboxStatuses(app, headers)).toEqual([302, 200, 401, 200, 200, 400]);
    expect(await noticesOf(app, headers)).toMatchObject({ notices: [{ code: 'test_mode' }] });
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['on every address', { HOST: '0.0.0.0' }, LOCAL],
    ['on every IPv6 address', { HOST: '::' }, LOCAL],
    ['on an address of the network', { HOST: '192.168.1.7' }, LOCAL],
    ['at a public address, whatever a request says', { PUBLIC_URL: 'https://school.example' }, LOCAL],
    ['to a request for another host', {}, { host: 'school.example' }],
    ['to a request for a host that only begins like this machine', {}, { host: '127.0.0.1.school.example' }],
    ['to a request from a page of another host', {}, { ...LOCAL, origin: 'https://school.example' }],
  ])('does not exist %s', async (_where, settings, headers) => {
    await using app = await startApp(settings);
    expect(await keyStatus(app, headers)).toBe(503);
    expect(await sandboxStatuses(app, headers)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await noticesOf(app, headers)).toMatchObject({ notices: [{ code: 'selling_off_test_public' }] });
  });

  const FORWARDING: [string, string][] = [
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'localhost'],
    ['x-real-ip', '203.0.113.7'],
    ['forwarded', 'for=203.0.113.7'],
    ['via', '1.1 proxy'],
    ['cf-connecting-ip', '203.0.113.7'],
    ['true-client-ip', '203.0.113.7'],
    ['x-original-forwarded-for', '203.0.113.7'],
  ];
  it('does not exist behind a proxy that rewrites Host, whatever else it adds', async () => {
    await using app = await startApp();
    await using allowed = await startApp(ALLOWED);
    for (const host of ['localhost:5000', '127.0.0.1:5000', '[::1]:5000']) {
      const plain = { host, origin: `http://${host}`, referer: `http://${host}/`, 'sec-fetch-site': 'same-origin' };
      expect(await sandboxStatuses(app, plain), host).toEqual([302, 200, 401, 200, 200, 400]);
      for (const [name, value] of FORWARDING) {
        expect(await keyStatus(app, { ...plain, [name]: value }), `${host} ${name}`).toBe(503);
        expect(await sandboxStatuses(app, { ...plain, [name]: value }), `${host} ${name}`).toEqual(Array(6).fill(404));
        expect(await keyStatus(allowed, { ...plain, [name]: value }), `${host} ${name}`).toBe(200);
      }
    }
  });

  it('does not exist behind a proxy that adds no header and speaks HTTP/1.0, as nginx by itself', async () => {
    await using app = await startApp();
    const { hostname, port } = new URL(await app.listen());
    const statusLine = async (version: string): Promise<string> => {
      const socket = connect(Number(port), hostname);
      // Node ends a connection whose client has ended its half, also before the response.
      socket.write(`GET /sandbox/control/log HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split('\r\n')[0] ?? '';
    };
    expect(await statusLine('1.1')).toBe('HTTP/1.1 200 OK');
    expect(await statusLine('1.0')).toBe('HTTP/1.1 404 Not Found');
  });

  it('is off as soon as setup stores a public address', async () => {
    await using app = await startApp();
    const token = ((await app.openSetup()) ?? '').replace('/setup/', '');
    const input = { fullName: 'Asha Rao', email: 'asha@school.example', password: 'a ledge of books' };
    const payload = { token, ...input, publicAddress: 'https://school.example', withSamples: false };
    expect(await keyStatus(app, LOCAL)).toBe(200);
    expect((await app.http.inject({ method: 'POST', url: '/api/v1/setup', payload })).statusCode).toBe(201);
    expect(await keyStatus(app, LOCAL)).toBe(503);
    expect(await sandboxStatuses(app, LOCAL)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  it('stays on for the next request after one for another host, also one with a body', async () => {
    await using app = await startApp();
    await app.listen();
    const buyer = await aUser(app);
    const subscribe = (host: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/v1/payments/subscribe',
        headers: { ...buyer.headers, host },
        payload: { state: 'Kerala' },
      });
    expect((await subscribe('school.example')).json()).toMatchObject({ code: 'selling_off' });
    expect((await subscribe('localhost')).statusCode).toBe(200);
  });
});

it.each<[string, Record<string, string>, string]>([
  ['with a public address', { PUBLIC_URL: 'https://school.example' }, 'selling_off_test_keys'],
  ['on every address', { HOST: '0.0.0.0' }, 'selling_off_test_keys'],
  ['with a public address, when allowed', { PUBLIC_URL: 'https://school.example', ...ALLOWED }, 'test_mode'],
  ['on this machine', {}, 'test_mode'],
])('test keys %s', async (_where, settings, code) => {
  await using app = await startApp({ ...TEST_KEYS, ...settings });
  expect(await noticesOf(app, LOCAL)).toMatchObject({ notices: [{ code }, { code: 'webhook_secret_missing' }] });
  expect(await keyStatus(app, LOCAL)).toBe(code === 'test_mode' ? 200 : 503);
});
