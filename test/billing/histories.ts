import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import * as fc from 'fast-check';
import fastify from 'fastify';
import pino from 'pino';
import { readConfig } from '#server/config.ts';
import { Failure } from '#server/errors.ts';
import type { Database } from '#server/database/database.ts';
import { createSettings } from '#server/settings/settings.ts';
import { createRateLimits } from '#server/http/rate-limit.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import { noObserver } from '#server/observer.ts';
import { createFakeClock, DAY_MS, HOUR_MS, MINUTE_MS } from '../fake-clock.ts';
import { insertTestUser } from '../insert-user.ts';
import { checkEnd } from './history-invariants.ts';
import { type Billing, createBilling } from '#server/features/billing/billing.ts';
import { reconcilePayments } from '#server/features/billing/sync/reconcile.ts';
import { noBranding } from './no-branding.ts';
import { createMemoryProvider, type MemoryProvider } from './memory-provider/memory-provider.ts';

const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 31 * MINUTE_MS, 13 * HOUR_MS, 2 * DAY_MS, 8 * DAY_MS, 340 * DAY_MS];
const TROUBLES = ['down', 'lost', 'refused', 'crash-before', 'crash-after'] as const;
/** Longer than the leases of jobs and attempts, so that another process takes over. */
const AFTER_A_CRASH_MS = 61_000;
const BUYERS = 2;

/** What people and networks do, one after the other. */
const SEQUENCES: readonly (readonly string[])[] = [
  ['subscribe', 'pay'],
  ['subscribe', 'pay', 'verify'],
  ['subscribe', 'trouble', 'pay', 'verify', 'cancel'],
  ['subscribe', 'pay', 'deliver', 'deliver', 'trouble', 'cancel', 'jobs'],
  ['subscribe', 'wait', 'reconcile', 'pay', 'drop', 'drop', 'drop', 'drop'],
  ['trouble', 'subscribe', 'subscribe', 'pay'],
  ['subscribe', 'fail', 'pay', 'deliver', 'late', 'deliver'],
  ['cancel', 'cancel'],
  ['trouble', 'refund', 'cancel', 'jobs'],
  ['refundsEnd', 'refund', 'settle', 'deliver', 'refund'],
  ['die', 'cancel', 'jobs', 'deliver'],
  ['refundsEnd', 'cancel', 'settle', 'deliver', 'reconcile'],
  ['dashboard', 'trouble', 'cancel', 'jobs'],
  ['verify', 'deliver', 'replay'],
  ['ignoreKeys', 'trouble', 'cancel', 'jobs', 'wait', 'jobs'],
  ...['wait', 'reconcile', 'jobs', 'visit', 'deliver', 'replay', 'drop', 'forge', 'trouble', 'die'].map((action) => [
    action,
  ]),
];

/** One action of a buyer, an admin or the network; `pick` chooses among its possible objects. */
export interface Step {
  action: string;
  buyer: number;
  pick: number;
  /** Runs at the same time as the next step, in another process. */
  isWithNext: boolean;
}

export const history: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      actions: fc.constantFrom(...SEQUENCES),
      buyer: fc.constantFrom(0, 0, 1),
      picks: fc.array(fc.nat({ max: 999 }), { minLength: 8, maxLength: 8 }),
      togetherFrom: fc.nat({ max: 16 }),
    }),
    { minLength: 3, maxLength: 10 },
  )
  .map((turns) =>
    turns.flatMap(({ actions, buyer, picks, togetherFrom }) =>
      actions.map((action, index) => ({ action, buyer, pick: picks[index] ?? 0, isWithNext: index === togetherFrom })),
    ),
  );

export interface World {
  database: Database;
  clock: ReturnType<typeof createFakeClock>;
  memory: MemoryProvider;
  payments: Billing;
  buyers: string[];
}

