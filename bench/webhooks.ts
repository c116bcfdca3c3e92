import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openPostgres, openSqlite } from '#server/database/database.ts';
import { newId } from '#server/ids.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import { type Running, startLectern, temporaryFolder } from './processes.ts';

const PER_SECOND = 100;
const SECONDS = 10;
/** As many requests at once as connections, for the highest rate. */
const CONNECTIONS = 32;
const MAX_RATE_BUYERS = 4000;
const SECRET = 'the secret of the bench';
const TICK_MS = 10;

/** Inserts buyers with open attempts and returns their subscriptions. */
const insertBuyers = async (where: { file: string; url?: string }, count: number): Promise<string[]> => {
  const database = where.url === undefined ? openSqlite(where.file) : await openPostgres(where.url);
  const now = Date.now();
  const ids = Array.from({ length: count }, () => newId());
  const users = ids.map((id) => ({
    id,
    email: `${id}@school.example`,
    full_name: 'A buyer',
    role: 'USER' as const,
    password_hash: 'none',
    avatar_key: null,
    media_epoch: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }));
  const attempts = ids.map((id) => ({
    id,
    user_id: id,
    provider: 'razorpay',
    mode: 'test' as const,
    key_id: 'rzp_test_bench',
    plan_ref: 'plan_bench',
    plan_version_id: 'yearly-bundle-1',
    amount_in_paise: 49_900,
    currency: 'INR',
    cycles: 1,
    subscription_ref: `sub_${id}`,
    state: 'open' as const,
    creating_until: now,
    provider_status: 'created',
    provider_status_at: 0,
    is_over: 0,
    auto_renew: 0,
    current_end: null,
    expires_at: now + 86_400_000,
    checked_at: now,
    cancel_when: null,
    cancel_requested_at: null,
    cancel_accepted_at: null,
    created_at: now,
    updated_at: now,
  }));
  await database.transaction(async (tx) => {
    for (let start = 0; start < count; start += 200) {
      await tx
        .insertInto('users')
        .values(users.slice(start, start + 200))
        .execute();
      await tx
        .insertInto('payment_attempts')
        .values(attempts.slice(start, start + 200))
        .execute();
    }
  });
  await database.close();
  return attempts.map(({ subscription_ref: ref }) => ref);
};

const chargedEvent = (ref: string): string => {
  const at = Math.floor(Date.now() / 1000);
  const payment = {
    id: ref.replace('sub', 'pay'),
    amount: 49_900,
    currency: 'INR',
    status: 'captured',
    created_at: at,
  };
  const subscription = { id: ref, status: 'completed', total_count: 1, paid_count: 1, notes: [] };
  const payload = { subscription: { entity: subscription }, payment: { entity: payment } };
  return JSON.stringify({ event: 'subscription.charged', payload, created_at: at });
};

/** Returns how long the response took, or undefined when it was not a 200. */
const send = (server: Running, agent: Agent, body: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const headers = { 'x-razorpay-signature': createHmac('sha256', SECRET).update(body).digest('hex') };
    const sent = request(`${server.origin}/api/v1/payments/webhook`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200 ? performance.now() - startedAt : undefined));
    });
    sent.on('error', () => resolve(undefined));
    sent.end(body);
  });

interface Sending {
  server: Running;
  agent: Agent;
}

/** Sends at a steady pace, whether or not earlier webhooks have a response. */
const sendSteadily = async ({ server, agent }: Sending, refs: readonly string[]): Promise<(number | undefined)[]> => {
  const startedAt = performance.now();
  const sent: Promise<number | undefined>[] = [];
  while (sent.length < refs.length) {
    const due = Math.ceil(((performance.now() - startedAt) / 1000) * PER_SECOND);
    for (const ref of refs.slice(sent.length, due)) sent.push(send(server, agent, chargedEvent(ref)));
    await setTimeout(TICK_MS);
  }
  return Promise.all(sent);
};

/** Each connection sends its next webhook after the response to the last one, until the time is over. */
const sendAtOnce = async ({ server, agent }: Sending, refs: string[]): Promise<(number | undefined)[]> => {
  const until = performance.now() + SECONDS * 1000;
  const times: (number | undefined)[] = [];
  const work = async (): Promise<void> => {
    for (let ref = refs.pop(); ref !== undefined && performance.now() < until; ref = refs.pop())
      times.push(await send(server, agent, chargedEvent(ref)));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return times;
};

const measured = async (server: Running, work: () => Promise<(number | undefined)[]>) => {
  const cpuBefore = server.cpuSeconds();
  const startedAt = performance.now();
  const times = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const good = times.filter((time) => time !== undefined);
  const detail = [
    `${times.length} purchases, ${times.length - good.length} errors`,
    `p50 ${round(percentile(good, 0.5), 1)} ms, p99 ${round(percentile(good, 0.99), 1)} ms`,
    `server CPU ${round((server.cpuSeconds() - cpuBefore) / seconds)} of a core`,
  ].join('; ');
  return { perSecond: good.length === times.length ? round(good.length / seconds, 0) : 0, detail };
};

/** Webhooks that each report a new purchase: at a steady pace, and then as fast as responses arrive. */
export const webhookFigures = async (engine: string, url?: string): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const environment = { RAZORPAY_WEBHOOK_SECRET: SECRET, RATE_LIMIT: 'off', LOG_LEVEL: 'error' };
  const where = url === undefined ? {} : { url };
  const server = await startLectern(join(folder.path, 'data'), {
    ...environment,
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    const file = join(folder.path, 'data', 'lectern.db');
    const refs = await insertBuyers({ file, ...where }, PER_SECOND * SECONDS + MAX_RATE_BUYERS);
    const sending = { server, agent };
    const steady = await measured(server, () => sendSteadily(sending, refs.splice(0, PER_SECOND * SECONDS)));
    const atOnce = await measured(server, () => sendAtOnce(sending, refs));
    const pace = `webhooks at a pace of ${PER_SECOND}/s, each a new purchase, ${engine}`;
    return [
      // The last responses arrive a moment after they were sent.
      figure(pace, { atLeast: PER_SECOND * 0.98 }, steady.perSecond, '/s', steady.detail),
      figure(`the most webhooks, ${engine}`, { atLeast: PER_SECOND }, atOnce.perSecond, '/s', atOnce.detail),
    ];
  } finally {
    agent.destroy();
    await server.stop();
    folder.remove();
  }
};
