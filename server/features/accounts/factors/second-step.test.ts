import { expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { secretDigest } from '#server/ids.ts';
import { call } from '#test/call.ts';
import { readEmails } from '#test/mailbox.ts';
import { login, MEERA, register, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { codeAt, fromBase32, stepAt } from './one-time-codes.ts';

const Begun = z.object({ key: z.string(), link: z.string(), qr: z.object({ size: z.int(), path: z.string() }) });
const Codes = z.object({ recoveryCodes: z.array(z.string()) });
const Ticket = z.object({ ticket: z.string() });

/** An authenticator app with the key of a user. */
const begin = async (app: TestApp, token: string) => {
  const begun = await call(app, 'POST', '/user/second-step', { token });
  const { key } = Begun.parse(begun.body);
  return () => codeAt(fromBase32(key), stepAt(app.clock.now()));
};

const turnOn = async (app: TestApp, token: string) => {
  const code = await begin(app, token);
  const on = await call(app, 'PUT', '/user/second-step', { token, body: { code: code() } });
  app.clock.advance(MINUTE_MS);
  return { code, recoveryCodes: Codes.parse(on.body).recoveryCodes };
};

const ticketOf = async (app: TestApp): Promise<string> => Ticket.parse((await login(app)).body).ticket;
const finish = (app: TestApp, ticket: string, code: string, headers = {}) =>
  call(app, 'POST', '/user/login/second-step', { body: { ticket, code }, headers });

it('a password alone logs nobody in: a code is needed, which counts once', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  const { code, recoveryCodes } = await turnOn(app, token);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(recoveryCodes[0]).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);

  const response = await login(app);
  expect(response).toMatchObject({
    status: 401,
    body: { success: false, code: 'second_step_needed', message: 'Enter the code of your authenticator app' },
  });
  expect(response.body).not.toHaveProperty('token');
  const { ticket } = Ticket.parse(response.body);
  expect(await finish(app, ticket, '000000')).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
  const used = code();
  const finished = await finish(app, ticket, `${used.slice(0, 3)} ${used.slice(3)}`);
  expect(finished).toMatchObject({ status: 200, body: { user: { email: MEERA.email } } });
  expect((await call(app, 'GET', '/user/me', { token: tokenOf(finished) })).status).toBe(200);
  expect(await finish(app, ticket, used)).toMatchObject({ status: 401, body: { code: 'login_expired' } });
  expect(await finish(app, await ticketOf(app), used)).toMatchObject({ body: { code: 'wrong_code' } });
});

