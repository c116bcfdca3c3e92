import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aUser } from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { runSweep } from '#test/run-sweep.ts';
import { login, MEERA, register, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const NEXT = 'meera@home.example';

/** The token of the last link to a page that was emailed to an address. */
const linkTo = async (app: TestApp, page: string, to: string, subject = ''): Promise<string> => {
  const emails = (await emailsTo(app, to)).filter((email) => (email.headers.get('subject') ?? '').includes(subject));
  return emails.flatMap(({ text }) => new RegExp(`/${page}/([\\w-]{43})`).exec(text)?.[1] ?? []).at(-1) ?? '';
};

const confirm = (app: TestApp, token: string) => call(app, 'POST', `/user/confirm-email/${token}`);
const addressOf = async (app: TestApp, token: string) =>
  (await call(app, 'GET', '/user/security', { token })).body['address'];
const change = (app: TestApp, token: string, email: string = NEXT) =>
  call(app, 'PUT', '/user/email', { token, body: { email } });
const emailOf = async (app: TestApp, token: string) => (await call(app, 'GET', '/user/me', { token })).body['user'];

it('sign-up logs in at once, and the welcome has a link that confirms the address', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  expect(await addressOf(app, token)).toEqual({ isConfirmed: false, pending: null, waitsFor: [] });
  const link = await linkTo(app, 'confirm-email', MEERA.email, 'Welcome');
  expect(await confirm(app, link)).toMatchObject({ status: 200, body: { email: MEERA.email } });
  expect(await addressOf(app, token)).toEqual({ isConfirmed: true, pending: null, waitsFor: [] });
  expect(await confirm(app, link)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
  const again = await call(app, 'POST', '/user/email/confirmation', { token });
  expect(again).toMatchObject({ status: 409, body: { code: 'email_is_confirmed' } });
});

it('another link is emailed on request, for a day, and ends the earlier ones', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  const first = await linkTo(app, 'confirm-email', MEERA.email);
  expect((await call(app, 'POST', '/user/email/confirmation', { token })).status).toBe(200);
  const second = await linkTo(app, 'confirm-email', MEERA.email, 'Confirm');
  expect((await confirm(app, first)).status).toBe(400);
  app.clock.advance(DAY_MS);
  expect((await confirm(app, second)).status).toBe(400);
});

it('a link to choose a password confirms the address too', async () => {
  await using app = await startApp();
  await signUp(app);
  await call(app, 'POST', '/user/reset', { body: { email: MEERA.email } });
  const link = await linkTo(app, 'reset-password', MEERA.email);
  await call(app, 'POST', `/user/reset-password/${link}`, { body: { password: 'a lamp for reading' } });
  const token = tokenOf(await login(app, MEERA.email, 'a lamp for reading'));
  expect(await addressOf(app, token)).toEqual({ isConfirmed: true, pending: null, waitsFor: [] });
});

it('an address changes when the new one is confirmed, and the old one is notified twice', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  expect((await change(app, token)).status).toBe(200);
  expect(await addressOf(app, token)).toEqual({ isConfirmed: false, pending: NEXT, waitsFor: ['new'] });
  expect(await emailOf(app, token)).toMatchObject({ email: MEERA.email });

  const link = await linkTo(app, 'confirm-email', NEXT, 'Confirm');
  expect(await confirm(app, link)).toMatchObject({ status: 200, body: { email: NEXT } });
  expect(await emailOf(app, token)).toMatchObject({ email: NEXT });
  expect(await addressOf(app, token)).toEqual({ isConfirmed: true, pending: null, waitsFor: [] });
  expect((await login(app)).status).toBe(401);
  expect((await login(app, NEXT)).status).toBe(200);

  const notices = (await emailsTo(app, MEERA.email)).filter(({ text }) => text.includes(NEXT));
  expect(new Set(notices.map(({ headers }) => headers.get('subject')))).toEqual(
    new Set(['Address change at Lectern', 'Address changed at Lectern']),
  );
  // The records of emails follow the account, and leave with it.
  const records = app.database.db.selectFrom('sent_emails').select('address').distinct();
  expect(await records.execute()).toEqual([{ address: NEXT }]);
});

/** A user whose address is confirmed, and who has entered another one: the links to both. */
const aChange = async (app: TestApp) => {
  const token = await signUp(app);
  await confirm(app, await linkTo(app, 'confirm-email', MEERA.email, 'Welcome'));
  expect((await change(app, token)).status).toBe(200);
  const old = await linkTo(app, 'confirm-email', MEERA.email, 'Confirm the address change');
  return { token, old, next: await linkTo(app, 'confirm-email', NEXT) };
};

