import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

// The example of https://meta.discourse.org/t/13045.
const SECRET = 'd836444a9e4084d5b224a60c208dce14';
const SSO = 'bm9uY2U9Y2I2ODI1MWVlZmI1MjExZTU4YzAwZmYxMzk1ZjBjMGI=\n';
const SIG = '2828aa29899722b35a2f191d34ef9b3ce695e0e6eeec47deb46d588d70c7cb56';

const FORUM = 'https://forum.example/talk';
const sign = (sso: string, secret = SECRET) => createHmac('sha256', secret).update(sso).digest('hex');
const requestOf = (payload: string) => {
  const sso = Buffer.from(payload).toString('base64');
  return { sso, sig: sign(sso) };
};

const aForum = async (app: TestApp, body: object = { address: FORUM, secret: SECRET }) => {
  const admin = await anAdmin(app);
  return { admin, saved: await call(app, 'PUT', '/admin/settings/forum', { token: admin.token, body }) };
};

const logIn = (app: TestApp, token: string, body: object) =>
  call(app, 'POST', '/user/discourse-sign-in', { token, body });

const Answer = z.object({ address: z.url() });

test('the request of the documentation of Discourse is answered with who is logged in', async () => {
  await using app = await startApp();
  await aForum(app);
  const user = await aUser(app, { fullName: 'Ila & Rao' });
  await app.database.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', user.id).execute();
  const response = await logIn(app, user.token, { sso: SSO, sig: SIG });
  expect(response).toMatchObject({ status: 200 });
  const { address } = Answer.parse(response.body);
  const { origin, pathname, searchParams } = new URL(address);
  expect(origin + pathname).toBe('https://forum.example/talk/session/sso_login');
  const sso = searchParams.get('sso') ?? '';
  expect(searchParams.get('sig')).toBe(sign(sso));
  expect(Object.fromEntries(new URLSearchParams(Buffer.from(sso, 'base64').toString('utf8')))).toEqual({
    nonce: 'cb68251eefb5211e58c00ff1395f0c0b',
    external_id: user.id,
    email: user.email,
    name: 'Ila & Rao',
    require_activation: 'true',
  });
});

test('the forum names the address to return to, which is one of its own', async () => {
  await using app = await startApp();
  await aForum(app);
  const { token } = await aUser(app);
  const returnTo = async (address: string) => {
    const query = new URLSearchParams({ nonce: 'abc', return_sso_url: address });
    const { status, body } = await logIn(app, token, requestOf(query.toString()));
    return status === 200 ? Answer.parse(body).address.split(/[?&]sso=/)[0] : body['code'];
  };
  expect(await returnTo('https://forum.example/talk/session/sso_login')).toBe(
    'https://forum.example/talk/session/sso_login',
  );
  expect(await returnTo('https://forum.example/talk/x?a=1')).toBe('https://forum.example/talk/x?a=1');
  for (const address of [
    'https://evil.example/talk/session/sso_login',
    'http://forum.example/talk/session/sso_login',
    'https://forum.example:8443/talk/session/sso_login',
    'https://forum.example@evil.example/talk/',
    'https://forum.example.evil.example/talk/',
    'https://forum.example/talk/../other',
    'https://forum.example/talk/%2e%2e/other',
    'https://forum.example/talkative',
    'javascript:alert(1)',
    '/talk/session/sso_login',
    '',
  ])
    expect(await returnTo(address), address).toBe('forum_refused');
});

test.each([
  ['of another secret', { sso: SSO, sig: sign(SSO, 'another secret') }],
  ['without the end of the line that was signed', { sso: SSO.trimEnd(), sig: SIG }],
  ['with a signature of another length', { sso: SSO, sig: SIG.slice(1) }],
  ['without a nonce', requestOf('return_sso_url=https://forum.example/talk/')],
  ['with a strange nonce', requestOf('nonce=a%0Ab')],
  ['that says nothing', requestOf('\u0000')],
])('a request %s is refused', async (_, request) => {
  await using app = await startApp();
  await aForum(app);
  const { token } = await aUser(app);
  expect(await logIn(app, token, request)).toMatchObject({ status: 400, body: { code: 'forum_refused' } });
});

test('without a forum nobody is sent anywhere, and visitors never', async () => {
  await using app = await startApp();
  const user = await aUser(app);
  const request = { sso: SSO, sig: SIG };
  expect(await logIn(app, user.token, request)).toMatchObject({ status: 404, body: { code: 'forum_off' } });
  const { admin } = await aForum(app);
  expect(await call(app, 'POST', '/user/discourse-sign-in', { body: request })).toMatchObject({ status: 401 });
  const block = { token: admin.token, body: { reason: 'Shared the account' } };
  expect(await call(app, 'POST', `/admin/people/${user.id}/block`, block)).toMatchObject({ status: 200 });
  expect(await logIn(app, user.token, request)).toMatchObject({ status: 401 });
});

test('the secret is stored encrypted, stays until it is replaced, and is required with an address', async () => {
  await using app = await startApp();
  const secretMissing = {
    status: 400,
    body: { details: [{ path: 'secret', message: 'Enter the secret of the forum' }] },
  };
  expect((await aForum(app, { address: FORUM })).saved).toMatchObject(secretMissing);
  const { admin, saved } = await aForum(app, { address: `${FORUM}//`, secret: SECRET });
  const forum = {
    values: { address: FORUM },
    environment: {},
    secret: { isSet: true, lastFour: 'ce14', isReadable: true },
  };
  expect(saved.body['settings']).toMatchObject({ forum });
  expect(saved.text).not.toContain(SECRET);
  const stored = await app.database.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'settings.forum')
    .executeTakeFirstOrThrow();
  expect(stored.value).not.toContain(SECRET);
  const put = (body: object) => call(app, 'PUT', '/admin/settings/forum', { token: admin.token, body });
  expect(await put({ address: 'https://other.example' })).toMatchObject({ status: 200 });
  expect(await put({ address: 'https://other.example', secret: '' })).toMatchObject(secretMissing);
  expect(await put({ address: '' })).toMatchObject({ status: 200 });
  expect(await logIn(app, admin.token, { sso: SSO, sig: SIG })).toMatchObject({ body: { code: 'forum_off' } });
});

test.each([
  [{ address: 'http://forum.example', secret: SECRET }, 'address'],
  [{ address: 'https://forum.example?a=1', secret: SECRET }, 'address'],
  [{ address: 'https://a:b@forum.example', secret: SECRET }, 'address'],
  [{ address: 'javascript:alert(1)', secret: SECRET }, 'address'],
  [{ address: FORUM, secret: 'short' }, 'secret'],
])('refuses %j', async (body, path) => {
  await using app = await startApp();
  expect((await aForum(app, body)).saved).toMatchObject({ status: 400, body: { details: [{ path }] } });
});

test('a confirmed address needs no activation in the forum', async () => {
  await using app = await startApp();
  await aForum(app);
  const user = await aUser(app);
  await app.database.db.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', user.id).execute();
  const { address } = Answer.parse((await logIn(app, user.token, { sso: SSO, sig: SIG })).body);
  const sso = Buffer.from(new URL(address).searchParams.get('sso') ?? '', 'base64').toString('utf8');
  expect(new URLSearchParams(sso).get('require_activation')).toBe('false');
});
