import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { call, type CallResponse } from '#test/call.ts';
import { anAdmin, type Person } from '#test/factories.ts';
import { type Claims, startLoginProvider } from '#test/login-provider.ts';
import { emailsTo } from '#test/mailbox.ts';
import { login, MEERA, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { codeAt, fromBase32, stepAt } from '../factors/one-time-codes.ts';

const ASHA: Claims = { sub: 'asha-1', email: 'asha@school.example', email_verified: true, name: 'Asha Rao' };
const MEERA_THERE: Claims = { sub: 'meera-1', email: MEERA.email, email_verified: true, name: 'Meera' };

const Begun = z.object({ address: z.url(), ticket: z.string() });
const Events = z.object({
  events: z.array(z.object({ kind: z.string(), times: z.number(), person: z.object({ name: z.string() }).nullable() })),
});
type Provider = Awaited<ReturnType<typeof startLoginProvider>>;

interface Scene extends AsyncDisposable {
  app: TestApp;
  provider: Provider;
  admin: Person;
}

const settingsOf = (issuer: string) => ({
  provider: 'other',
  providerName: 'School ID',
  issuer,
  clientId: 'school',
  clientSecret: 'a secret of the client',
  requiresFactor: 'nobody',
  graceDays: 14,
});

const open = async (): Promise<Scene> => {
  const app = await startApp({ PUBLIC_URL: 'http://localhost:5000' });
  const provider = await startLoginProvider(app.clock);
  const admin = await anAdmin(app);
  const saved = await call(app, 'PUT', '/admin/settings/login', {
    token: admin.token,
    body: settingsOf(provider.issuer),
  });
  expect(saved.status).toBe(200);
  const close = async (): Promise<void> => {
    await app.close();
    await provider.close();
  };
  return { app, provider, admin, [Symbol.asyncDispose]: close };
};

const begin = async ({ app }: Scene): Promise<z.output<typeof Begun>> =>
  Begun.parse((await call(app, 'POST', '/user/login/provider', { body: {} })).body);
const finish = ({ app }: Scene, body: { ticket: string; query: string; language?: string }): Promise<CallResponse> =>
  call(app, 'POST', '/user/login/provider/finish', { body });

const logIn = async (scene: Scene, claims: Claims, lies = {}): Promise<CallResponse> => {
  const { address, ticket } = await begin(scene);
  return finish(scene, { ticket, query: scene.provider.logIn(address, claims, lies) });
};

const confirmAddress = ({ app }: Scene) =>
  app.database.db.updateTable('users').set({ email_confirmed_at: 1 }).where('email', '=', MEERA.email).execute();
const FAILED = { status: 502, body: { code: 'login_provider_failed' } };

it('a new person signs up, and logs in to the same account later, also with another address', async () => {
  await using scene = await open();
  const first = await logIn(scene, ASHA);
  expect(first.body).toMatchObject({ isNew: true, user: { fullName: 'Asha Rao', email: ASHA.email } });
  const again = await logIn(scene, { ...ASHA, email: 'asha@other.example' });
  expect(again.body).toMatchObject({ isNew: false, user: { email: ASHA.email } });
  const security = await call(scene.app, 'GET', '/user/security', { token: tokenOf(again) });
  expect(security.body).toMatchObject({
    address: { isConfirmed: true },
    password: { isSet: false },
    identities: [{ name: 'School ID', email: 'asha@other.example' }],
  });
});

it('who signs up on a page in Hindi is written to in Hindi, and nobody in a language that the school has not', async () => {
  await using scene = await open();
  const { app, admin } = scene;
  await call(app, 'PUT', '/admin/settings/languages', { token: admin.token, body: { language: 'en', others: ['hi'] } });
  for (const [language, own] of [
    ['hi', 'hi'],
    ['ta', null],
  ] as const) {
    const { address, ticket } = await begin(scene);
    const claims = { ...ASHA, sub: language, email: `${language}@school.example` };
    const { body } = await finish(scene, { ticket, query: scene.provider.logIn(address, claims), language });
    expect(body).toMatchObject({ isNew: true, user: { language: own } });
  }
});

it('facts that are not in the ID token are fetched, and count only about the same person', async () => {
  await using scene = await open();
  expect(await logIn(scene, ASHA, { userinfo: { ...ASHA, sub: 'someone-else' } })).toMatchObject(FAILED);
  const { body } = await logIn(scene, ASHA, { userinfo: ASHA });
  expect(body).toMatchObject({ user: { fullName: 'Asha Rao', email: ASHA.email } });
});

it('failed logins of an hour are one event per account and network', async () => {
  await using scene = await open();
  const { app, admin } = scene;
  await signUp(app);
  for (const lies of [{ signsFalsely: true }, { nonce: 'another' }]) await logIn(scene, ASHA, lies);
  await logIn(scene, { ...ASHA, email_verified: false });
  expect((await logIn(scene, MEERA_THERE)).body['code']).toBe('identity_needs_login');
  const { events } = Events.parse((await call(app, 'GET', '/admin/audit?group=logins', { token: admin.token })).body);
  expect(events.map(({ kind, times, person }) => `${kind} ${times} ${person?.name ?? '–'}`).toSorted()).toEqual([
    'login_failed 1 Meera Nair',
    'login_failed 3 –',
  ]);
});

it('the address asks with code, PKCE, state and nonce, and comes back to the public address', async () => {
  await using scene = await open();
  const { searchParams } = new URL((await begin(scene)).address);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'school',
    scope: 'openid email profile',
    redirect_uri: 'http://localhost:5000/login/return',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{20,}$/),
    nonce: expect.stringMatching(/^[\w-]{20,}$/),
  });
});

