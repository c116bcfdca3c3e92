import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import { startApp, type TestApp } from './start-app.ts';

export const Named = z.object({ name: z.string() });

export interface Place {
  database: Database;
  clock: Clock;
}

const quiet = { warn: () => undefined, error: () => undefined };

/** Jobs of one process, with nothing of the app's own among them. They stop with the test. */
export const openJobs = ({ database, clock }: Place): Jobs => {
  const jobs = createJobs(database, clock, quiet);
  onTestFinished(() => jobs.stop());
  return jobs;
};

export const openApp = async (): Promise<TestApp> => {
  const app = await startApp();
  onTestFinished(() => app.close());
  return app;
};

export const storedJob = async ({ database }: Place, id: string) =>
  database.db
    .selectFrom('jobs')
    .select(['state', 'attempts', 'run_at', 'last_error'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** A promise that a test settles, and that lets go of what waits for it when the test ends. */
export const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  return { opened: promise, open: resolve };
};
