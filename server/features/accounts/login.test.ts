import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { setReadOnly } from '#server/database/read-only.ts';
import { call } from '#test/call.ts';
import { login, MEERA, register, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';
import { cpuMs } from '#test/cpu-time.ts';
import { createPasswords } from './passwords.ts';

const WRONG = 'not the password';

describe('login', () => {
  it('returns the user and a new token each time', { tags: ['CALL-05'] }, async () => {
    await using app = await startApp();
    const first = await signUp(app);
    const response = await login(app);
    expect(response).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Logged in successfully',
        user: { fullName: 'Meera Nair', email: 'meera@school.example', role: 'USER' },
        token: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    expect(tokenOf(response)).not.toBe(first);
    expect(response.text).not.toContain('argon2');
    expect((await call(app, 'GET', '/user/me', { token: tokenOf(response) })).status).toBe(200);
  });

  it('returns the same error for a wrong password and an unknown email address', async () => {
    await using app = await startApp();
    await register(app);
    const wrong = await login(app, MEERA.email, WRONG);
    const unknown = await login(app, 'nobody@school.example', WRONG);
    expect(wrong).toMatchObject({
      status: 401,
      body: { success: false, message: 'Email or password is incorrect', code: 'wrong_credentials' },
    });
    expect(unknown.text).toBe(wrong.text);
  });

  it('takes the password as it is typed, also years later', async () => {
    await using app = await startApp();
    const password = ' monsoon rain ';
    await register(app, { password });
    app.clock.advance(5 * 365 * DAY_MS);
    expect((await login(app, MEERA.email, password.trim())).status).toBe(401);
    expect((await login(app, MEERA.email, password)).status).toBe(200);
  });

  it('takes about as long for an unknown email address as for a wrong password', async () => {
    await using app = await startApp({}, { isHashingAsShipped: true });
    await register(app);
    const durationOf = async (email: string): Promise<number> => {
      const startedAt = cpuMs();
      await login(app, email, WRONG);
      return cpuMs() - startedAt;
    };
    let [known, unknown] = [Infinity, Infinity];
    for (let index = 0; index < 15; index += 1) {
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
  ])('asks for both fields: %j', { tags: ['VAL-04'] }, async (body) => {
    await using app = await startApp();
    expect(await call(app, 'POST', '/user/login', { body })).toMatchObject({
      status: 400,
      body: { success: false, message: 'Please fill all the details', code: 'validation_failed' },
    });
  });

  it.each([
    ['a NUL', { email: 'me\u0000era@school.example', password: 'x' }],
    ['a NUL in the password', { email: MEERA.email, password: 'x\u0000' }],
    ['an endless email', { email: 'x'.repeat(100_000), password: 'x' }],
    ['a password without end', { email: MEERA.email, password: 'x'.repeat(100_000) }],
  ])('refuses %s before hashing it', async (_what, body) => {
    await using app = await startApp();
    expect((await call(app, 'POST', '/user/login', { body })).status).toBe(400);
  });

  it('replaces a hash of older parameters, as soon as the school is not read-only, and succeeds', async () => {
    await using app = await startApp({}, { isHashingAsShipped: true });
    await register(app);
    const users = () => app.database.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
    const current = (await users()).password_hash;
    // Created with `m=8192,t=1`, for the same password.
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
    await setReadOnly(app.database, true);
    const status = await login(app).then((response) => response.status);
    await setReadOnly(app.database, false);
    expect([status, (await users()).password_hash]).toEqual([200, stored]);
    expect((await login(app)).status).toBe(200);
    const after = (await users()).password_hash;
    expect(createPasswords().isCurrent(after)).toBe(true);
    expect([current, stored]).not.toContain(after);
    expect((await login(app)).status).toBe(200);
  });
});
