import type { FastifyInstance } from 'fastify';
import { noticesRoutes } from '#server/features/notices/notices.routes.ts';
import { createNotices } from '#server/features/notices/notices.ts';
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Config, readConfig } from '#server/config.ts';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { createAccessControl } from '#server/http/endpoint/access-control.ts';
import { type Bind, createBind } from '#server/http/endpoint/bind.ts';
import { createOrigins } from '#server/http/endpoint/origins.ts';
import { createRateLimits, type RateLimits } from '#server/http/endpoint/rate-limit.ts';
import { createServer } from '#server/http/server.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { noObserver } from '#server/observer.ts';
import { createPdf, type Pdf } from '#server/pdf/pdf.ts';
import { createSettings } from '#server/settings/settings.ts';
import { createOwnWords } from '#server/own-words.ts';
import { createMailer } from '#server/email/mailer.ts';
import { collectLogs } from '../collect-logs.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { insertTestUser } from '../insert-user.ts';
import { writeEnglish } from '../write-english.ts';
import { isolatedData } from '../isolated-data.ts';
import type { ProviderAccount } from '#server/features/billing/provider/provider.ts';
import {
  type ConnectedRazorpay,
  razorpay,
  readFixedPayments,
} from '#server/features/billing/provider/razorpay/razorpay.ts';
import { readAuditEntry } from '#server/audit/audit.ts';
import { createRequestAudit } from '#server/http/endpoint/request-audit.ts';
import { noBranding } from './no-branding.ts';
import { noFiles } from './no-files.ts';
import { createBilling } from '#server/features/billing/billing.ts';
import { billingRoutes } from '#server/features/billing/billing.routes.ts';
import { reconcilePayments } from '#server/features/billing/sync/reconcile.ts';
import { fail } from '#server/errors.ts';

// Any JSON, because each test reads the fields that it is about.
const anyJson = z.record(z.string(), z.json());
export interface JsonResponse {
  status: number;
  body: z.infer<typeof anyJson>;
}

const PaymentProof = z.object({
  razorpay_payment_id: z.string(),
  razorpay_subscription_id: z.string().optional(),
  razorpay_order_id: z.string().optional(),
  razorpay_signature: z.string(),
});
export type PaymentProof = z.infer<typeof PaymentProof>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What is bought; the bundle without a coupon by default. */
interface TestOrder {
  planId?: string;
  couponCode?: string;
  gift?: { name: string; email: string; message: string };
  inParts?: boolean;
}

interface Options {
  settings?: Record<string, string>;
  isPublic?: () => boolean;
  timeoutMs?: number;
  pdf?: Pdf;
  /** Changes what the school sees of its account at the provider. */
  adaptAccount?: (account: ProviderAccount) => ProviderAccount;
}

/** As the sandbox names a subscription or an order. */
const purchaseOf = (ref: string) => (ref.startsWith('order_') ? { order_id: ref } : { subscription_id: ref });

const openDatabase = (dataDir: string, url: string | undefined): Promise<Database> | Database =>
  url === undefined ? openSqlite(`${dataDir}/lectern.db`) : openPostgres(url);

/** Nobody teaches, and no person is looked up. */
const nobody = { isStaff: async () => false, emailOf: async () => undefined };

/** One for all tests of this process: to begin a process that draws costs more than most of them. It ends with this one. */
const pdf = createPdf();

/** No endpoint of these tests has a form. */
const noForms = (): Promise<never> => Promise.reject(new Error('a file was sent'));

