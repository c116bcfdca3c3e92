// @module-tag long
import Fastify from 'fastify';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openSandbox } from '#sandbox/sandbox.ts';
import { openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { anAdmin, aUser, type Person } from './factories.ts';
import { isolatedData } from './isolated-data.ts';
import { type Servers, startServers } from './server-processes.ts';

/** By then the leases of crashed processes have expired. */
const AFTER_A_CRASH_MS = 61_000;
const MOST_TRIES = 300;

/** Where a process crashes: before or after a request to the provider, or an event from it. */
interface Crash {
  when: 'before' | 'after';
  at: RegExp;
}

const before = (at: RegExp): Crash => ({ when: 'before', at });
const after = (at: RegExp): Crash => ({ when: 'after', at });

/** Each entry is one purchase, from buying to the refund, with crashes between its steps. */
const lives: { buying: Crash[]; refunding: Crash[] }[] = [
  {
    buying: [before(/^POST .*\/subscriptions$/), after(/^subscription\.charged/)],
    refunding: [after(/^POST .*\/refund$/)],
  },
  {
    buying: [after(/^POST .*\/subscriptions$/)],
    refunding: [after(/^POST .*\/cancel$/), before(/^POST .*\/refund$/)],
  },
];

const Json = z.record(z.string(), z.json());
const closing: (() => Promise<unknown>)[] = [];
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/**
 * The sandbox, in this process, which no crash reaches. Each server calls it at an address of its own, so that the
 * caller is the one that crashes; its events are passed to the servers in turns.
 */
const openProvider = async (folder: string, servers: { current?: Servers }) => {
  let crashes: Crash[] = [];
  let turn = 0;
  const callers = new WeakMap<IncomingMessage, number>();
  const app = Fastify({
    rewriteUrl: (request) => {
      const [, serverIndex, rest] = /^\/server-(\d)(\/.*)$/.exec(request.url ?? '') ?? [];
      if (serverIndex !== undefined) callers.set(request, Number(serverIndex));
      return rest ?? request.url ?? '/';
    },
  });
  /** Kills that server when this is where the next crash happens; returns whether it did. */
  const strike = async (when: Crash['when'], what: string, serverIndex: number): Promise<boolean> => {
    const [next] = crashes;
    if (next?.when !== when || !next.at.test(what)) return false;
    crashes = crashes.slice(1);
    await servers.current?.kill(serverIndex);
    return true;
  };
  app.addHook('onRequest', async (request, reply) => {
    const caller = callers.get(request.raw);
    if (caller === undefined || !(await strike('before', `${request.method} ${request.url}`, caller))) return;
    reply.hijack();
    request.raw.socket.destroy();
  });
  app.addHook('onSend', async (request) => {
    const caller = callers.get(request.raw);
    if (caller !== undefined) await strike('after', `${request.method} ${request.url}`, caller);
  });
  await app.register(async (relay) => {
    relay.removeAllContentTypeParsers();
    relay.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    relay.post('/events', async (request, reply) => {
      const body = z.instanceof(Buffer).parse(request.body);
      const { event } = z.object({ event: z.string() }).parse(JSON.parse(body.toString()));
      const serverIndex = (turn += 1) % 2;
      await strike('before', event, serverIndex);
      const headers = {
        'x-razorpay-signature': String(request.headers['x-razorpay-signature']),
        'x-razorpay-event-id': String(request.headers['x-razorpay-event-id']),
      };
      const url = `${servers.current?.origin(serverIndex)}/api/v1/payments/webhook`;
      const status = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers }).then(
        (response) => response.status,
        () => 503,
      );
      const isLost = await strike('after', event, serverIndex);
      return reply.code(isLost ? 503 : status).send();
    });
  });
  let origin = '';
  const sandbox = await openSandbox({
    stateFile: join(folder, 'sandbox-state.json'),
    now: () => servers.current?.now() ?? Date.now(),
    webhookUrl: () => `${origin}/events`,
    webhookRetryBaseMs: 100,
  });
  await app.register(sandbox.routes, { prefix: '/sandbox' });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(async () => {
    app.server.closeAllConnections();
    await app.close();
    await sandbox.close();
  });
  const control = async (path: string, body: object) =>
    Json.parse((await app.inject({ method: 'POST', url: `/sandbox/control${path}`, payload: body })).json());
  const authorization = `Basic ${Buffer.from(`${sandbox.keyId}:${sandbox.keySecret}`).toString('base64')}`;
  const list = async (path: string) => {
    const response = await app.inject({ url: `/sandbox/v1${path}`, headers: { authorization } });
    return z.object({ items: z.array(Json) }).parse(response.json()).items;
  };
  return {
    settingsOf: (serverIndex: number) => ({
      RAZORPAY_KEY_ID: sandbox.keyId,
      RAZORPAY_KEY_SECRET: sandbox.keySecret,
      RAZORPAY_WEBHOOK_SECRET: sandbox.webhookSecret,
      RAZORPAY_PLAN_ID: sandbox.planId,
      RAZORPAY_API_BASE: `${origin}/server-${serverIndex}/sandbox`,
      SUBSCRIPTION_CYCLES: '2',
    }),
    plan: (next: Crash[]): void => {
      crashes = next;
    },
    deathsLeft: () => crashes.length,
    idle: () => sandbox.idle(),
    control,
    list,
  };
};

