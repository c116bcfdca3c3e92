import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { type Clock, WEEK_MS } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import { isDiskFailure, isReadOnly } from '#server/database/failures.ts';
import type { JobRow } from '#server/database/tables/server.ts';
import { newId } from '#server/ids.ts';
import { noObserver, type Observer } from '#server/observer.ts';
import {
  claimDue,
  countOpenJobs,
  deleteWaiting,
  type FailedJob,
  insertJobs,
  insertSlots,
  type JobCount,
  listFailed,
  pruneFinished,
  release,
  releaseAll,
  restart,
} from './jobs.queries.ts';
import { openAmong } from './open-among.ts';
import { watchClock } from './clock-watch.ts';
import { createLane } from './lane.ts';
import { type Lane, LANES } from './lanes.ts';
import { type PeriodicJob, readPeriodicJobs } from './periodic-jobs.ts';
import { createRunner, type JobKind, type JobLog, LEASE_MS } from './runner.ts';

export type { JobLog } from './runner.ts';

const POLL_MS = 1000;
const SLOTS_MS = 30_000;
/** The polling interval while the school is read-only, and while its disk accepts no writes. */
const UNWRITABLE_MS = 30_000;
const MAX_ATTEMPTS = 12;
/** Leaves a third of the time that a process has to close for everything else, which takes seconds on a busy machine. */
const STOP_MS = 8000;
/** Longer than the period of any job. */
const KEPT_MS = WEEK_MS;

/** A kind of job. A job may run twice, so it must be idempotent. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  name: string;
  lane: Lane;
  payload: P;
  maxAttempts?: number;
  /** Runs once per period, in one process; after downtime only the latest period runs. */
  everyMs?: number;
  /**
   * What it deletes, or tells people, cannot be taken back: after a jump of the clock it does not run for a day. Of jobs that are
   * planned, only those wait that the jump made due.
   */
  waitsAfterJump?: boolean;
}

export interface JobFacts {
  /** The same at every attempt: use it as an idempotency key. */
  id: string;
  attempt: number;
  signal: AbortSignal;
}

export type RunJob<P extends z.ZodType> = (payload: z.output<P>, facts: JobFacts) => Promise<unknown>;

/** If it fails with several jobs, it runs again with each job alone. */
export type RunTogether<P extends z.ZodType> = (payloads: z.output<P>[], signal: AbortSignal) => Promise<void>;

export const defineJob = <P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> => definition;

export interface NewJob<P extends z.ZodType = z.ZodType> {
  payload: z.input<P>;
  /**
   * While a job with this id waits or runs, and for a week after it finished, it is not added again. A failed one is
   * restarted. Work that must never be repeated needs its own row.
   */
  id?: string;
  /** Default: now. */
  runAtMs?: number;
}

interface Registered extends JobKind {
  lane: Lane;
  everyMs: number | undefined;
  waitsAfterJump: boolean;
}

/** Jobs in a table: added in the caller's transaction, leased by one worker, retried with growing delays. */
export interface Jobs {
  /** Sets the function of a kind of job. */
  handle<P extends z.ZodType>(definition: JobDefinition<P>, run: RunJob<P>): void;
  /** As `handle`, for work that is cheaper for several jobs at once; the lane limits their number. */
  handleTogether<P extends z.ZodType>(definition: JobDefinition<P>, run: RunTogether<P>): void;
  /** Adds a job in the caller's transaction. A due one starts after the commit, also in another process. */
  enqueue<P extends z.ZodType>(
    tx: Db,
    definition: JobDefinition<P>,
    payload: z.input<P>,
    options?: Omit<NewJob<P>, 'payload'>,
  ): Promise<void>;
  /** Adds several jobs together. */
  enqueueAll<P extends z.ZodType>(tx: Db, definition: JobDefinition<P>, jobs: readonly NewJob<P>[]): Promise<void>;
  /** Removes a job that has not started; returns whether it existed. */
  cancel(tx: Db, id: string): Promise<boolean>;
  /** Waiting jobs, running jobs, and those that failed within the last day, by kind and state. */
  counts(): Promise<JobCount[]>;
  /** The last and the next run of each job that runs once per period. */
  periodic(): Promise<PeriodicJob[]>;
  /** The latest failed jobs. */
  failed(): Promise<FailedJob[]>;
  /** Those of some ids that wait or run. */
  openAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Restarts a failed job; returns whether it exists. */
  retry(id: string): Promise<boolean>;
  start(): void;
  /**
   * Leases no new job and waits for the running ones. Those that hang are left to the next process: what they wait for ends
   * with this one.
   */
  stop(): Promise<void>;
  /** Runs all due jobs, of one lane or of all, including those they add, and returns their number: for tests and commands. */
  runDue(lane?: Lane): Promise<number>;
}

