// @module-tag both
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { secretDigest } from '#server/ids.ts';
import { call } from '#test/call.ts';
import { aUser, anAdmin } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { sweepAccountsJob } from './accounts.ts';

const status = async (app: TestApp, token: string): Promise<number> =>
  (await call(app, 'GET', '/user/me', { token })).status;

const expiry = async ({ database }: TestApp, token: string): Promise<number | undefined> => {
  const row = await database.db
    .selectFrom('sessions')
    .select('expires_at')
    .where('token_hash', '=', secretDigest(token))
    .executeTakeFirst();
  return row?.expires_at;
};

describe('a session', () => {
  it('lasts thirty days after its last use', async () => {
    await using app = await startApp();
    const { token } = await aUser(app);
    for (let use = 0; use < 2; use += 1) {
      app.clock.advance(29 * DAY_MS);
      expect(await status(app, token)).toBe(200);
    }
    app.clock.advance(30 * DAY_MS - 1);
    expect(await status(app, token)).toBe(200);
    app.clock.advance(30 * DAY_MS);
    expect(await status(app, token)).toBe(401);
  });

  it('ends ninety days after it began, however much it is used', async () => {
    await using app = await startApp();
    const { token } = await aUser(app);
    for (let use = 0; use < 3; use += 1) {
      app.clock.advance(29 * DAY_MS);
      expect(await status(app, token)).toBe(200);
    }
    app.clock.advance(3 * DAY_MS - 1);
    expect(await status(app, token)).toBe(200);
    app.clock.advance(1);
    expect(await status(app, token)).toBe(401);
  });

  it('is extended once an hour, not at every request', async () => {
    await using app = await startApp();
    const { token } = await aUser(app);
    const first = await expiry(app, token);
    app.clock.advance(HOUR_MS - 1);
    await status(app, token);
    expect(await expiry(app, token)).toBe(first);
    app.clock.advance(1);
    await status(app, token);
    expect(await expiry(app, token)).toBe((first ?? 0) + HOUR_MS);
  });

  it('that has expired is not extended by those who still use it', async () => {
    await using app = await startApp();
    const { token } = await aUser(app);
    const end = await expiry(app, token);
    app.clock.advance(30 * DAY_MS);
    for (let use = 0; use < 2; use += 1) expect(await status(app, token)).toBe(401);
    expect(await expiry(app, token)).toBe(end);
  });

  it('ends with logout, immediately in every process, and leaves the others', { tags: ['CALL-06'] }, async () => {
    await using app = await startApp();
    await using further = await app.another();
    const person = await aUser(app);
    const other = await aUser(app);
    expect(await status(further, person.token)).toBe(200);
    expect(await call(app, 'GET', '/user/logout', { token: person.token })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Logged out successfully' },
    });
    expect(await status(further, person.token)).toBe(401);
    expect(await status(app, person.token)).toBe(401);
    expect(await status(app, other.token)).toBe(200);
  });

  it('can be logged out twice, and logout works without a session', async () => {
    await using app = await startApp();
    const { token } = await aUser(app);
    for (const input of [{ token }, { token }, {}, { token: 'broken' }])
      expect(await call(app, 'GET', '/user/logout', input)).toMatchObject({ status: 200, body: { success: true } });
  });

  it('ends when the account is deleted', async () => {
    await using app = await startApp();
    const { id, token } = await aUser(app);
    await app.database.db.updateTable('users').set({ deleted_at: app.clock.now() }).where('id', '=', id).execute();
    expect(await status(app, token)).toBe(401);
  });

  it("has the user's current role", async () => {
    await using app = await startApp();
    const { id, token } = await anAdmin(app);
    const stats = async () => (await call(app, 'GET', '/admin/stats/users', { token })).status;
    expect(await stats()).toBe(200);
    await app.database.db.updateTable('users').set({ role: 'USER' }).where('id', '=', id).execute();
    expect(await stats()).toBe(403);
  });

  it('is stored as a digest only', async () => {
    await using app = await startApp();
    const { token } = await aUser(app);
    await status(app, token);
    const rows = await app.database.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(app.logLines().join('')).not.toContain(token);
  });
});

describe('a request without a valid session', () => {
  it.each([
    ['no header', {}],
    ['an empty header', { authorization: '' }],
    ['another scheme', { authorization: 'Basic bWVlcmE6cmFpbg==' }],
    ['a token nobody was given', { authorization: `Bearer ${'x'.repeat(43)}` }],
    ['the word null', { authorization: 'Bearer null' }],
    ['a token without end', { authorization: `Bearer ${'x'.repeat(5000)}` }],
    ['SQL', { authorization: "Bearer ' OR 1=1 --" }],
  ])('is refused if one is required, and served otherwise: %s', async (_what, headers: Record<string, string>) => {
    await using app = await startApp();
    expect(await call(app, 'GET', '/user/me', { headers })).toMatchObject({
      status: 401,
      body: { success: false, message: 'Please log in to continue', code: 'unauthenticated' },
    });
    expect((await call(app, 'GET', '/courses', { headers })).status).toBe(200);
  });
});

describe('the hourly sweep', () => {
  it('removes expired rows, and nothing else', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    const { db } = app.database;
    const [old, current] = [await aUser(app), await aUser(app)];
    const reset = (hash: string, ageMs: number) => ({
      token_hash: hash,
      user_id: current.id,
      created_at: app.clock.now(),
      expires_at: app.clock.now() + ageMs,
      used_at: null,
    });
    await db
      .insertInto('password_resets')
      .values([reset('over', MINUTE_MS), reset('open', 40 * DAY_MS)])
      .execute();
    await call(app, 'POST', '/user/login', { body: { email: 'nobody@school.example', password: 'wrong' } });
    app.clock.advance(29 * DAY_MS);
    expect(await status(app, current.token)).toBe(200);
    app.clock.advance(DAY_MS);

    await app.jobs.enqueue(db, sweepAccountsJob, {});
    await app.jobs.runDue();
    expect(await expiry(app, old.token)).toBeUndefined();
    expect(await status(app, current.token)).toBe(200);
    expect(await db.selectFrom('password_resets').select('token_hash').execute()).toEqual([{ token_hash: 'open' }]);
    expect(await db.selectFrom('rate_counters').select('name').execute()).toEqual([]);
  });
});