interface Process {
  jobs: Jobs;
  payments: Billing;
  died: Promise<void>;
  die: () => void;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Emails are not part of these histories. */
const mailer = { enqueue: async () => undefined, deliver: async () => '' };
const config = readConfig({});

/** Two processes on one database, with a provider in memory. A process that dies never runs its next line. */
const createWorld = async (opened: Database) => {
  const clock = createFakeClock();
  const dying = new AsyncLocalStorage<{ die: () => void }>();
  const plan: { commitsLeft: number | undefined } = { commitsLeft: undefined };
  const crash = (): Promise<never> => {
    clock.advance(AFTER_A_CRASH_MS);
    dying.getStore()?.die();
    return new Promise(() => undefined);
  };
  const database: Database = {
    ...opened,
    transaction: async (work) => {
      const result = await opened.transaction(work);
      if (plan.commitsLeft === undefined || dying.getStore() === undefined) return result;
      plan.commitsLeft -= 1;
      if (plan.commitsLeft >= 0) return result;
      plan.commitsLeft = undefined;
      return crash();
    },
  };
  const secretKey = { derive: () => Buffer.alloc(32) };
  const settings = createSettings({ config, fixedPayments: {}, database, secretKey, clock });
  const memory = createMemoryProvider(clock, crash);
  const startProcess = (): Process => {
    const jobs = createJobs(database, clock, silent);
    const payments = createBilling(
      {
        database,
        jobs,
        clock,
        mailer,
        publicAddress: async () => 'http://localhost',
        config,
        settings,
        branding: noBranding,
        log: pino({ level: 'silent' }),
        observer: noObserver,
        http: fastify(),
        limits: createRateLimits(database, clock, false),
        isPublic: async () => false,
      },
      { providers: [memory.connect] },
    );
    const { promise: died, resolve } = Promise.withResolvers<void>();
    const process: Process = {
      jobs,
      payments,
      died,
      die: () => {
        processes[processes.indexOf(process)] = startProcess();
        resolve();
      },
    };
    return process;
  };
  const processes: Process[] = [];
  processes.push(startProcess(), startProcess());
  const buyers: string[] = [];
  while (buyers.length < BUYERS) buyers.push(await insertTestUser(opened.db, clock.now()));
  const processAt = (place: number): Process => {
    const process = processes[place % 2];
    if (!process) throw new Error('a history has two processes');
    return process;
  };
  /** Resolves when the work is done or its process has died; then a new process has replaced it. */
  const inProcess = async (place: number, work: (process: Process) => Promise<unknown>): Promise<void> => {
    const process = processAt(place);
    await dying.run(process, () => Promise.race([work(process), process.died]));
  };
  return {
    database,
    clock,
    memory,
    get payments() {
      return processAt(0).payments;
    },
    processAt,
    plan,
    buyers,
    inProcess,
  };
};

type LivingWorld = Awaited<ReturnType<typeof createWorld>>;

const isRefusal = (error: unknown): boolean => error instanceof Failure;

const pickOf = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length];

/** Which webhooks were delivered, and which were lost. */
const createDelivery = ({ memory }: LivingWorld) => {
  const dropped = new Set<string>();
  const delivered = new Set<string>();
  const waiting = () => memory.webhooks.filter(({ id }) => !dropped.has(id) && !delivered.has(id));
  const deliver = async (payments: Billing, id: string): Promise<void> => {
    await payments.receiveWebhook({ rawBody: Buffer.from(id), header: () => undefined });
    delivered.add(id);
  };
  return { dropped, delivered, waiting, deliver };
};

