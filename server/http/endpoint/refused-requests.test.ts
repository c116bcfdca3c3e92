import { expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '#contract/api.ts';
import { pageList } from '#contract/pages.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { signUp } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const Line = z.object({
  msg: z.string(),
  method: z.string().optional(),
  url: z.string().optional(),
  statusCode: z.int().optional(),
  address: z.string().optional(),
  userId: z.string().optional(),
});

const refusedIn = (app: TestApp) =>
  app
    .logLines()
    .map((line) => Line.parse(JSON.parse(line)))
    .filter(({ msg }) => msg === 'request refused')
    .map(({ method, url, statusCode, address, userId }) => [method, url, statusCode, address, userId]);

test('what is refused for a missing right is logged with who asked, from where, and without secrets', async () => {
  await using app = await startApp({ LOG_LEVEL: 'info' });
  const token = await signUp(app);
  const { body } = await call(app, 'GET', '/user/me', { token });
  const userId = z.object({ user: z.object({ _id: z.string() }) }).parse(body).user._id;
  await call(app, 'GET', '/admin/people?search=meera', { token, from: '203.0.113.20' });
  await call(app, 'GET', '/user/me', { token: 'unknown', from: '203.0.113.21' });
  await call(app, 'GET', '/admin/people/%0A%7B%22level%22%3A60%7D', { token, from: '203.0.113.20' });
  expect(refusedIn(app)).toEqual([
    ['GET', '/api/v1/admin/people?…', 403, '203.0.113.20', userId],
    ['GET', '/api/v1/user/me', 401, '203.0.113.21', undefined],
    ['GET', '/api/v1/admin/people/%0A%7B%22level%22%3A60%7D', 403, '203.0.113.20', userId],
  ]);
});

test('a parameter that comes twice is refused', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const { status, body } = await call(app, 'GET', '/admin/people?search=a&search=b', { token });
  expect([status, body['code']]).toEqual([400, 'validation_failed']);
});

test.each([
  ['__proto__', '{"__proto__":{"role":"ADMIN"},"name":"Ravi","email":"ravi@home.example","message":"In Hindi?"}'],
  [
    'constructor',
    '{"constructor":{"prototype":{"role":"ADMIN"}},"name":"Ravi","email":"r@home.example","message":"?"}',
  ],
])('JSON with %s is an error', async (_what, payload) => {
  await using app = await startApp();
  const headers = { 'content-type': 'application/json' };
  const { statusCode } = await app.http.inject({ method: 'POST', url: '/api/v1/contact', payload, headers });
  expect(statusCode).toBe(400);
  expect('role' in {}).toBe(false);
});

test('an address is decoded once', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  await aUser(app, { fullName: 'Meera %4Eair' });
  await aUser(app, { fullName: 'Meera Nair' });
  const { body } = await call(app, 'GET', '/admin/people?search=%254Eair', { token });
  expect(body['people']).toMatchObject([{ fullName: 'Meera %4Eair' }]);
});

test('an unexpected error says nothing of its cause, and is logged with it and the id of the request', async () => {
  await using app = await startApp();
  await app.database.db.schema.alterTable('contact_messages').renameTo('elsewhere').execute();
  const message = { name: 'Ravi', email: 'ravi@home.example', message: 'In Hindi?' };
  const { status, body, headers } = await call(app, 'POST', '/contact', { body: message });
  expect([status, body]).toEqual([500, { success: false, message: 'Something went wrong', code: 'internal' }]);
  const id = headers['x-request-id'];
  expect(id).toMatch(/^[\w-]+$/);
  const logged = app.logLines().filter((line) => line.includes('contact_messages'));
  expect(logged).toEqual([expect.stringContaining(`"requestId":"${String(id)}"`)]);
});

test('what is refused for too many tries is logged', async () => {
  await using app = await startApp({ LOG_LEVEL: 'info', RATE_LIMIT: 'on' });
  const body = { email: 'meera@example.com', password: 'not the password' };
  for (let index = 0; index < 11; index += 1) await call(app, 'POST', '/user/login', { body, from: '203.0.113.20' });
  const refused = refusedIn(app);
  expect(refused.map(([, , status]) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});

test('no secret in an address is logged, whichever page or route has it', async () => {
  await using app = await startApp({ LOG_LEVEL: 'info' });
  const secret = 'a-secret-that-nobody-may-read';
  const paths = [...pageList, ...allEndpoints()].map(({ path }) => path).filter((path) => path.includes(':token'));
  expect(paths).toEqual(expect.arrayContaining(['/join/:token', '/batches/join/:token', '/gift/:token']));
  const files = [
    '/media/:token/x',
    '/podcast/:token/feed.xml',
    '/calendar/:token/c.ics',
    '/school-exports/:token/school.zip',
  ];
  const all = [...paths, ...paths.map((path) => `/api/v1${path}`), ...files];
  // Over its limit, each request is logged.
  for (const path of all)
    for (let count = 0; count < 2; count += 1)
      for (const method of ['GET', 'POST', 'DELETE'] as const)
        await app.http.inject({ method, url: path.replace(':token', secret), headers: { authorization: 'Bearer x' } });
  const lines = app.logLines().join('\n');
  expect(lines).not.toContain(secret);
});
