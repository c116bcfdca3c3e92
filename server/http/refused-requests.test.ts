import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
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

test('what is refused for too many tries is logged', async () => {
  await using app = await startApp({ LOG_LEVEL: 'info', RATE_LIMIT: 'on' });
  const body = { email: 'meera@example.com', password: 'not the password' };
  for (let index = 0; index < 11; index += 1) await call(app, 'POST', '/user/login', { body, from: '203.0.113.20' });
  const refused = refusedIn(app);
  expect(refused.map(([, , status]) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});