export const createJobs = (
  database: Database,
  clock: Clock,
  log: JobLog,
  { observer = noObserver, stopMs = STOP_MS }: { observer?: Observer; stopMs?: number } = {},
): Jobs => {
  const registered = new Map<string, Registered>();
  const worker = randomUUID();
  const clockWatch = watchClock(database.db, clock);
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let isStarted = false;
  let pausedUntil = 0;
  let isHeld = false;
  const runTogether = createRunner({ database, clock, log, observer, worker, stopping: stopping.signal });

  const periods = (): Map<string, number> =>
    new Map([...registered.values()].flatMap(({ name, everyMs }) => (everyMs === undefined ? [] : [[name, everyMs]])));

  const enqueueSlots = async (): Promise<void> => {
    const now = clock.now();
    const hasJumped = (await clockWatch.look()) !== undefined;
    if (hasJumped && !isHeld)
      log.warn({}, 'the clock is a day ahead of the last run: what deletes, reminds or sends on a day waits');
    isHeld = hasJumped;
    const due = [...periods()].filter(([name]) => !hasJumped || registered.get(name)?.waitsAfterJump !== true);
    const slots = due.map(([name, everyMs]) => {
      const id = `${name}:${Math.floor(now / everyMs)}`;
      return { id, name, payload: '{}', runAt: now, now };
    });
    if (slots.length > 0) await insertSlots(database.db, slots);
    if (!hasJumped) await pruneFinished(database.db, now - KEPT_MS);
  };

  /** From one lane, or from any. */
  const claim = async (limit: number, lane?: Lane): Promise<JobRow[]> => {
    const kinds = [...registered.values()].filter((kind) => lane === undefined || kind.lane === lane);
    const names = kinds.map(({ name }) => name);
    const now = clock.now();
    // A command and a test run what is due by the clock that they have.
    const jump = isStarted ? await clockWatch.latest() : undefined;
    const waiting = kinds.flatMap(({ name, waitsAfterJump }) => (waitsAfterJump ? [name] : []));
    const held = jump && waiting.length > 0 ? { ...jump, names: waiting } : undefined;
    return claimDue(database, { names, worker, now, leasedUntil: now + LEASE_MS, limit, held });
  };

  /** Jobs of one kind. */
  const run = async (jobs: readonly JobRow[]): Promise<void> => {
    const kind = registered.get(jobs[0]?.name ?? '');
    if (kind) await runTogether(kind, jobs);
  };

  const unclaim = async (jobs: readonly JobRow[]): Promise<void> => {
    for (const { id } of jobs) await release(database.db, id, worker, { runAt: clock.now() });
  };

  const track = (work: Promise<void>): void => {
    const task: Promise<void> = work
      .catch((error: unknown) => {
        const isPaused = performance.now() < pausedUntil;
        // Leases cannot be written, so jobs wait until the school is writable.
        if (isReadOnly(error) || isDiskFailure(error)) pausedUntil = performance.now() + UNWRITABLE_MS;
        if (!isReadOnly(error) && !isPaused) log.error({ err: error }, 'jobs could not be read or finished');
      })
      .finally(() => underWay.delete(task));
    underWay.add(task);
  };

  const isClaiming = (): boolean => isStarted && !stopping.signal.aborted && performance.now() >= pausedUntil;
  const lanes = new Map<string, { fill: () => void; wake: () => void }>(
    LANES.map(({ name, ...limits }) => {
      const fill = createLane(limits, { isClaiming, claim: (limit) => claim(limit, name), run, unclaim, track });
      // A process that runs no jobs signals the workers.
      return [name, { fill, wake: () => (isStarted ? fill() : database.signals.send(name)) }];
    }),
  );
  const fillAll = (): void => lanes.forEach(({ fill }) => fill());

  const enqueueAll = async (tx: Db, { name, lane }: JobDefinition, jobs: readonly NewJob[]): Promise<void> => {
    if (jobs.length === 0) return;
    const now = clock.now();
    const rows = new Map(
      jobs.map(({ payload, id = newId(), runAtMs = now }) => [
        id,
        { id, name, payload: JSON.stringify(payload), runAt: runAtMs, now },
      ]),
    );
    await insertJobs(tx, [...rows.values()]);
    const { wake } = lanes.get(lane) ?? {};
    if (wake && [...rows.values()].some(({ runAt }) => runAt <= now)) database.afterCommit(tx, wake);
  };

  /** A stop waits for it, so that nothing is written afterwards. */
  const addSlots = (): void => track(enqueueSlots());
  const register = <P extends z.ZodType>(
    { name, lane, maxAttempts = MAX_ATTEMPTS, everyMs, waitsAfterJump = false }: JobDefinition<P>,
    run: JobKind['run'],
  ): void => void registered.set(name, { name, lane, maxAttempts, everyMs, waitsAfterJump, run });

  const stop = async (): Promise<void> => {
    timers.forEach(clearInterval);
    stopping.abort();
    const waiting = new AbortController();
    const isOver = sleep(stopMs, true, { signal: waiting.signal }).catch(() => true);
    const haveEnded = async (): Promise<boolean> => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
      return false;
    };
    if (await Promise.race([haveEnded(), isOver])) await releaseAll(database.db, worker, clock.now());
    waiting.abort();
  };
  let stopped: Promise<void> | undefined;

  return {
    handle: (definition, run) =>
      register(definition, async (jobs, signal) => {
        for (const { id, payload, attempts: attempt } of jobs) {
          signal.throwIfAborted();
          await run(definition.payload.parse(JSON.parse(payload)), { id, attempt, signal });
        }
      }),
    handleTogether: (definition, run) =>
      register(definition, (jobs, signal) =>
        run(
          jobs.map(({ payload }) => definition.payload.parse(JSON.parse(payload))),
          signal,
        ),
      ),
    enqueue: (tx, definition, payload, options = {}) => enqueueAll(tx, definition, [{ payload, ...options }]),
    enqueueAll,
    cancel: deleteWaiting,
    counts: () => countOpenJobs(database.db, clock.now()),
    periodic: () => readPeriodicJobs(database.db, periods(), clock.now()),
    failed: () => listFailed(database.db),
    openAmong,
    retry: async (id) => {
      const exists = await restart(database.db, id, clock.now());
      if (exists) lanes.forEach(({ wake }) => wake());
      return exists;
    },
    start: () => {
      isStarted = true;
      addSlots();
      fillAll();
      database.signals.listen((lane) => lanes.get(lane)?.fill());
      timers.push(setInterval(addSlots, SLOTS_MS).unref(), setInterval(fillAll, POLL_MS).unref());
    },
    stop: () => (stopped ??= stop()),
    runDue: async (lane) => {
      let count = 0;
      for (let claimed = await claim(1, lane); claimed.length > 0; claimed = await claim(1, lane)) {
        await run(claimed);
        count += 1;
      }
      return count;
    },
  };
};
