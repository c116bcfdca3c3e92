// @module-tag both
import { type LookupAddress, promises } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { WebhookMessage } from '#contract/school/webhooks.ts';
import { call } from '#test/call.ts';
import { aLaterSession, anAdmin, type Person } from '#test/factories.ts';
import { register } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { checkedLookup } from './post-message.ts';

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

/** A program that receives webhooks, and returns the status that is set. */
const aReceiver = async () => {
  const received: Received[] = [];
  const answers = { status: 204, text: '', location: '' };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const headers = answers.location === '' ? {} : { location: answers.location };
      response.writeHead(answers.status, headers).end(answers.text);
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  // A server that listens on a port has such an address.
  const { port } = z.object({ port: z.int() }).parse(server.address() satisfies AddressInfo | string | null);
  return { received, answers, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/hook` };
};

/** The example of docs/webhooks.md. */
const loadExample = async () => {
  const [, source = ''] = /```js\n([^]*?)```/.exec(await readFile('docs/webhooks.md', 'utf8')) ?? [];
  const loaded: unknown = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const { isGenuine } = z.object({ isGenuine: z.custom<(...input: unknown[]) => unknown>() }).parse(loaded);
  return (secret: string, { headers, body }: Received) => isGenuine(secret, headers, body) === true;
};
const isGenuine = await loadExample();

const isVerified = (secret: string, { headers, body }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, z.record(z.string(), z.string()).parse(headers));
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
};

/** Whether the library of the standard accepts a message, and the example of the documentation too. */
const isSigned = ({ clock }: TestApp, message: Received, secret: string): boolean => {
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  const verdicts = [isVerified(secret, message), isGenuine(secret, message)];
  vi.useRealTimers();
  expect(verdicts[0]).toBe(verdicts[1]);
  return verdicts[0] === true;
};

const openSchool = async () => {
  const receiver = await aReceiver();
  const app = await startApp({ WEBHOOK_TARGETS: receiver.host });
  onTestFinished(app.close);
  return { app, receiver, admin: await anAdmin(app) };
};

const addWebhook = async (app: TestApp, { token }: Person, url: string, events = ['registration']) => {
  const { body } = await call(app, 'POST', '/admin/webhooks', { token, body: { url, events } });
  const { secret, webhook } = z.object({ secret: z.string(), webhook: z.object({ _id: z.string() }) }).parse(body);
  return { secret, id: webhook._id };
};

const messagesOf = async (app: TestApp, { token }: Person, id: string) =>
  z
    .array(WebhookMessage)
    .parse((await call(app, 'GET', `/admin/webhooks/${id}/messages`, { token })).body['webhookMessages']);

test('an event is sent, signed, once to each webhook that wants it', async () => {
  const { app, receiver, admin } = await openSchool();
  const { secret, id } = await addWebhook(app, admin, receiver.url);
  await addWebhook(app, admin, receiver.url, ['purchase', 'refund']);
  await register(app);
  await app.jobs.runDue('webhooks');
  const [message, ...others] = receiver.received;
  expect(others).toEqual([]);
  if (!message) throw new Error('nothing was received');
  expect(isSigned(app, message, secret)).toBe(true);
  expect(isSigned(app, { ...message, body: `${message.body} ` }, secret)).toBe(false);
  expect(JSON.parse(message.body)).toEqual({
    type: 'registration',
    timestamp: new Date(app.clock.now()).toISOString(),
    data: { userId: expect.stringMatching(/^[0-9a-f]{24}$/) },
  });
  app.clock.advance(6 * MINUTE_MS);
  expect(isSigned(app, message, secret)).toBe(false);
  app.clock.advance(-6 * MINUTE_MS);
  expect(message.headers['webhook-timestamp']).toBe(String(Math.floor(app.clock.now() / 1000)));
  const [logged] = await messagesOf(app, admin, id);
  expect(logged).toMatchObject({ _id: message.headers['webhook-id'], state: 'sent', tries: 1, status: 204 });
});

test('what fails is tried again for three days with the same id, and is then shown until one arrives', async () => {
  const { app, receiver, admin } = await openSchool();
  const { id } = await addWebhook(app, admin, receiver.url);
  Object.assign(receiver.answers, { status: 500, text: 'The database is down' });
  await register(app);
  const startedAt = app.clock.now();
  const tryLater = async (ms: number) => {
    app.clock.advance(ms);
    await app.jobs.runDue('webhooks');
  };
  await tryLater(0);
  await tryLater(5000);
  expect(receiver.received).toHaveLength(2);
  const listed = async (token: string) => (await call(app, 'GET', '/admin/webhooks', { token })).body['webhooks'];
  expect(await listed(admin.token)).toMatchObject([{ retrying: 1, failingSince: null }]);
  expect((await messagesOf(app, admin, id))[0]).toMatchObject({
    state: 'waiting',
    tries: 2,
    nextTryAt: new Date(app.clock.now() + 300_000).toISOString(),
  });
  for (const hours of [1, 3, 6, 11, 15, 21, 25]) await tryLater(hours * 3_600_000);
  expect(app.clock.now() - startedAt).toBeGreaterThan(3 * DAY_MS);
  expect(receiver.received).toHaveLength(9);
  await tryLater(25 * 3_600_000);
  await tryLater(25 * 3_600_000);
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const later = await aLaterSession(app, admin);
  const attention = async () => (await call(app, 'GET', '/admin/attention', { token: later.token })).body['items'];
  expect(await attention()).toContainEqual(expect.objectContaining({ kind: 'webhooks', count: 1 }));
  const [failed] = await messagesOf(app, later, id);
  expect(failed).toMatchObject({
    state: 'failed',
    tries: 10,
    nextTryAt: null,
    status: 500,
    response: 'The database is down',
  });
  expect(await listed(later.token)).toMatchObject([{ retrying: 0, failingSince: failed?.lastTryAt }]);
  const resent = await call(app, 'POST', `/admin/webhooks/${id}/messages/${failed?._id}/resend`, later);
  expect(resent.status).toBe(200);
  // It has all its tries again.
  await tryLater(0);
  await tryLater(5000);
  expect(receiver.received).toHaveLength(12);
  receiver.answers.status = 200;
  await tryLater(300_000);
  expect((await messagesOf(app, later, id))[0]).toMatchObject({ state: 'sent', status: 200 });
  expect(await attention()).not.toContainEqual(expect.objectContaining({ kind: 'webhooks' }));
});

test('a replaced secret signs beside the new one for a day', async () => {
  const { app, receiver, admin } = await openSchool();
  const { secret: first, id } = await addWebhook(app, admin, receiver.url);
  const rotated = await call(app, 'POST', `/admin/webhooks/${id}/secret`, admin);
  const second = z.string().parse(rotated.body['secret']);
  const sendTest = async () => {
    const { token } = await aLaterSession(app, admin);
    await call(app, 'POST', `/admin/webhooks/${id}/test`, { token });
    await app.jobs.runDue('webhooks');
    const message = receiver.received.at(-1);
    if (!message) throw new Error('nothing was received');
    return [isSigned(app, message, first), isSigned(app, message, second)];
  };
  expect(await sendTest()).toEqual([true, true]);
  app.clock.advance(DAY_MS);
  expect(await sendTest()).toEqual([false, true]);
  const rows = await app.database.db.selectFrom('webhooks').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/whsec_/);
});

test('a redirect is not followed, and 410 ends the tries', async () => {
  const { app, receiver, admin } = await openSchool();
  const { id } = await addWebhook(app, admin, receiver.url);
  Object.assign(receiver.answers, { status: 302, location: receiver.url });
  await register(app);
  await app.jobs.runDue('webhooks');
  expect((await messagesOf(app, admin, id))[0]).toMatchObject({ state: 'waiting', status: 302, tries: 1 });
  receiver.answers.status = 410;
  app.clock.advance(5000);
  await app.jobs.runDue('webhooks');
  expect(receiver.received).toHaveLength(2);
  expect((await messagesOf(app, admin, id))[0]).toMatchObject({ state: 'failed', status: 410 });
});

test.each([
  'https://127.0.0.1/hook',
  'https://10.1.2.3/hook',
  'https://192.168.1.10/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hook',
  'https://[fd00::1]/hook',
  'https://[3fff::1]/hook',
  'https://192.88.99.1/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://2130706433/hook',
  'https://localhost/hook',
  'https://printer.local/hook',
  'https://n8n/hook',
  'http://school.example/hook',
  'https://name:word@school.example/hook',
])('%s is refused', async (url) => {
  const { app, admin } = await openSchool();
  const { status, body } = await call(app, 'POST', '/admin/webhooks', {
    token: admin.token,
    body: { url, events: ['purchase'] },
  });
  expect([status, body['code']]).toEqual([400, 'private_address']);
});

test.each([
  [400, [{ address: '203.0.113.5', family: 4 }]],
  [
    400,
    [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  ],
  [201, [{ address: '8.8.8.8', family: 4 }]],
])('%i for a name that leads to %o', async (status, addresses) => {
  const { app, admin } = await openSchool();
  // Its type is that of a lookup for one address.
  const found = z.custom<LookupAddress>().parse(addresses);
  const lookup = vi.spyOn(promises, 'lookup').mockResolvedValue(found);
  onTestFinished(() => lookup.mockRestore());
  const body = { url: 'https://hooks.example.com/hook', events: ['purchase'] };
  expect((await call(app, 'POST', '/admin/webhooks', { token: admin.token, body })).status).toBe(status);
});

test('a name that leads to a private address when a message is sent is not called', async () => {
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  checkedLookup('localhost', {}, (error) => resolve(error));
  expect((await promise)?.message).toBe('The address leads to a private network');
});

test('webhooks are changed and deleted by admins after a confirmation, which is recorded', async () => {
  const { app, receiver, admin } = await openSchool();
  const { id } = await addWebhook(app, admin, receiver.url);
  const { token } = admin;
  const changed = await call(app, 'PUT', `/admin/webhooks/${id}`, { token, body: { events: ['review', 'purchase'] } });
  expect(changed.body['webhook']).toMatchObject({ events: ['purchase', 'review'], failingSince: null });
  await call(app, 'DELETE', `/admin/webhooks/${id}`, { token });
  expect((await call(app, 'GET', '/admin/webhooks', { token })).body['webhooks']).toEqual([]);
  expect((await call(app, 'GET', '/admin/audit?group=keys', { token })).body['total']).toBe(3);
  app.clock.advance(HOUR_MS);
  const body = { url: 'https://school.example/hook', events: ['purchase'] };
  expect((await call(app, 'POST', '/admin/webhooks', { token, body })).body['code']).toBe('confirmation_needed');
});
