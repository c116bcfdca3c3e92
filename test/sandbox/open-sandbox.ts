import Fastify from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { openSandbox, type SandboxOptions } from '#sandbox/sandbox.ts';

// Loose on purpose: a test reads the fields that it is about.
const anyJson = z.record(z.string(), z.json());
export type Json = z.infer<typeof anyJson>;
export interface Answer {
  status: number;
  body: Json;
  text: string;
}

/** 15 June 2026, 10:00 in India. */
export const juneMorning = Date.UTC(2026, 5, 15, 4, 30);
export const day = 86_400;

export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export const openForTest = async (options: Partial<SandboxOptions> = {}) => {
  const stateFile = options.stateFile ?? join(await temporaryFolder(), 'state.json');
  const sandbox = await openSandbox({ now: () => juneMorning, ...options, stateFile });
  const app = Fastify();
  await app.register(sandbox.routes, { prefix: '/sandbox' });
  const close = async (): Promise<void> => {
    await app.close();
    await sandbox.close();
  };
  onTestFinished(close);

  const authorization = `Basic ${Buffer.from(`${sandbox.keyId}:${sandbox.keySecret}`).toString('base64')}`;
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await app.inject({ method, url: `/sandbox${url}`, headers, ...(payload ? { payload } : {}) });
    const json = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, text: answer.body, body: json ? anyJson.parse(answer.json()) : {} };
  };

  const rest = (method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) =>
    call(method, `/v1${url}`, payload, { authorization, ...headers });
  const control = (url: string, payload: object = {}) => call('POST', `/control${url}`, payload);
  const subscribe = async (more: object = {}): Promise<string> => {
    const made = await rest('POST', '/subscriptions', { plan_id: sandbox.planId, total_count: 1, ...more });
    return textIn(made, 'id');
  };
  const pay = (subscriptionId: string, outcome = 'success') =>
    control('/pay', { subscription_id: subscriptionId, outcome });
  const paid = async (more: object = {}) => {
    const subscriptionId = await subscribe(more);
    const triple = await pay(subscriptionId);
    return { subscriptionId, paymentId: textIn(triple, 'razorpay_payment_id') };
  };
  return { sandbox, app, stateFile, authorization, call, rest, control, subscribe, pay, paid, close };
};

export const descriptionOf = (answer: Answer): string =>
  z.object({ error: z.object({ description: z.string() }) }).parse(answer.body).error.description;

export const textIn = (answer: Answer, field: string): string => z.string().parse(answer.body[field]);

/** The ids on a page of a list. */
export const idsIn = (answer: Answer): string[] =>
  z
    .object({ items: z.array(z.object({ id: z.string() })) })
    .parse(answer.body)
    .items.map((item) => item.id);

export interface Delivery {
  event: string;
  id: string;
  signature: string;
  raw: string;
  headers: IncomingHttpHeaders;
}

/** A small receiver of webhooks; `answer` decides the status of each delivery. */
export const openReceiver = async (answer: (delivery: Delivery, index: number) => number = () => 200) => {
  const deliveries: Delivery[] = [];
  let arrived: () => void = () => undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      const delivery = {
        event: z.object({ event: z.string() }).parse(JSON.parse(raw)).event,
        id: String(request.headers['x-razorpay-event-id']),
        signature: String(request.headers['x-razorpay-signature']),
        raw,
        headers: request.headers,
      };
      deliveries.push(delivery);
      response.writeHead(answer(delivery, deliveries.length - 1)).end();
      arrived();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = z.object({ port: z.number() }).parse(server.address());
  const received = async (count: number): Promise<Delivery[]> => {
    while (deliveries.length < count) {
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    }
    return deliveries;
  };
  return { url: `http://127.0.0.1:${address.port}/hook`, deliveries, received };
};
