import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { accessName } from '#contract/endpoint-errors.ts';
import { readConfig } from '#server/config.ts';
import { createServer } from '#server/http/server.ts';
import { addressOf, everyEndpoint } from './endpoints.ts';
import { aUser } from './factories.ts';
import { startApp, type TestApp } from './start-app.ts';

const ErrorAnswer = z.strictObject({
  success: z.literal(false),
  message: z.string().min(1),
  code: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

const endpoints = everyEndpoint();
const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public');
const open = endpoints.filter(({ endpoint }) => endpoint.access === 'public');

let app: TestApp;
/** Authorization headers that stand for nobody. */
let worthless: Record<string, string>;

beforeAll(async () => {
  app = await startApp();
  const expired = await aUser(app);
  app.clock.advance(31 * DAY_MS);
  const revoked = await aUser(app);
  await app.http.inject({ url: '/api/v1/user/logout', headers: revoked.headers });
  worthless = {
    broken: 'Bearer ../../etc',
    unknown: `Bearer ${'A'.repeat(43)}`,
    endless: `Bearer ${'A'.repeat(5000)}`,
    'of another scheme': 'Basic YTpi',
    'the word undefined': 'Bearer undefined',
    expired: expired.headers.authorization,
    revoked: revoked.headers.authorization,
  };
});

afterAll(async () => app.close());

test.each(endpoints)('$name is implemented, also with a slash at the end', ({ endpoint }) => {
  const url = `/api/v1${endpoint.path}`;
  expect(app.http.hasRoute({ method: endpoint.method, url })).toBe(true);
  expect(app.http.findRoute({ method: endpoint.method, url })).not.toBeNull();
});

test.each(endpoints)('$name is in the OpenAPI document with its summary and access', async ({ endpoint }) => {
  const Paths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
  const { paths } = Paths.parse((await app.http.inject({ url: '/api/v1/openapi.json' })).json());
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
  expect(paths[path]?.[endpoint.method.toLowerCase()]).toMatchObject({
    summary: endpoint.summary,
    'x-access': accessName(endpoint.access),
    ...(endpoint.access === 'public' ? {} : { security: expect.arrayContaining([{ bearer: [] }]) }),
  });
});

test.each(guarded)('$name returns 401 to visitors and for invalid tokens', async ({ endpoint }) => {
  for (const authorization of [undefined, ...Object.values(worthless)]) {
    const response = await app.http.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      headers: authorization === undefined ? {} : { authorization },
    });
    expect(response.statusCode).toBe(401);
    expect(ErrorAnswer.parse(response.json()).code).toBe('unauthenticated');
  }
});

/** The response; a challenge is new each time. */
const shownIn = ({ body }: { body: string }): unknown =>
  JSON.parse(body.replace(/"challenge":"[\w-]+"/, '"challenge":""'));

test.each(open)('$name returns the same response for any invalid token', async ({ endpoint }) => {
  const ask = (headers: Record<string, string>) =>
    app.http.inject({ method: endpoint.method, url: addressOf(endpoint), headers });
  const without = await ask({});
  expect(without.statusCode).not.toBe(401);
  for (const authorization of Object.values(worthless)) {
    const response = await ask({ authorization });
    expect(response.statusCode).toBe(without.statusCode);
    expect(shownIn(response)).toEqual(shownIn(without));
  }
});

test('a route under /api without access rules prevents the start', async () => {
  const http = await createServer(readConfig({}), pino({ level: 'silent' }));
  expect(() => http.get('/api/v1/secret', async () => 'open to all')).toThrow(/\/api\/v1\/secret is not declared/);
  expect(() => http.route({ method: ['GET', 'POST'], url: '/api/other', handler: async () => '' })).toThrow(
    /not declared/,
  );
  expect(() => http.get('/healthy', async () => 'fine')).not.toThrow();
  await http.close();
});
