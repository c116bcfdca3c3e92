import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openSandbox } from '#sandbox/sandbox.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { openFakeSmtp } from '#test/fake-smtp.ts';
import { aBrowser, openPushService } from '#test/fake-push.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { AN_ANSWER, notifyByPush } from '#test/notices.ts';
import { startObjectStore } from '#test/object-store.ts';
import { register } from '#test/sign-up.ts';
import type { TestApp } from '#test/start-app.ts';
import { portOf } from './hanging-server.ts';

const portIn = (url: string): number => Number(new URL(url).port);

/** What a process depends on, behind a gate. */
export interface Dependency {
  port: number;
  /** Of a school that reaches it through the gate. */
  settingsOf(port: number): Record<string, string>;
  /** What is there before it hangs. Returns what makes a process call it. */
  prepare(app: TestApp): Promise<(origin: string) => Promise<unknown>>;
  /** How often what was to be done has been done. */
  count(app: TestApp): Promise<number>;
}

export const openMail = async (): Promise<Dependency> => {
  const smtp = await openFakeSmtp();
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  return {
    port: portIn(smtp.url),
    settingsOf: (port) => ({ SMTP_URL: `smtp://127.0.0.1:${port}` }),
    prepare: async (app) => async () => {
      const body = { name: 'Ravi', email: 'ravi@home.example', message: 'In Hindi?' };
      expect((await call(app, 'POST', '/contact', { body })).status).toBe(200);
    },
    count: async () => smtp.emails.length,
  };
};

export const openReceiver = async (): Promise<Dependency> => {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    request.resume().once('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  let target = '';
  return {
    port: portOf(server.address()),
    settingsOf: (port) => ({ WEBHOOK_TARGETS: (target = `127.0.0.1:${port}`) }),
    prepare: async (app) => {
      const { token } = await anAdmin(app);
      const webhook = { url: `http://${target}/hook`, events: ['registration'] };
      expect((await call(app, 'POST', '/admin/webhooks', { token, body: webhook })).status).toBe(201);
      return () => register(app);
    },
    count: async () => received.length,
  };
};

export const openPush = async (): Promise<Dependency> => {
  const service = await openPushService();
  onTestFinished(() => service.close());
  let origin = '';
  return {
    port: portIn(service.origin),
    settingsOf: (port) => ({ PUSH_SERVICES: (origin = `http://127.0.0.1:${port}`) }),
    prepare: async (app) => {
      const { id: userId, token } = await aUser(app);
      const body = { endpoint: `${origin}/send/one`, keys: aBrowser().keys };
      expect((await call(app, 'POST', '/user/push-subscriptions', { token, body })).status).toBe(200);
      const notify = notifyByPush(app);
      const notice = { userId, dedupeKey: 'one', content: AN_ANSWER };
      return () => app.database.transaction((tx) => notify(tx, [notice]));
    },
    count: async () => service.received.length,
  };
};

const removeFiles = defineJob({
  name: 'storage.remove-files',
  lane: 'upkeep',
  payload: z.object({ keys: z.array(z.string()) }),
});

export const openStore = async (): Promise<Dependency> => {
  const store = await startObjectStore();
  onTestFinished(() => store.close());
  const { S3_ENDPOINT = '', ...settings } = store.settings;
  return {
    port: portIn(S3_ENDPOINT),
    settingsOf: (port) => ({ ...settings, S3_ENDPOINT: `http://127.0.0.1:${port}` }),
    prepare: async ({ database, jobs }) => {
      const keys = ['avatars/never-named.webp'];
      return () => jobs.enqueue(database.db, removeFiles, { keys });
    },
    count: async ({ database: { db } }) => {
      const done = db.selectFrom('jobs').select('id').where('name', '=', removeFiles.name).where('state', '=', 'done');
      return (await done.execute()).length;
    },
  };
};

const buy = async (app: TestApp, token: string, pay: (body: object) => Promise<unknown>): Promise<void> => {
  const { body: started } = await call(app, 'POST', '/payments/subscribe', { token, body: {} });
  const proof = await pay({ subscription_id: started['subscription_id'], outcome: 'success' });
  const body = z.record(z.string(), z.string()).parse(proof);
  expect((await call(app, 'POST', '/payments/verify', { token, body })).status).toBe(200);
};

export const openProvider = async (): Promise<Dependency> => {
  const http = Fastify();
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const stateFile = join(folder.path, 'sandbox.json');
  const sandbox = await openSandbox({ stateFile, now: Date.now, webhookUrl: () => 'http://127.0.0.1:9/' });
  await http.register(sandbox.routes, { prefix: '/sandbox' });
  const origin = await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    http.server.closeAllConnections();
    await http.close();
    await sandbox.close();
  });
  const pay = async (payload: object): Promise<unknown> =>
    (await http.inject({ method: 'POST', url: '/sandbox/control/pay', payload })).json();
  const authorization = `Basic ${Buffer.from(`${sandbox.keyId}:${sandbox.keySecret}`).toString('base64')}`;
  return {
    port: portIn(origin),
    settingsOf: (port) => ({
      RAZORPAY_KEY_ID: sandbox.keyId,
      RAZORPAY_KEY_SECRET: sandbox.keySecret,
      RAZORPAY_WEBHOOK_SECRET: sandbox.webhookSecret,
      RAZORPAY_PLAN_ID: sandbox.planId,
      RAZORPAY_API_BASE: `http://127.0.0.1:${port}/sandbox`,
    }),
    prepare: async (app) => {
      const { headers, token } = await aUser(app);
      await buy(app, token, pay);
      // The request of the learner hangs too.
      return async (school) =>
        void fetch(`${school}/api/v1/payments/unsubscribe`, { method: 'POST', headers }).catch(() => undefined);
    },
    count: async ({ database: { db } }) => {
      const { provider_payment_id: id } = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
      const url = `/sandbox/v1/payments/${id}/refunds`;
      return z.object({ count: z.int() }).parse((await http.inject({ url, headers: { authorization } })).json()).count;
    },
  };
};