it('of two requests with the same code at once, one logs in', async () => {
  await using app = await startApp();
  const { code } = await turnOn(app, await signUp(app));
  const tickets = [await ticketOf(app), await ticketOf(app)];
  const finished = await Promise.all(tickets.map((ticket) => finish(app, ticket, code())));
  expect(finished.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

it('a device that took both steps is not asked again, until the second step is turned off and on', async () => {
  await using app = await startApp();
  const { code } = await turnOn(app, await signUp(app));
  const finished = await finish(app, await ticketOf(app), code());
  const cookie = String(finished.headers['set-cookie']).split(';')[0] ?? '';
  const again = () =>
    call(app, 'POST', '/user/login', { body: { email: MEERA.email, password: MEERA.password }, headers: { cookie } });
  const known = await again();
  expect(known.status).toBe(200);
  const token = tokenOf(known);
  expect((await call(app, 'DELETE', '/user/second-step', { token })).status).toBe(200);
  await turnOn(app, token);
  expect(await again()).toMatchObject({ status: 401, body: { code: 'second_step_needed' } });
});

it('recovery codes replace a lost phone, each once, and end with new ones', async () => {
  await using app = await startApp();
  const { recoveryCodes } = await turnOn(app, await signUp(app));
  const [first = '', second = ''] = recoveryCodes;
  const finished = await finish(app, await ticketOf(app), ` ${first.replace('-', '\u200b–').toUpperCase()}`);
  expect(finished.status).toBe(200);
  const token = tokenOf(finished);
  expect(await finish(app, await ticketOf(app), first)).toMatchObject({ body: { code: 'wrong_code' } });
  expect(await call(app, 'GET', '/user/security', { token })).toMatchObject({
    body: { secondStep: { recoveryCodesLeft: 9 }, passkeys: [] },
  });
  const renewed = await call(app, 'POST', '/user/second-step/recovery-codes', { token });
  expect(Codes.parse(renewed.body).recoveryCodes).toHaveLength(10);
  expect(await finish(app, await ticketOf(app), second)).toMatchObject({ body: { code: 'wrong_code' } });
});

it('recovery codes are stored under the secret of the school, so that the database alone cannot be tried out', async () => {
  await using app = await startApp();
  const { recoveryCodes } = await turnOn(app, await signUp(app));
  const rows = await app.database.db.selectFrom('recovery_codes').selectAll().execute();
  const stored = rows.map(({ code_hash }) => code_hash);
  const [first = ''] = recoveryCodes;
  const letters = first.replace('-', '');
  for (const guess of [first, letters, `recovery:${letters}`, `${rows[0]?.user_id} ${letters}`])
    expect(stored).not.toContain(secretDigest(guess));
  expect(new Set(stored).size).toBe(10);
});

it('a password reset by email does not go around the second step, nor does the browser that did it', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  await turnOn(app, token);
  await call(app, 'POST', '/user/reset', { body: { email: MEERA.email } });
  const link = /reset-password\/([\w-]{43})/.exec((await readEmails(app)).map(({ text }) => text).join(''))?.[1];
  const password = 'a lamp for reading';
  const reset = await call(app, 'POST', `/user/reset-password/${link}`, { body: { password } });
  expect([reset.status, reset.body['token']]).toEqual([200, undefined]);
  const [cookie = ''] = String(reset.headers['set-cookie']).split(';');
  for (const headers of [{}, { cookie }]) {
    const response = await call(app, 'POST', '/user/login', { body: { email: MEERA.email, password }, headers });
    expect([response.status, response.body['code']]).toEqual([401, 'second_step_needed']);
  }
});

it('a wrong code is recorded as a failed login', async () => {
  await using app = await startApp();
  await turnOn(app, await signUp(app));
  const { ticket } = Ticket.parse((await login(app)).body);
  await call(app, 'POST', '/user/login/second-step', { body: { ticket, code: '000000' } });
  const failed = await app.database.db
    .selectFrom('audit_entries')
    .select('user_id')
    .where('kind', '=', 'login_failed')
    .execute();
  expect(failed).toEqual([{ user_id: expect.any(String) }]);
});

it('a ticket ends after five minutes, and with the password', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  const { code } = await turnOn(app, token);
  const late = await ticketOf(app);
  app.clock.advance(5 * MINUTE_MS);
  expect(await finish(app, late, code())).toMatchObject({ status: 401, body: { code: 'login_expired' } });
  const ticket = await ticketOf(app);
  const change = { oldPassword: MEERA.password, newPassword: 'another monsoon rain' };
  expect((await call(app, 'POST', '/user/change-password', { token, body: change })).status).toBe(200);
  expect(await finish(app, ticket, code())).toMatchObject({ status: 401, body: { code: 'login_expired' } });
});

it('ten wrong codes close the door for a while, whatever the ticket', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const { code } = await turnOn(app, await signUp(app));
  for (let guess = 0; guess < 10; guess += 1) await finish(app, await ticketOf(app), `00000${guess}`);
  expect(await finish(app, await ticketOf(app), code())).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
});

it('fifty wrong codes close it for a day, or until the password is changed', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const token = await signUp(app);
  const { code } = await turnOn(app, token);
  const guessAll = async () => {
    for (let guess = 0; guess < 50; guess += 1) {
      await finish(app, await ticketOf(app), `0000${guess + 10}`);
      if (guess % 10 === 9) app.clock.advance(16 * MINUTE_MS);
    }
    expect((await finish(app, await ticketOf(app), code())).body).toMatchObject({ code: 'too_many_today' });
  };
  await guessAll();
  app.clock.advance(DAY_MS - 80 * MINUTE_MS);
  expect((await finish(app, await ticketOf(app), code())).status).toBe(200);
  await guessAll();
  const body = { oldPassword: MEERA.password, newPassword: MEERA.password };
  expect((await call(app, 'POST', '/user/change-password', { token, body })).status).toBe(200);
  expect((await finish(app, await ticketOf(app), code())).status).toBe(200);
});

