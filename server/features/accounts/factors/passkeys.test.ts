// @module-tag both
import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aUser, type Person } from '#test/factories.ts';
import { subjectsTo } from '#test/mailbox.ts';
import { login, MEERA, signUp, tokenOf } from '#test/sign-up.ts';
import { createSoftwarePasskey } from '#test/software-passkey.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const ORIGIN = 'http://localhost';

const optionsOf = async (app: TestApp, token?: string, body: object = {}): Promise<unknown> => {
  const response = await call(app, 'POST', '/user/passkeys/options', { body, ...(token ? { token } : {}) });
  return response.body['options'];
};

const add = async (app: TestApp, { token }: Pick<Person, 'token'>, key = createSoftwarePasskey(ORIGIN), more = {}) => {
  const passkey = key.create(await optionsOf(app, token), more);
  return { key, added: await call(app, 'POST', '/user/passkeys', { token, body: { name: 'My phone', passkey } }) };
};

const logIn = async (app: TestApp, key: ReturnType<typeof createSoftwarePasskey>, more = {}) => {
  const passkey = key.use(await optionsOf(app), more);
  return { passkey, response: await call(app, 'POST', '/user/login/passkey', { body: { passkey } }) };
};

it('a passkey logs in without a password, each response once', async () => {
  await using app = await startApp();
  const meera = await aUser(app, { fullName: 'Meera Nair' });
  const { key, added } = await add(app, meera);
  expect(added).toMatchObject({ status: 200, body: { passkey: { _id: key.id, name: 'My phone', lastUsedAt: null } } });
  const { passkey, response } = await logIn(app, key);
  expect(response).toMatchObject({ status: 200, body: { user: { _id: meera.id, fullName: 'Meera Nair' } } });
  expect(await call(app, 'POST', '/user/login/passkey', { body: { passkey } })).toMatchObject({
    status: 400,
    body: { code: 'passkey_refused' },
  });
});

it('options need the user to be verified, and exclude the passkeys that are there', async () => {
  await using app = await startApp();
  const meera = await aUser(app);
  const { key } = await add(app, meera);
  expect(await optionsOf(app, meera.token)).toMatchObject({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rp: { id: 'localhost' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: key.id }],
  });
  expect(await optionsOf(app)).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
});

it.each([
  ['another site', { from: 'https://evil.example' }],
  ['a user who was not verified', { flags: 0x01 }],
])('%s is refused, when a passkey is added and when it is used', async (_what, more) => {
  await using app = await startApp();
  const meera = await aUser(app);
  expect((await add(app, meera, undefined, more)).added).toMatchObject({
    status: 400,
    body: { code: 'passkey_refused' },
  });
  const { key } = await add(app, meera);
  expect((await logIn(app, key, more)).response).toMatchObject({ status: 400, body: { code: 'passkey_refused' } });
  const failed = app.database.db.selectFrom('audit_entries').select(['user_id', 'times']);
  expect(await failed.where('kind', '=', 'login_failed').execute()).toEqual([{ user_id: null, times: 1 }]);
});

it('a challenge is of one user, for one purpose, and for five minutes', async () => {
  await using app = await startApp();
  const [meera, ravi] = [await aUser(app), await aUser(app)];
  const key = createSoftwarePasskey(ORIGIN);
  const send = (options: unknown, { token }: Person) =>
    call(app, 'POST', '/user/passkeys', { token, body: { name: 'Mine', passkey: key.create(options) } });
  const refused = { status: 400, body: { code: 'passkey_refused' } };
  expect(await send(await optionsOf(app, ravi.token), meera)).toMatchObject(refused);
  expect(await send(await optionsOf(app), meera)).toMatchObject(refused);
  const late = await optionsOf(app, meera.token);
  app.clock.advance(5 * MINUTE_MS);
  expect(await send(late, meera)).toMatchObject(refused);
  expect((await send(await optionsOf(app, meera.token), meera)).status).toBe(200);
});

