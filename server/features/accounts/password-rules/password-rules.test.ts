import { describe, expect, it } from 'vitest';
import { call, type CallResponse } from '#test/call.ts';
import { emailsTo } from '#test/mailbox.ts';
import { login, mediaPart, MEERA, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const COMMON = 'Many people use this password, so it is easy to guess. Choose another one.';
const SCHOOL = 'The name of the school is easy to guess. Choose another password.';
const OWN = 'Your name and your email address are easy to guess. Choose another password.';

const register = async (app: TestApp, password: string, checkPassword: object = { checkPassword: 'true' }) =>
  call(app, 'POST', '/user/register', {
    parts: { ...MEERA, password, ...checkPassword, avatar: await mediaPart('avatar.png') },
  });

const refusal = ({ status, body }: CallResponse) => ({ status, message: body['message'], details: body['details'] });
const refused = (path: string, message: string) => ({ status: 400, message, details: [{ path, message }] });

describe('a new password of our pages', () => {
  it.each([
    ['password', COMMON],
    ['Password@123', COMMON],
    ['monsoon2026!', COMMON],
    ['12345678', COMMON],
    ['Qwertyuiop', COMMON],
    ['abcdefgh1', COMMON],
    ['87654321', COMMON],
    ['aaaaaaaaaaaa', COMMON],
    ['1234-1234-', COMMON],
    ['lkjhgfdsa!', COMMON],
    ['Ledger & Lamp', SCHOOL],
    ['ledgerlamp2026', SCHOOL],
    ['meeranair', OWN],
    ['Meera.Nair.1990', OWN],
    ['Meera 2026', OWN],
    ['meera@school.example', OWN],
  ])('is refused when others would guess it: %s', async (password, message) => {
    await using app = await startApp({ BRAND_NAME: 'Ledger & Lamp' });
    expect(refusal(await register(app, password))).toEqual(refused('password', message));
    expect((await login(app, MEERA.email, password)).status).toBe(401);
  });

  it.each(['monsoon rain', 'meera likes rain', 'बारिश में किताब', 'x7f2m09kqz'])('is accepted: %s', async (password) => {
    await using app = await startApp({ BRAND_NAME: 'Ledger & Lamp' });
    expect((await register(app, password)).status).toBe(201);
    expect((await login(app, MEERA.email, password)).status).toBe(200);
  });

  it('is checked at a change, after the old one', async () => {
    await using app = await startApp();
    const token = await signUp(app);
    const change = (oldPassword: string, newPassword: string) =>
      call(app, 'POST', '/user/change-password', {
        token,
        body: { oldPassword, newPassword, checkPassword: 'true' },
      });
    expect((await change('not the password', 'password1')).body['code']).toBe('wrong_old_password');
    expect(refusal(await change(MEERA.password, 'password1'))).toEqual(refused('newPassword', COMMON));
    expect(refusal(await change(MEERA.password, 'meera-2026'))).toEqual(refused('newPassword', OWN));
    expect((await change(MEERA.password, 'a lamp for reading')).status).toBe(200);
  });

  it('is checked with the link of an email, which works again after that', async () => {
    await using app = await startApp();
    await signUp(app);
    await call(app, 'POST', '/user/reset', { body: { email: MEERA.email } });
    const texts = (await emailsTo(app, MEERA.email)).map(({ text }) => text).join('\n');
    const link = /\/reset-password\/([\w-]+)/.exec(texts)?.[1] ?? '';
    const reset = (password: string) =>
      call(app, 'POST', `/user/reset-password/${link}`, { body: { password, checkPassword: 'true' } });
    expect(refusal(await reset('iloveyou123'))).toEqual(refused('password', COMMON));
    expect((await reset('a lamp for reading')).status).toBe(200);
  });

  it('is checked for the first admin, with the name that the school is given', async () => {
    await using app = await startApp();
    const token = ((await app.openSetup()) ?? '').replace('/setup/', '');
    const finish = (password: string) =>
      call(app, 'POST', '/setup', {
        body: {
          token,
          fullName: 'Asha Rao',
          email: 'asha@school.example',
          password,
          withSamples: false,
          publicAddress: 'https://school.example',
          brandName: 'Gurukul',
        },
      });
    expect(refusal(await finish('gurukul2026'))).toEqual(refused('password', SCHOOL));
    expect(refusal(await finish('password2026'))).toEqual(refused('password', COMMON));
    expect((await finish('a ledge of books')).status).toBe(201);
  });
});

it('another client of the specified calls may choose any password of 8 characters', async () => {
  await using app = await startApp();
  expect((await register(app, 'password', {})).status).toBe(201);
  const token = tokenOf(await login(app, MEERA.email, 'password'));
  const change = await call(app, 'POST', '/user/change-password', {
    token,
    body: { oldPassword: 'password', newPassword: 'password1' },
  });
  expect(change.status).toBe(200);
});
