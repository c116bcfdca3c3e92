import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { UPLOADS_PATH } from '#contract/uploads.ts';
import { addressOf, everyEndpoint } from './endpoints.ts';
import { aCourse, aSubscriber, anAdmin } from './factories.ts';
import { expectOrderly } from './hostile-responses.ts';
import { bodiesFor, bodiesForAny, type Shape, wrongTexts } from './hostile-shapes.ts';
import { startApp, type TestApp } from './start-app.ts';

let app: TestApp;
let courseId: string;
interface Caller {
  who: string;
  headers: Record<string, string>;
}
let callers: Record<'stranger' | 'admin' | 'subscriber', Caller>;

beforeAll(async () => {
  app = await startApp();
  courseId = await aCourse(app);
  const admin = await anAdmin(app);
  const subscriber = await aSubscriber(app);
  callers = {
    stranger: { who: 'a stranger', headers: {} },
    admin: { who: 'an ADMIN', headers: admin.headers },
    subscriber: { who: 'a subscriber', headers: subscriber.headers },
  };
});

afterAll(async () => {
  const failures = app.logLines().filter((line) => /"msg":"request failed"/.test(line));
  await app.close();
  expect(failures).toEqual([]);
});

const sendAs = async ({ who }: Caller, request: InjectOptions, sent: string): Promise<void> => {
  const response = await app.http.inject(request);
  const { statusCode, body } = response;
  expectOrderly({ statusCode, body, contentType: String(response.headers['content-type']) }, `${who}: ${sent}`);
};

const withBody = ({ payload, contentType }: Shape, headers: Record<string, string>): InjectOptions => ({
  payload,
  headers: contentType === undefined ? headers : { ...headers, 'content-type': contentType },
});

const endpoints = everyEndpoint();
/** These end the session, or what the session may watch, that the other requests need. */
const endsSession = new Set<Endpoint>([api.accounts.logout, api.payments.unsubscribe]);
/** A deleted course would make every later request a 404. */
const courseFor = (endpoint: Endpoint): string => (endpoint.method === 'DELETE' ? 'unknown1' : courseId);

/** Who gets past the gate, into the handler. */
const insiderOf = (endpoint: Endpoint): Caller =>
  endpoint.access === 'public' || endsSession.has(endpoint) ? callers.stranger : callers.admin;
const everyoneFor = (endpoint: Endpoint): Caller[] =>
  endsSession.has(endpoint) ? [callers.stranger] : Object.values(callers);

/** No database is asked before a body is understood: these are sent on one engine. */
const bodiesOfNoEndpoint = process.env['TEST_ENGINE'] === 'postgres' ? [] : bodiesForAny();

test.each(endpoints)('$name handles any body without a server error', async ({ endpoint }) => {
  const request = { method: endpoint.method, url: addressOf(endpoint, courseFor(endpoint)) };
  const send = (caller: Caller, shape: Shape): Promise<void> =>
    sendAs(caller, { ...request, ...withBody(shape, caller.headers) }, shape.what);
  for (const caller of everyoneFor(endpoint)) {
    for (const shape of bodiesOfNoEndpoint) await send(caller, shape);
  }
  for (const shape of bodiesFor(endpoint)) await send(insiderOf(endpoint), shape);
});

const withParams = endpoints.filter(({ endpoint }) => endpoint.params !== undefined);
test.each(withParams)('$name handles any text in its path without a server error', async ({ endpoint }) => {
  for (const caller of everyoneFor(endpoint)) {
    for (const text of wrongTexts) {
      const request = { method: endpoint.method, url: addressOf(endpoint, text), headers: caller.headers };
      await sendAs(caller, request, text.slice(0, 50));
    }
  }
});

test.each(endpoints)('$name handles any query without a server error', async ({ endpoint }) => {
  const names = [...Object.keys(endpoint.query?.shape ?? {}), 'unknown', '__proto__', 'a[b][c]'];
  const caller = insiderOf(endpoint);
  for (const name of names) {
    for (const value of [...wrongTexts.filter((text) => text.length < 1000), `1&${name}=2`]) {
      const url = `${addressOf(endpoint, courseFor(endpoint))}?${name}=${value}`;
      await sendAs(caller, { method: endpoint.method, url, headers: caller.headers }, `?${name}=${value}`);
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
    const response = await app.http.inject({ method, url });
    const { statusCode } = response;
    expect(statusCode, `${method} ${url}`).toBeGreaterThanOrEqual(400);
    if (method === 'HEAD') continue;
    expectOrderly({ statusCode, body: response.body, contentType: String(response.headers['content-type']) }, method);
  }
});

test('every declared path refuses undeclared methods', async () => {
  for (const { endpoint } of endpoints) {
    // OPTIONS there belongs to the protocol of uploads.
    const methods =
      endpoint.path === UPLOADS_PATH ? (['PATCH', 'PUT'] as const) : (['PATCH', 'OPTIONS', 'PUT', 'TRACE'] as const);
    for (const method of methods) {
      const url = addressOf(endpoint);
      if (endpoints.some((other) => other.endpoint.method === method && addressOf(other.endpoint) === url)) continue;
      const response = await app.http.inject({ method: method === 'TRACE' ? 'OPTIONS' : method, url });
      expect([404, 405]).toContain(response.statusCode);
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
    const request = { method: endpoint.method, url: addressOf(endpoint, courseId), headers };
    await sendAs(callers.stranger, request, JSON.stringify(headers));
  }
});
