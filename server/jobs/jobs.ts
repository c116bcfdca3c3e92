import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import type { JobRow } from '#server/database/tables.ts';
import { UnavailableError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { noObserver, type Observer } from '#server/observer.ts';
import {
  claimDue,
  countOpenJobs,
  deleteWaiting,
  type FailedJob,
  finish,
  release,
  insertJobs,
  type JobCount,
  listFailed,
  postpone,
  pruneFinished,
  renewLease,
  restart,
} from './jobs.queries.ts';
import { type Lane, LANES } from './lanes.ts';
import { type PeriodicJob, readPeriodicJobs } from './periodic-jobs.ts';

const POLL_MS = 1000;
const WAKE_MS = 20;
/** A job whose process was killed is claimed again after this time; one that runs is renewed three times as often. */
const LEASE_MS = 15_000;
const MAX_ATTEMPTS = 12;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 60 * 60_000;
/** A job waits this long when what it needs cannot be reached. */
const UNAVAILABLE_MS = 30_000;
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** One kind of work. A job may run twice, so running it again must do no harm. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  name: string;
  lane: Lane;
  payload: P;
  maxAttempts?: number;
  /** Runs once per period, in one process only; after downtime only the latest slot runs. */
  everyMs?: number;
}

export interface JobFacts {
  /** Stays the same at every attempt: use it to name what must be done once per job. */
  id: string;
  attempt: number;
  signal: AbortSignal;
}

export type RunJob<P extends z.ZodType> = (payload: z.output<P>, facts: JobFacts) => Promise<void>;

export const defineJob = <P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> => definition;

export interface NewJob<P extends z.ZodType = z.ZodType> {
  payload: z.input<P>;
  /** Makes it the only job of that id, ever. */
  id?: string;
  /** Now, when it is left out. */
  runAtMs?: number;
}

interface Registered {
  definition: JobDefinition;
  run: (payload: string, facts: JobFacts) => Promise<void>;
}

interface ClaimedJob {
  job: JobRow;
  kind: Registered;
}

export interface JobLog {
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** Table-backed work: enqueued in the caller's transaction, leased by one worker, retried with growing pauses. */
export interface Jobs {
  /** Sets what runs for a kind of job. */
  handle<P extends z.ZodType>(definition: JobDefinition<P>, run: RunJob<P>): void;
  /** Adds a job in the caller's transaction. */
  enqueue<P extends z.ZodType>(
    tx: Db,
    definition: JobDefinition<P>,
    payload: z.input<P>,
    options?: Omit<NewJob<P>, 'payload'>,
  ): Promise<void>;
  /** Adds several jobs together. */
  enqueueAll<P extends z.ZodType>(tx: Db, definition: JobDefinition<P>, jobs: readonly NewJob<P>[]): Promise<void>;
  /** Removes a job that has not begun; returns whether there was one. */
  cancel(tx: Db, id: string): Promise<boolean>;
  /** Jobs that wait, run, or were given up within the last day, by kind and state. */
  counts(): Promise<JobCount[]>;
  /** The last and the next run of each job that runs once per period. */
  periodic(): Promise<PeriodicJob[]>;
  /** The last jobs that were given up. */
  failed(): Promise<FailedJob[]>;
  /** Runs a job again that was given up; returns whether there was one. */
  retry(id: string): Promise<boolean>;
  start(): void;
  /** Claims no new job and waits for those that run. */
  stop(): Promise<void>;
  /** Runs everything that is due and what that causes, then returns how many ran: for tests and commands. */
  runDue(): Promise<number>;
}

const retryDelayMs = (attempt: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);

export const createJobs = (database: Database, clock: Clock, log: JobLog, observer: Observer = noObserver): Jobs => {
  const registered = new Map<string, Registered>();
  const worker = randomUUID();
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let pollTimer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const periods = (): Map<string, number> =>
    new Map(
      [...registered.values()].flatMap(({ definition: { name, everyMs } }) =>
        everyMs === undefined ? [] : [[name, everyMs]],
      ),
    );

  const enqueueSlots = async (): Promise<void> => {
    const now = clock.now();
    const slots = [...periods()].map(([name, everyMs]) => {
      const id = `${name}:${Math.floor(now / everyMs)}`;
      return { id, name, payload: '{}', runAt: now, now };
    });
    if (slots.length > 0) await insertJobs(database.db, slots);
    await pruneFinished(database.db, now - KEPT_MS);
  };

  /** From one lane, or from any. */
  const claim = async (limit: number, lane?: Lane): Promise<ClaimedJob[]> => {
    const kinds = [...registered.values()].filter(({ definition }) => lane === undefined || definition.lane === lane);
    const names = kinds.map(({ definition }) => definition.name);
    const now = clock.now();
    const jobs = await claimDue(database, { names, worker, now, leasedUntil: now + LEASE_MS, limit });
    return jobs.flatMap((job) => {
      const kind = registered.get(job.name);
      return kind ? [{ job, kind }] : [];
    });
  };

  /** A stop that ends a job in the middle, and an outage of what it needs, are no failures of it, however long they last. */
  const recordFailure = async (job: JobRow, { definition }: Registered, error: unknown): Promise<void> => {
    const now = clock.now();
    if (stopping.signal.aborted) return release(database.db, job.id, worker, { runAt: now });
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UnavailableError) {
      log.warn({ job: job.name, id: job.id, err: error }, 'a job waits for what it needs');
      return release(database.db, job.id, worker, { runAt: now + UNAVAILABLE_MS, error: message });
    }
    const isLast = job.attempts >= (definition.maxAttempts ?? MAX_ATTEMPTS);
    log[isLast ? 'error' : 'warn']({ job: job.name, id: job.id, attempt: job.attempts, err: error }, 'job failed');
    if (isLast) return finish(database.db, job.id, worker, { state: 'failed', error: message, now });
    const runAt = now + retryDelayMs(job.attempts);
    return postpone(database.db, job.id, worker, { runAt, error: message });
  };

