import { z } from 'zod';
import { type Clock, HOUR_MS } from '#server/clock.ts';
import { withoutCommitHook } from '#server/database/before-commit.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import type { CompleteUpload, Storage } from './storage.ts';

/** Longer than any transaction that could still name the file. */
const UNNAMED_MS = HOUR_MS;
/** A backup copies the database first, then the files: until then, each file of its rows must exist. */
const KEPT_FOR_BACKUPS_MS = 24 * HOUR_MS;
const BATCH = 500;

const removeFilesJob = defineJob({
  name: 'storage.remove-files',
  lane: 'upkeep',
  payload: z.object({ keys: z.array(z.string()).max(BATCH) }),
  waitsAfterJump: true,
});

/** The source of a stored file: bytes, the path of a finished temporary file, or an upload. */
export interface NewFile {
  key: string;
  from: Uint8Array | string | CompleteUpload;
}

/** Keeps files and rows consistent after any failure or crash. */
export interface FileKeeper {
  /** Stores the files, then runs `work` in a transaction that writes the rows naming them. No row, no file. */
  keepWith<T>(files: readonly NewFile[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Removes files a day after this transaction deleted their rows. Keys may be null, like columns. */
  removeLater(tx: Db, keys: readonly (string | null)[]): Promise<void>;
}

interface Needs {
  database: Database;
  jobs: Jobs;
  storage: Storage;
  clock: Clock;
}

/** The id of the job that deletes an unreferenced file. */
export const cleanupJobId = (key: string): string => `unclaimed:${key}`;

/**
 * The cleanup of a file is scheduled before the file is written, as a job. The transaction that writes the row naming the
 * file cancels that job, so at any moment there is either the row or the job.
 */
export const createFileKeeper = ({ database, jobs, storage, clock }: Needs): FileKeeper => {
  jobs.handle(removeFilesJob, async ({ keys }) => {
    for (const key of keys) await storage.remove(key);
  });

  const store = ({ key, from }: NewFile): Promise<void> => {
    if (typeof from === 'string') return storage.take(key, from);
    return from instanceof Uint8Array ? storage.put(key, from) : from.storeAs(key);
  };

  const scheduleCleanup = async (files: readonly NewFile[]): Promise<void> => {
    const runAtMs = clock.now() + UNNAMED_MS;
    await withoutCommitHook(() =>
      database.transaction(async (tx) => {
        for (const { key } of files)
          await jobs.enqueue(tx, removeFilesJob, { keys: [key] }, { id: cleanupJobId(key), runAtMs });
      }),
    );
  };

  const cancelCleanup = async (tx: Tx, files: readonly NewFile[]): Promise<void> => {
    for (const { key } of files)
      if (!(await jobs.cancel(tx, cleanupJobId(key))))
        throw new Error(`the file ${key} was not stored in time: its cleanup has started`);
  };

  /** Without the job, the row was committed although the commit seemed to fail: its file stays. */
  const cleanUpNow = async (files: readonly NewFile[]): Promise<void> => {
    for (const { key } of files) if (await jobs.cancel(database.db, cleanupJobId(key))) await storage.remove(key);
  };

  return {
    keepWith: async (files, work) => {
      await scheduleCleanup(files);
      try {
        for (const file of files) await store(file);
        return await database.transaction(async (tx) => {
          await cancelCleanup(tx, files);
          return work(tx);
        });
      } catch (error) {
        // If this fails too, the job deletes the files later.
        await cleanUpNow(files).catch(() => undefined);
        throw error;
      }
    },
    removeLater: async (tx, keys) => {
      const present = keys.filter((key) => key !== null);
      const runAtMs = clock.now() + KEPT_FOR_BACKUPS_MS;
      for (let start = 0; start < present.length; start += BATCH)
        await jobs.enqueueAll(
          tx,
          removeFilesJob,
          present
            .slice(start, start + BATCH)
            .map((key) => ({ id: cleanupJobId(key), payload: { keys: [key] }, runAtMs })),
        );
    },
  };
};
