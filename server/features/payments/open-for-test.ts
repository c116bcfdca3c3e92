import pino from 'pino';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Config, readConfig } from '#server/config.ts';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { createAdmission } from '#server/http/admission.ts';
import { createImplement } from '#server/http/implement.ts';
import { createOrigins } from '#server/http/origins.ts';
import { createRateLimits } from '#server/http/rate-limit.ts';
import { createServer } from '#server/http/server.ts';
import { newId } from '#server/ids.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { serveTestPayments } from '#server/test-payments.ts';
import { createFakeClock, type FakeClock } from '#test/fake-clock.ts';
import { freshPlace } from '#test/fresh-place.ts';
import { createGateway } from './gateway.ts';
import { createPayments } from './payments.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { reconcilePayments } from './payment-jobs.ts';

// Loose on purpose: a test reads the fields that it is about.
const anyJson = z.record(z.string(), z.json());
export interface Answer {
  status: number;
  body: z.infer<typeof anyJson>;
}

const Triple = z.object({
  razorpay_payment_id: z.string(),
  razorpay_subscription_id: z.string(),
  razorpay_signature: z.string(),
});
export type Triple = z.infer<typeof Triple>;

interface Options {
  settings?: Record<string, string>;
  isPublic?: () => boolean;
  timeoutMs?: number;
}

const openDatabase = (dataDir: string, url: string | undefined): Promise<Database> | Database =>
  url === undefined ? openSqlite(`${dataDir}/lectern.db`) : openPostgres(url);

/** The part of the app that has to do with money, listening: `Authorization: Bearer <user id>` signs in. */
const startOn = async (database: Database, clock: FakeClock, config: Config, { isPublic, timeoutMs }: Options) => {
  const logger = pino({ level: 'silent' });
  const jobs = createJobs(database, clock, logger);
  const http = await createServer(config, logger);
  const stage = serveTestPayments(http, config, clock, logger);
  const gateway = createGateway({
    config,
    standIn: stage.current,
    standInBase: stage.base,
    isPublic: async () => isPublic?.() ?? false,
    timeoutMs: timeoutMs ?? 2000,
  });
  const publicAddress = async (): Promise<string> => 'http://localhost';
  const mailer = createMailer({ config, jobs, clock, publicAddress });
  const payments = createPayments({ database, jobs, clock, gateway, mailer, publicAddress, config, log: logger });
  const limits = createRateLimits(database, clock, false);
  const implement = createImplement(http, {
    admission: createAdmission({
      authenticate: async (id) => {
        const row = await database.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst();
        return row && { id, role: row.role, sessionHash: 'none' };
      },
      mayWatch: payments.mayWatch,
      limits,
    }),
    limits,
    forms: {
      temporaryPath: async () => config.dataDir,
      freeBytes: async () => 0,
      maxUploadBytes: 1,
      sniff: () => undefined,
    },
    origins: createOrigins(undefined, () => 'http://localhost'),
  });
  paymentsRoutes(implement, payments);
  const origin = await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    const closed = http.close();
    // A call that was given up while it connected leaves a connection that never says anything.
    http.server.closeAllConnections();
    await closed;
  });

  const send = async (method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: anyJson.parse(await answer.json()) };
  };
  const call = (userId: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> =>
    send(method, `/api/v1/payments${path}`, body, { authorization: `Bearer ${userId}` });
  const admin = (userId: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> =>
    send(method, `/api/v1/admin${path}`, body, { authorization: `Bearer ${userId}` });
  const control = async (path: string, body: object = {}): Promise<Answer['body']> =>
    (await send('POST', `/sandbox/control${path}`, body)).body;
  const reconcile = async (): Promise<void> => {
    await jobs.enqueue(database.db, reconcilePayments, {});
    await jobs.runDue();
  };
  return { http, origin, config, jobs, payments, gateway, stage, send, call, admin, control, reconcile };
};

/**
 * Money, with the look-alike as its provider, over real HTTP on fresh data of either engine. Webhooks are switched off
 * unless a test is about them, so that nothing arrives by two ways.
 */
export const openMoney = async (options: Options & { webhooks?: boolean } = {}) => {
  const place = await freshPlace();
  const database = await openDatabase(place.dataDir, place.databaseUrl);
  const clock = createFakeClock();
  await migrate(database, clock.now());
  onTestFinished(async () => {
    await database.close();
    await place.remove();
  });
  const start = (on: Database, more: Record<string, string> = {}) =>
    startOn(on, clock, readConfig({ DATA_DIR: place.dataDir, ...options.settings, ...more }), options);
  const app = await start(database);
  if (options.webhooks !== true && app.stage.current()) await app.control('/webhooks', { enabled: false });

  /** A further process on the same database; it reaches the look-alike of the first one as it would reach Razorpay. */
  const another = async (more: Record<string, string> = {}) => {
    const own = await openDatabase(place.dataDir, place.databaseUrl);
    onTestFinished(() => own.close());
    const sandbox = app.stage.current();
    return start(own, {
      RAZORPAY_KEY_ID: sandbox?.keyId ?? '',
      RAZORPAY_KEY_SECRET: sandbox?.keySecret ?? '',
      RAZORPAY_WEBHOOK_SECRET: sandbox?.webhookSecret ?? '',
      RAZORPAY_PLAN_ID: sandbox?.planId ?? '',
      RAZORPAY_API_BASE: app.stage.base() ?? '',
      ...more,
    });
  };

  const aUser = async (role: 'USER' | 'ADMIN' = 'USER'): Promise<string> => {
    const id = newId();
    const now = clock.now();
    await database.db
      .insertInto('users')
      .values({
        id,
        email: `${id}@school.example`,
        full_name: 'Meera Nair',
        role,
        password_hash: 'none',
        avatar_key: null,
        media_epoch: 0,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      })
      .execute();
    return id;
  };
  const subscribe = async (userId: string): Promise<string> =>
    z.string().parse((await app.call(userId, 'POST', '/subscribe')).body['subscription_id']);
  /** Pays in the window, and tells nobody of it. */
  const pay = async (subscriptionId: string): Promise<Triple> =>
    Triple.parse(await app.control('/pay', { subscription_id: subscriptionId, outcome: 'success' }));
  const paid = async (userId: string): Promise<Triple> => pay(await subscribe(userId));
  const buy = async (userId: string): Promise<Triple> => {
    const triple = await paid(userId);
    await app.call(userId, 'POST', '/verify', triple);
    return triple;
  };
  const status = async (userId: string): Promise<string> => (await app.payments.subscriptionOf(userId)).status;
  const { db } = database;
  const attempts = () => db.selectFrom('payment_attempts').selectAll().orderBy('created_at').execute();
  const payments = () => db.selectFrom('payments').selectAll().orderBy('captured_at').orderBy('id').execute();
  const refunds = () => db.selectFrom('refunds').selectAll().orderBy('idempotency_key').orderBy('id').execute();
  const audit = async () => (await db.selectFrom('payment_audit').select('action').execute()).map((row) => row.action);
  /** How often the look-alike was called so. */
  const providerCalls = async (method: string, path: RegExp): Promise<number> => {
    const { items } = z
      .object({ items: z.array(z.object({ kind: z.string() }).loose()) })
      .parse((await app.send('GET', '/sandbox/control/log?limit=1000')).body);
    return items.filter((item) => item.kind === 'call' && item['method'] === method && path.test(String(item['path'])))
      .length;
  };
  const rows = { attempts, payments, refunds, audit };
  return { ...app, database, clock, another, aUser, subscribe, pay, paid, buy, status, rows, providerCalls };
};
