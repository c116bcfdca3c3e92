import { expect, test } from 'vitest';
import { z } from 'zod';
import { anAdmin, type Person } from './factories.ts';
import { multipart } from './multipart.ts';
import { COURSE, LECTURE } from './publish.ts';
import { mediaPart, MEERA } from './sign-up.ts';
import { startApp, type TestApp } from './start-app.ts';

const CLIENT = 'https://client.example';
const Json = z.record(z.string(), z.unknown());

interface Sent {
  token?: string;
  body?: object;
  form?: Parameters<typeof multipart>[0];
}

/**
 * A browser client on another origin, which follows the specification to the letter: its paths, with and without a slash
 * at the end, and its fields. Each call asks first, as a browser does.
 */
const openClient =
  (app: TestApp) =>
  async (method: string, path: string, { token, body, form }: Sent = {}) => {
    const url = `/api/v1/${path}`;
    const asks = await app.http.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: CLIENT,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(asks.statusCode, url).toBe(204);
    expect(asks.headers['access-control-allow-origin'], url).toBe(CLIENT);
    expect(asks.headers['access-control-allow-methods'], url).toContain(method);
    expect(asks.headers['access-control-allow-headers'], url).toMatch(/authorization.*content-type/i);

    const parts = form && (await multipart(form));
    const response = await app.http.inject({
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(method),
      url,
      headers: {
        origin: CLIENT,
        ...parts?.headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(parts || body ? { payload: parts?.payload ?? body ?? {} } : {}),
    });
    expect(response.headers['access-control-allow-origin'], url).toBe(CLIENT);
    expect(response.headers['access-control-expose-headers'], url).toMatch(/retry-after/i);
    expect(response.headers['access-control-expose-headers'], url).toMatch(/x-request-id/i);
    return { status: response.statusCode, body: Json.parse(response.json()) };
  };

/** Shorter than the form hints at, which is no rule. */
const SHORT = { ...COURSE, title: 'Kilns', description: 'Fire' };

const start = () => startApp({ CORS_ORIGINS: `${CLIENT},https://other.example`, CONTACT_EMAIL: 'desk@school.example' });

const string: unknown = expect.any(String);
const absolute: unknown = expect.stringMatching(/^https?:\/\/[^/]+\/.+/);

test(
  'a client on another origin can use accounts',
  {
    tags: [
      'CALL-04',
      'CALL-05',
      'CALL-06',
      'CALL-07',
      'CALL-08',
      'CALL-09',
      'CALL-10',
      'CALL-11',
      'CALL-18',
      'ENT-01',
      'ENT-08',
      'ENT-09',
      'ADD-12',
      'ADD-16',
      'ADD-17',
      'ADD-18',
      'VAL-18',
    ],
  },
  async () => {
    await using app = await start();
    const call = openClient(app);
    const avatar = await mediaPart('avatar.png');
    const user = {
      _id: string,
      fullName: MEERA.fullName,
      email: MEERA.email,
      role: 'USER',
      avatar: { secure_url: absolute },
      subscription: { status: 'inactive' },
    };
    const welcome = { success: true, message: string, user, token: string };
    expect((await call('POST', 'user/register', { form: { ...MEERA, avatar } })).body).toMatchObject(welcome);
    const { email, password } = MEERA;
    const signedIn = await call('POST', 'user/login', { body: { email, password } });
    expect(signedIn.body).toMatchObject(welcome);
    const token = z.string().parse(signedIn.body['token']);

    const me = await call('GET', 'user/me', { token });
    expect(me.body).toMatchObject({ user });
    const { avatar: image } = z.object({ avatar: z.object({ secure_url: z.url() }) }).parse(me.body['user']);
    const shown = await app.http.inject({ url: new URL(image.secure_url).pathname, headers: { origin: CLIENT } });
    expect([shown.statusCode, shown.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
    const form = { fullName: 'Meera K. Nair', avatar };
    expect((await call('PUT', '/user/update', { token, form })).body).toMatchObject({ message: string });
    const passwords = { oldPassword: password, newPassword: 'an even better password' };
    expect((await call('POST', '/user/change-password', { token, body: passwords })).body).toMatchObject({
      succes: true,
      success: true,
      message: string,
    });
    expect((await call('POST', '/user/reset', { body: { email } })).body).toMatchObject({ message: string });
    expect(await call('POST', 'user/reset-password/some-token', { body: { password } })).toMatchObject({
      status: 400,
      body: { message: string },
    });
    const letter = { name: 'Ravi', email: 'ravi@home.example', message: 'When?' };
    expect((await call('POST', '/contact', { body: letter })).body).toMatchObject({ success: true });
    expect((await call('GET', 'user/logout', { token })).body).toMatchObject({ success: true, message: string });
  },
);

const signedUrls = (course: unknown): string[] =>
  z
    .object({ lectures: z.array(z.object({ lecture: z.tuple([z.object({ secure_url: z.url() })]) })) })
    .parse(course)
    .lectures.map(({ lecture: [first] }) => new URL(first.secure_url).pathname);

test(
  'a client on another origin can use courses and lectures',
  {
    tags: [
      'CALL-12',
      'CALL-13',
      'CALL-14',
      'CALL-15',
      'CALL-16',
      'CALL-17',
      'ENT-02',
      'ENT-03',
      'NUM-06',
      'ROL-02',
      'ADD-16',
      'ADD-17',
      'ADD-18',
    ],
  },
  async () => {
    await using app = await start();
    const call = openClient(app);
    const admin = await anAdmin(app);
    const { token } = admin;
    const thumbnail = await mediaPart('thumbnail.jpg');
    const created = await call('POST', 'courses/', { token, form: { ...SHORT, thumbnail } });
    expect(created.body).toMatchObject({ success: true });
    const courses = (await call('GET', 'courses/')).body['courses'];
    expect(courses).toMatchObject([
      { _id: string, ...SHORT, thumbnail: { secure_url: absolute }, numberOfLectures: 0 },
    ]);
    const [{ _id: id, thumbnail: image }] = z
      .tuple([z.object({ _id: z.string(), thumbnail: z.object({ secure_url: z.url() }) })])
      .parse(courses);

    const lecture = await mediaPart('three-seconds.mp4');
    const shown = { _id: string, ...LECTURE, lecture: [{ secure_url: absolute }] };
    const added = await call('POST', `/courses/${id}`, { token, form: { lecture, ...LECTURE } });
    expect(added.body).toMatchObject({ success: true, course: { lectures: [shown] } });
    const opened = await call('GET', `/courses/${id}`, { token });
    expect(opened.body).toMatchObject({ lectures: [shown] });
    const [listed] = z.tuple([Json]).parse((await call('GET', 'courses/')).body['courses']);
    expect(listed).toMatchObject({ _id: id, numberOfLectures: 1 });
    expect(listed).not.toHaveProperty('lectures');

    for (const path of [new URL(image.secure_url).pathname, ...signedUrls(opened.body)]) {
      const file = await app.http.inject({ url: path, headers: { origin: CLIENT, range: 'bytes=0-9' } });
      expect(file.statusCode).toBe(206);
      expect(file.headers).toMatchObject({
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': CLIENT,
      });
    }

    const [{ _id: lectureId }] = z.tuple([z.object({ _id: z.string() })]).parse(opened.body['lectures']);
    expect((await call('DELETE', `/courses/${id}/lecture/${lectureId}`, { token })).status).toBe(200);
    expect((await call('GET', `/courses/${id}`, { token })).body['lectures']).toEqual([]);
    expect((await call('DELETE', `/courses/${id}`, { token })).status).toBe(200);
    expect((await call('GET', 'courses')).body['courses']).toEqual([]);
  },
);

/** Pays as the provider's window does, which has an origin of its own. */
const pay = async (app: TestApp, subscriptionId: unknown): Promise<object> => {
  const response = await app.http.inject({
    method: 'POST',
    url: '/sandbox/control/pay',
    payload: { subscription_id: subscriptionId, outcome: 'success' },
  });
  return Json.parse(response.json());
};

const register = async (call: ReturnType<typeof openClient>): Promise<string> => {
  const form = { ...MEERA, avatar: await mediaPart('avatar.png') };
  return z.string().parse((await call('POST', 'user/register', { form })).body['token']);
};

test(
  'a client on another origin can use payments and statistics',
  {
    tags: [
      'CALL-19',
      'CALL-20',
      'CALL-21',
      'CALL-22',
      'CALL-23',
      'CALL-24',
      'ENT-04',
      'ENT-05',
      'ENT-06',
      'ENT-07',
      'TRN-04',
      'TRN-05',
      'NUM-04',
      'ROL-03',
      'ADD-04',
      'ADD-12',
      'ADD-16',
    ],
  },
  async () => {
    await using app = await start();
    await app.listen();
    const call = openClient(app);
    const token = await register(call);
    const admin: Person = await anAdmin(app);
    expect((await call('GET', '/payments/razorpay-key', { token })).body).toMatchObject({
      key: expect.stringMatching(/^rzp_test_\w{14}$/),
    });
    const started = await call('POST', '/payments/subscribe', { token });
    expect(started.body).toMatchObject({ subscription_id: expect.stringMatching(/^sub_\w{14}$/) });
    const body = await pay(app, started.body['subscription_id']);
    expect(Object.keys(body).toSorted()).toEqual([
      'razorpay_payment_id',
      'razorpay_signature',
      'razorpay_subscription_id',
    ]);
    expect(body).toMatchObject({ razorpay_subscription_id: started.body['subscription_id'] });
    const forged = { ...body, razorpay_signature: '0'.repeat(64) };
    expect(await call('POST', '/payments/verify', { token, body: forged })).toMatchObject({
      status: 400,
      body: { success: false, message: 'Payment verification failed' },
    });
    expect((await call('GET', 'user/me', { token })).body).toMatchObject({
      user: { subscription: { status: 'inactive' } },
    });
    // From this `success` a client sets its isPaymentVerified.
    expect((await call('POST', '/payments/verify', { token, body })).body).toMatchObject({
      success: true,
      message: 'Payment verified successfully',
    });
    expect((await call('GET', 'user/me', { token })).body).toMatchObject({
      user: { subscription: { status: 'active' } },
    });

    await app.jobs.runDue('accounting');
    const june = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    const finalMonths = {
      January: 0,
      February: 0,
      March: 0,
      April: 0,
      May: 0,
      June: 1,
      July: 0,
      August: 0,
      September: 0,
      October: 0,
      November: 0,
      December: 0,
    };
    expect((await call('GET', '/payments?count=100', { token: admin.token })).body).toMatchObject({
      success: true,
      message: string,
      allPayments: { count: 1, items: [{ amountInPaise: 49_900 }] },
      finalMonths,
      monthlySalesRecord: june,
      monthylySalesRecords: june,
    });
    expect((await call('GET', '/admin/stats/users', { token: admin.token })).body).toMatchObject({
      message: string,
      allUsersCount: 2,
      subscribedUsersCount: 1,
    });
    for (const path of ['payments?count=100', 'admin/stats/users'])
      expect((await call('GET', path, { token })).status).toBe(403);
    expect((await call('POST', '/payments/unsubscribe', { token })).body).toMatchObject({ success: true });
    expect((await call('GET', 'user/me', { token })).body).toMatchObject({
      user: { subscription: { status: 'inactive' } },
    });
  },
);

test(
  'unlisted origins get no CORS headers, and without CORS_ORIGINS none do',
  { tags: ['ADD-16', 'ADD-17'] },
  async () => {
    await using app = await start();
    const crossOrigin = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
    for (const origin of ['https://evil.example', 'https://client.example.evil.example', 'null']) {
      for (const method of ['OPTIONS', 'GET'] as const) {
        const response = await app.http.inject({ method, url: '/api/v1/courses', headers: { origin, ...crossOrigin } });
        expect(response.headers['access-control-allow-origin'], origin).toBeUndefined();
      }
    }
    await using alone = await startApp();
    const response = await alone.http.inject({ url: '/api/v1/courses', headers: { origin: CLIENT } });
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  },
);

test('a verification with a body other than an object fails', { tags: ['MSG-17'] }, async () => {
  await using app = await start();
  const call = openClient(app);
  const token = await register(call);
  for (const body of [[], ['pay_1', 'sub_1', 'x']]) {
    expect(await call('POST', '/payments/verify', { token, body })).toMatchObject({
      status: 400,
      body: { success: false, message: 'Payment verification failed' },
    });
  }
});
