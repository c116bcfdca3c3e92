import type { Db } from '#server/database/database.ts';
import { lastRuns, openJobs } from './jobs.queries.ts';

/** The last and the next run of a periodic job. */
export interface PeriodicJob {
  name: string;
  everyMs: number;
  /** `retrying`: the last attempt failed, and there will be another. Null before the first run. */
  state: 'done' | 'failed' | 'retrying' | 'running' | null;
  lastEndedAtMs: number | null;
  /** The error of the last attempt. */
  error: string | null;
  nextAtMs: number;
}

/** `periods`: every periodic job, by its name. Finished runs are deleted after a week. */
export const readPeriodicJobs = async (
  db: Db,
  periods: ReadonlyMap<string, number>,
  now: number,
): Promise<PeriodicJob[]> => {
  if (periods.size === 0) return [];
  const names = [...periods.keys()];
  const [ended, open] = [await lastRuns(db, names), await openJobs(db, names)];
  return [...periods].map(([name, everyMs]) => {
    const last = ended.find((run) => run.name === name);
    const ofName = open.filter((job) => job.name === name);
    const isRunning = ofName.some(({ state }) => state === 'running');
    const waiting = ofName.find(({ state }) => state === 'waiting');
    const retried = ofName.find(({ state, last_error: error }) => state === 'waiting' && error !== null);
    return {
      name,
      everyMs,
      state: isRunning ? 'running' : retried ? 'retrying' : (last?.state ?? null),
      lastEndedAtMs: last?.endedAt ?? null,
      error: retried?.last_error ?? (last?.state === 'failed' ? last.error : null),
      nextAtMs: waiting?.run_at ?? (Math.floor(now / everyMs) + 1) * everyMs,
    };
  });
};
