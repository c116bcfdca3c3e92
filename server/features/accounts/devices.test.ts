import { expect, it } from 'vitest';
import { call, type CallResponse, type CallInput } from '#test/call.ts';
import { emailsTo } from '#test/mailbox.ts';
import { login, mediaPart, MEERA, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const WRONG = 'not the password';
const NEXT = 'a lamp for reading';
const COOKIE =
  /^(?:__Secure-)?device=([\w.~-]+); Path=\/api\/v1\/user; Max-Age=34560000; HttpOnly; SameSite=Strict(; Secure)?$/;

const setCookie = ({ headers }: CallResponse): string => String(headers['set-cookie']);

/** Keeps the device cookie, as a browser does, and sends it with each call. */
const aBrowser = (app: TestApp, cookie?: string) => {
  let kept = cookie;
  const send = async (path: string, input: CallInput): Promise<CallResponse> => {
    const headers: Record<string, string> = kept === undefined ? {} : { cookie: `theme=morning; device=${kept}` };
    const response = await call(app, 'POST', path, { from: '203.0.113.20', ...input, headers });
    if (response.headers['set-cookie'] !== undefined) kept = COOKIE.exec(setCookie(response))?.[1];
    return response;
  };
  return {
    kept: () => kept,
    send,
    register: async (email: string = MEERA.email) =>
      send('/user/register', { parts: { ...MEERA, email, avatar: await mediaPart('avatar.png') } }),
    login: async (password: string = MEERA.password, email: string = MEERA.email): Promise<number> =>
      (await send('/user/login', { body: { email, password } })).status,
  };
};

/** Strangers guess until the account takes no more from them. */
const lockForStrangers = async (app: TestApp, email: string = MEERA.email): Promise<void> => {
  for (let index = 0; index < 10; index += 1) expect((await login(app, email, WRONG, '198.51.100.7')).status).toBe(401);
  expect((await login(app, email, MEERA.password, '198.51.100.8')).status).toBe(429);
};

it('a known device is not locked out by ten wrong passwords of strangers', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const [atSignUp, atLogin] = [aBrowser(app), aBrowser(app)];
  await atSignUp.register();
  expect(await atLogin.login()).toBe(200);
  await lockForStrangers(app);
  expect(await atSignUp.login()).toBe(200);
  expect(await atLogin.login()).toBe(200);
  expect(await aBrowser(app).login()).toBe(429);
});

it('a known device is not locked out by wrong passwords from its own address', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const browser = aBrowser(app);
  await browser.register();
  const others = Array.from({ length: 101 }, (_, index) => aBrowser(app).login(WRONG, `${index}@school.example`));
  expect(await Promise.all(others)).toContain(429);
  expect(await browser.login()).toBe(200);
});

it('wrong passwords of a known device are counted apart: they lock that device only', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const browser = aBrowser(app);
  await browser.register();
  for (let index = 0; index < 10; index += 1) expect(await browser.login(WRONG)).toBe(401);
  expect(await browser.login()).toBe(429);
  expect(await aBrowser(app).login()).toBe(200);
});

it('a cookie of another account and a forged cookie are ignored', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const browser = aBrowser(app);
  await browser.register();
  await aBrowser(app).register('ravi@school.example');
  await lockForStrangers(app, 'ravi@school.example');
  expect(await browser.login(MEERA.password, 'ravi@school.example')).toBe(429);
  const nonce = 'a'.repeat(22);
  for (const forged of [`${nonce}.${'b'.repeat(43)}`, nonce, '~~~~', `.${'b'.repeat(43)}`])
    expect(await aBrowser(app, forged).login(MEERA.password, 'ravi@school.example')).toBe(429);
});

it('one browser is remembered by five accounts, and forgets the one it used first', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const browser = aBrowser(app);
  const emails = Array.from({ length: 6 }, (_, index) => `person-${index}@school.example`);
  for (const email of emails) await browser.register(email);
  expect(browser.kept()).toMatch(/^(?:[\w-]{22}\.[\w-]{43}~){4}[\w-]{22}\.[\w-]{43}$/);
  for (const email of emails) await lockForStrangers(app, email);
  const statuses: number[] = [];
  for (const email of emails) statuses.push(await browser.login(MEERA.password, email));
  expect(statuses).toEqual([429, 200, 200, 200, 200, 200]);
});

it('a new password invalidates the cookies of other devices, and sets a new one here', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const [browser, other] = [aBrowser(app), aBrowser(app)];
  const token = tokenOf(await browser.register());
  await other.login();
  const body = { oldPassword: MEERA.password, newPassword: NEXT };
  expect((await browser.send('/user/change-password', { token, body })).status).toBe(200);
  await lockForStrangers(app);
  expect(await browser.login(NEXT)).toBe(200);
  expect(await other.login(NEXT)).toBe(429);
});

it('a password reset by email allows a login while strangers keep trying passwords', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  await signUp(app);
  const browser = aBrowser(app);
  await browser.send('/user/reset', { body: { email: MEERA.email } });
  const link = (await emailsTo(app, MEERA.email)).flatMap(
    ({ text }) => /\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? [],
  );
  expect((await browser.send(`/user/reset-password/${link[0]}`, { body: { password: NEXT } })).status).toBe(200);
  await lockForStrangers(app);
  expect(await browser.login(NEXT)).toBe(200);
});

it('the cookie is for this site only, hidden from scripts, and grants no access', async () => {
  await using app = await startApp({ PUBLIC_URL: 'https://school.example' });
  const browser = aBrowser(app);
  const response = await browser.register();
  expect(COOKIE.exec(setCookie(response))?.[2]).toBe('; Secure');
  expect(setCookie(response)).toMatch(/^__Secure-device=/);
  expect(setCookie(await login(app))).toMatch(COOKIE);
  expect((await login(app, MEERA.email, WRONG)).headers['set-cookie']).toBeUndefined();
  const headers = { cookie: `device=${browser.kept()}` };
  expect((await call(app, 'GET', '/user/me', { headers })).status).toBe(401);
});

it('the cookie also works without HTTPS', async () => {
  await using app = await startApp();
  const cookie = setCookie(await aBrowser(app).register());
  expect(COOKIE.exec(cookie)?.[2]).toBeUndefined();
  expect(cookie).toMatch(/^device=/);
});

it('a cookie that came by https counts before one of an earlier version', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const browser = aBrowser(app);
  await browser.register();
  await lockForStrangers(app);
  const logIn = (cookie: string) => call(app, 'POST', '/user/login', { body: MEERA, headers: { cookie } });
  expect((await logIn(`device=of-before; __Secure-device=${browser.kept()}`)).status).toBe(200);
  expect((await logIn(`device=${browser.kept()}; __Secure-device=forged`)).status).toBe(429);
});