it('the key is stored encrypted, and works only once a code confirmed it', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  await begin(app, token);
  expect((await login(app)).status).toBe(200);
  const row = await app.database.db.selectFrom('one_time_keys').selectAll().executeTakeFirstOrThrow();
  expect(row.sealed_key).toMatch(/^v1\./);
  expect(await call(app, 'PUT', '/user/second-step', { token, body: { code: '123456' } })).toMatchObject({
    status: 400,
    body: { code: 'wrong_code' },
  });
  await turnOn(app, token);
  expect(await call(app, 'POST', '/user/second-step', { token })).toMatchObject({
    status: 409,
    body: { code: 'second_step_is_on' },
  });
});

it('what changes a login needs a confirmation after an hour: the password, and a code where the second step is on', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  const { code } = await turnOn(app, token);
  app.clock.advance(HOUR_MS);
  const turnOff = () => call(app, 'DELETE', '/user/second-step', { token });
  const confirm = (body: object) => call(app, 'POST', '/user/confirm', { token, body });
  expect(await turnOff()).toMatchObject({ status: 403, body: { code: 'confirmation_needed' } });
  expect(await confirm({ password: 'wrong' })).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
  expect(await confirm({ code: code() })).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
  expect(await confirm({ password: MEERA.password })).toMatchObject({ status: 400, body: { code: 'code_needed' } });
  expect(await turnOff()).toMatchObject({ status: 403 });
  // The two wrong ones are in the audit: one entry for a network and an hour.
  const failed = app.database.db.selectFrom('audit_entries').select('times').where('kind', '=', 'login_failed');
  expect(await failed.execute()).toEqual([{ times: 2 }]);
  expect((await confirm({ password: MEERA.password, code: code() })).status).toBe(200);
  expect((await turnOff()).status).toBe(200);
  expect((await login(app)).status).toBe(200);
});

it('changes are emailed, and “This was not me” logs out everywhere and ends the password', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  await turnOn(app, token);
  await call(app, 'DELETE', '/user/second-step', { token });
  await login(app);
  await app.jobs.runDue();
  const subjects = (await readEmails(app)).map(({ headers }) => headers.get('subject'));
  expect(subjects).toEqual(
    expect.arrayContaining(['Second step on at Lectern', 'Second step off at Lectern', 'New login at Lectern']),
  );
  const email = (await readEmails(app)).find(({ headers }) => headers.get('subject') === 'New login at Lectern');
  const link = /\/not-me\/([\w-]+)/.exec(email?.text ?? '')?.[1] ?? '';
  expect((await call(app, 'POST', `/user/not-me/${link}`)).status).toBe(200);
  expect((await call(app, 'GET', '/user/me', { token })).status).toBe(401);
  expect((await login(app)).status).toBe(401);
  expect(await call(app, 'POST', `/user/not-me/${link}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_link' },
  });
  await app.jobs.runDue();
  const last = (await readEmails(app)).map(({ headers }) => headers.get('subject'));
  expect(last).toContain('Reset your Lectern password');
});

it('no email for a login on a known device', async () => {
  await using app = await startApp();
  const registered = await register(app);
  const cookie = String(registered.headers['set-cookie']).split(';')[0] ?? '';
  app.clock.advance(DAY_MS);
  await call(app, 'POST', '/user/login', {
    body: { email: MEERA.email, password: MEERA.password },
    headers: { cookie },
  });
  await app.jobs.runDue();
  const subjects = (await readEmails(app)).map(({ headers }) => headers.get('subject'));
  expect(subjects).toEqual(['Welcome to Lectern']);
});
