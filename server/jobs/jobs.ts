import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import type { JobRow } from '#server/database/tables.ts';
import { newId } from '#server/ids.ts';
import {
  claimNext,
  deleteWaiting,
  finish,
  giveBack,
  insertJobs,
  postpone,
  pruneFinished,
  renewLease,
} from './jobs.queries.ts';

const POLL_MS = 1000;
const WAKE_MS = 20;
/** A job whose process was killed is taken up after this time; one that runs is renewed three times as often. */
const LEASE_MS = 15_000;
const CONCURRENCY = 4;
const MAX_ATTEMPTS = 12;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60 * 60_000;
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** One kind of work: what it is given, and how it is done. It may run twice, so it does no harm when it does. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
  maxAttempts?: number;
  /** One at a time per process: for work that takes the whole machine. */
  isExclusive?: boolean;
  /** Runs once per period, in one process only; after downtime only the latest slot runs. */
  everyMs?: number;
}

export interface JobFacts {
  /** The same at every attempt: what is done once per job can be named by it. */
  id: string;
  attempt: number;
  signal: AbortSignal;
}

export type RunJob<P extends z.ZodType> = (payload: z.output<P>, facts: JobFacts) => Promise<void>;

export const defineJob = <P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> => definition;

interface Registered {
  definition: JobDefinition;
  run: (payload: string, facts: JobFacts) => Promise<void>;
}

