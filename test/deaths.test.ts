import Fastify from 'fastify';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openSandbox } from '#sandbox/sandbox.ts';
import { openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { aUser, type Person } from './factories.ts';
import { freshPlace } from './fresh-place.ts';
import { type Servers, startServers } from './server-processes.ts';

/** By then the leases of dead processes have run out. */
const AFTER_A_DEATH_MS = 61_000;
const MOST_TRIES = 300;

/** Where a process dies: at a call to the provider, or at an event from it, not yet carried out or just so. */
interface Death {
  when: 'before' | 'after';
  at: RegExp;
}

const before = (at: RegExp): Death => ({ when: 'before', at });
const after = (at: RegExp): Death => ({ when: 'after', at });

/** Each is the life of one purchase, from buying to the refund, with deaths between its steps. */
const lives: { buying: Death[]; refunding: Death[] }[] = [
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
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/**
 * The look-alike, in this process, which no death reaches. Each server comes to it by an address of its own, so that the
 * one that calls is the one that dies; its events come to the servers through here, in turns.
 */
const openProvider = async (folder: string, servers: { current?: Servers }) => {
  let deaths: Death[] = [];
  let turn = 0;
  const callers = new WeakMap<IncomingMessage, number>();
  const app = Fastify({
    rewriteUrl: (request) => {
      const [, place, rest] = /^\/server-(\d)(\/.*)$/.exec(request.url ?? '') ?? [];
      if (place !== undefined) callers.set(request, Number(place));
      return rest ?? request.url ?? '/';
    },
  });
  /** Kills that server when this is the next place to die; answers whether it did. */
  const strike = async (when: Death['when'], what: string, place: number): Promise<boolean> => {
    const [next] = deaths;
    if (next?.when !== when || !next.at.test(what)) return false;
    deaths = deaths.slice(1);
    await servers.current?.kill(place);
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
      const place = (turn += 1) % 2;
      await strike('before', event, place);
      const headers = {
        'x-razorpay-signature': String(request.headers['x-razorpay-signature']),
        'x-razorpay-event-id': String(request.headers['x-razorpay-event-id']),
      };
      const url = `${servers.current?.origin(place)}/api/v1/payments/webhook`;
      const status = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers }).then(
        (answer) => answer.status,
        () => 503,
      );
      const isLost = await strike('after', event, place);
      return reply.code(isLost ? 503 : status).send();
    });
  });
  let origin = '';
  const sandbox = await openSandbox({
    stateFile: join(folder, 'look-alike.jsonl'),
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
    const answer = await app.inject({ url: `/sandbox/v1${path}`, headers: { authorization } });
    return z.object({ items: z.array(Json) }).parse(answer.json()).items;
  };
  return {
    settingsOf: (place: number) => ({
      RAZORPAY_KEY_ID: sandbox.keyId,
      RAZORPAY_KEY_SECRET: sandbox.keySecret,
      RAZORPAY_WEBHOOK_SECRET: sandbox.webhookSecret,
      RAZORPAY_PLAN_ID: sandbox.planId,
      RAZORPAY_API_BASE: `${origin}/server-${place}/sandbox`,
      SUBSCRIPTION_CYCLES: '2',
    }),
    plan: (next: Death[]): void => {
      deaths = next;
    },
    deathsLeft: () => deaths.length,
    idle: () => sandbox.idle(),
    control,
    list,
  };
};

const openWorld = async () => {
  const place = await freshPlace();
  closing.push(place.remove);
  const database =
    place.databaseUrl === undefined
      ? openSqlite(join(place.dataDir, 'lectern.db'))
      : await openPostgres(place.databaseUrl);
  closing.push(database.close);
  await migrate(database, Date.now());
  const current: { current?: Servers } = {};
  const provider = await openProvider(place.dataDir, current);
  const url = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl };
  const servers = await startServers((index) => ({
    DATA_DIR: place.dataDir,
    ...url,
    ...provider.settingsOf(index),
  }));
  current.current = servers;
  closing.push(servers.stop);
  return { database, provider, servers };
};

type World = Awaited<ReturnType<typeof openWorld>>;

/** Asks until somebody answers well; after each death time passes, and the next try goes to the other server. */
const insist = async (
  { servers, provider }: World,
  { headers }: Person,
  [method, path, body]: [string, string, object?],
  isEnough: (answer: z.infer<typeof Json>) => boolean = () => true,
): Promise<z.infer<typeof Json>> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const init = {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    const answer = await fetch(`${servers.origin(tries)}/api/v1${path}`, init).catch(() => undefined);
    if (answer?.ok) {
      const said = Json.parse(await answer.json());
      if (isEnough(said)) return said;
    }
    await servers.areWhole();
    await provider.idle();
    await servers.advance(AFTER_A_DEATH_MS);
  }
  throw new Error(`${method} ${path} found no good answer`);
};

const buyAndGiveBack = async (world: World, { buying, refunding }: (typeof lives)[number]): Promise<string> => {
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
  '[RZP-7.4] [RZP-7.18] [RZP-10.8] servers die between the steps of buying and refunding, and the end is the same',
  { timeout: 180_000 },
  async () => {
    const world = await openWorld();
    const { database, provider } = world;
    for (const life of lives) {
      const userId = await buyAndGiveBack(world, life);
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