it('a forged signature, another nonce and a token for another client log nobody in', async () => {
  await using scene = await open();
  for (const lies of [{ signsFalsely: true }, { nonce: 'another' }, { audience: 'another' }])
    expect(await logIn(scene, ASHA, lies)).toMatchObject(FAILED);
});

it('metadata that name another issuer are not followed', async () => {
  await using scene = await open();
  scene.provider.nameIssuer('https://evil.example');
  expect(await call(scene.app, 'POST', '/user/login/provider', { body: {} })).toMatchObject(FAILED);
});

it('the tokens of the service are neither stored nor given to the browser', async () => {
  await using scene = await open();
  const { text } = await logIn(scene, ASHA);
  const { db } = scene.app.database;
  const tables = await db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(async ({ name }) => (await sql`SELECT * FROM ${sql.table(name)}`.execute(db)).rows),
  );
  expect(JSON.stringify(rows)).toContain('asha-1');
  for (const token of ['a-token-of-the-provider', 'eyJ']) expect(JSON.stringify([text, rows])).not.toContain(token);
});

it('a response to another browser’s login is refused, and a ticket counts once', async () => {
  await using scene = await open();
  const [mine, theirs] = [await begin(scene), await begin(scene)];
  const stolen = scene.provider.logIn(theirs.address, ASHA);
  expect(await finish(scene, { ticket: mine.ticket, query: stolen })).toMatchObject(FAILED);
  const { address, ticket } = await begin(scene);
  const query = scene.provider.logIn(address, ASHA);
  expect((await finish(scene, { ticket, query })).status).toBe(200);
  expect(await finish(scene, { ticket, query })).toMatchObject({ status: 401, body: { code: 'login_expired' } });
});

it('an existing account is joined when both sides have confirmed the address, and gets an email', async () => {
  await using scene = await open();
  await signUp(scene.app);
  expect((await logIn(scene, MEERA_THERE)).body['code']).toBe('identity_needs_login');
  await confirmAddress(scene);
  const joined = await logIn(scene, MEERA_THERE);
  expect(joined.body).toMatchObject({ isNew: false, user: { fullName: MEERA.fullName } });
  expect((await login(scene.app)).status).toBe(200);
  const subjects = (await emailsTo(scene.app, MEERA.email)).map(({ headers }) => headers.get('subject'));
  expect(subjects).toContain('Login added at Lectern');
});

it('an unverified address neither signs up nor joins, and no login merges into an admin', async () => {
  await using scene = await open();
  expect((await logIn(scene, { ...ASHA, email_verified: false })).body['code']).toBe('identity_unverified');
  expect((await logIn(scene, { sub: 'nobody' })).body['code']).toBe('identity_unverified');
  await signUp(scene.app);
  await confirmAddress(scene);
  await scene.app.database.db.updateTable('users').set({ role: 'ADMIN' }).where('email', '=', MEERA.email).execute();
  expect((await logIn(scene, MEERA_THERE)).body['code']).toBe('identity_needs_login');
});