/** A session is the id of its user. */
const bindFor = (http: FastifyInstance, database: Database, limits: RateLimits): Bind =>
  createBind(http, {
    accessControl: createAccessControl({
      authenticate: async (id) => {
        const row = await database.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst();
        return row && { id, role: row.role, sessionHash: 'none', confirmedAt: Date.now() };
      },
      policy: {
        assertAdmin: async ({ role }) => {
          if (role !== 'ADMIN') throw fail('forbidden');
        },
        assertConfirmsPayments: async ({ role }) => {
          if (role !== 'ADMIN') throw fail('forbidden');
        },
        assertMay: async () => undefined,
        assertUnlocked: async () => undefined,
      },
      clock: { now: Date.now },
      limits,
    }),
    writerFor: async () => writeEnglish,
    sendsEmail: async () => true,
    forms: {
      storage: { receive: noForms, freeBytes: async () => 0 },
      temporaryFiles: { receive: noForms },
      maxUploadBytes: async () => 1,
      sniff: () => undefined,
    },
    origins: createOrigins(async () => 'http://localhost'),
    audit: createRequestAudit(database, { now: Date.now }),
  });

/** Listens with the billing feature alone: `Authorization: Bearer <user id>` is the session of that user. */
const startOn = async (database: Database, clock: FakeClock, config: Config, options: Options) => {
  const { logger: log, assertErrorsDeclared } = collectLogs('error');
  const jobs = createJobs(database, clock, log);
  const http = await createServer(config, log);
  const isReachable = async (): Promise<boolean> => options.isPublic?.() ?? false;
  const publicAddress = async (): Promise<string> => 'http://localhost';
  const observer = noObserver;
  const limits = createRateLimits(database, clock, options.settings?.['RATE_LIMIT'] === 'on');
  const secretKey = { derive: () => Buffer.alloc(32, 1) };
  const settings = createSettings({
    config,
    fixedPayments: readFixedPayments(config.environment),
    database,
    secretKey,
    clock,
  });
  // As in a process that has served a page.
  await settings.school();
  const branding = noBranding;
  const ownWords = createOwnWords(database);
  const parts = { config, settings, ownWords, branding, database, jobs, clock, observer, publicAddress, log };
  const mailer = createMailer(parts);
  const notices = createNotices({
    database,
    jobs,
    settings,
    clock,
    mailer,
    config,
    secretKey,
    publicAddress,
    log,
  });
  let connected: ConnectedRazorpay | undefined;
  const payments = createBilling(
    {
      ...parts,
      mailer,
      ...noFiles,
      pdf: options.pdf ?? pdf,
      http,
      limits,
      isPublic: isReachable,
      notices,
    },
    {
      providers: [
        (host) => {
          const made = razorpay({ ...host, timeoutMs: options.timeoutMs ?? 60_000 });
          const adapt = (account: ProviderAccount): ProviderAccount => options.adaptAccount?.(account) ?? account;
          connected = made;
          return {
            ...made,
            accounts: async () => {
              const [active, ...others] = await made.accounts();
              return [adapt(active), ...others];
            },
          };
        },
      ],
    },
  );
  await payments.account.recomputePurchaseMode();
  const sandbox = { current: () => connected?.sandbox?.current(), base: () => connected?.sandbox?.base() };
  const bind = bindFor(http, database, limits);
  billingRoutes(bind, payments, { staffOf: async () => undefined });
  noticesRoutes(bind, notices, { ...nobody, otherOptOuts: payments.recovery });
  const origin = await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    const closed = http.close();
    // A request that was aborted while it connected leaves an idle connection.
    http.server.closeAllConnections();
    await closed;
    assertErrorsDeclared();
  });

  const send = async (method: Method, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const result = { status: response.status, body: anyJson.parse(await response.json()) };
    // As in a process that runs jobs: receipts and daily sales follow a request at once.
    await jobs.runDue('accounting');
    return result;
  };
  const call = (userId: string, method: 'GET' | 'POST', path: string, body?: object): Promise<JsonResponse> =>
    send(method, `/api/v1/payments${path}`, body, { authorization: `Bearer ${userId}` });
  const admin = (userId: string, method: Method, path: string, body?: object): Promise<JsonResponse> =>
    send(method, `/api/v1/admin${path}`, body, { authorization: `Bearer ${userId}` });
  /** A refund by an ADMIN, under a key of its own unless `body` has one. */
  const refund = (userId: string, paymentId: string, body: object): Promise<JsonResponse> =>
    admin(userId, 'POST', `/payments/${paymentId}/refund`, { idempotencyKey: randomUUID(), ...body });
  const control = async (path: string, body: object = {}): Promise<JsonResponse['body']> =>
    (await send('POST', `/sandbox/control${path}`, body)).body;
  const reconcile = async (): Promise<void> => {
    await jobs.enqueue(database.db, reconcilePayments, {});
    await jobs.runDue();
  };
  return { http, origin, config, settings, jobs, payments, sandbox, send, call, admin, refund, control, reconcile };
};