/** Every action, by its name. */
const actionsOf = (world: LivingWorld) => {
  const { memory, clock, plan, buyers } = world;
  const delivery = createDelivery(world);
  const started = buyers.map((): string[] => []);
  const own = (buyer: number) => memory.payments.filter(({ subscription }) => subscription.userId === buyers[buyer]);
  type Action = (step: Step, process: Process, userId: string) => Promise<unknown> | void;

  const subscribe: Action = async ({ buyer }, { payments }, userId) => {
    const known = await payments.subscriptionOf(userId);
    const isLongYet = Date.parse(known.access_until ?? '1970-01-01') - clock.now() > 31 * DAY_MS;
    const { subscriptionId } = await payments.checkout.start({ id: userId, role: 'USER', sessionHash: '' }, {});
    assert.ok(known.status !== 'active' || !isLongYet, 'a buyer with access is sold a second year');
    started[buyer]?.push(subscriptionId);
  };
  const tryToPay = (step: Step, isSuccess: boolean): void => {
    const ref = pickOf(started[step.buyer] ?? [], step.pick);
    if (ref !== undefined) memory.pay(ref, isSuccess);
  };
  const verify: Action = async ({ buyer, pick }, { payments }, userId) => {
    const paid = pickOf(
      own(buyer).filter(({ status }) => status === 'captured'),
      pick,
    );
    if (!paid) return;
    const { ref } = paid.subscription;
    await payments.verify(
      { id: userId, role: 'USER', sessionHash: '' },
      {
        payment: paid.id,
        subscription: ref,
        signature: pick % 7 === 0 ? 'forged' : `${paid.id}|${ref}`,
      },
    );
  };
  const actions: Record<string, Action> = {
    subscribe,
    verify,
    pay: (step) => tryToPay(step, true),
    fail: (step) => tryToPay(step, false),
    late: ({ buyer, pick }) => {
      const failed = pickOf(
        own(buyer).filter(({ status }) => status === 'failed'),
        pick,
      );
      if (failed) memory.captureLate(failed);
    },
    cancel: async ({ buyer }, { payments }, userId) => {
      const { outcome, subscription } = await payments.unsubscribe({ id: userId, role: 'USER', sessionHash: '' });
      const isTheOnlyOne = own(buyer).filter(({ status }) => status === 'captured').length === 1;
      if (outcome === 'refund_initiated' && isTheOnlyOne) assert.equal(subscription.status, 'inactive');
    },
    refund: async ({ buyer, pick }, { payments }) => {
      const paymentId = pickOf(own(buyer), pick)?.id;
      if (paymentId === undefined) return;
      const requestKey = `key-of-${paymentId}-${pick % 3}`;
      await payments.admin.refund({
        paymentId,
        adminId: 'admin',
        reason: 'Asked by phone',
        amountInPaise: undefined,
        requestKey,
      });
    },
    visit: (_step, { payments }, userId) => payments.currentSubscriptionOf(userId, 'USER'),
    deliver: async ({ pick }, { payments }) => {
      const event = pickOf(delivery.waiting(), pick);
      if (event) await delivery.deliver(payments, event.id);
    },
    replay: async ({ pick }, { payments }) => {
      const event = pickOf([...delivery.delivered], pick);
      if (event !== undefined) await delivery.deliver(payments, event);
    },
    drop: ({ pick }) => {
      const event = pickOf(
        delivery.waiting().filter(({ isOnlySource }) => !isOnlySource),
        pick,
      );
      if (event) delivery.dropped.add(event.id);
    },
    forge: (_step, { payments }) => payments.receiveWebhook({ rawBody: Buffer.from('?'), header: () => undefined }),
    jobs: (_step, { jobs }) => jobs.runDue(),
    reconcile: async (_step, { jobs }) => {
      await jobs.enqueue(world.database.db, reconcilePayments, {});
      await jobs.runDue();
    },
    wait: ({ pick }) => clock.advance(pickOf(WAITS_MS, pick) ?? 0),
    trouble: ({ pick }) => {
      memory.state.trouble = pickOf(TROUBLES, pick);
    },
    die: ({ pick }) => {
      plan.commitsLeft = pick % 3;
    },
    ignoreKeys: () => {
      memory.state.ignoresKeys = true;
    },
    refundsEnd: ({ pick }) => {
      memory.state.refundsEnd = pick % 2 === 0 ? 'pending' : 'processed';
    },
    settle: ({ pick }) => {
      const pending = pickOf(
        memory.refunds.filter(({ status }) => status === 'pending'),
        pick,
      );
      if (pending) memory.settleRefund(pending, pick % 3 === 0 ? 'processed' : 'failed');
    },
    dashboard: ({ buyer, pick }) => {
      const paid = pickOf(own(buyer), pick);
      if (paid) memory.refundInDashboard(paid, pick % 3 === 0 ? 10_000 : 49_900);
    },
  };
  return { actions, delivery };
};

/** Nothing fails any more, every webhook is delivered, and time passes until nothing is pending. */
const letSettle = async (world: LivingWorld, delivery: ReturnType<typeof createDelivery>): Promise<void> => {
  const { memory, plan, clock, database } = world;
  const { jobs, payments } = world.processAt(0);
  memory.state.trouble = undefined;
  memory.state.refundsEnd = 'processed';
  plan.commitsLeft = undefined;
  for (const refund of memory.refunds) memory.settleRefund(refund, 'processed');
  for (const ms of [5 * MINUTE_MS, 5 * MINUTE_MS, 8 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS]) {
    for (const { id } of delivery.waiting().toReversed()) await delivery.deliver(payments, id);
    clock.advance(ms);
    await jobs.enqueue(database.db, reconcilePayments, {});
    await jobs.runDue();
  }
};

const checkMeanwhile = async ({ memory, payments, buyers }: LivingWorld): Promise<void> => {
  for (const userId of buyers) {
    assert.ok(memory.payableOf(userId) <= 1, 'one buyer has two subscriptions to pay');
    const hasPaid = memory.payments.some(
      ({ subscription, status }) => subscription.userId === userId && status === 'captured',
    );
    if (!hasPaid) assert.equal((await payments.subscriptionOf(userId)).status, 'inactive', 'access without payment');
  }
};

/** Runs one history on an empty, migrated database. Throws when an invariant is broken, meanwhile or at the end. */
export const liveHistory = async (opened: Database, steps: readonly Step[]): Promise<World> => {
  const world = await createWorld(opened);
  const { actions, delivery } = actionsOf(world);
  const act = (step: Step, index: number): Promise<unknown> =>
    world.inProcess(index, async (process) => {
      try {
        await actions[step.action]?.(step, process, world.buyers[step.buyer] ?? '');
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    });
  let together: Promise<unknown>[] = [];
  for (const [index, step] of steps.entries()) {
    together.push(act(step, index));
    if (step.isWithNext && together.length < 3) continue;
    await Promise.all(together);
    together = [];
    await checkMeanwhile(world);
  }
  await Promise.all(together);
  await letSettle(world, delivery);
  await checkEnd(world);
  return world;
};
