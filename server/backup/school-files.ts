import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/database/database.ts';
import type { FileOwner } from '#server/storage/file-sweep.ts';
import type { Storage } from '#server/storage/storage.ts';

const BATCH = 200;
/** Folders besides the storage and the database: stored emails and the sandbox. */
const SAVED_FOLDERS = ['outbox', 'sandbox'];
const SAVED_FILES = ['secret-key'];

const lasting = (owners: readonly FileOwner[]): FileOwner[] =>
  owners.filter(({ areTemporary }) => areTemporary !== true);

/** The keys that rows need in the storage. */
export const requiredKeys = async (db: Db, owners: readonly FileOwner[]): Promise<Set<string>> => {
  const required = new Set<string>();
  for (const owner of lasting(owners))
    for (let keys = await owner.keysAfter(db, '', BATCH); keys.length > 0;) {
      for (const key of keys) required.add(key);
      keys = await owner.keysAfter(db, keys.at(-1) ?? '', BATCH);
    }
  return required;
};

/** The required keys, and those of rows that can be restored. */
export const namedKeys = async (db: Db, storage: Storage, owners: readonly FileOwner[]): Promise<Set<string>> => {
  const named = await requiredKeys(db, owners);
  for (const owner of lasting(owners)) {
    let batch: string[] = [];
    const look = async (): Promise<void> => {
      for (const key of await owner.keysInUse(db, batch)) named.add(key);
      batch = [];
    };
    for (const folder of owner.folders)
      for await (const { key } of storage.list(folder)) if (batch.push(key) >= BATCH) await look();
    await look();
  }
  return named;
};

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.filter((name) => !name.startsWith('.')),
    () => [],
  );

/** The paths in a data folder that are saved. */
export const savedPaths = async (dataDir: string): Promise<string[]> => {
  const inFolders = await Promise.all(
    SAVED_FOLDERS.map(async (folder) => (await namesIn(join(dataDir, folder))).map((name) => `${folder}/${name}`)),
  );
  const present = await namesIn(dataDir);
  return [...SAVED_FILES.filter((name) => present.includes(name)), ...inFolders.flat()];
};
