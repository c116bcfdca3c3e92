import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { JobRow } from '#server/database/tables/server.ts';
import { deleteInParts } from '#server/database/delete-in-parts.ts';

interface NewJob {
  id: string;
  name: string;
  payload: string;
  runAt: number;
  now: number;
}

const rowsOf = (jobs: readonly NewJob[]): JobRow[] =>
  jobs.map(({ id, name, payload, runAt, now }) => ({
    id,
    name,
    payload,
    state: 'waiting' as const,
    run_at: runAt,
    attempts: 0,
    leased_by: null,
    leased_until: null,
    last_error: null,
    created_at: now,
    finished_at: null,
  }));

/** A job with a known id is not added again, unless that one has failed: then it is restarted. */
export const insertJobs = (db: Db, jobs: readonly NewJob[]) =>
  db
    .insertInto('jobs')
    .values(rowsOf(jobs))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          payload: ref('excluded.payload'),
          state: 'waiting',
          run_at: ref('excluded.run_at'),
          attempts: 0,
          last_error: null,
          finished_at: null,
        }))
        .where('jobs.state', '=', sql.lit('failed')),
    )
    .execute();

/** Each period has one job, whatever its outcome. */
export const insertSlots = (db: Db, slots: readonly NewJob[]) =>
  db
    .insertInto('jobs')
    .values(rowsOf(slots))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** Returns whether a job was deleted: one that has started stays. */
export const deleteWaiting = (db: Db, id: string): Promise<boolean> =>
  changesRow(db.deleteFrom('jobs').where('id', '=', id).where('state', '=', 'waiting'));

interface Claim {
  names: string[];
  worker: string;
  now: number;
  leasedUntil: number;
  /** The maximum number of jobs. */
  limit: number;
  /** Kinds whose jobs a jump of the clock has not made due, and that jump. */
  held: { names: string[]; fromMs: number; toMs: number } | undefined;
}

/** A job is planned if it was added at least so long before its time. */
const PLANNED_MS = HOUR_MS;
/** A lease that ends later was given by a clock that was ahead. */
const IMPOSSIBLE_LEASE_MS = DAY_MS;

const ofKinds = (db: Db, state: 'waiting' | 'running', names: readonly string[]) =>
  db.selectFrom('jobs').select('id').where('name', 'in', names).where('state', '=', sql.lit(state));

/** Waiting jobs whose time has come; the oldest first. */
const waitingIds = (db: Db, { names, now, held, limit }: Claim) => {
  const due = ofKinds(db, 'waiting', names).where('run_at', '<=', now).orderBy('run_at').limit(limit);
  if (!held) return due;
  return due.where(({ eb, and, not }) =>
    not(
      and([
        eb('name', 'in', held.names),
        eb('run_at', '>', held.fromMs),
        eb('run_at', '<=', held.toMs),
        eb(eb('run_at', '-', eb.ref('created_at')), '>=', PLANNED_MS),
      ]),
    ),
  );
};

/** Running jobs with an expired lease; the oldest first. */
const abandonedIds = (db: Db, { names, now, limit }: Claim) =>
  ofKinds(db, 'running', names)
    .where(({ or, eb }) => or([eb('leased_until', '<', now), eb('leased_until', '>', now + IMPOSSIBLE_LEASE_MS)]))
    .orderBy('leased_until')
    .limit(limit);

/** Leases the oldest due jobs, otherwise those with an expired lease, with one statement. */
export const claimDue = async (database: Database, claim: Claim): Promise<JobRow[]> => {
  const { db } = database;
  if (claim.names.length === 0) return [];
  for (const dueIds of [waitingIds, abandonedIds]) {
    // Reads first, so that an idle worker takes no write lock.
    if (!(await dueIds(db, { ...claim, limit: 1 }).executeTakeFirst())) continue;
    const jobs = await db
      // Run once, before the update: a subquery in its place could be run again, and lease more than the limit.
      .with('due', () => {
        const due = dueIds(db, claim);
        return database.supportsSkipLocked ? due.forUpdate().skipLocked() : due;
      })
      .updateTable('jobs')
      .set((update) => ({
        state: 'running',
        leased_by: claim.worker,
        leased_until: claim.leasedUntil,
        attempts: update('attempts', '+', 1),
      }))
      .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
      .returningAll()
      .execute();
    if (jobs.length > 0) return jobs.toSorted((a, b) => a.run_at - b.run_at);
  }
  return [];
};

export const renewLease = (db: Db, ids: readonly string[], worker: string, leasedUntil: number) =>
  db
    .updateTable('jobs')
    .set({ leased_until: leasedUntil })
    .where('id', 'in', ids)
    .where('leased_by', '=', worker)
    .execute();

export const finish = (
  db: Db,
  ids: readonly string[],
  worker: string,
  outcome: { state: 'done' | 'failed'; error: string | null; now: number },
) =>
  db
    .updateTable('jobs')
    .set({
      state: outcome.state,
      // It may name a person; a failed one is tried again with it.
      ...(outcome.state === 'done' ? { payload: '{}' } : {}),
      last_error: outcome.error,
      finished_at: outcome.now,
      leased_by: null,
      leased_until: null,
    })
    .where('id', 'in', ids)
    .where('leased_by', '=', worker)
    .execute();

