import type { Database, Db } from '#server/database/database.ts';
import type { JobRow } from '#server/database/tables.ts';

interface NewJob {
  id: string;
  name: string;
  payload: string;
  runAt: number;
  now: number;
}

/** A job with an id that is known already is not added again. */
export const insertJob = async (db: Db, { id, name, payload, runAt, now }: NewJob): Promise<void> => {
  await db
    .insertInto('jobs')
    .values({
      id,
      name,
      payload,
      state: 'waiting',
      run_at: runAt,
      attempts: 0,
      leased_by: null,
      leased_until: null,
      last_error: null,
      created_at: now,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
};

/** Whether there was one to delete: a job that has begun stays. */
export const deleteWaiting = async (db: Db, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

interface Claim {
  names: string[];
  worker: string;
  now: number;
  leasedUntil: number;
}

/** Leases the job that is due longest, or one whose worker let its lease run out. */
export const claimNext = async (database: Database, claim: Claim): Promise<JobRow | undefined> => {
  const { db } = database;
  if (claim.names.length === 0 || !(await isAnyDue(db, claim.now))) return undefined;
  return db
    .updateTable('jobs')
    .set((update) => ({
      state: 'running',
      leased_by: claim.worker,
      leased_until: claim.leasedUntil,
      attempts: update('attempts', '+', 1),
    }))
    .where('id', '=', (inner) => {
      const next = inner
        .selectFrom('jobs')
        .select('id')
        .where('name', 'in', claim.names)
        .where((or) =>
          or.or([
            or.and([or('state', '=', 'waiting'), or('run_at', '<=', claim.now)]),
            or.and([or('state', '=', 'running'), or('leased_until', '<', claim.now)]),
          ]),
        )
        .orderBy('run_at')
        .limit(1);
      return database.supportsSkipLocked ? next.forUpdate().skipLocked() : next;
    })
    .returningAll()
    .executeTakeFirst();
};

/** A read that spares an idle worker the write lock. */
const isAnyDue = async (db: Db, now: number): Promise<boolean> => {
  const waiting = await db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'waiting')
    .where('run_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  if (waiting) return true;
  const abandoned = await db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'running')
    .where('leased_until', '<', now)
    .limit(1)
    .executeTakeFirst();
  return abandoned !== undefined;
};

export const renewLease = async (db: Db, id: string, worker: string, leasedUntil: number): Promise<void> => {
  await db
    .updateTable('jobs')
    .set({ leased_until: leasedUntil })
    .where('id', '=', id)
    .where('leased_by', '=', worker)
    .execute();
};

export const finish = async (
  db: Db,
  id: string,
  worker: string,
  outcome: { state: 'done' | 'failed'; error: string | null; now: number },
): Promise<void> => {
  await db
    .updateTable('jobs')
    .set({
      state: outcome.state,
      last_error: outcome.error,
      finished_at: outcome.now,
      leased_by: null,
      leased_until: null,
    })
    .where('id', '=', id)
    .where('leased_by', '=', worker)
    .execute();
};

export const postpone = async (
  db: Db,
  id: string,
  worker: string,
  next: { runAt: number; error: string },
): Promise<void> => {
  await db
    .updateTable('jobs')
    .set({
      state: 'waiting',
      run_at: Math.round(next.runAt),
      last_error: next.error,
      leased_by: null,
      leased_until: null,
    })
    .where('id', '=', id)
    .where('leased_by', '=', worker)
    .execute();
};

/** Gives a job back as if it had not been taken. */
export const giveBack = async (db: Db, id: string, worker: string, now: number): Promise<void> => {
  await db
    .updateTable('jobs')
    .set((update) => ({
      state: 'waiting',
      run_at: now,
      attempts: update('attempts', '-', 1),
      leased_by: null,
      leased_until: null,
    }))
    .where('id', '=', id)
    .where('leased_by', '=', worker)
    .execute();
};

export const pruneFinished = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('jobs').where('state', '=', 'done').where('finished_at', '<', before).execute();
};
