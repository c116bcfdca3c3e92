import { describe, expect, it } from 'vitest';
import { call } from '#test/call.ts';
import { MINUTE_MS } from '#test/fake-clock.ts';
import { login, MEERA, register, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { createPasswords } from './passwords.ts';

const WRONG = 'not the password';

const failTimes = async (app: TestApp, times: number, email = MEERA.email, from?: string): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await login(app, email, WRONG, from)).status);
  return statuses;
};

const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

describe('login', () => {
  it('answers the person and a new token each time [CALL-05]', async () => {
    await using app = await startApp();
    const first = await signUp(app);
    const answer = await login(app);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Logged in successfully',
        user: { fullName: 'Meera Nair', email: 'meera@school.example', role: 'USER' },
        token: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(tokenOf(answer)).not.toBe(first);
    expect(answer.text).not.toContain('argon2');
    expect((await call(app, 'GET', '/user/me', { token: tokenOf(answer) })).status).toBe(200);
  });

  it('says the same of a wrong password and of an unknown e-mail', async () => {
    await using app = await startApp();
    await register(app);
    const wrong = await login(app, MEERA.email, WRONG);
    const unknown = await login(app, 'nobody@school.example', WRONG);
    expect(wrong).toMatchObject({
      status: 401,
      body: { success: false, message: 'Email or password is not right', code: 'wrong_credentials' },
    });
    expect(unknown.text).toBe(wrong.text);
  });

  it('takes about as long for an unknown e-mail as for a wrong password', async () => {
    await using app = await startApp({}, { isHashingAsShipped: true });
    await register(app);
    const durationOf = async (email: string): Promise<number> => {
      const startedAt = performance.now();
      await login(app, email, WRONG);
      return performance.now() - startedAt;
    };
    let [known, unknown] = [Infinity, Infinity];
    // By turns, so that whatever else this machine does slows both down.
    for (let index = 0; index < 5; index += 1) {
      known = Math.min(known, await durationOf(MEERA.email));
      unknown = Math.min(unknown, await durationOf('nobody@school.example'));
    }
    expect(unknown).toBeGreaterThan(known / 2);
    expect(unknown).toBeLessThan(known * 2);
  });

  it.each([
    {},
    { email: MEERA.email },
    { password: MEERA.password },
    { email: '', password: '' },
    { email: [MEERA.email], password: MEERA.password },
    { email: MEERA.email, password: { $ne: '' } },
    { email: null, password: 12_345_678 },
  ])('asks for both fields: %j [VAL-04]', async (body) => {
    await using app = await startApp();
    expect(await call(app, 'POST', '/user/login', { body })).toMatchObject({
      status: 400,
      body: { success: false, message: 'Please fill all the details', code: 'validation_failed' },
    });
  });

  it.each([
    ['a NUL', { email: 'me\u0000era@school.example', password: 'x' }],
    ['an e-mail without end', { email: 'x'.repeat(100_000), password: 'x' }],
    ['a password without end', { email: MEERA.email, password: 'x'.repeat(100_000) }],
  ])('refuses %s before it costs a hashing', async (_what, body) => {
    await using app = await startApp();
    expect((await call(app, 'POST', '/user/login', { body })).status).toBe(400);
  });

  it('takes a password with a NUL for a wrong one', async () => {
    await using app = await startApp();
    await register(app);
    expect((await login(app, MEERA.email, `${MEERA.password}\u0000`)).status).toBe(401);
  });

  it('replaces a hash of older parameters, and still opens', async () => {
    await using app = await startApp({}, { isHashingAsShipped: true });
    await register(app);
    const users = () => app.database.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
    const current = (await users()).password_hash;
    // Made by hand with `m=8192,t=1`, for the same password.
    const older = '$argon2id$v=19$m=8192,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$';
    const { argon2Sync } = await import('node:crypto');
    const tag = argon2Sync('argon2id', {
      message: MEERA.password,
      nonce: Buffer.alloc(16, 7),
      parallelism: 1,
      tagLength: 32,
      memory: 8192,
      passes: 1,
    });
    const stored = older + tag.toString('base64').replace(/=+$/, '');
    await app.database.db.updateTable('users').set({ password_hash: stored }).execute();
    expect((await login(app)).status).toBe(200);
    const after = (await users()).password_hash;
    expect(createPasswords().isCurrent(after)).toBe(true);
    expect([current, stored]).not.toContain(after);
    expect((await login(app)).status).toBe(200);
  });
});

describe('wrong passwords', () => {
  it('lock an account after ten, for the rest of fifteen minutes, from wherever', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    await register(app);
    expect(await failTimes(app, 10)).toEqual(times(10, 401));
    app.clock.advance(5 * MINUTE_MS);
    expect(await login(app, MEERA.email, MEERA.password, '203.0.113.9')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '600' },
      body: { success: false, code: 'too_many_requests' },
    });
    app.clock.advance(10 * MINUTE_MS);
    expect((await login(app)).status).toBe(200);
  });

  it('lock an unknown e-mail just the same', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    expect(await failTimes(app, 12, 'nobody@school.example')).toEqual([...times(10, 401), 429, 429]);
  });

  it('are forgotten by the right one', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    await register(app);
    await failTimes(app, 9);
    expect((await login(app)).status).toBe(200);
    expect(await failTimes(app, 9)).toEqual(times(9, 401));
  });

  it('cannot be tried many more times by trying in parallel', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    await register(app);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(app, MEERA.email, WRONG)));
    const tried = answers.filter(({ status }) => status === 401).length;
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(tried).toBeLessThanOrEqual(12);
  });

  it('are counted under no name that could be read', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    await failTimes(app, 1);
    const counters = await app.database.db.selectFrom('rate_counters').selectAll().execute();
    expect(JSON.stringify(counters)).not.toContain('meera');
  });

  it('are not counted with RATE_LIMIT=off', async () => {
    await using app = await startApp({ RATE_LIMIT: 'off' });
    await register(app);
    expect(await failTimes(app, 11)).toEqual(times(11, 401));
    expect((await login(app)).status).toBe(200);
  });
});

describe('an address', () => {
  it('is refused after sixty failures, over all accounts', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    const bad = (from: string) => call(app, 'POST', '/user/login', { body: {}, from });
    for (let index = 0; index < 60; index += 1) expect((await bad('203.0.113.5')).status).toBe(400);
    expect(await bad('203.0.113.5')).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
    expect((await bad('203.0.113.6')).status).toBe(400);
  });

  it('may sign in as often as it succeeds', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    await register(app, {}, '203.0.113.5');
    for (let index = 0; index < 12; index += 1)
      expect((await login(app, MEERA.email, MEERA.password, '203.0.113.5')).status).toBe(200);
    const counter = await app.database.db
      .selectFrom('rate_counters')
      .select('count')
      .where('name', 'like', 'address:%')
      .executeTakeFirst();
    expect(counter?.count).toBe(1);
  });
});
