import Fastify from 'fastify';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { openSandbox } from '#sandbox/sandbox.ts';
import { type Database, openPostgres } from '#server/database/database.ts';
import { temporaryFolder } from '../../isolated-data.ts';
import { aCourse, anAdmin, type Person } from '../../factories.ts';
import { type Servers, startServers } from '../../server-processes.ts';
import { startPrivatePostgres } from '../../setup/postgres-server.ts';
import { insertPlan } from './insert-plan.ts';

const Json = z.record(z.string(), z.json());
/** In India, where the school is: no test is so long that midnight comes. */
const NOON_MS = 6.5 * HOUR_MS;

export interface Response {
  status: number;
  body: z.infer<typeof Json>;
}

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object | string;
  headers?: Record<string, string>;
}

export interface School {
  database: Database;
  servers: Servers;
  admin: Person;
  /** The plan of a purchase that came before; the default plan is of a payment that nobody has reported yet. */
  otherPlanId: string;
  /** A plan of the same price that is charged every month. */
  renewingPlanId: string;
  bundleId: string;
  /** A plan of courses that nobody changes. */
  coursePlanId: string;
  /** For ₹300, which are paid in three parts. */
  partsPlanId: string;
  /** Of the first course, without a limit, as they begin. */
  batches: readonly [string, string, string];
  /** Published, for plans of single courses. */
  courses: readonly [string, string, string];
  /** Adds a batch of the first course, of a month such as `2031-01`. */
  addBatch(month: string, places?: number): Promise<string>;
  /** Sends a request to the server in this place, 0 or 1. */
  send(place: number, request: Request): Promise<Response>;
  /** Pays at the provider, which tells nobody. Returns what the payment window gives the buyer. */
  pay(ref: string): Promise<z.infer<typeof Json>>;
  signatureOf(webhook: string): string;
  close(): Promise<void>;
}

/** The sandbox, in this process. Nothing that happens there is reported: the test delivers the webhooks. */
const openProvider = async (folder: string, now: () => number) => {
  const app = Fastify();
  const sandbox = await openSandbox({ stateFile: join(folder, 'sandbox-state.json'), now });
  await app.register(sandbox.routes, { prefix: '/sandbox' });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    settings: {
      RAZORPAY_KEY_ID: sandbox.keyId,
      RAZORPAY_KEY_SECRET: sandbox.keySecret,
      RAZORPAY_WEBHOOK_SECRET: sandbox.webhookSecret,
      RAZORPAY_PLAN_ID: sandbox.planId,
      RAZORPAY_API_BASE: `${origin}/sandbox`,
    },
    pay: async (ref: string) => {
      const payload = { [ref.startsWith('order_') ? 'order_id' : 'subscription_id']: ref, outcome: 'success' };
      return Json.parse((await app.inject({ method: 'POST', url: '/sandbox/control/pay', payload })).json());
    },
    signatureOf: (webhook: string) => createHmac('sha256', sandbox.webhookSecret).update(webhook).digest('hex'),
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
      await sandbox.close();
    },
  };
};

/** Two processes of the product on one PostgreSQL, at noon. */
export const openSchool = async (): Promise<School> => {
  const closing: (() => Promise<unknown>)[] = [];
  const [folder, postgres] = await Promise.all([temporaryFolder(), startPrivatePostgres()]);
  closing.push(folder.remove, postgres.stop);
  let servers: Servers | undefined;
  const provider = await openProvider(folder.path, () => servers?.now() ?? Date.now());
  closing.push(provider.close);
  const running = await startServers(() => ({
    DATABASE_URL: postgres.url,
    DATA_DIR: folder.path,
    SECRET_KEY: 'thirty-two characters and a few more',
    FFMPEG_PATH: 'none',
    ...provider.settings,
  }));
  servers = running;
  closing.push(running.stop);
  await running.advance((NOON_MS - (Date.now() % DAY_MS) + DAY_MS) % DAY_MS);
  const database = await openPostgres(postgres.url);
  closing.push(database.close);

  const send: School['send'] = async (place, { method = 'POST', path, body, headers = {} }) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const isJson = typeof body === 'object';
    const response = await fetch(`${running.origin(place)}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(isJson ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: text }),
    });
    return { status: response.status, body: Json.parse(await response.json()) };
  };
  const admin = await anAdmin({ database, clock: running });
  const add = async (path: string, body: object): Promise<string> => {
    const { status, body: added } = await send(0, { path, body, headers: admin.headers });
    if (status !== 201) throw new Error(`${path} responds ${status}: ${JSON.stringify(added)}`);
    return JSON.stringify(added);
  };
  await add('/admin/coupons', { code: 'FREE', percentOff: 100 });
  const off = { bank: false, bankText: '', other: false, otherText: '', askName: '', askHours: '', askPhone: '' };
  const ways = { ...off, upi: true, upiId: 'school@okbank', upiText: '', cash: true, cashText: 'At the office' };
  const offered = { method: 'PUT', path: '/admin/settings/ways', body: { ...ways, staffRecords: false } } as const;
  const { status: ofWays } = await send(0, { ...offered, headers: admin.headers });
  if (ofWays !== 200) throw new Error(`the ways respond ${ofWays}`);
  const addPlan = async (plan: {
    name: string;
    term: { unit: 'month'; count: number };
    isRenewing: boolean;
    priceInPaise?: number;
    parts?: object;
  }) => {
    const sold = { priceInPaise: 29_900, comparePriceInPaise: null, refundDays: 7, isVisible: true };
    await add('/admin/plans', { ...sold, ...plan });
    const named = database.db.selectFrom('plans').select('id').where('name', '=', plan.name);
    return (await named.executeTakeFirstOrThrow()).id;
  };
  const otherPlanId = await addPlan({ name: 'Half a year', term: { unit: 'month', count: 6 }, isRenewing: false });
  const renewingPlanId = await addPlan({ name: 'By the month', term: { unit: 'month', count: 1 }, isRenewing: true });
  const place = { database, clock: running };
  const due = (days: number) => ({ amountInPaise: 10_000, due: { kind: 'days', days } });
  const partsPlanId = await addPlan({
    name: 'In parts',
    term: { unit: 'month', count: 6 },
    isRenewing: false,
    priceInPaise: 30_000,
    parts: { graceDays: 3, list: [{ amountInPaise: 10_000, due: { kind: 'at-start' } }, due(30), due(60)] },
  });
  const courses = [await aCourse(place), await aCourse(place), await aCourse(place)] as const;
  const addBatch = async (month: string, places?: number): Promise<string> => {
    const days = { startsOn: `${month}-01`, endsOn: `${month}-28` };
    await add(`/courses/${courses[0]}/batches`, { name: month, ...days, places });
    const named = database.db.selectFrom('batches').select('id').where('name', '=', month);
    return (await named.executeTakeFirstOrThrow()).id;
  };
  return {
    database,
    servers: running,
    admin,
    otherPlanId,
    renewingPlanId,
    bundleId: 'yearly-bundle',
    partsPlanId,
    addBatch,
    batches: [await addBatch('2031-01'), await addBatch('2031-02'), await addBatch('2031-03')],
    coursePlanId: await insertPlan(database, courses.slice(0, 2), running.now()),
    courses,
    send,
    pay: provider.pay,
    signatureOf: provider.signatureOf,
    close: async () => {
      for (const close of closing.toReversed()) await close();
    },
  };
};
