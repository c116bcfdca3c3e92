import { z } from 'zod';
import { type Clock, DAY_MS } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import { defineJob, type JobLog, type Jobs } from '#server/jobs/jobs.ts';
import { cleanupJobId, type FileKeeper } from './file-keeper.ts';
import type { Storage } from './storage.ts';

/** Longer than any work on a file. */
const GRACE_MS = DAY_MS;
const BATCH = 200;
const MAX_FOUND = 5000;
const MAX_NAMED = 20;
const SETTING = 'file_sweep';

const sweepFilesJob = defineJob({
  name: 'storage.sweep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
  waitsAfterJump: true,
});

const FileSweep = z.object({
  atMs: z.int(),
  orphanFiles: z.int(),
  removedFiles: z.int(),
  missingFiles: z.int(),
  /** The size of each folder; empty if the sweep ended early, with too many orphans. */
  folderBytes: z.record(z.string(), z.int()).default({}),
});
export type FileSweep = z.output<typeof FileSweep>;

/** An owner of files: its folders and the keys that its rows name. */
export interface FileOwner {
  folders: readonly string[];
  /** Files of a few days, which are made again on request: neither backups nor exports have them. */
  areTemporary?: true;
  keysInUse(db: Db, keys: readonly string[]): Promise<Set<string>>;
  /** Up to `max` keys after `after`, in order. */
  keysAfter(db: Db, after: string, max: number): Promise<string[]>;
}

export interface FileSweepNeeds {
  database: Database;
  jobs: Jobs;
  storage: Storage;
  files: FileKeeper;
  clock: Clock;
  log: JobLog;
}

/**
 * Once a day removes unreferenced files that are a day old, and reports rows with missing files. Creates the function that
 * returns the last result.
 */
export const createFileSweep = (
  { database, jobs, storage, files, clock, log }: FileSweepNeeds,
  owners: readonly FileOwner[],
): (() => Promise<FileSweep | null>) => {
  const { db } = database;

  const orphansAmong = async (keys: readonly string[]): Promise<string[]> => {
    const used = await Promise.all(owners.map((owner) => owner.keysInUse(db, keys)));
    const unnamed = keys.filter((key) => !used.some((inUse) => inUse.has(key)));
    if (unnamed.length === 0) return [];
    // A transaction may still name it, or a running backup needs the replaced file.
    const removals = await db.selectFrom('jobs').select('id').where('id', 'in', unnamed.map(cleanupJobId)).execute();
    const scheduled = new Set(removals.map(({ id }) => id));
    return unnamed.filter((key) => !scheduled.has(cleanupJobId(key)));
  };

  /** All orphans, those that are a day old, and the size of each folder. */
  const findOrphans = async (): Promise<{ orphans: string[]; old: string[]; folderBytes: Record<string, number> }> => {
    const orphans: string[] = [];
    const old: string[] = [];
    const folderBytes: Record<string, number> = {};
    let batch = new Map<string, number>();
    const look = async (): Promise<void> => {
      const found = await orphansAmong([...batch.keys()]);
      orphans.push(...found);
      old.push(...found.filter((key) => clock.now() - (batch.get(key) ?? 0) > GRACE_MS));
      batch = new Map();
    };
    for (const folder of new Set(owners.flatMap((owner) => owner.folders)))
      for await (const { key, sizeBytes, modifiedAtMs } of storage.list(folder)) {
        folderBytes[folder] = (folderBytes[folder] ?? 0) + sizeBytes;
        if (batch.set(key, modifiedAtMs).size >= BATCH) await look();
        if (orphans.length >= MAX_FOUND) return { orphans, old, folderBytes: {} };
      }
    await look();
    return { orphans, old, folderBytes };
  };

  const exists = async (key: string): Promise<boolean> => {
    const file = await storage.open(key);
    await file?.close();
    return file !== undefined;
  };

  const findMissing = async (): Promise<string[]> => {
    const missing: string[] = [];
    for (const owner of owners) {
      for (let keys = await owner.keysAfter(db, '', BATCH); keys.length > 0;) {
        const present = await Promise.all(keys.map(exists));
        missing.push(...keys.filter((_, index) => present[index] !== true));
        keys = await owner.keysAfter(db, keys.at(-1) ?? '', BATCH);
      }
    }
    return missing;
  };

  jobs.handle(sweepFilesJob, async () => {
    const { orphans, old, folderBytes } = await findOrphans();
    const missing = await findMissing();
    await storage.removeUnfinished(clock.now() - GRACE_MS);
    if (orphans.length > 0)
      log.warn({ count: orphans.length, some: orphans.slice(0, MAX_NAMED) }, 'files without a row');
    if (missing.length > 0)
      log.error({ count: missing.length, some: missing.slice(0, MAX_NAMED) }, 'rows without a file');
    const now = clock.now();
    const found: FileSweep = {
      atMs: now,
      orphanFiles: orphans.length,
      removedFiles: old.length,
      missingFiles: missing.length,
      folderBytes,
    };
    await database.transaction(async (tx) => {
      await files.removeLater(tx, old);
      await storeValue(tx, SETTING, JSON.stringify(found), now);
    });
  });

  return async () => {
    const value = await findValue(db, SETTING);
    return value === undefined ? null : FileSweep.parse(JSON.parse(value));
  };
};
