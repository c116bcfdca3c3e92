import type { TestApp } from './start-app.ts';

/**
 * Reads the jobs of a name before they run. The function that it returns makes them wait again, as after a process that was
 * killed before it recorded their end: a job that is done keeps no payload.
 */
export const jobsToRunAgain = async (
  { database: { db } }: Pick<TestApp, 'database'>,
  name: string,
): Promise<() => Promise<void>> => {
  const before = await db.selectFrom('jobs').select(['id', 'payload']).where('name', '=', name).execute();
  if (before.length === 0) throw new Error(`no job ${name} waits`);
  const again = { state: 'waiting', run_at: 0, leased_by: null, leased_until: null, finished_at: null } as const;
  return async () => {
    for (const { id, payload } of before)
      await db
        .updateTable('jobs')
        .set({ ...again, payload })
        .where('id', '=', id)
        .execute();
  };
};
