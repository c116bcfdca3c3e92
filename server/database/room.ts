import { randomBytes } from 'node:crypto';
import { isDatabaseFull } from './failures.ts';
import type { Db } from './tables.ts';

const MIN_FREE_BYTES = 1024 * 1024;
const TRIAL_BYTES = 64 * 1024;
const TRIAL_ID = 'disk-space-trial';

/** Whether the database has room to write. */
export interface Room {
  note(error: unknown): void;
  isThere(): Promise<boolean>;
}

/** Small enough to be harmless, and too large for the free part of a page. What is left of it is pruned with the jobs. */
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
 * Remembers that a write failed because the disk was full, until a trial write succeeds: the disk of PostgreSQL cannot be
 * asked for its free space. Where it can be, as that of SQLite, no write has to fail first.
 */
export const watchRoom = (db: () => Db, freeBytes: () => Promise<number>): Room => {
  let isFull = false;
  let trial: Promise<void> | undefined;
  const tryToWrite = async (): Promise<void> => {
    try {
      await writeTrial(db());
      isFull = false;
    } catch {
      // It is still full, or the database does not respond: either way the state stays as it was.
    } finally {
      trial = undefined;
    }
  };
  return {
    note: (error) => {
      isFull ||= isDatabaseFull(error);
    },
    isThere: async () => {
      if ((await freeBytes()) < MIN_FREE_BYTES) return false;
      if (isFull) await (trial ??= tryToWrite());
      return !isFull;
    },
  };
};
