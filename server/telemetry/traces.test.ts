// @module-tag both
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aUser } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              status: z.object({ code: z.number(), message: z.string().optional() }),
              attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
            }),
          ),
        }),
      ),
    }),
  ),
});

type SentSpan = z.output<typeof Sent>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

/** A receiver of OTLP over HTTP, as a collector is one. */
const openCollector = async () => {
  const spans: SentSpan[] = [];
  const requests: { path: string | undefined; key: unknown }[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      requests.push({ path: request.url, key: request.headers['x-key'] });
      bodies.push(JSON.stringify(body));
      const { resourceSpans } = Sent.parse(body);
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector listens on no port');
  return { spans, requests, bodies, url: `http://127.0.0.1:${address.port}` };
};

const named = (spans: readonly SentSpan[], name: string): SentSpan => {
  const span = spans.find((one) => one.name === name);
  if (!span) throw new Error(`no span ${name} among ${spans.map((one) => one.name).join(', ')}`);
  return span;
};

test('requests, jobs, statements, emails and provider calls are traced, by name and never by value', async () => {
  const collector = await openCollector();
  const app = await startApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
    CONTACT_EMAIL: 'office@school.example',
  });
  const origin = await app.listen();
  const buyer = await aUser(app);
  const headers = { ...buyer.headers, 'content-type': 'application/json' };
  const message = { name: 'Ravi Kumar', email: 'ravi@home.example', message: 'In Hindi?' };
  await fetch(`${origin}/api/v1/contact?from=ravi`, { method: 'POST', headers, body: JSON.stringify(message) });
  await fetch(`${origin}/courses/ravi`);
  await fetch(`${origin}/api/v1/payments/subscribe`, { method: 'POST', headers, body: '{}' });
  await app.jobs.runDue();
  await app.close();

  const { spans } = collector;
  const contact = named(spans, 'POST /api/v1/contact');
  expect(contact.parentSpanId).toBeUndefined();
  expect(contact.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  expect(named(spans, 'statement insert contact_messages')).toMatchObject({
    traceId: contact.traceId,
    parentSpanId: contact.spanId,
  });
  expect(named(spans, 'GET /courses/:slug').parentSpanId).toBeUndefined();
  const job = named(spans, 'job mail.send');
  expect(job.parentSpanId).toBeUndefined();
  expect(named(spans, 'email outbox').parentSpanId).toBe(job.spanId);
  const subscribe = named(spans, 'POST /api/v1/payments/subscribe');
  expect(named(spans, 'provider razorpay.start_checkout').parentSpanId).toBe(subscribe.spanId);
  expect(collector.requests[0]).toEqual({ path: '/v1/traces', key: 'secret' });
  expect(collector.bodies.join('')).not.toMatch(/ravi|Hindi|office@|person-/i);
});

test('a share of 0 traces nothing', async () => {
  const collector = await openCollector();
  const app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' });
  await call(app, 'GET', '/courses/');
  await app.close();
  expect(collector.requests).toEqual([]);
});

test('a collector that cannot be reached stops nothing, and is logged once', async () => {
  const app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', LOG_LEVEL: 'warn' });
  const origin = await app.listen();
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  await app.close();
  expect(app.logLines().filter((line) => line.includes('traces cannot be sent'))).toHaveLength(1);
});
