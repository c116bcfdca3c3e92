import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import * as fc from 'fast-check';
import { readConfig } from '#server/config.ts';
import { Failure } from '#server/errors.ts';
import type { Database } from '#server/database/database.ts';
import { newId } from '#server/ids.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import { createFakeClock, DAY_MS, HOUR_MS, MINUTE_MS } from '#test/fake-clock.ts';
import { checkEnd } from './history-end-for-test.ts';
import { createPayments, type Payments } from './payments.ts';
import { reconcilePayments } from './payment-jobs.ts';
import { createPretendProvider, type PretendProvider } from './pretend-provider-for-test.ts';

const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 31 * MINUTE_MS, 13 * HOUR_MS, 2 * DAY_MS, 8 * DAY_MS, 340 * DAY_MS];
const TROUBLES = ['down', 'lost', 'refused', 'crash-before', 'crash-after'] as const;
/** Longer than the leases of jobs and attempts: by then another process takes over. */
const AFTER_A_CRASH_MS = 61_000;
const BUYERS = 2;

/** What people and networks do one after the other; the single ones come between. */
const WAYS: readonly (readonly string[])[] = [
  ['subscribe', 'pay'],
  ['subscribe', 'pay', 'verify'],
  ['subscribe', 'trouble', 'pay', 'verify', 'cancel'],
  ['subscribe', 'pay', 'deliver', 'deliver', 'trouble', 'cancel', 'jobs'],
  ['subscribe', 'wait', 'reconcile', 'pay', 'drop', 'drop', 'drop', 'drop'],
  ['trouble', 'subscribe', 'subscribe', 'pay'],
  ['subscribe', 'fail', 'pay', 'deliver', 'late', 'deliver'],
  ['cancel', 'cancel'],
  ['trouble', 'giveBack', 'cancel', 'jobs'],
  ['refundsEnd', 'giveBack', 'settle', 'deliver', 'giveBack'],
  ['die', 'cancel', 'jobs', 'deliver'],
  ['refundsEnd', 'cancel', 'settle', 'deliver', 'reconcile'],
  ['dashboard', 'trouble', 'cancel', 'jobs'],
  ['verify', 'deliver', 'replay'],
  ...['wait', 'reconcile', 'jobs', 'visit', 'deliver', 'replay', 'drop', 'forge', 'trouble', 'die'].map((deed) => [
    deed,
  ]),
];

/** One thing that somebody does; `pick` chooses what to, where there is a choice. */
export interface Step {
  deed: string;
  buyer: number;
  pick: number;
  /** Begins at the same time as the one after it, in another process. */
  isWithNext: boolean;
}

export const history: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      way: fc.constantFrom(...WAYS),
      buyer: fc.constantFrom(0, 0, 1),
      picks: fc.array(fc.nat({ max: 999 }), { minLength: 8, maxLength: 8 }),
      togetherFrom: fc.nat({ max: 16 }),
    }),
    { minLength: 3, maxLength: 10 },
  )
  .map((turns) =>
    turns.flatMap(({ way, buyer, picks, togetherFrom }) =>
      way.map((deed, index) => ({ deed, buyer, pick: picks[index] ?? 0, isWithNext: index === togetherFrom })),
    ),
  );

export interface World {
  database: Database;
  clock: ReturnType<typeof createFakeClock>;
  pretend: PretendProvider;
  payments: Payments;
  buyers: string[];
}

