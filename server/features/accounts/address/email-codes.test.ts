// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { emailsTo, readEmails } from '#test/mailbox.ts';
import { MEERA, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { codeAt, fromBase32, stepAt } from '../factors/one-time-codes.ts';

const Ticket = z.object({ ticket: z.string() });

const begin = (app: TestApp, email: string = MEERA.email) => call(app, 'POST', '/user/login/code', { body: { email } });
const ticketOf = async (app: TestApp): Promise<string> => Ticket.parse((await begin(app)).body).ticket;
const finish = (app: TestApp, ticket: string, code: string) =>
  call(app, 'POST', '/user/login/code/finish', { body: { ticket, code } });

const codesIn = async (app: TestApp): Promise<string[]> => {
  const emails = (await emailsTo(app, MEERA.email)).filter(
    ({ headers }) => headers.get('subject') === 'Your login code for Lectern',
  );
  return emails.flatMap(({ text }) => /\b\d{3}-\d{3}\b/.exec(text) ?? []);
};
const codeIn = async (app: TestApp): Promise<string> => (await codesIn(app)).at(-1) ?? '';
const fullWidth = (code: string): string =>
  code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const wrong = (code: string): string => (code === '000-000' ? '111-111' : '000-000');

it('a code in an email logs in once, on the machine that asked for it, and confirms the address', async () => {
  await using app = await startApp();
  await signUp(app);
  const ticket = await ticketOf(app);
  const code = await codeIn(app);
  expect(code).toMatch(/^\d{3}-\d{3}$/);
  expect((await finish(app, await ticketOf(app), code)).status).toBe(400);
  const done = await finish(app, ticket, fullWidth(code.replace('-', '\u2011\u200b')));
  expect(done).toMatchObject({ status: 200, body: { user: { email: MEERA.email } } });
  const security = await call(app, 'GET', '/user/security', { token: tokenOf(done) });
  expect(security.body['address']).toEqual({ isConfirmed: true, pending: null, waitsFor: [] });
  expect(await finish(app, ticket, code)).toMatchObject({ status: 401, body: { code: 'login_expired' } });
});

it('a code lasts ten minutes', async () => {
  await using app = await startApp();
  await signUp(app);
  const ticket = await ticketOf(app);
  const code = await codeIn(app);
  app.clock.advance(10 * MINUTE_MS);
  expect(await finish(app, ticket, code)).toMatchObject({ status: 401, body: { code: 'login_expired' } });
});

it('after five wrong tries, also at once, the right code logs nobody in', async () => {
  await using app = await startApp();
  await signUp(app);
  const ticket = await ticketOf(app);
  const code = await codeIn(app);
  const tries = await Promise.all(Array.from({ length: 8 }, () => finish(app, ticket, wrong(code))));
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([400, 400, 400, 400, 400, 401, 401, 401]);
  expect((await finish(app, ticket, code)).status).toBe(401);
});

it('of two requests with the same code at once, one logs in', async () => {
  await using app = await startApp();
  await signUp(app);
  const ticket = await ticketOf(app);
  const code = await codeIn(app);
  const both = await Promise.all([finish(app, ticket, code), finish(app, ticket, code)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

it('an unknown address gets the same response and no email', async () => {
  await using app = await startApp();
  await signUp(app);
  const [known, unknown] = [await begin(app), await begin(app, 'nobody@school.example')];
  expect(unknown.status).toBe(known.status);
  expect(unknown.body).toEqual({ ...known.body, ticket: expect.stringMatching(/^[\w-]{43}$/) });
  await app.jobs.runDue();
  expect((await readEmails(app)).some(({ headers }) => headers.get('to')?.includes('nobody'))).toBe(false);
  const { ticket } = Ticket.parse(unknown.body);
  expect(await finish(app, ticket, '123-456')).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
});

it('five codes are sent to an address in fifteen minutes, known or not', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  await signUp(app);
  for (const email of [MEERA.email, 'nobody@school.example']) {
    for (let index = 0; index < 5; index += 1) expect((await begin(app, email)).status).toBe(200);
    expect((await begin(app, email)).status).toBe(429);
  }
});

it('ten codes are sent to an address in a day, known or not, until one of them logs in', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  await signUp(app);
  const fiveCodes = async (email: string) => {
    for (let index = 0; index < 5; index += 1) expect((await begin(app, email)).status).toBe(200);
    await app.jobs.runDue('email');
    app.clock.advance(15 * MINUTE_MS);
  };
  for (const email of [MEERA.email, 'nobody@school.example']) {
    await fiveCodes(email);
    await fiveCodes(email);
    const refused = await begin(app, email);
    expect([refused.body['code'], refused.headers['retry-after']]).toEqual(['too_many_today', String(23.5 * 60 * 60)]);
    app.clock.advance(23.5 * 60 * MINUTE_MS);
  }
  await fiveCodes(MEERA.email);
  const before = await codesIn(app);
  const ticket = await ticketOf(app);
  const [code = ''] = (await codesIn(app)).filter((sent) => !before.includes(sent));
  expect((await finish(app, ticket, code)).status).toBe(200);
  app.clock.advance(15 * MINUTE_MS);
  await fiveCodes(MEERA.email);
  await fiveCodes(MEERA.email);
});

it('where the second step is on, the code stands in the place of the password alone', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  const begun = await call(app, 'POST', '/user/second-step', { token });
  const key = fromBase32(z.object({ key: z.string() }).parse(begun.body).key);
  const appCode = () => codeAt(key, stepAt(app.clock.now()));
  await call(app, 'PUT', '/user/second-step', { token, body: { code: appCode() } });
  app.clock.advance(MINUTE_MS);
  const ticket = await ticketOf(app);
  const code = await codeIn(app);
  const asked = await finish(app, ticket, code);
  expect(asked).toMatchObject({ status: 401, body: { code: 'second_step_needed' } });
  expect((await finish(app, ticket, code)).body['code']).toBe('login_expired');
  const body = { ticket: Ticket.parse(asked.body).ticket, code: appCode() };
  expect((await call(app, 'POST', '/user/login/second-step', { body })).status).toBe(200);
});

it('a blocked account gets no code, and no admin reads the code of another', async () => {
  await using app = await startApp();
  await signUp(app);
  const ticket = await ticketOf(app);
  const code = await codeIn(app);
  const { token } = await anAdmin(app);
  const list = await call(app, 'GET', '/admin/outbox?search=login+code', { token });
  const { mails } = z.object({ mails: z.array(z.object({ _id: z.string() })) }).parse(list.body);
  const email = await call(app, 'GET', `/admin/outbox/${mails[0]?._id}`, { token });
  expect(email.status).toBe(200);
  expect(email.text).not.toContain(code);
  await app.database.db.updateTable('users').set({ blocked_at: 1 }).where('email', '=', MEERA.email).execute();
  expect(await finish(app, ticket, code)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
  const count = (await readEmails(app)).length;
  await ticketOf(app);
  await app.jobs.runDue();
  expect(await readEmails(app)).toHaveLength(count);
});

it('neither the database nor its jobs have the code or the ticket', async () => {
  await using app = await startApp();
  await signUp(app);
  const ticket = await ticketOf(app);
  const code = await codeIn(app);
  const rows = JSON.stringify([
    await app.database.db.selectFrom('login_steps').selectAll().execute(),
    await app.database.db.selectFrom('jobs').selectAll().execute(),
  ]);
  for (const secret of [ticket, code, code.replace('-', '')]) expect(rows).not.toContain(secret);
});
