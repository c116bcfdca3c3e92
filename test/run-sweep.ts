import { newId } from '#server/ids.ts';
import type { TestApp } from './start-app.ts';

/** Runs a job of the lane `upkeep` that is due once a day. */
export const runSweep = async ({ database, jobs }: TestApp, name: string): Promise<void> => {
  const due = { id: newId(), name, payload: '{}', state: 'waiting', run_at: 0, attempts: 0 } as const;
  const unset = { leased_by: null, leased_until: null, last_error: null, created_at: 0, finished_at: null };
  await database.db
    .insertInto('jobs')
    .values({ ...due, ...unset })
    .execute();
  await jobs.runDue('upkeep');
};
