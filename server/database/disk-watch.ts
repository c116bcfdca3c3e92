import { randomBytes } from 'node:crypto';
import { isDatabaseFull, isDatabaseReadOnly } from './failures.ts';
import type { Db } from './tables.ts';

const MIN_FREE_BYTES = 1024 * 1024;
const TRIAL_BYTES = 64 * 1024;
const TRIAL_ID = 'disk-space-trial';

/** Why the disk of the database accepts no writes. */
export type DiskProblem = 'full' | 'read-only';

export interface DiskWatch {
  /** Reports a failed write. */
  note(error: unknown): void;
  problem(): Promise<DiskProblem | undefined>;
}

const problemOf = (error: unknown): DiskProblem | undefined => {
  if (isDatabaseFull(error)) return 'full';
  return isDatabaseReadOnly(error) ? 'read-only' : undefined;
};

/** Small enough to be harmless, and too large for the free part of a page. A leftover row is pruned with the jobs. */
const writeTrial = async (db: Db): Promise<void> => {
  await db.deleteFrom('jobs').where('id', '=', TRIAL_ID).execute();
  await db
    .insertInto('jobs')
    .values({
      id: TRIAL_ID,
      name: TRIAL_ID,
      // Random, because PostgreSQL compresses.
      payload: randomBytes(TRIAL_BYTES / 2).toString('hex'),
      state: 'done',
      run_at: 0,
      attempts: 0,
      leased_by: null,
      leased_until: null,
      last_error: null,
      created_at: 0,
      finished_at: 0,
    })
    .execute();
  await db.deleteFrom('jobs').where('id', '=', TRIAL_ID).execute();
};

/**
 * After a write failed because of the disk, its problem lasts until a trial write succeeds, because PostgreSQL does not report the
 * free space of its disk. SQLite's disk does, before a write fails.
 */
export const watchDisk = (db: () => Db, freeBytes: () => Promise<number>): DiskWatch => {
  let found: DiskProblem | undefined;
  let trial: Promise<void> | undefined;
  const tryToWrite = async (): Promise<void> => {
    try {
      await writeTrial(db());
      found = undefined;
    } catch (error) {
      // Otherwise the database does not respond.
      found = problemOf(error) ?? found;
    } finally {
      trial = undefined;
    }
  };
  return {
    note: (error) => {
      found ??= problemOf(error);
    },
    problem: async () => {
      if ((await freeBytes()) < MIN_FREE_BYTES) return 'full';
      if (found !== undefined) await (trial ??= tryToWrite());
      return found;
    },
  };
};
