import { randomBytes } from 'node:crypto';
import { isDatabaseFull } from './failures.ts';
import type { Db } from './tables.ts';

const MIN_FREE_BYTES = 1024 * 1024;
const TRIAL_BYTES = 64 * 1024;
const TRIAL_ID = 'disk-space-trial';

/** Whether the disk of the database has free space. */
export interface FreeSpace {
  /** Reports a failed write. */
  note(error: unknown): void;
  isAvailable(): Promise<boolean>;
}

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
 * After a write failed because the disk was full, there is no free space until a trial write succeeds, because PostgreSQL does
 * not report the free space of its disk. SQLite's disk does, before a write fails.
 */
export const watchFreeSpace = (db: () => Db, freeBytes: () => Promise<number>): FreeSpace => {
  let isFull = false;
  let trial: Promise<void> | undefined;
  const tryToWrite = async (): Promise<void> => {
    try {
      await writeTrial(db());
      isFull = false;
    } catch {
      // The disk is still full, or the database does not respond.
    } finally {
      trial = undefined;
    }
  };
  return {
    note: (error) => {
      isFull ||= isDatabaseFull(error);
    },
    isAvailable: async () => {
      if ((await freeBytes()) < MIN_FREE_BYTES) return false;
      if (isFull) await (trial ??= tryToWrite());
      return !isFull;
    },
  };
};
