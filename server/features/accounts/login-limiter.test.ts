import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aUser } from '#test/factories.ts';
import { login, mediaPart, MEERA, register } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const WRONG = 'not the password';
const STRANGER = '198.51.100.7';

const failTimes = async (app: TestApp, times: number, email = MEERA.email, from = STRANGER): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await login(app, email, WRONG, from)).status);
  return statuses;
};

const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

const sorted = (responses: readonly { status: number }[]): number[] =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b);

describe('wrong passwords of strangers', () => {
  it('lock an account for unknown devices after ten, for the rest of fifteen minutes, from any address', async () => {
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

  it('lock an unknown email address as well', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    expect(await failTimes(app, 12, 'nobody@school.example')).toEqual([...times(10, 401), 429, 429]);
  });

  it('stay counted after a correct one', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    await register(app);
    await failTimes(app, 9);
    expect((await login(app)).status).toBe(200);
    expect(await failTimes(app, 2)).toEqual([401, 429]);
  });

  it('cannot exceed the limit by trying in parallel', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    await register(app);
    const responses = await Promise.all(Array.from({ length: 30 }, () => login(app, MEERA.email, WRONG)));
    expect(sorted(responses)).toEqual([...times(10, 401), ...times(20, 429)]);
  });

  it('are counted under keys that reveal no email address', async () => {
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
    expect(await app.database.db.selectFrom('rate_counters').selectAll().execute()).toEqual([]);
  });
});

describe('an address', () => {
  it('may try a hundred wrong passwords in fifteen minutes, also in parallel', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    const tries = Array.from({ length: 260 }, (_, index) => login(app, `${index}@school.example`, WRONG, STRANGER));
    const statuses = sorted(await Promise.all(tries));
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    // Of so many at once some find the line for hashing full.
    expect(statuses.filter((status) => status === 429 || status === 503)).toHaveLength(160);
    expect(await login(app, 'one@school.example', WRONG, STRANGER)).toMatchObject({
      headers: { 'retry-after': '900' },
    });
    expect((await login(app, 'one@school.example', WRONG, '198.51.100.8')).status).toBe(401);
  });

  it('is a /64 of IPv6, and an IPv4 address also when it is written as IPv6', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    const tryFrom = (index: number, from: string) => login(app, `${index}@school.example`, WRONG, from);
    for (const [first, other] of [
      [(index: number) => `2001:db8:0:1:${index.toString(16)}::${index}`, '2001:db8:0:2::1'],
      [(index: number) => (index % 2 === 0 ? '203.0.113.5' : '::ffff:203.0.113.5'), '::ffff:203.0.113.6'],
    ] as const) {
      const responses = await Promise.all(Array.from({ length: 105 }, (_, index) => tryFrom(index, first(index))));
      expect(sorted(responses)).toEqual([...times(100, 401), ...times(5, 429)]);
      expect((await tryFrom(200, other)).status).toBe(401);
      await app.database.db.deleteFrom('rate_counters').execute();
    }
  });

  it('may log in any number of times with correct passwords', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    await register(app);
    for (let index = 0; index < 105; index += 1) expect((await login(app)).status).toBe(200);
    await register(app, { email: 'ravi@school.example' });
    const atOnce = Array.from({ length: 105 }, () => login(app, 'ravi@school.example'));
    expect(sorted(await Promise.all(atOnce))).toEqual(times(105, 200));
  });

  it('has separate limits for sign-up, messages, resets and logins', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    await register(app);
    const post = (path: string, body: object) => call(app, 'POST', path, { body, from: STRANGER });
    const message = { name: 'Ravi', email: 'ravi@home.example', message: 'Hello' };
    const calls: [send: () => Promise<{ status: number }>, status: number, max: number][] = [
      [() => register(app, { fullName: 'x' }, STRANGER), 400, 100],
      [() => post('/contact', message), 200, 30],
      [() => post('/user/reset', { email: 'nobody@school.example' }), 200, 100],
      [() => post('/user/reset-password/x', { password: 'a lamp for reading' }), 400, 100],
    ];
    for (const [send, status, max] of calls) {
      const responses = await Promise.all(Array.from({ length: max + 1 }, send));
      expect(sorted(responses)).toEqual([...times(max, status), 429]);
    }
    expect((await login(app, MEERA.email, MEERA.password, STRANGER)).status).toBe(200);
  });
});

it('one user may change the profile twenty times in fifteen minutes, whatever others do', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const [person, other] = [await aUser(app), await aUser(app)];
  const avatar = await mediaPart('avatar.png');
  const update = (token: string) => call(app, 'PUT', '/user/update', { token, parts: { fullName: 'x', avatar } });
  const responses = await Promise.all(Array.from({ length: 21 }, () => update(person.token)));
  expect(sorted(responses)).toEqual([...times(20, 400), 429]);
  expect((await update(other.token)).status).toBe(400);
});
