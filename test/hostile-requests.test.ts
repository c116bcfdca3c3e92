// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_PREFIX } from '#contract/api.ts';
import { UPLOADS_PATH } from '#contract/classroom/uploads.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { accessName } from '#contract/endpoint-errors.ts';
import { addressOf, everyEndpoint } from './endpoints.ts';
import { expectOrderly } from './hostile-responses.ts';
import { type Caller, type HostileScene, openHostileScene, withBody } from './hostile-scene.ts';
import { bodiesForAny, wrongTexts } from './hostile-shapes.ts';

/** Requests that are refused before they are understood, and before the database is asked. */
let scene: HostileScene;
beforeAll(async () => {
  scene = await openHostileScene();
});
afterAll(() => scene.close());

const endpoints = everyEndpoint();

/** One of each kind of endpoint: what is refused at the gate, or by the parsers, is refused by the same code for all of a kind. */
const oneOfEachKind = new Set(
  new Map(
    endpoints.map(({ endpoint }) => [
      `${endpoint.method} ${accessName(endpoint.access)} ${endpoint.form !== undefined} ${endpoint.query !== undefined}`,
      endpoint,
    ]),
  ).values(),
);
const callersOf = (endpoint: Endpoint): Caller[] =>
  oneOfEachKind.has(endpoint) ? scene.everyoneFor(endpoint) : [scene.insiderOf(endpoint)];
const shortTexts = wrongTexts.filter((text) => text.length < 1000);

test.each(endpoints)('$name handles any body without a server error', async ({ endpoint }) => {
  const request = { method: endpoint.method, url: scene.addressOf(endpoint) };
  for (const caller of callersOf(endpoint)) {
    for (const shape of bodiesForAny())
      await scene.sendAs(caller, { ...request, ...withBody(shape, caller.headers) }, shape.what);
  }
});

test.each(endpoints)('$name handles an unknown name in its query without a server error', async ({ endpoint }) => {
  const { headers } = scene.insiderOf(endpoint);
  for (const name of ['unknown', '__proto__', 'a[b][c]']) {
    for (const value of [...(oneOfEachKind.has(endpoint) ? shortTexts : ['%00', '%zz']), `1&${name}=2`]) {
      const url = `${scene.addressOf(endpoint)}?${name}=${value}`;
      await scene.sendAs(scene.insiderOf(endpoint), { method: endpoint.method, url, headers }, `?${name}=${value}`);
    }
  }
});

const unknownAddresses = [
  '/api',
  '/api/',
  '/api/v1',
  '/api/v1/',
  '/api/v2/courses',
  '/api/v1/nothing',
  '/api/v1/courses/a/b/c',
  '/api/v1/%E0%A4%A',
  '/api/v1/..%2fsetup',
  '/api//v1//nothing',
  `/api/v1/${'x/'.repeat(2000)}`,
  '/api/v1/user/login/%00',
  '/media/nothing/a.mp4',
  '/media/%E0%A4%A/%00',
  '/files/..%2f..%2flectern.db',
  '/files/%00',
];

test.each(unknownAddresses)('%s returns JSON for every method', async (url) => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const response = await scene.app.http.inject({ method, url });
    const { statusCode } = response;
    expect(statusCode, `${method} ${url}`).toBeGreaterThanOrEqual(400);
    if (method === 'HEAD') continue;
    expectOrderly({ statusCode, body: response.body, contentType: String(response.headers['content-type']) }, method);
  }
});

/** Whether requests to an address reach an endpoint, which takes any word for a parameter. */
const hasAddress = (endpoint: Endpoint, url: string): boolean =>
  new RegExp(`^${API_PREFIX}${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(url);

test('every declared path refuses undeclared methods', async () => {
  for (const { endpoint } of endpoints) {
    // OPTIONS there belongs to the protocol of uploads.
    const methods =
      endpoint.path === UPLOADS_PATH ? (['PATCH', 'PUT'] as const) : (['PATCH', 'OPTIONS', 'PUT', 'TRACE'] as const);
    for (const method of methods) {
      const url = addressOf(endpoint);
      if (endpoints.some((other) => other.endpoint.method === method && hasAddress(other.endpoint, url))) continue;
      const response = await scene.app.http.inject({ method: method === 'TRACE' ? 'OPTIONS' : method, url });
      expect([404, 405], `${method} ${url}`).toContain(response.statusCode);
      expect(response.json()).toMatchObject({ success: false });
    }
  }
});

const hostileHeaders: Record<string, string>[] = [
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'é'.repeat(50)}` },
  { authorization: `Bearer ${'x'.repeat(7000)}` },
  { host: 'evil.example/<script>' },
  { host: '' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
  { 'if-none-match': '"'.repeat(3000) },
  { 'if-modified-since': 'yesterday' },
  { range: 'bytes=-' },
  { accept: 'text/html' },
  { 'accept-encoding': '\u0001' },
  { expect: '200-ok' },
  { 'content-length': '0', 'content-type': '' },
];

test.each(hostileHeaders)('the headers %j are handled without a server error', async (headers) => {
  for (const { endpoint } of endpoints.filter((one) => one.endpoint.method === 'GET')) {
    const request = { method: endpoint.method, url: scene.addressOf(endpoint), headers };
    await scene.sendAs(scene.stranger, request, JSON.stringify(headers));
  }
});