it('a confirmed address changes when both sides are confirmed, the new one first', async () => {
  await using app = await startApp();
  const { token, old, next } = await aChange(app);
  expect(await addressOf(app, token)).toEqual({ isConfirmed: true, pending: NEXT, waitsFor: ['old', 'new'] });
  const waits = { email: NEXT, waitsFor: ['old'], newAloneAt: '2026-06-22T04:30:00.000Z' };
  expect((await confirm(app, next)).body).toMatchObject(waits);
  expect((await confirm(app, next)).body).toMatchObject(waits);
  expect(await addressOf(app, token)).toEqual({ isConfirmed: true, pending: NEXT, waitsFor: ['old'] });
  expect(await emailOf(app, token)).toMatchObject({ email: MEERA.email });
  expect((await confirm(app, old)).body).toMatchObject({ email: NEXT, waitsFor: [], newAloneAt: null });
  expect(await emailOf(app, token)).toMatchObject({ email: NEXT });
  expect(await addressOf(app, token)).toEqual({ isConfirmed: true, pending: null, waitsFor: [] });
  expect([(await confirm(app, next)).status, (await confirm(app, old)).status]).toEqual([400, 400]);
});

it('and the old one first', async () => {
  await using app = await startApp();
  const { token, old, next } = await aChange(app);
  expect((await confirm(app, old)).body).toMatchObject({ email: NEXT, waitsFor: ['new'], newAloneAt: null });
  expect((await confirm(app, old)).status).toBe(400);
  expect(await emailOf(app, token)).toMatchObject({ email: MEERA.email });
  expect((await confirm(app, next)).body).toMatchObject({ waitsFor: [] });
  expect(await emailOf(app, token)).toMatchObject({ email: NEXT });
});

it('and both at once', async () => {
  await using app = await startApp();
  await using further = await app.another();
  const { token, old, next } = await aChange(app);
  const both = await Promise.all([confirm(app, old), confirm(further, next)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await emailOf(app, token)).toMatchObject({ email: NEXT });
});

it('requests at once leave one change, whose link to the new address is not enough', async () => {
  await using app = await startApp();
  await using further = await app.another();
  const { token } = await aChange(app);
  const requests = [app, further, app, further].map((one) => change(one, token, 'thief@home.example'));
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const open = app.database.db.selectFrom('login_steps').select('detail').where('kind', '=', 'confirm-email');
  expect((await open.execute()).map(({ detail }) => `${detail}`).toSorted()).toEqual([
    `${MEERA.email} thief@home.example`,
    'thief@home.example',
  ]);
  const emails = await emailsTo(app, 'thief@home.example');
  for (const { text } of [...emails, ...emails])
    await confirm(app, /\/confirm-email\/([\w-]{43})/.exec(text)?.[1] ?? '');
  expect(await emailOf(app, token)).toMatchObject({ email: MEERA.email });
});

it('a former address stays reserved while “This was not me” can bring it back', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  await change(app, token);
  await confirm(app, await linkTo(app, 'confirm-email', NEXT));
  const taken = async () => [
    (await register(app, { email: MEERA.email })).body['code'],
    (await change(app, (await aUser(app)).token, MEERA.email)).body['code'],
  ];
  expect(await taken()).toEqual(['email_taken', 'email_taken']);
  const notMe = await linkTo(app, 'not-me', MEERA.email, 'Address changed');
  expect(await taken()).toEqual(['email_taken', 'email_taken']);
  expect((await call(app, 'POST', `/user/not-me/${notMe}`)).status).toBe(200);
  expect(await linkTo(app, 'reset-password', MEERA.email)).not.toBe('');
  expect(await linkTo(app, 'reset-password', NEXT)).toBe('');
});

it('its user may have it again, and after a week everyone', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  await change(app, token);
  await confirm(app, await linkTo(app, 'confirm-email', NEXT));
  expect((await change(app, token, MEERA.email)).status).toBe(200);
  await app.jobs.runDue('email');
  app.clock.advance(15 * DAY_MS);
  await runSweep(app, 'accounts.sweep');
  expect((await register(app, { email: MEERA.email })).status).toBe(201);
});

it('“This was not me” stops a change as long as its links last', async () => {
  await using app = await startApp();
  const { next } = await aChange(app);
  const notMe = await linkTo(app, 'not-me', MEERA.email, 'Confirm the address change');
  app.clock.advance(13 * DAY_MS);
  expect((await call(app, 'POST', `/user/not-me/${notMe}`)).status).toBe(200);
  expect((await confirm(app, next)).status).toBe(400);
});