const openWorld = async () => {
  const data = await isolatedData();
  closing.push(data.remove);
  const database =
    data.databaseUrl === undefined
      ? openSqlite(join(data.dataDir, 'lectern.db'))
      : await openPostgres(data.databaseUrl);
  closing.push(database.close);
  await migrate(database, Date.now());
  const current: { current?: Servers } = {};
  const provider = await openProvider(data.dataDir, current);
  const url = data.databaseUrl === undefined ? {} : { DATABASE_URL: data.databaseUrl };
  const servers = await startServers((index) => ({
    DATA_DIR: data.dataDir,
    ...url,
    ...provider.settingsOf(index),
  }));
  current.current = servers;
  closing.push(servers.stop);
  return { database, provider, servers };
};

type World = Awaited<ReturnType<typeof openWorld>>;

/** Repeats a request until it succeeds; after each crash time passes, and the next attempt goes to the other server. */
const insist = async (
  { servers, provider }: World,
  { headers }: Person,
  [method, path, body]: [string, string, object?],
  isEnough: (response: z.infer<typeof Json>) => boolean = () => true,
): Promise<z.infer<typeof Json>> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const init = {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    const response = await fetch(`${servers.origin(tries)}/api/v1${path}`, init).catch(() => undefined);
    if (response?.ok) {
      const said = Json.parse(await response.json());
      if (isEnough(said)) return said;
    }
    await servers.areWhole();
    await provider.idle();
    await servers.advance(AFTER_A_CRASH_MS);
  }
  throw new Error(`${method} ${path} found no good response`);
};

const buyAndRefund = async (world: World, { buying, refunding }: (typeof lives)[number]): Promise<string> => {
  const { provider, database, servers } = world;
  provider.plan(buying);
  const person = await aUser({ database, clock: servers });
  const { subscription_id: id } = await insist(world, person, ['POST', '/payments/subscribe']);
  const triple = await provider.control('/pay', { subscription_id: z.string().parse(id), outcome: 'success' });
  await insist(world, person, ['POST', '/payments/verify', triple]);
  const isActive = z.looseObject({
    user: z.looseObject({ subscription: z.looseObject({ status: z.literal('active') }) }),
  });
  await insist(
    world,
    person,
    ['GET', '/user/me'],
    (said) => isActive.safeParse(said).success && provider.deathsLeft() === 0,
  );
  provider.plan(refunding);
  await insist(
    world,
    person,
    ['POST', '/payments/unsubscribe'],
    ({ outcome }) => outcome === 'refund_initiated' && provider.deathsLeft() === 0,
  );
  return person.id;
};

test(
  'servers that crash between the steps of buying and refunding reach the same end',
  { tags: ['RZP-7.4', 'RZP-7.18', 'RZP-10.8'] },
  async () => {
    const { database, provider } = world;
    for (const life of lives) {
      const userId = await buyAndRefund(world, life);
      const made = (await provider.list('/subscriptions?count=100')).filter(
        ({ notes }) => z.looseObject({ user_id: z.string() }).parse(notes).user_id === userId,
      );
      expect(made).toMatchObject([{ status: 'cancelled', paid_count: 1 }]);
      const rows = await database.db
        .selectFrom('payments')
        .select(['provider_payment_id', 'status', 'confirmed', 'problem'])
        .where('user_id', '=', userId)
        .execute();
      expect(rows).toMatchObject([{ status: 'captured', confirmed: 1, problem: null }]);
      const paymentId = rows[0]?.provider_payment_id ?? '';
      const refunds = await provider.list(`/payments/${paymentId}/refunds`);
      expect(refunds).toMatchObject([{ amount: 49_900, status: 'processed' }]);
      const known = await database.db
        .selectFrom('refunds')
        .select(['provider_refund_id', 'status'])
        .where('provider_payment_id', '=', paymentId)
        .execute();
      expect(known).toEqual([{ provider_refund_id: refunds[0]?.['id'], status: 'processed' }]);
    }
  },
);

