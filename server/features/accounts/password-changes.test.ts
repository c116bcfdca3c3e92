import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { call, type CallResponse } from '#test/call.ts';
import { aUser } from '#test/factories.ts';
import { emailsTo, readEmails } from '#test/mailbox.ts';
import { login, MEERA, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const NEXT = 'a lamp for reading';

const change = (app: TestApp, token: string, oldPassword: string, newPassword: string = NEXT): Promise<CallResponse> =>
  call(app, 'POST', '/user/change-password', { token, body: { oldPassword, newPassword } });

const ask = (app: TestApp, email: string = MEERA.email): Promise<CallResponse> =>
  call(app, 'POST', '/user/reset', { body: { email } });

const reset = (app: TestApp, token: string, password: string = NEXT): Promise<CallResponse> =>
  call(app, 'POST', `/user/reset-password/${token}`, { body: { password } });

/** The tokens of every reset link that was emailed to Meera. */
const emailedTokens = async (app: TestApp): Promise<string[]> => {
  const emails = await emailsTo(app, MEERA.email);
  return emails.flatMap(({ text }) => /\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? []);
};

const meStatus = async (app: TestApp, token: string): Promise<number> =>
  (await call(app, 'GET', '/user/me', { token })).status;

describe('change-password', () => {
  it(
    'returns both spellings of the message, and ends the other sessions',
    { tags: ['CALL-09', 'ADD-07', 'ADD-12', 'VAL-18'] },
    async () => {
      await using app = await startApp();
      const other = await signUp(app);
      const token = tokenOf(await login(app));
      const stranger = await aUser(app);
      expect(await change(app, token, MEERA.password)).toMatchObject({
        status: 200,
        body: { success: true, succes: true, message: 'Password changed successfully!' },
      });
      expect(await meStatus(app, token)).toBe(200);
      expect(await meStatus(app, other)).toBe(401);
      expect(await meStatus(app, stranger.token)).toBe(200);
      expect((await login(app)).status).toBe(401);
      expect((await login(app, MEERA.email, NEXT)).status).toBe(200);
    },
  );

  it('refuses a wrong old password without changes', async () => {
    await using app = await startApp();
    const other = await signUp(app);
    const token = tokenOf(await login(app));
    expect(await change(app, token, 'not the password')).toMatchObject({
      status: 400,
      body: { success: false, message: 'The old password is incorrect', code: 'wrong_old_password' },
    });
    expect(await meStatus(app, other)).toBe(200);
    expect((await login(app)).status).toBe(200);
  });

  it('accepts ten wrong attempts of a user in fifteen minutes, and does not lock the login', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    const token = await signUp(app);
    for (let index = 0; index < 10; index += 1) expect((await change(app, token, 'wrong')).status).toBe(400);
    expect(await change(app, token, MEERA.password)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '900' },
    });
    expect((await login(app)).status).toBe(200);
  });

  it.each([
    [{}, 'All fields are mandatory'],
    [{ oldPassword: MEERA.password }, 'All fields are mandatory'],
    [{ oldPassword: '', newPassword: NEXT }, 'All fields are mandatory'],
    [{ oldPassword: [MEERA.password], newPassword: NEXT }, 'All fields are mandatory'],
    [{ oldPassword: MEERA.password, newPassword: 'short' }, 'Password should be at least 8 characters'],
    [{ oldPassword: MEERA.password, newPassword: 'x'.repeat(257) }, 'Password should be at most 256 characters'],
  ])('checks the fields: %j', { tags: ['VAL-15'] }, async (body, message) => {
    await using app = await startApp();
    const { token } = await aUser(app);
    expect(await call(app, 'POST', '/user/change-password', { token, body })).toMatchObject({
      status: 400,
      body: { success: false, message },
    });
  });

  it('invalidates reset links that were requested before', async () => {
    await using app = await startApp();
    const token = await signUp(app);
    await ask(app);
    const [emailed = ''] = await emailedTokens(app);
    await change(app, token, MEERA.password);
    expect((await reset(app, emailed, 'thief of lamps')).status).toBe(400);
  });
});

