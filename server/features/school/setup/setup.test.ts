// @module-tag both
import { describe, expect, it } from 'vitest';
import { call, type CallResponse } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { readEmails } from '#test/mailbox.ts';
import { login, register, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const ASHA = { fullName: 'Asha Rao', email: 'asha@school.example', password: 'a ledge of books' };

const link = async (app: TestApp): Promise<string> => ((await app.openSetup()) ?? '').replace('/setup/', '');

const finish = (app: TestApp, token: string, answers: object = {}): Promise<CallResponse> =>
  call(app, 'POST', '/setup', {
    body: { token, ...ASHA, publicAddress: 'https://school.example', withSamples: false, ...answers },
  });

const check = (app: TestApp, token: string): Promise<CallResponse> =>
  call(app, 'POST', '/setup/check', { body: { token } });

const CLOSED = { status: 404, body: { success: false, code: 'setup_closed' } };

const admins = ({ database }: TestApp) =>
  database.db.selectFrom('users').select(['email', 'role']).where('role', '=', 'ADMIN').execute();

it('the site reports the oldest browsers in which everything works', async () => {
  await using app = await startApp();
  expect((await call(app, 'GET', '/site')).body).toMatchObject({
    site: { oldestBrowsers: { safari: '16.4', chrome: '111', firefox: '115' } },
  });
});

describe('setup', () => {
  it('creates the first admin with the link printed at start, and logs them in', async () => {
    await using app = await startApp();
    const token = await link(app);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await check(app, token)).toMatchObject({ status: 200, body: { message: 'Setup is open' } });
    const answer = await finish(app, token);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        success: true,
        message: 'Your school is ready',
        user: { fullName: 'Asha Rao', email: 'asha@school.example', role: 'ADMIN', avatar: { secure_url: null } },
      },
    });
    expect((await call(app, 'GET', '/admin/notices', { token: tokenOf(answer) })).status).toBe(200);
    expect(await login(app, ASHA.email, ASHA.password)).toMatchObject({
      status: 200,
      body: { user: { role: 'ADMIN' } },
    });
  });

  it('names the school, and says before what it is called', async () => {
    await using app = await startApp();
    const token = await link(app);
    expect((await check(app, token)).body).toMatchObject({ brandName: 'Lectern', brandNameVariable: null });
    const admin = await finish(app, token, { brandName: 'Aravalli Evening School' });
    expect(admin).toMatchObject({ status: 201, body: { user: { role: 'ADMIN' } } });
    expect((await call(app, 'GET', '/site')).body['site']).toMatchObject({ brandName: 'Aravalli Evening School' });
    const entries = app.database.db.selectFrom('audit_entries').select('detail');
    expect(await entries.where('kind', '=', 'settings_changed').execute()).toEqual([
      { detail: '{"section":"school","fields":["brandName"]}' },
    ]);
  });

  it('gives the school its colour, and refuses what is none', async () => {
    await using app = await startApp();
    const token = await link(app);
    expect(await finish(app, token, { accent: 'coral' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'accent' }] },
    });
    expect((await finish(app, token, { accent: '#2f7a80' })).status).toBe(201);
    expect((await call(app, 'GET', '/site')).body['site']).toMatchObject({ brandName: 'Lectern', accent: '#2F7A80' });
  });

  it('keeps the name that the environment sets', async () => {
    await using app = await startApp({ BRAND_NAME: 'Gurukul' });
    const token = await link(app);
    expect((await check(app, token)).body).toMatchObject({ brandName: 'Gurukul', brandNameVariable: 'BRAND_NAME' });
    expect(await finish(app, token, { brandName: 'Another' })).toMatchObject({ body: { code: 'setting_fixed' } });
    expect(await admins(app)).toEqual([]);
    expect((await finish(app, token, { brandName: 'Gurukul' })).status).toBe(201);
  });

  it('sets the price of the bundle, which buyers pay from then on', async () => {
    await using app = await startApp();
    const token = await link(app);
    expect((await check(app, token)).body).toMatchObject({ priceInPaise: 49_900 });
    expect(await finish(app, token, { priceInPaise: 99 })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'priceInPaise' }] },
    });
    expect((await finish(app, token, { priceInPaise: 79_900 })).status).toBe(201);
    expect((await call(app, 'GET', '/plans')).body['plans']).toMatchObject([
      { priceInPaise: 79_900, term: { unit: 'year', count: 1 }, refundDays: 7 },
    ]);
  });

  it('stores the public address, which emails link to, for every process', async () => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
    await using further = await app.another();
    const addressInNextEmail = async (): Promise<string | undefined> => {
      const subject = `Number ${(count += 1)}`;
      await call(further, 'POST', '/contact', {
        body: { name: subject, email: 'ravi@home.example', message: 'Hello' },
      });
      const email = (await readEmails(further)).find(({ headers }) => headers.get('subject')?.endsWith(subject));
      return email?.text.trim().split('\n').at(-1);
    };
    let count = 0;
    const token = await link(app);
    await expect.poll(addressInNextEmail).toBe('http://localhost:5000');
    await finish(app, token, { publicAddress: 'https://learn.example/' });
    await expect.poll(addressInNextEmail).toBe('https://learn.example');
  });

  it('accepts every printed link until one was used', async () => {
    await using app = await startApp();
    await using further = await app.another();
    const [first, second] = [await link(app), await link(further)];
    expect(first).not.toBe(second);
    for (const token of [first, second]) expect((await check(app, token)).status).toBe(200);
    expect((await finish(app, second)).status).toBe(201);
    for (const token of [first, second]) {
      expect(await check(further, token)).toMatchObject(CLOSED);
      expect(await finish(further, token, { email: 'late@school.example' })).toMatchObject(CLOSED);
    }
    expect(await app.openSetup()).toBeUndefined();
    expect(await admins(app)).toEqual([{ email: 'asha@school.example', role: 'ADMIN' }]);
  });

  it('creates one admin when two requests finish at once, in two processes', async () => {
    await using app = await startApp();
    await using further = await app.another();
    const [first, second] = [await link(app), await link(further)];
    const answers = await Promise.all([
      finish(app, first, { email: 'one@school.example' }),
      finish(further, second, { email: 'two@school.example' }),
      finish(app, second, { email: 'three@school.example' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404]);
    expect(await admins(app)).toHaveLength(1);
  });

  it.each(['', 'x', 'x'.repeat(43), "' OR 1=1 --"])('rejects the link %j', async (token) => {
    await using app = await startApp();
    await link(app);
    expect(await check(app, token)).toMatchObject(CLOSED);
    expect(await finish(app, token)).toMatchObject(CLOSED);
  });

  it('stores links as digests', async () => {
    await using app = await startApp();
    const token = await link(app);
    const rows = await app.database.db.selectFrom('setup_links').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(app.logLines().join('')).not.toContain(token);
  });

  it.each([
    [{ fullName: '' }, 'Please fill all the details'],
    [{ email: undefined }, 'Please fill all the details'],
    [{ fullName: 'Asha' }, 'Name should be atleast of 5 characters'],
    [{ password: 'short' }, 'Password should be at least 8 characters'],
    [{ publicAddress: 'school.example' }, 'Please enter a web address such as https://school.example'],
    [{ publicAddress: 'https://school.example/path' }, 'Please enter a web address such as https://school.example'],
    [{ publicAddress: 'javascript:alert(1)' }, 'Please enter a web address such as https://school.example'],
  ])('checks the input, and stays open: %j', async (answers, message) => {
    await using app = await startApp();
    const token = await link(app);
    expect(await finish(app, token, answers)).toMatchObject({ status: 400, body: { success: false, message } });
    expect((await check(app, token)).status).toBe(200);
  });

  it('does not take over an existing account', async () => {
    await using app = await startApp();
    const token = await link(app);
    await aUser(app, { email: ASHA.email });
    expect(await finish(app, token)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect((await check(app, token)).status).toBe(200);
  });

  it('adds sample courses if requested', async () => {
    await using app = await startApp();
    expect((await finish(app, await link(app), { withSamples: true })).status).toBe(201);
    expect((await call(app, 'GET', '/courses')).body['total']).toBe(0);
    const drafts = app.database.db.selectFrom('courses').select('published_at');
    expect(await drafts.execute()).toEqual(Array.from({ length: 4 }, () => ({ published_at: null })));
  });
});

describe('the configured admin', () => {
  const settings = { ADMIN_EMAIL: 'Head@School.Example', ADMIN_PASSWORD: 'a ledge of books' };

  it('is created at start, without a setup link and without samples', async () => {
    await using app = await startApp(settings);
    // The first request of all.
    expect(await login(app, 'head@school.example', 'a ledge of books')).toMatchObject({
      status: 200,
      body: { user: { role: 'ADMIN' } },
    });
    expect(await app.openSetup()).toBeUndefined();
    expect((await call(app, 'GET', '/courses')).body['total']).toBe(0);
  });

  it('is created once by processes that start together, and keeps a password changed later', async () => {
    await using app = await startApp(settings);
    await using further = await app.another();
    await Promise.all([app.http.ready(), further.http.ready()]);
    expect(await admins(app)).toHaveLength(1);
    const token = tokenOf(await login(app, 'head@school.example', 'a ledge of books'));
    const body = { oldPassword: 'a ledge of books', newPassword: 'another ledge' };
    await call(app, 'POST', '/user/change-password', { token, body });
    await using again = await app.restart();
    expect((await login(again, 'head@school.example', 'another ledge')).status).toBe(200);
  });

  it('takes over an account with that email address, whose old password stops working', async () => {
    await using before = await startApp();
    const registered = await register(before, { email: 'head@school.example', password: 'someone else' });
    await using app = await before.restart(settings);
    expect((await call(app, 'GET', '/user/me', { token: tokenOf(registered) })).status).toBe(401);
    expect((await login(app, 'head@school.example', 'someone else')).status).toBe(401);
    expect(await login(app, 'head@school.example', 'a ledge of books')).toMatchObject({
      body: { user: { role: 'ADMIN' } },
    });
  });
});

describe('the admin command', () => {
  it('makes a registered user an admin at once', async () => {
    await using app = await startApp();
    const { email, token } = await aUser(app);
    expect(await app.promote(` ${email.toUpperCase()} `)).toBe(`${email} is an ADMIN now`);
    expect((await call(app, 'GET', '/admin/stats/users', { token })).status).toBe(200);
    expect(await app.promote(email)).toBe(`${email} is an ADMIN already`);
  });

  it('says that nobody has confirmed the address of the account', async () => {
    await using app = await startApp();
    await register(app, { email: 'head@school.example' });
    expect(await app.promote('head@school.example')).toBe(
      'head@school.example is an ADMIN now. Nobody has confirmed this address: make sure that the account belongs to the person you mean.',
    );
  });

  it('reports an unknown email address', async () => {
    await using app = await startApp();
    await expect(app.promote('nobody@school.example')).rejects.toThrow(
      'Nobody is registered with the email nobody@school.example',
    );
  });
});

describe('facts of the site', () => {
  it('are public', async () => {
    await using app = await startApp({ BRAND_NAME: 'Gurukul', TIME_ZONE: 'Asia/Tokyo', CURRENCY_SYMBOL: '¥' });
    expect(await call(app, 'GET', '/site')).toMatchObject({
      status: 200,
      body: {
        success: true,
        site: {
          brandName: 'Gurukul',
          currencySymbol: '¥',
          priceInPaise: 49_900,
          timeZone: 'Asia/Tokyo',
          maxUploadBytes: 5 * 1024 ** 3,
          paymentProvider: 'razorpay',
          renews: false,
        },
      },
    });
  });
});

describe('notices', () => {
  it('explain to admins only why selling is off', async () => {
    await using app = await startApp({ NODE_ENV: 'production', RATE_LIMIT: 'on' });
    const admin = await anAdmin(app);
    const user = await aUser(app);
    expect(await call(app, 'GET', '/admin/notices', { token: admin.token })).toMatchObject({
      status: 200,
      body: {
        notices: expect.arrayContaining([
          {
            code: expect.any(String),
            level: 'warning',
            text: expect.stringContaining('live payments are not on'),
          },
        ]),
      },
    });
    expect((await call(app, 'GET', '/admin/notices', { token: user.token })).status).toBe(403);
    expect((await call(app, 'GET', '/admin/notices')).status).toBe(401);
  });
});