const CouponOutcome = z.object({ code: z.string().optional(), isPaid: z.boolean().optional() });

/** Sends a purchase until a server returns whether it was made; a response that a crash took shows in the next one. */
const useCoupon = async (person: Person, place: number, onResponse: () => void): Promise<string> => {
  const { servers } = world;
  for (let tries = place; tries < place + MOST_TRIES; tries += 1) {
    const response = await fetch(`${servers.origin(tries)}/api/v1/payments/subscribe`, {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ couponCode: 'LAST10' }),
    }).catch(() => undefined);
    if (!response || response.status >= 500) {
      await servers.areWhole();
      continue;
    }
    onResponse();
    const { code = '', isPaid } = CouponOutcome.parse(await response.json());
    return isPaid || code === 'already_subscribed' ? 'bought' : code;
  }
  throw new Error('no server returned a response');
};

test('the last ten uses of a coupon are ten, also when a server crashes among its buyers', async () => {
  const { database, servers, provider } = world;
  provider.plan([]);
  const place = { database, clock: servers };
  const admin = await anAdmin(place);
  const added = await fetch(`${servers.origin(0)}/api/v1/admin/coupons`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'LAST10', percentOff: 100, maxUses: 10 }),
  });
  expect(added.status).toBe(201);
  const buyers = await Promise.all(Array.from({ length: 60 }, () => aUser(place)));
  let responses = 0;
  const crashAmongThem = (): void => {
    responses += 1;
    if (responses === 4) void servers.kill(0);
  };
  const outcomes = await Promise.all(buyers.map((buyer, index) => useCoupon(buyer, index, crashAmongThem)));
  expect(outcomes.filter((outcome) => outcome === 'bought')).toHaveLength(10);
  expect(new Set(outcomes)).toEqual(new Set(['bought', 'coupon_used_up']));
  const paid = await database.db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select('p.user_id')
    .where('a.coupon_id', 'is not', null)
    .execute();
  expect(new Set(paid.map((row) => row.user_id)).size).toBe(10);
  expect(paid).toHaveLength(10);
  await servers.areWhole();
});

test('receipts are numbered without gaps, one for each payment, also when servers crash that issue them', async () => {
  const { database, servers, provider } = world;
  provider.plan([]);
  const place = { database, clock: servers };
  const buyers = await Promise.all(Array.from({ length: 30 }, () => aUser(place)));
  let paid = 0;
  const buy = async (buyer: Person): Promise<void> => {
    const { subscription_id: id } = await insist(world, buyer, ['POST', '/payments/subscribe']);
    const proof = await provider.control('/pay', { subscription_id: z.string().parse(id), outcome: 'success' });
    await insist(world, buyer, ['POST', '/payments/verify', proof]);
    paid += 1;
    if (paid % 8 === 0) void servers.kill((paid / 8) % 2);
  };
  await Promise.all(buyers.map(buy));
  await servers.areWhole();
  await servers.advance(AFTER_A_CRASH_MS);
  const { db } = database;
  const withoutReceipt = () =>
    db
      .selectFrom('payments')
      .select('provider_payment_id')
      .where('amount_in_paise', '>', 0)
      .where('receipt_no', 'is', null)
      .execute();
  await expect.poll(withoutReceipt).toEqual([]);
  const receipts = await db
    .selectFrom('receipts')
    .select(['number', 'payment_id'])
    .where('kind', '=', 'receipt')
    .orderBy('number')
    .execute();
  expect(receipts.length).toBeGreaterThanOrEqual(30);
  expect(receipts.map(({ number }) => Number(number.split('-')[1]))).toEqual(receipts.map((_, index) => index + 1));
  expect(new Set(receipts.map((row) => row.payment_id)).size).toBe(receipts.length);
});