interface Process {
  jobs: Jobs;
  payments: Payments;
  died: Promise<void>;
  die: () => void;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Who reads mails is not part of these histories. */
const mailer = { enqueue: async () => undefined };
const config = readConfig({});

const addBuyer = async (database: Database, now: number): Promise<string> => {
  const id = newId();
  await database.db
    .insertInto('users')
    .values({
      id,
      email: `${id}@school.example`,
      full_name: 'Meera Nair',
      role: 'USER',
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

/** Two processes on one database, a provider in memory, and deaths: who dies never does its next line. */
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
  const pretend = createPretendProvider(clock, crash);
  const { provider } = pretend;
  const offer = { mode: 'test', keyId: 'rzp_test_x', checkoutScript: '', planRef: 'plan_1', cycles: 1 } as const;
  const gateway = {
    providerId: provider.id,
    selling: async () => ({ isOn: true, isTestMode: true }),
    mode: async () => 'test' as const,
    offer: async () => offer,
    providerOf: (mode: string) => (mode === 'test' ? provider : undefined),
    current: () => ({ provider, mode: 'test' as const }),
    keyMode: () => 'test' as const,
    plan: () => undefined,
    setPlanProblem: () => undefined,
  };
  const startProcess = (): Process => {
    const jobs = createJobs(database, clock, silent);
    const payments = createPayments({
      database,
      jobs,
      clock,
      gateway,
      mailer,
      publicAddress: async () => 'http://localhost',
      config,
      log: silent,
    });
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
  while (buyers.length < BUYERS) buyers.push(await addBuyer(opened, clock.now()));
  const processAt = (place: number): Process => {
    const process = processes[place % 2];
    if (!process) throw new Error('a history has two processes');
    return process;
  };
  /** Resolves when the work is done, or its process has died; then another is there in its place. */
  const inProcess = async (place: number, work: (process: Process) => Promise<unknown>): Promise<void> => {
    const process = processAt(place);
    await dying.run(process, () => Promise.race([work(process), process.died]));
  };
  return {
    database,
    clock,
    pretend,
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

/** What of the provider's events has come and what will never come. */
const createPost = ({ pretend }: LivingWorld) => {
  const gone = new Set<string>();
  const arrived = new Set<string>();
  const waiting = () => pretend.events.filter(({ id }) => !gone.has(id) && !arrived.has(id));
  const deliver = async (payments: Payments, id: string): Promise<void> => {
    await payments.receiveWebhook({ rawBody: Buffer.from(id), header: () => undefined });
    arrived.add(id);
  };
  return { gone, arrived, waiting, deliver };
};

/** Everything that can be done, by name. */
const deedsOf = (world: LivingWorld) => {
  const { pretend, clock, plan, buyers } = world;
  const post = createPost(world);
  const handed = buyers.map((): string[] => []);
  const own = (buyer: number) => pretend.payments.filter(({ subscription }) => subscription.userId === buyers[buyer]);
  type Deed = (step: Step, process: Process, userId: string) => Promise<unknown> | void;

  const subscribe: Deed = async ({ buyer }, { payments }, userId) => {
    const known = await payments.subscriptionOf(userId);
    const isLongYet = Date.parse(known.access_until ?? '1970-01-01') - clock.now() > 31 * DAY_MS;
    const { subscriptionId } = await payments.subscribe({ id: userId, role: 'USER', sessionHash: '' });
    assert.ok(known.status !== 'active' || !isLongYet, 'somebody who has access is sold a second year');
    handed[buyer]?.push(subscriptionId);
  };
  const tryToPay = (step: Step, isSuccess: boolean): void => {
    const ref = pickOf(handed[step.buyer] ?? [], step.pick);
    if (ref !== undefined) pretend.pay(ref, isSuccess);
  };
  const verify: Deed = async ({ buyer, pick }, { payments }, userId) => {
    const paid = pickOf(
      own(buyer).filter(({ status }) => status === 'captured'),
      pick,
    );
    if (!paid) return;
    const { ref } = paid.subscription;
    await payments.verify(
      { id: userId, role: 'USER', sessionHash: '' },
      {
        razorpay_payment_id: paid.id,
        razorpay_subscription_id: ref,
        razorpay_signature: pick % 7 === 0 ? 'forged' : `${paid.id}|${ref}`,
      },
    );
  };
  const deeds: Record<string, Deed> = {
    subscribe,
    verify,
    pay: (step) => tryToPay(step, true),
    fail: (step) => tryToPay(step, false),
    late: ({ buyer, pick }) => {
      const failed = pickOf(
        own(buyer).filter(({ status }) => status === 'failed'),
        pick,
      );
      if (failed) pretend.captureLate(failed);
    },
    cancel: async ({ buyer }, { payments }, userId) => {
      const { outcome, subscription } = await payments.unsubscribe({ id: userId, role: 'USER', sessionHash: '' });
      const isTheOnlyOne = own(buyer).filter(({ status }) => status === 'captured').length === 1;
      if (outcome === 'refund_initiated' && isTheOnlyOne) assert.equal(subscription.status, 'inactive');
    },
    giveBack: async ({ buyer, pick }, { payments }) => {
      const paymentId = pickOf(own(buyer), pick)?.id;
      if (paymentId === undefined) return;
      await payments.desk.giveBack({ paymentId, adminId: 'admin', reason: 'Asked by phone', amountInPaise: undefined });
    },
    visit: (_step, { payments }, userId) => payments.currentSubscriptionOf(userId, 'USER'),
    deliver: async ({ pick }, { payments }) => {
      const event = pickOf(post.waiting(), pick);
      if (event) await post.deliver(payments, event.id);
    },
    replay: async ({ pick }, { payments }) => {
      const event = pickOf([...post.arrived], pick);
      if (event !== undefined) await post.deliver(payments, event);
    },
    drop: ({ pick }) => {
      const event = pickOf(
        post.waiting().filter(({ isOnlyWord }) => !isOnlyWord),
        pick,
      );
      if (event) post.gone.add(event.id);
    },
    forge: (_step, { payments }) => payments.receiveWebhook({ rawBody: Buffer.from('?'), header: () => undefined }),
    jobs: (_step, { jobs }) => jobs.runDue(),
    reconcile: async (_step, { jobs }) => {
      await jobs.enqueue(world.database.db, reconcilePayments, {});
      await jobs.runDue();
    },
    wait: ({ pick }) => clock.advance(pickOf(WAITS_MS, pick) ?? 0),
    trouble: ({ pick }) => {
      pretend.state.trouble = pickOf(TROUBLES, pick);
    },
    die: ({ pick }) => {
      plan.commitsLeft = pick % 3;
    },
    refundsEnd: ({ pick }) => {
      pretend.state.refundsEnd = pick % 2 === 0 ? 'pending' : 'processed';
    },
    settle: ({ pick }) => {
      const pending = pickOf(
        pretend.refunds.filter(({ status }) => status === 'pending'),
        pick,
      );
      if (pending) pretend.settleRefund(pending, pick % 3 === 0 ? 'processed' : 'failed');
    },
    dashboard: ({ buyer, pick }) => {
      const paid = pickOf(own(buyer), pick);
      if (paid) pretend.refundInDashboard(paid, pick % 3 === 0 ? 10_000 : 49_900);
    },
  };
  return { deeds, post };
};

/** Nothing goes wrong any more, all that is on its way arrives, and time passes: what was begun comes to its end. */
const letSettle = async (world: LivingWorld, post: ReturnType<typeof createPost>): Promise<void> => {
  const { pretend, plan, clock, database } = world;
  const { jobs, payments } = world.processAt(0);
  pretend.state.trouble = undefined;
  pretend.state.refundsEnd = 'processed';
  plan.commitsLeft = undefined;
  for (const refund of pretend.refunds) pretend.settleRefund(refund, 'processed');
  for (const ms of [5 * MINUTE_MS, 5 * MINUTE_MS, 8 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS]) {
    for (const { id } of post.waiting().toReversed()) await post.deliver(payments, id);
    clock.advance(ms);
    await jobs.enqueue(database.db, reconcilePayments, {});
    await jobs.runDue();
  }
};

const checkMeanwhile = async ({ pretend, payments, buyers }: LivingWorld): Promise<void> => {
  for (const userId of buyers) {
    assert.ok(pretend.payableOf(userId) <= 1, 'two subscriptions wait to be paid by one person');
    const hasPaid = pretend.payments.some(
      ({ subscription, status }) => subscription.userId === userId && status === 'captured',
    );
    if (!hasPaid) assert.equal((await payments.subscriptionOf(userId)).status, 'inactive', 'let in without paying');
  }
};

/** Lives one history on an empty, migrated database; throws when the end, or anything on the way, is not right. */
export const liveHistory = async (opened: Database, steps: readonly Step[]): Promise<void> => {
  const world = await createWorld(opened);
  const { deeds, post } = deedsOf(world);
  const act = (step: Step, index: number): Promise<unknown> =>
    world.inProcess(index, async (process) => {
      try {
        await deeds[step.deed]?.(step, process, world.buyers[step.buyer] ?? '');
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
  await letSettle(world, post);
  await checkEnd(world);
};