  const outcomeOf = (): string => (stopping.signal.aborted ? 'stopped' : 'failed');

  const run = async ({ job, kind }: ClaimedJob): Promise<void> => {
    const renewal = setInterval(() => {
      renewLease(database.db, job.id, worker, clock.now() + LEASE_MS).catch(() => undefined);
    }, LEASE_MS / 3).unref();
    try {
      const facts = { id: job.id, attempt: job.attempts, signal: stopping.signal };
      await observer.run({ kind: 'job', name: job.name }, () => kind.run(job.payload, facts), outcomeOf);
      await finish(database.db, job.id, worker, { state: 'done', error: null, now: clock.now() });
    } catch (error) {
      await recordFailure(job, kind, error);
    } finally {
      clearInterval(renewal);
    }
  };

  /** Keeps `work` until it ends, so that a stop waits for it. */
  const track = (work: Promise<void>): void => {
    const task: Promise<void> = work
      .catch((error: unknown) => log.error({ err: error }, 'jobs could not be read or finished'))
      .finally(() => underWay.delete(task));
    underWay.add(task);
  };

  const isClaiming = (): boolean => isStarted && !stopping.signal.aborted;

  /** Creates the function that claims as many jobs of a lane as it has room for, until it is full or nothing is due. */
  const createFill = ({ name: lane, concurrency }: (typeof LANES)[number]): (() => void) => {
    let running = 0;
    let isFilling = false;
    let mustClaimAgain = false;

    const runInLane = async (claimed: ClaimedJob): Promise<void> => {
      running += 1;
      try {
        await run(claimed);
      } finally {
        running -= 1;
        fill();
      }
    };
    const hasRoom = (): boolean => isClaiming() && running < concurrency;
    const claimUntilFull = async (): Promise<void> => {
      isFilling = true;
      try {
        while (hasRoom()) {
          mustClaimAgain = false;
          const claimed = await claim(concurrency - running, lane);
          for (const one of claimed)
            if (isClaiming()) track(runInLane(one));
            else await release(database.db, one.job.id, worker, { runAt: clock.now() });
          if (claimed.length === 0 && !mustClaimAgain) break;
        }
      } finally {
        isFilling = false;
      }
    };
    const fill = (): void => {
      mustClaimAgain = true;
      if (!isFilling && isClaiming()) track(claimUntilFull());
    };
    return fill;
  };
  const fills = LANES.map(createFill);

  const poll = (afterMs: number): void => {
    clearTimeout(pollTimer);
    if (!isClaiming()) return;
    pollTimer = setTimeout(() => {
      for (const fill of fills) fill();
      poll(POLL_MS);
    }, afterMs).unref();
  };

  const enqueueAll = async (tx: Db, { name }: JobDefinition, jobs: readonly NewJob[]): Promise<void> => {
    if (jobs.length === 0) return;
    const now = clock.now();
    const rows = jobs.map(({ payload, id = newId(), runAtMs = now }) => ({
      id,
      name,
      payload: JSON.stringify(payload),
      runAt: runAtMs,
      now,
    }));
    await insertJobs(tx, rows);
    poll(WAKE_MS);
  };

  let slotTimer: NodeJS.Timeout | undefined;
  /** A stop waits for this as for a job, so that nothing is written after it. */
  const addSlots = (): void => track(enqueueSlots());

  return {
    handle: (definition, run) => {
      registered.set(definition.name, {
        definition,
        run: async (payload, facts) => run(definition.payload.parse(JSON.parse(payload)), facts),
      });
    },
    enqueue: (tx, definition, payload, options = {}) => enqueueAll(tx, definition, [{ payload, ...options }]),
    enqueueAll,
    cancel: deleteWaiting,
    counts: () => countOpenJobs(database.db, clock.now()),
    periodic: () => readPeriodicJobs(database.db, periods(), clock.now()),
    failed: () => listFailed(database.db),
    retry: async (id) => {
      const isThere = await restart(database.db, id, clock.now());
      if (isThere) poll(WAKE_MS);
      return isThere;
    },
    start: () => {
      isStarted = true;
      addSlots();
      slotTimer = setInterval(addSlots, 30_000).unref();
      poll(WAKE_MS);
    },
    stop: async () => {
      clearTimeout(pollTimer);
      clearInterval(slotTimer);
      stopping.abort();
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    runDue: async () => {
      let count = 0;
      for (let [claimed] = await claim(1); claimed; [claimed] = await claim(1)) {
        await run(claimed);
        count += 1;
      }
      return count;
    },
  };
};