it('a passkey becomes the only way in beside emails, and an emailed link sets a password again', async () => {
  await using app = await startApp();
  const person = { email: MEERA.email, password: MEERA.password };
  const meera = { token: await signUp(app) };
  const remove = () => call(app, 'DELETE', '/user/password', { token: meera.token });
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'passkey_needed' } });
  const { key } = await add(app, meera);
  const other = tokenOf(await login(app, person.email, person.password));
  expect(await remove()).toMatchObject({ status: 200, body: { message: 'Password removed' } });
  expect((await call(app, 'GET', '/user/me', { token: other })).status).toBe(401);
  expect((await login(app, person.email, person.password)).status).toBe(401);
  expect((await logIn(app, key)).response.status).toBe(200);
  const removeKey = () => call(app, 'DELETE', `/user/passkeys/${key.id}`, { token: meera.token });
  expect(await removeKey()).toMatchObject({ status: 409, body: { code: 'last_passkey' } });
  expect((await logIn(app, key)).response.status).toBe(200);
  const security = await call(app, 'GET', '/user/security', { token: meera.token });
  expect(security.body['password']).toEqual({ isSet: false, changedAt: expect.any(String) });
  app.clock.advance(11 * MINUTE_MS);
  const options = await optionsOf(app, meera.token, { purpose: 'confirm' });
  const body = { passkey: key.use(options) };
  expect((await call(app, 'POST', '/user/confirm', { token: meera.token, body })).status).toBe(200);
  expect(await subjectsTo(app, person.email)).toContain('Password removed at Lectern');
  await call(app, 'POST', '/user/reset', { body: { email: person.email } });
  expect(await subjectsTo(app, person.email)).toContain('Reset your Lectern password');
});

it('a user renames and removes only own passkeys, and a removed one logs nobody in', async () => {
  await using app = await startApp();
  const [meera, ravi] = [{ token: await signUp(app) }, await aUser(app)];
  const { key } = await add(app, meera);
  const path = `/user/passkeys/${key.id}`;
  expect(await call(app, 'PUT', path, { token: ravi.token, body: { name: 'Stolen' } })).toMatchObject({ status: 404 });
  expect(await call(app, 'DELETE', path, { token: ravi.token })).toMatchObject({ status: 404 });
  expect((await call(app, 'PUT', path, { token: meera.token, body: { name: 'Old phone' } })).status).toBe(200);
  expect(await call(app, 'GET', '/user/security', { token: meera.token })).toMatchObject({
    body: { passkeys: [{ name: 'Old phone' }], secondStep: null },
  });
  expect((await call(app, 'DELETE', path, { token: meera.token })).status).toBe(200);
  expect((await logIn(app, key)).response).toMatchObject({ status: 400, body: { code: 'passkey_refused' } });
});

it('a passkey confirms its own user only', async () => {
  await using app = await startApp();
  const [meera, ravi] = [await aUser(app), await aUser(app)];
  const { key } = await add(app, meera);
  app.clock.advance(HOUR_MS);
  const confirm = async ({ token }: Person) => {
    const passkey = key.use(await optionsOf(app, token, { purpose: 'confirm' }));
    return call(app, 'POST', '/user/confirm', { token, body: { passkey } });
  };
  expect(await confirm(ravi)).toMatchObject({ status: 400, body: { code: 'passkey_refused' } });
  const begin = () => call(app, 'POST', '/user/second-step', { token: meera.token });
  expect(await begin()).toMatchObject({ status: 403, body: { code: 'confirmation_needed' } });
  expect((await confirm(meera)).status).toBe(200);
  expect((await begin()).status).toBe(200);
});

it('a blocked user’s passkey is refused', async () => {
  await using app = await startApp();
  const meera = await aUser(app);
  const { key } = await add(app, meera);
  await app.database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', meera.id).execute();
  expect((await logIn(app, key)).response).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
});

it('at another name of the school, passkeys are those of its address', async () => {
  await using app = await startApp({ PUBLIC_URL: 'https://school.example' });
  const key = createSoftwarePasskey('https://school.example');
  const { token } = await aUser(app);
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { host: 'other.example', authorization: `Bearer ${token}` };
    const response = await app.http.inject({ method: 'POST', url: `/api/v1/user/${path}`, headers, payload: body });
    return [response.statusCode, response.json()];
  };
  const options = { options: { rp: { id: 'school.example' } } };
  expect(await post('passkeys/options', {})).toMatchObject([200, options]);
  expect(await post('passkeys', { name: 'Phone', passkey: key.create({ challenge: 'none' }) })).toMatchObject([
    400,
    { code: 'passkey_refused' },
  ]);
  expect(await post('login/passkey', { passkey: key.use({ challenge: 'none' }) })).toMatchObject([
    400,
    { code: 'passkey_refused' },
  ]);
});

it('a site at a number has no passkeys', async () => {
  await using app = await startApp({ PUBLIC_URL: 'http://192.0.2.7' });
  expect(await call(app, 'POST', '/user/passkeys/options', { body: {} })).toMatchObject({
    status: 409,
    body: { code: 'passkeys_need_domain' },
  });
});