describe('reset', () => {
  it(
    'returns the same for known and unknown email addresses, and writes to known ones only',
    { tags: ['CALL-10', 'ADD-09'] },
    async () => {
      await using app = await startApp();
      await signUp(app);
      const known = await ask(app);
      const unknown = await ask(app, 'nobody@school.example');
      expect(known).toMatchObject({
        status: 200,
        body: {
          success: true,
          message: 'This school can’t send emails yet. Please ask the school for help.',
        },
      });
      expect(unknown.text).toBe(known.text);
      const subjects = (await readEmails(app)).map(({ headers }) => headers.get('subject') ?? '').toSorted();
      expect(subjects).toEqual(['Reset your Lectern password', 'Welcome to Lectern']);
    },
  );

  it('adds the same jobs for known and unknown email addresses', { tags: ['ADD-09'] }, async () => {
    await using app = await startApp();
    await signUp(app);
    await app.jobs.runDue();
    await ask(app);
    await ask(app, 'nobody@school.example');
    const { db } = app.database;
    const waiting = await db.selectFrom('jobs').select('name').where('state', '=', 'waiting').execute();
    const names = waiting.map(({ name }) => name).filter((name) => name.startsWith('accounts.'));
    expect(names).toEqual(['accounts.send-reset', 'accounts.send-reset']);
    expect(await db.selectFrom('password_resets').selectAll().execute()).toEqual([]);
  });

  it('emails a link with the public address, never with the Host of the request', { tags: ['ADD-13'] }, async () => {
    await using app = await startApp({ PUBLIC_URL: 'https://school.example' });
    await signUp(app);
    await call(app, 'POST', '/user/reset', { body: { email: MEERA.email }, headers: { host: 'evil.example' } });
    const email = (await emailsTo(app, MEERA.email)).find(({ text }) => text.includes('reset-password'));
    expect(email?.text).toMatch(/https:\/\/school\.example\/reset-password\/[\w-]{43}\n/);
    expect(email?.html).toMatch(/href="https:\/\/school\.example\/reset-password\/[\w-]{43}"/);
    expect(`${email?.text}${email?.html}`).not.toContain('evil.example');
  });

  it('stores no readable token in any table', { tags: ['ADD-08'] }, async () => {
    await using app = await startApp();
    await signUp(app);
    await ask(app);
    const [token = 'none'] = await emailedTokens(app);
    const { db } = app.database;
    const rows = [
      await db.selectFrom('password_resets').selectAll().execute(),
      await db.selectFrom('jobs').selectAll().execute(),
    ];
    expect(rows[0]).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('emails at most five open links', async () => {
    await using app = await startApp();
    await signUp(app);
    for (let index = 0; index < 8; index += 1) expect((await ask(app)).status).toBe(200);
    expect(await emailedTokens(app)).toHaveLength(5);
    app.clock.advance(15 * MINUTE_MS);
    await ask(app);
    expect(await emailedTokens(app)).toHaveLength(6);
  });

  it.each([
    [{}, 'Please enter your email'],
    [{ email: '' }, 'Please enter your email'],
    [{ email: ['meera@school.example'] }, 'Please enter your email'],
    [{ email: 'meera' }, 'Invalid email address'],
    [{ email: 'me\u0000era@school.example' }, 'This text contains characters that cannot be stored'],
  ])('checks the email address: %j', { tags: ['VAL-16'] }, async (body, message) => {
    await using app = await startApp();
    expect(await call(app, 'POST', '/user/reset', { body })).toMatchObject({ status: 400, body: { message } });
  });
});

describe('reset-password', () => {
  it('sets the new password, ends every session and every lock', { tags: ['CALL-11'] }, async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    const token = await signUp(app);
    for (let index = 0; index < 10; index += 1) await login(app, MEERA.email, 'wrong', '203.0.113.7');
    await ask(app);
    const [emailed = ''] = await emailedTokens(app);
    expect(await reset(app, emailed)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Password updated. Please log in with the new one.' },
    });
    expect(await meStatus(app, token)).toBe(401);
    expect((await login(app)).status).toBe(401);
    expect((await login(app, MEERA.email, NEXT)).status).toBe(200);
  });

  it('works once, also in parallel and in two processes', { tags: ['ADD-08'] }, async () => {
    await using app = await startApp();
    await using further = await app.another();
    await signUp(app);
    await ask(app);
    const [emailed = ''] = await emailedTokens(app);
    const responses = await Promise.all([reset(app, emailed), reset(further, emailed), reset(app, emailed)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(await reset(app, emailed)).toMatchObject({
      status: 400,
      body: { success: false, code: 'invalid_reset_link' },
    });
  });

  it('works for fifteen minutes', { tags: ['ADD-08'] }, async () => {
    await using app = await startApp();
    await signUp(app);
    await ask(app);
    const [emailed = ''] = await emailedTokens(app);
    app.clock.advance(15 * MINUTE_MS);
    expect((await reset(app, emailed)).status).toBe(400);
    app.clock.advance(-1);
    expect((await reset(app, emailed)).status).toBe(200);
  });

  it('invalidates the other links of the account', async () => {
    await using app = await startApp();
    await signUp(app);
    await ask(app);
    await ask(app);
    const [first = '', second = ''] = await emailedTokens(app);
    expect((await reset(app, first)).status).toBe(200);
    expect((await reset(app, second)).status).toBe(400);
  });

  it('names what is missing, and keeps the link valid for another try', { tags: ['VAL-17'] }, async () => {
    await using app = await startApp();
    await signUp(app);
    await ask(app);
    const [emailed = ''] = await emailedTokens(app);
    expect(await reset(app, emailed, '')).toMatchObject({
      status: 400,
      body: { message: 'Please enter a new password' },
    });
    expect(await reset(app, emailed, 'short')).toMatchObject({
      status: 400,
      body: { message: 'Password should be at least 8 characters' },
    });
    expect((await reset(app, emailed)).status).toBe(200);
  });

  it.each(['x', '%00', "'%20OR%201=1", '..%2f..'])('rejects the link %s', async (token) => {
    await using app = await startApp();
    expect(await reset(app, token)).toMatchObject({ status: 400, body: { code: 'invalid_reset_link' } });
  });
});