it('a user adds a login after a confirmation, and removes it; it belongs to one account', async () => {
  await using scene = await open();
  const { app, provider, admin } = scene;
  const token = await signUp(app);
  const add = async (who: string): Promise<CallResponse> => {
    const { address, ticket } = Begun.parse((await call(app, 'POST', '/user/identities', { token: who })).body);
    const body = { ticket, query: provider.logIn(address, MEERA_THERE) };
    return call(app, 'POST', '/user/identities/finish', { token: who, body });
  };
  expect((await add(token)).status).toBe(200);
  expect(await logIn(scene, MEERA_THERE)).toMatchObject({ body: { user: { email: MEERA.email } } });
  expect((await add(admin.token)).body['code']).toBe('identity_taken');

  const { identities } = z
    .object({ identities: z.array(z.object({ _id: z.string() })) })
    .parse((await call(app, 'GET', '/user/security', { token })).body);
  const path = `/user/identities/${identities[0]?._id}`;
  expect((await call(app, 'DELETE', path, { token: admin.token })).status).toBe(404);
  expect((await call(app, 'DELETE', path, { token })).status).toBe(200);
  expect((await logIn(scene, MEERA_THERE)).body['code']).toBe('identity_needs_login');
  app.clock.advance(HOUR_MS);
  expect((await call(app, 'POST', '/user/identities', { token })).body['code']).toBe('confirmation_needed');
});

it('where the second step is on, it follows', async () => {
  await using scene = await open();
  const { app } = scene;
  const token = tokenOf(await logIn(scene, ASHA));
  const { key } = z.object({ key: z.string() }).parse((await call(app, 'POST', '/user/second-step', { token })).body);
  const code = codeAt(fromBase32(key), stepAt(app.clock.now()));
  await call(app, 'PUT', '/user/second-step', { token, body: { code } });
  expect(await logIn(scene, ASHA)).toMatchObject({ status: 401, body: { code: 'second_step_needed' } });
});

it('“This was not me” removes logins that were added lately', async () => {
  await using scene = await open();
  const { app } = scene;
  await signUp(app);
  await confirmAddress(scene);
  await logIn(scene, MEERA_THERE);
  const emails = (await emailsTo(app, MEERA.email)).filter(({ headers }) =>
    headers.get('subject')?.startsWith('Login added'),
  );
  const link = /\/not-me\/([\w-]{43})/.exec(emails[0]?.text ?? '')?.[1] ?? '';
  expect((await call(app, 'POST', `/user/not-me/${link}`)).status).toBe(200);
  expect(await app.database.db.selectFrom('identities').selectAll().execute()).toEqual([]);
});

it('the secret is stored sealed and shown by its end, and without a provider there is no login', async () => {
  await using scene = await open();
  const { app, provider, admin } = scene;
  const { token } = admin;
  const settings = await call(app, 'GET', '/admin/settings', { token });
  expect(settings.body).toMatchObject({ settings: { login: { clientSecret: { isSet: true, lastFour: 'ient' } } } });
  const rows = JSON.stringify(await app.database.db.selectFrom('settings').selectAll().execute());
  expect(rows).not.toContain('a secret of the client');
  expect((await call(app, 'GET', '/site')).body).toMatchObject({ site: { loginProvider: 'School ID' } });
  const save = (body: object) =>
    call(app, 'PUT', '/admin/settings/login', { token, body: { ...settingsOf(provider.issuer), ...body } });
  for (const issuer of ['http://id.school.example', 'id.school.example', 'https://id.school.example/?a=b'])
    expect((await save({ issuer })).status).toBe(400);
  expect((await save({ clientId: '' })).status).toBe(400);
  expect((await save({ provider: 'none' })).status).toBe(200);
  expect((await call(app, 'GET', '/site')).body).toMatchObject({ site: { loginProvider: '' } });
  expect((await call(app, 'POST', '/user/login/provider', { body: {} })).body['code']).toBe('login_provider_off');
});