export interface JobLog {
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** Table-backed work: enqueued in the caller's transaction, leased by one worker, retried with growing pauses. */
export interface Jobs {
  /** Says how a kind of job is done. */
  handle<P extends z.ZodType>(definition: JobDefinition<P>, run: RunJob<P>): void;
  /** Adds a job in the caller's transaction. A given `id` makes it the only one of that id, ever. */
  enqueue<P extends z.ZodType>(
    tx: Db,
    definition: JobDefinition<P>,
    payload: z.input<P>,
    options?: { id?: string; runAtMs?: number },
  ): Promise<void>;
  /** Adds a job for each payload, together. */
  enqueueAll<P extends z.ZodType>(tx: Db, definition: JobDefinition<P>, payloads: readonly z.input<P>[]): Promise<void>;
  /** Takes back a job that has not begun; answers whether there was one. */
  cancel(tx: Db, id: string): Promise<boolean>;
  start(): void;
  /** Takes no new job and waits for those under way. */
  stop(): Promise<void>;
  /** Runs everything that is due and what that causes, then answers how many ran: for tests and commands. */
  runDue(): Promise<number>;
}

const retryDelayMs = (attempt: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);

export const createJobs = (database: Database, clock: Clock, log: JobLog): Jobs => {
  const registered = new Map<string, Registered>();
  const worker = randomUUID();
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let pollTimer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const enqueueSlots = async (): Promise<void> => {
    const now = clock.now();
    for (const { definition } of registered.values()) {
      if (definition.everyMs === undefined) continue;
      const slot = Math.floor(now / definition.everyMs);
      const id = `${definition.name}:${slot}`;
      await insertJobs(database.db, [{ id, name: definition.name, payload: '{}', runAt: now, now }]);
    }
    await pruneFinished(database.db, now - KEPT_MS);
  };

  /** Exclusive kinds that run here. */
  const taken = new Set<string>();
  let lastClaim: Promise<unknown> = Promise.resolve();

  /** One claim after the other, so that each knows which exclusive kinds are taken. */
  const claim = (): Promise<{ job: JobRow; kind: Registered } | undefined> => {
    const claimed = lastClaim.then(async () => {
      const now = clock.now();
      const names = [...registered.keys()].filter((name) => !taken.has(name));
      const job = await claimNext(database, { names, worker, now, leasedUntil: now + LEASE_MS });
      const kind = job && registered.get(job.name);
      if (!job || !kind) return undefined;
      if (kind.definition.isExclusive === true) taken.add(job.name);
      return { job, kind };
    });
    lastClaim = claimed.catch(() => undefined);
    return claimed;
  };

  /** A stop that ends a job in the middle is no failure of it: the next start takes it up. */
  const settleFailure = async (job: JobRow, { definition }: Registered, error: unknown): Promise<void> => {
    if (stopping.signal.aborted) return giveBack(database.db, job.id, worker, clock.now());
    const message = error instanceof Error ? error.message : String(error);
    const isLast = job.attempts >= (definition.maxAttempts ?? MAX_ATTEMPTS);
    log[isLast ? 'error' : 'warn']({ job: job.name, id: job.id, attempt: job.attempts, err: error }, 'job failed');
    if (isLast) return finish(database.db, job.id, worker, { state: 'failed', error: message, now: clock.now() });
    const runAt = clock.now() + retryDelayMs(job.attempts);
    return postpone(database.db, job.id, worker, { runAt, error: message });
  };

  const runOne = async (): Promise<boolean> => {
    const claimed = await claim();
    if (!claimed) return false;
    const { job, kind } = claimed;
    const renewal = setInterval(() => {
      renewLease(database.db, job.id, worker, clock.now() + LEASE_MS).catch(() => undefined);
    }, LEASE_MS / 3).unref();
    try {
      await kind.run(job.payload, { id: job.id, attempt: job.attempts, signal: stopping.signal });
      await finish(database.db, job.id, worker, { state: 'done', error: null, now: clock.now() });
    } catch (error) {
      await settleFailure(job, kind, error);
    } finally {
      clearInterval(renewal);
      taken.delete(job.name);
    }
    return true;
  };

  const mayTakeMore = (): boolean => isStarted && !stopping.signal.aborted && underWay.size < CONCURRENCY;

  const fill = (): void => {
    while (mayTakeMore()) {
      const task: Promise<void> = runOne()
        .then((ran) => {
          underWay.delete(task);
          if (ran) fill();
        })
        .catch((error: unknown) => {
          underWay.delete(task);
          log.error({ err: error }, 'jobs could not be read');
        });
      underWay.add(task);
    }
  };

  const poll = (afterMs: number): void => {
    clearTimeout(pollTimer);
    if (!isStarted || stopping.signal.aborted) return;
    pollTimer = setTimeout(() => {
      fill();
      poll(POLL_MS);
    }, afterMs).unref();
  };

  let slotTimer: NodeJS.Timeout | undefined;
  const keepSlots = (): void => {
    enqueueSlots().catch((error: unknown) => log.error({ err: error }, 'periodic jobs could not be added'));
  };

  return {
    handle: (definition, run) => {
      registered.set(definition.name, {
        definition,
        run: async (payload, facts) => run(definition.payload.parse(JSON.parse(payload)), facts),
      });
    },
    enqueue: async (tx, definition, payload, options = {}) => {
      const now = clock.now();
      const { id = newId(), runAtMs: runAt = now } = options;
      await insertJobs(tx, [{ id, name: definition.name, payload: JSON.stringify(payload), runAt, now }]);
      poll(WAKE_MS);
    },
    enqueueAll: async (tx, { name }, payloads) => {
      if (payloads.length === 0) return;
      const now = clock.now();
      const jobs = payloads.map((payload) => ({
        id: newId(),
        name,
        payload: JSON.stringify(payload),
        runAt: now,
        now,
      }));
      await insertJobs(tx, jobs);
      poll(WAKE_MS);
    },
    cancel: deleteWaiting,
    start: () => {
      isStarted = true;
      keepSlots();
      slotTimer = setInterval(keepSlots, 30_000).unref();
      poll(WAKE_MS);
    },
    stop: async () => {
      clearTimeout(pollTimer);
      clearInterval(slotTimer);
      stopping.abort();
      await Promise.allSettled(underWay);
    },
    runDue: async () => {
      let count = 0;
      while (await runOne()) count += 1;
      return count;
    },
  };
};
