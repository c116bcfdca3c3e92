import { expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#server/clock.ts';
import { call, type CallResponse } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import type { Claims } from '#test/login-provider.ts';
import { CLIENT, type LoginBrowser, startOpenidProvider } from '#test/openid-provider.ts';
import { login, MEERA, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** Logins through a provider that others run, from its discovery to the keys of its signatures. */

const PUBLIC_URL = 'http://localhost:5000';
const ASHA: Claims = { sub: 'asha-1', email: 'asha@school.example', email_verified: true, name: 'Asha Rao' };
const MEERA_THERE: Claims = { sub: 'meera-1', email: MEERA.email, email_verified: true, name: 'Meera' };
const FAILED = { status: 502, body: { code: 'login_provider_failed' } };

const Begun = z.object({ address: z.url(), ticket: z.string() });

interface Scene extends AsyncDisposable {
  app: TestApp;
  provider: Awaited<ReturnType<typeof startOpenidProvider>>;
}

const open = async (method?: Parameters<typeof startOpenidProvider>[1]): Promise<Scene> => {
  const app = await startApp({ PUBLIC_URL });
  // The provider has the clock of this machine.
  app.clock.set(systemClock.now());
  const provider = await startOpenidProvider(`${PUBLIC_URL}/login/return`, method);
  for (const person of [ASHA, MEERA_THERE]) provider.people.set(person.sub, person);
  const { token } = await anAdmin(app);
  const service = { provider: 'other', providerName: 'School ID', issuer: provider.issuer, ...CLIENT };
  const body = { ...service, requiresFactor: 'nobody', graceDays: 14 };
  expect((await call(app, 'PUT', '/admin/settings/login', { token, body })).status).toBe(200);
  const close = async (): Promise<void> => {
    await app.close();
    await provider.close();
  };
  return { app, provider, [Symbol.asyncDispose]: close };
};

const begin = async ({ app }: Scene): Promise<z.output<typeof Begun>> =>
  Begun.parse((await call(app, 'POST', '/user/login/provider', { body: {} })).body);
const finish = ({ app }: Scene, body: { ticket: string; query: string }): Promise<CallResponse> =>
  call(app, 'POST', '/user/login/provider/finish', { body });

/** The complete login of a person, in a browser of its own unless one is given. */
const logIn = async (
  scene: Scene,
  { sub }: Claims,
  browser: LoginBrowser = scene.provider.openBrowser(),
): Promise<CallResponse> => {
  const { address, ticket } = await begin(scene);
  return finish(scene, { ticket, query: await browser.logIn(address, sub) });
};

const changeMeera = ({ app }: Scene, values: { email_confirmed_at?: number; role?: 'ADMIN' }) =>
  app.database.db.updateTable('users').set(values).where('email', '=', MEERA.email).execute();
const countUsers = async ({ app }: Scene): Promise<number> =>
  (await app.database.db.selectFrom('users').select('id').execute()).length;

it('a new person with a verified address signs up, and is known again by issuer and subject alone', async () => {
  await using scene = await open();
  const { app, provider } = scene;
  const browser = provider.openBrowser();
  const first = await logIn(scene, ASHA, browser);
  expect(first).toMatchObject({ status: 200, body: { user: { fullName: 'Asha Rao', email: ASHA.email } } });
  const people = await countUsers(scene);

  provider.people.set(ASHA.sub, { ...ASHA, email: 'asha@other.example', name: 'Asha Menon' });
  for (const at of [browser, provider.openBrowser()])
    expect((await logIn(scene, ASHA, at)).body['user']).toEqual(first.body['user']);
  // The person who has the former address there now is not this one.
  provider.people.set('asha-2', { ...ASHA, sub: 'asha-2' });
  expect((await logIn(scene, { sub: 'asha-2' })).body['code']).toBe('identity_needs_login');
  expect(await countUsers(scene)).toBe(people);
  expect((await call(app, 'GET', '/user/me', { token: tokenOf(first) })).status).toBe(200);
});

it('an address that the service has not verified neither signs up nor logs in', async () => {
  await using scene = await open();
  await signUp(scene.app);
  await changeMeera(scene, { email_confirmed_at: 1 });
  const people = await countUsers(scene);
  for (const person of [ASHA, MEERA_THERE]) {
    scene.provider.people.set(person.sub, { ...person, email_verified: false });
    expect(await logIn(scene, person)).toMatchObject({ status: 403, body: { code: 'identity_unverified' } });
  }
  expect(await countUsers(scene)).toBe(people);
});

it('a service whose answer does not end is refused, and the next login works', async () => {
  await using scene = await open();
  scene.provider.people.set(ASHA.sub, { ...ASHA, name: 'आ'.repeat(400_000) });
  expect(await logIn(scene, ASHA)).toMatchObject(FAILED);
  scene.provider.people.set(ASHA.sub, ASHA);
  expect((await logIn(scene, ASHA)).status).toBe(200);
});

it('an account joins once its learner has confirmed the same address, and an admin never by itself', async () => {
  await using scene = await open();
  await signUp(scene.app);
  const NEEDS_LOGIN = { status: 409, body: { code: 'identity_needs_login' } };
  expect(await logIn(scene, MEERA_THERE)).toMatchObject(NEEDS_LOGIN);
  await changeMeera(scene, { email_confirmed_at: 1, role: 'ADMIN' });
  expect(await logIn(scene, MEERA_THERE)).toMatchObject(NEEDS_LOGIN);

  await using other = await open();
  await signUp(other.app);
  await changeMeera(other, { email_confirmed_at: 1 });
  const joined = await logIn(other, MEERA_THERE);
  expect(joined).toMatchObject({ status: 200, body: { user: { fullName: MEERA.fullName } } });
  expect((await login(other.app)).body['user']).toEqual(joined.body['user']);
});

it('an admin adds the login themselves, and is known by it from then on', async () => {
  await using scene = await open();
  const { app, provider } = scene;
  const token = await signUp(app);
  await changeMeera(scene, { role: 'ADMIN' });
  const { address, ticket } = Begun.parse((await call(app, 'POST', '/user/identities', { token })).body);
  const body = { ticket, query: await provider.openBrowser().logIn(address, MEERA_THERE.sub) };
  expect((await call(app, 'POST', '/user/identities/finish', { token, body })).status).toBe(200);
  expect(await logIn(scene, MEERA_THERE)).toMatchObject({ status: 200, body: { user: { role: 'ADMIN' } } });
});

it('a code counts once, and only in the browser whose login it answers', async () => {
  await using scene = await open();
  const { provider } = scene;
  const { address, ticket } = await begin(scene);
  const query = await provider.openBrowser().logIn(address, ASHA.sub);
  expect((await finish(scene, { ticket, query })).status).toBe(200);
  expect(await finish(scene, { ticket, query })).toMatchObject({ status: 401, body: { code: 'login_expired' } });

  const [mine, theirs] = [await begin(scene), await begin(scene)];
  const stolen = await provider.openBrowser().logIn(theirs.address, ASHA.sub);
  expect(await finish(scene, { ticket: mine.ticket, query: stolen })).toMatchObject(FAILED);
  // With the state of this browser, the code still belongs to the verifier and the nonce of the other.
  const own = await begin(scene);
  const forged = new URLSearchParams(stolen);
  forged.set('state', new URL(own.address).searchParams.get('state') ?? '');
  expect(await finish(scene, { ticket: own.ticket, query: forged.toString() })).toMatchObject(FAILED);
  // The browser that began it still can.
  expect((await finish(scene, { ticket: theirs.ticket, query: stolen })).status).toBe(200);

  const again = await begin(scene);
  const used = new URLSearchParams(query);
  used.set('state', new URL(again.address).searchParams.get('state') ?? '');
  expect(await finish(scene, { ticket: again.ticket, query: used.toString() })).toMatchObject(FAILED);
});

it('a service that takes the secret in the header alone gets it there', async () => {
  await using scene = await open('client_secret_basic');
  expect(await logIn(scene, ASHA)).toMatchObject({ status: 200, body: { user: { email: ASHA.email } } });
});

it('claims that the API would refuse are none: the person is known by the subject alone', async () => {
  await using scene = await open();
  const odd = [
    { sub: 'odd-1', email: 'not an email\r\nbcc: all@school.example' },
    { sub: 'odd-2', email: `asha\u0000@school.example` },
    { sub: 'odd-3', email: '' },
  ];
  for (const person of odd) {
    scene.provider.people.set(person.sub, { ...ASHA, ...person });
    expect(await logIn(scene, { sub: person.sub }), person.sub).toMatchObject({
      status: 403,
      body: { code: 'identity_unverified' },
    });
  }
  const named = { ...ASHA, sub: 'odd-4', name: 'Asha\u0000\r\n\u202eRao\u200b', email: 'Asha@School.Example' };
  scene.provider.people.set('odd-4', named);
  expect((await logIn(scene, named)).body['user']).toMatchObject({
    fullName: 'Asha Rao',
    email: 'asha@school.example',
  });
});
