import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import type { Storage } from './storage.ts';

/** Longer than any transaction that could still name the file. */
const UNCLAIMED_MS = 60 * 60_000;
const KEYS_PER_JOB = 500;

export const removeFilesJob = defineJob({
  name: 'storage.remove-files',
  payload: z.object({ keys: z.array(z.string()).max(KEYS_PER_JOB) }),
});

/** What becomes a stored file: bytes, or the path of a finished temporary file. */
export interface NewFile {
  key: string;
  from: Uint8Array | string;
}

/** Keeps files and rows in step, whatever fails between them and wherever the process ends. */
export interface FileKeeper {
  /** Stores the files, then runs `work` in a transaction that writes the rows naming them. No row, no file. */
  keepWith<T>(files: readonly NewFile[], work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Removes the files of rows that this transaction ends. Keys may be null, as columns are. */
  removeLater(tx: Db, keys: readonly (string | null)[]): Promise<void>;
}

interface Needs {
  database: Database;
  jobs: Jobs;
  storage: Storage;
  clock: Clock;
}

/** The id of the job that removes a file unless a row comes to name it. */
export const debtOf = (key: string): string => `unclaimed:${key}`;

/**
 * A file that no row names yet is owed its removal, as a job written before the file is. The transaction that writes the
 * row cancels that job, so exactly one of the two holds at any moment.
 */
export const createFileKeeper = ({ database, jobs, storage, clock }: Needs): FileKeeper => {
  jobs.handle(removeFilesJob, async ({ keys }) => {
    for (const key of keys) await storage.remove(key);
  });

  const owe = async (files: readonly NewFile[]): Promise<void> => {
    const runAtMs = clock.now() + UNCLAIMED_MS;
    await database.transaction(async (tx) => {
      for (const { key } of files)
        await jobs.enqueue(tx, removeFilesJob, { keys: [key] }, { id: debtOf(key), runAtMs });
    });
  };

  const settle = async (tx: Tx, files: readonly NewFile[]): Promise<void> => {
    for (const { key } of files)
      if (!(await jobs.cancel(tx, debtOf(key)))) throw new Error(`the file ${key} was not claimed in time`);
  };

  /** A debt that is gone was settled: then the row is there, though its commit seemed to fail. */
  const removeOwed = async (files: readonly NewFile[]): Promise<void> => {
    for (const { key } of files) if (await jobs.cancel(database.db, debtOf(key))) await storage.remove(key);
  };

  return {
    keepWith: async (files, work) => {
      await owe(files);
      try {
        for (const { key, from } of files)
          await (typeof from === 'string' ? storage.take(key, from) : storage.put(key, from));
        return await database.transaction(async (tx) => {
          await settle(tx, files);
          return work(tx);
        });
      } catch (error) {
        // Should this fail as well, the job does it later.
        await removeOwed(files).catch(() => undefined);
        throw error;
      }
    },
    removeLater: async (tx, keys) => {
      const present = keys.filter((key) => key !== null);
      for (let start = 0; start < present.length; start += KEYS_PER_JOB)
        await jobs.enqueue(tx, removeFilesJob, { keys: present.slice(start, start + KEYS_PER_JOB) });
    },
  };
};