/**
 * The billing feature with the sandbox as its provider, over real HTTP on an empty database of either engine. Webhooks
 * are switched off unless a test is about them, so that each event has one source.
 */
export const openBilling = async (options: Options & { webhooks?: boolean } = {}) => {
  const data = await isolatedData();
  const database = await openDatabase(data.dataDir, data.databaseUrl);
  const clock = createFakeClock();
  await migrate(database, clock.now());
  onTestFinished(async () => {
    await database.close();
    await data.remove();
  });
  const start = (on: Database, more: Record<string, string> = {}) =>
    startOn(on, clock, readConfig({ DATA_DIR: data.dataDir, ...options.settings, ...more }), options);
  const app = await start(database);
  if (options.webhooks !== true && app.sandbox.current()) await app.control('/webhooks', { enabled: false });

  /** Starts a further process on the same database, with the sandbox of the first one in place of Razorpay. */
  const another = async (more: Record<string, string> = {}) => {
    const own = await openDatabase(data.dataDir, data.databaseUrl);
    onTestFinished(() => own.close());
    const sandbox = app.sandbox.current();
    return start(own, {
      RAZORPAY_KEY_ID: sandbox?.keyId ?? '',
      RAZORPAY_KEY_SECRET: sandbox?.keySecret ?? '',
      RAZORPAY_WEBHOOK_SECRET: sandbox?.webhookSecret ?? '',
      RAZORPAY_PLAN_ID: sandbox?.planId ?? '',
      RAZORPAY_API_BASE: app.sandbox.base() ?? '',
      ...more,
    });
  };

  const aUser = (role: 'USER' | 'ADMIN' = 'USER'): Promise<string> =>
    insertTestUser(database.db, clock.now(), { role });
  const subscribe = async (userId: string, order: TestOrder = {}): Promise<string> =>
    z.string().parse((await app.call(userId, 'POST', '/subscribe', order)).body['subscription_id']);
  /** Pays in the window; neither the browser nor a webhook reports it. */
  const pay = async (subscriptionId: string): Promise<PaymentProof> =>
    PaymentProof.parse(await app.control('/pay', { ...purchaseOf(subscriptionId), outcome: 'success' }));
  const paid = async (userId: string, order: TestOrder = {}): Promise<PaymentProof> =>
    pay(await subscribe(userId, order));
  const buy = async (userId: string, order: TestOrder = {}): Promise<PaymentProof> => {
    const proof = await paid(userId, order);
    await app.call(userId, 'POST', '/verify', proof);
    return proof;
  };
  const status = async (userId: string): Promise<string> => (await app.payments.subscriptionOf(userId)).status;
  const { db } = database;
  const attempts = () => db.selectFrom('payment_attempts').selectAll().orderBy('created_at').execute();
  const payments = () => db.selectFrom('payments').selectAll().orderBy('captured_at').orderBy('id').execute();
  const refunds = () => db.selectFrom('refunds').selectAll().orderBy('idempotency_key').orderBy('id').execute();
  const audit = async () => (await db.selectFrom('audit_entries').selectAll().execute()).map(readAuditEntry);
  /** How many requests of this kind the sandbox received. */
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

export type OpenBilling = Awaited<ReturnType<typeof openBilling>>;
