import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { BackupRunRow } from '#server/database/tables/server.ts';

const LISTED_MAX = 100;
const WARNED = 'backups.warned-at';

export const listRuns = (db: Db): Promise<BackupRunRow[]> =>
  db.selectFrom('backup_runs').selectAll().orderBy('started_at', 'desc').limit(LISTED_MAX).execute();

export const isRunning = (db: Db): Promise<boolean> =>
  hasRow(db.selectFrom('backup_runs').select('id').where('state', '=', 'running'));

/** Whether a job with this id waits, runs, or was done within the last days. One that was given up is queued again. */
export const isQueued = async (db: Db, jobId: string): Promise<boolean> => {
  const job = await db.selectFrom('jobs').select('state').where('id', '=', jobId).executeTakeFirst();
  return job !== undefined && job.state !== 'failed';
};

/** When the newest verified backup was begun; undefined when there is none. */
export const lastVerifiedAt = async (db: Db): Promise<number | undefined> =>
  (
    await db
      .selectFrom('backup_runs')
      .select('started_at')
      .where('state', '=', 'verified')
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.started_at;

/** A run that is tried again begins again. */
export const beginRun = async (db: Db, run: Pick<BackupRunRow, 'id' | 'place' | 'started_at'>): Promise<void> => {
  const begun = { state: 'running' as const, started_at: run.started_at, finished_at: null, problem: null };
  await db
    .insertInto('backup_runs')
    .values({ ...run, ...begun, backup_id: null, files: null, size_bytes: null, added_bytes: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(begun))
    .execute();
};

export const endRun = (db: Db, id: string, end: Pick<BackupRunRow, 'state' | 'finished_at'> & Partial<BackupRunRow>) =>
  db.updateTable('backup_runs').set(end).where('id', '=', id).execute();

/** Deletes verified runs whose backups were removed, and failed ones that are older than all remaining backups. */
export const deleteRunsExcept = async (db: Db, place: string, kept: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('backup_runs')
    .where('place', '=', place)
    .where('state', '=', 'verified')
    .where('backup_id', 'not in', kept)
    .execute();
  await db
    .deleteFrom('backup_runs')
    .where('state', '=', 'failed')
    .where('started_at', '<', ({ selectFrom }) =>
      selectFrom('backup_runs')
        .select(({ fn }) => fn.min('started_at').as('first'))
        .where('state', '=', 'verified'),
    )
    .execute();
};

/** Records a warning; returns false when one was recorded since `after`. */
export const claimWarning = async (db: Db, now: number, after: number): Promise<boolean> => {
  const value = String(now);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('settings')
    .values({ name: WARNED, value, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value, updated_at: now }).where('settings.updated_at', '<=', after),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};
