import { z } from 'zod';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';

export const sweepAccounts = defineJob({ name: 'accounts.sweep', payload: z.object({}), everyMs: 60 * 60_000 });

/** Removes what is over by time, once an hour: sessions, reset links, counters. */
export const sweepHourly = (jobs: Jobs, swept: { sweep(): Promise<void> }[]): void => {
  jobs.handle(sweepAccounts, async () => {
    for (const part of swept) await part.sweep();
  });
};