it('an old address that does not respond for a week is not needed, and its link is no longer valid', async () => {
  await using app = await startApp();
  const { token, old, next } = await aChange(app);
  app.clock.advance(7 * DAY_MS - MINUTE_MS);
  expect((await confirm(app, next)).body).toMatchObject({ waitsFor: ['old'] });
  app.clock.advance(MINUTE_MS);
  expect((await confirm(app, old)).status).toBe(400);
  expect((await confirm(app, next)).body).toMatchObject({ waitsFor: [] });
  expect(await emailOf(app, token)).toMatchObject({ email: NEXT });
  expect(await linkTo(app, 'not-me', MEERA.email, 'Address changed')).not.toBe('');
});

it('“This was not me” and “Keep this one” end both links', async () => {
  await using app = await startApp();
  const { token, old, next } = await aChange(app);
  await call(app, 'DELETE', '/user/email', { token });
  expect([(await confirm(app, next)).status, (await confirm(app, old)).status]).toEqual([400, 400]);
  await change(app, token);
  const again = await linkTo(app, 'confirm-email', MEERA.email, 'Confirm the address change');
  const notMe = await linkTo(app, 'not-me', MEERA.email, 'Confirm the address change');
  expect((await call(app, 'POST', `/user/not-me/${notMe}`)).status).toBe(200);
  expect((await confirm(app, again)).status).toBe(400);
});

it('“This was not me” at the old address stops a change', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  await change(app, token);
  const toNew = await linkTo(app, 'confirm-email', NEXT);
  const notMe = await linkTo(app, 'not-me', MEERA.email, 'Address change');
  expect((await call(app, 'POST', `/user/not-me/${notMe}`)).status).toBe(200);
  expect((await confirm(app, toNew)).status).toBe(400);
  expect((await login(app)).status).toBe(401);
  expect(await linkTo(app, 'reset-password', MEERA.email)).not.toBe('');
});

it('“This was not me” brings the old address back, also after the thief changed the password', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  await change(app, token);
  await confirm(app, await linkTo(app, 'confirm-email', NEXT));
  const body = { oldPassword: MEERA.password, newPassword: 'the password of a thief' };
  expect((await call(app, 'POST', '/user/change-password', { token, body })).status).toBe(200);

  const notMe = await linkTo(app, 'not-me', MEERA.email, 'Address changed');
  expect((await call(app, 'POST', `/user/not-me/${notMe}`)).status).toBe(200);
  expect((await call(app, 'GET', '/user/me', { token })).status).toBe(401);
  expect((await login(app, NEXT, 'the password of a thief')).status).toBe(401);
  const reset = await linkTo(app, 'reset-password', MEERA.email);
  const chosen = await call(app, 'POST', `/user/reset-password/${reset}`, { body: { password: MEERA.password } });
  expect(chosen.status).toBe(200);
  expect((await login(app)).status).toBe(200);
  expect((await login(app, NEXT)).status).toBe(401);
});

it('a change needs a fresh confirmation and a free address, and can be taken back', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  const other = await aUser(app, { email: 'ravi@school.example' });
  expect((await change(app, token, other.email)).body['code']).toBe('email_taken');
  expect((await change(app, token, ` ${MEERA.email.toUpperCase()} `)).body['code']).toBe('email_is_yours');
  await change(app, token);
  const link = await linkTo(app, 'confirm-email', NEXT);
  expect((await call(app, 'DELETE', '/user/email', { token })).status).toBe(200);
  expect((await confirm(app, link)).status).toBe(400);
  app.clock.advance(HOUR_MS);
  expect((await change(app, token)).body['code']).toBe('confirmation_needed');
});

it('an address that another account took meanwhile is not given twice', async () => {
  await using app = await startApp();
  await change(app, await signUp(app));
  const link = await linkTo(app, 'confirm-email', NEXT);
  expect((await register(app, { email: NEXT })).status).toBe(201);
  expect((await confirm(app, link)).body['code']).toBe('email_taken');
});

it('the page of how you log in says when the password was chosen', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  const password = async () => (await call(app, 'GET', '/user/security', { token })).body['password'];
  expect(await password()).toEqual({ isSet: true, changedAt: null });
  const body = { oldPassword: MEERA.password, newPassword: 'a lamp for reading' };
  await call(app, 'POST', '/user/change-password', { token, body });
  expect(await password()).toEqual({ isSet: true, changedAt: '2026-06-15T04:30:00.000Z' });
});