export const postpone = (db: Db, id: string, worker: string, next: { runAt: number; error: string }) =>
  db
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

const releasing = (db: Db, worker: string, { runAt, error }: { runAt: number; error?: string }) =>
  db
    .updateTable('jobs')
    .set((update) => ({
      state: 'waiting',
      run_at: runAt,
      ...(error === undefined ? {} : { last_error: error }),
      attempts: update('attempts', '-', 1),
      leased_by: null,
      leased_until: null,
    }))
    .where('leased_by', '=', worker);

/** Ends the lease of a job without counting an attempt. */
export const release = (db: Db, id: string, worker: string, outcome: { runAt: number; error?: string }) =>
  releasing(db, worker, outcome).where('id', '=', id).execute();

/** Ends every lease of a worker, as `release` does. */
export const releaseAll = (db: Db, worker: string, runAt: number) =>
  releasing(db, worker, { runAt }).where('state', '=', sql.lit('running')).execute();

const FAILED_MAX = 50;

export type FailedJob = Pick<JobRow, 'id' | 'name' | 'attempts' | 'last_error' | 'finished_at'>;

/** Failed jobs, the latest first. */
export const listFailed = (db: Db): Promise<FailedJob[]> =>
  db
    .selectFrom('jobs')
    .select(['id', 'name', 'attempts', 'last_error', 'finished_at'])
    .where('state', '=', sql.lit('failed'))
    .orderBy('finished_at', 'desc')
    .limit(FAILED_MAX)
    .execute();

/** Makes a failed job due now, with all its attempts; returns whether it exists. */
export const restart = (db: Db, id: string, now: number): Promise<boolean> =>
  changesRow(
    db
      .updateTable('jobs')
      .set({ state: 'waiting', run_at: now, attempts: 0, finished_at: null })
      .where('id', '=', id)
      .where('state', '=', sql.lit('failed')),
  );

export interface LastRun {
  name: string;
  state: 'done' | 'failed';
  endedAt: number;
  error: string | null;
}

/** The last run of each of these kinds; several if they ended at the same moment. */
export const lastRuns = (db: Db, names: readonly string[]): Promise<LastRun[]> =>
  db
    .selectFrom('jobs as j')
    .innerJoin(
      db
        .selectFrom('jobs')
        .select(['name', ({ fn }) => fn.max('finished_at').as('ended_at')])
        .where('name', 'in', names)
        .where('finished_at', 'is not', null)
        .groupBy('name')
        .as('last'),
      (join) => join.onRef('last.name', '=', 'j.name').onRef('last.ended_at', '=', 'j.finished_at'),
    )
    .select(['j.name', 'j.state', 'last.ended_at as endedAt', 'j.last_error as error'])
    .where('j.state', 'in', ['done', 'failed'])
    .$narrowType<{ state: 'done' | 'failed'; endedAt: number }>()
    .execute();

/** Jobs of these kinds that wait or run, the next first. */
export const openJobs = (db: Db, names: readonly string[]) =>
  db
    .selectFrom('jobs')
    .select(['name', 'state', 'run_at', 'last_error'])
    .where('name', 'in', names)
    .where('finished_at', 'is', null)
    .orderBy('run_at')
    .execute();

export const pruneFinished = (db: Db, before: number): Promise<number> => {
  const old = db.selectFrom('jobs').select('id').where('state', '=', 'done').where('finished_at', '<', before);
  return deleteInParts((limit) => db.deleteFrom('jobs').where('id', 'in', old.limit(limit)));
};

export interface JobCount {
  name: string;
  state: 'due' | 'scheduled' | 'running' | 'failed';
  count: number;
  /** The time since the oldest was due; 0 for other states. */
  oldestDueMs: number;
}

/** Reads no finished job: each state has its own index. */
export const countOpenJobs = async (db: Db, now: number): Promise<JobCount[]> => {
  const countOf = (state: JobCount['state']) =>
    db
      .selectFrom('jobs')
      .groupBy('name')
      .select(({ fn }) => [
        'name' as const,
        sql<JobCount['state']>`${sql.lit(state)}`.as('state'),
        fn.countAll<number>().as('count'),
        fn.min('run_at').as('first_run_at'),
      ]);
  const rows = await countOf('due')
    .where('state', '=', sql.lit('waiting'))
    .where('run_at', '<=', now)
    .unionAll(countOf('scheduled').where('state', '=', sql.lit('waiting')).where('run_at', '>', now))
    .unionAll(countOf('running').where('state', '=', sql.lit('running')))
    .unionAll(
      countOf('failed')
        .where('state', '=', sql.lit('failed'))
        .where('finished_at', '>', now - DAY_MS),
    )
    .orderBy('name')
    .orderBy('state')
    .execute();
  return rows.map(({ first_run_at: firstRunAt, ...row }) => ({
    ...row,
    oldestDueMs: row.state === 'due' ? now - firstRunAt : 0,
  }));
};
