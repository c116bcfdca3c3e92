import { type Clock, HOUR_MS } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { JobRow } from '#server/database/tables/server.ts';
import { isDiskFailure } from '#server/database/failures.ts';
import { UnavailableError } from '#server/errors.ts';
import type { Observer } from '#server/observer.ts';
import { finish, postpone, release, renewLease } from './jobs.queries.ts';

/** After this time another worker takes over the job of a killed process. A running job renews its lease three times as often. */
export const LEASE_MS = 15_000;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = HOUR_MS;
/** The delay of a job whose dependency is unavailable. */
const UNAVAILABLE_MS = 30_000;

/** The function of a kind of job, for one job or several. */
export interface JobKind {
  name: string;
  maxAttempts: number;
  run: (jobs: readonly JobRow[], signal: AbortSignal) => Promise<void>;
}

export interface JobLog {
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

interface RunnerNeeds {
  database: Database;
  clock: Clock;
  log: JobLog;
  observer: Observer;
  worker: string;
  /** Aborted when this process stops. */
  stopping: AbortSignal;
}

const retryDelayMs = (attempt: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);

/** Runs leased jobs of one kind together, and records their outcome. */
export type RunJobs = (kind: JobKind, jobs: readonly JobRow[]) => Promise<void>;

export const createRunner = ({ database: { db }, clock, log, observer, worker, stopping }: RunnerNeeds): RunJobs => {
  /** A stop, an outage of a dependency, and a disk that accepts no writes do not count as failed attempts. */
  const recordFailure = async (kind: JobKind, job: JobRow, error: unknown): Promise<unknown> => {
    const now = clock.now();
    if (stopping.aborted) return release(db, job.id, worker, { runAt: now });
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UnavailableError || isDiskFailure(error)) {
      log.warn({ job: job.name, id: job.id, err: error }, 'a job waits for what it needs');
      return release(db, job.id, worker, { runAt: now + UNAVAILABLE_MS, error: message });
    }
    const isLast = job.attempts >= kind.maxAttempts;
    log[isLast ? 'error' : 'warn']({ job: job.name, id: job.id, attempt: job.attempts, err: error }, 'job failed');
    if (isLast) return finish(db, [job.id], worker, { state: 'failed', error: message, now });
    return postpone(db, job.id, worker, { runAt: now + retryDelayMs(job.attempts), error: message });
  };

  const outcomeOf = (): string => (stopping.aborted ? 'stopped' : 'failed');

  const run: RunJobs = async (kind, jobs) => {
    const ids = jobs.map(({ id }) => id);
    const renewal = setInterval(() => {
      renewLease(db, ids, worker, clock.now() + LEASE_MS).catch(() => undefined);
    }, LEASE_MS / 3).unref();
    try {
      await observer.run({ kind: 'job', name: kind.name }, () => kind.run(jobs, stopping), outcomeOf);
      await finish(db, ids, worker, { state: 'done', error: null, now: clock.now() });
    } catch (error) {
      // One of several may have failed; the others must not wait for it.
      for (const job of jobs)
        if (jobs.length === 1 || stopping.aborted) await recordFailure(kind, job, error);
        else await run(kind, [job]);
    } finally {
      clearInterval(renewal);
    }
  };
  return run;
};
