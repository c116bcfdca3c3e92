import type { z } from 'zod';
import { newId } from '#server/ids.ts';
import type { BackupStore } from './backup-store.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { FileLine, Manifest } from './manifest.ts';
import { openSealing } from './sealing.ts';

const MIB = 1024 ** 2;
/** Files are cut into parts of this size. */
export const CHUNK_BYTES = 4 * MIB;
const LINES_MIN_BYTES = MIB / 4;
const LINES_MAX_BYTES = 2 * MIB;
const LINES_PER_END = 2048;
const MANIFEST = /^snapshots\/([0-9]{8}t[0-9]{9}z-[0-9a-f]{8})-([0-9a-f]{32})\.snap$/;

const chunkName = (sum: string): string => `chunks/${sum.slice(0, 2)}/${sum}.chunk`;

interface Known {
  id: string;
  name: string;
  sum: string;
}

/** A place with backups, opened with its passphrase. Every read is checked against its sum. */
export interface Repository {
  readonly place: string;
  /** Stores bytes unless they exist already; returns their sum. */
  add(bytes: Uint8Array, how: { isCompressed: boolean }): Promise<string>;
  has(sum: string): boolean;
  read(sum: string): Promise<Uint8Array>;
  /** The chunks and bytes added so far. */
  added(): Manifest['added'];
  /** Ids of the backups, the newest first. An id begins with its time. */
  ids(): string[];
  /** The manifest of a backup, or of the newest. */
  manifest(id?: string): Promise<Manifest>;
  complete(manifest: Manifest): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes unreferenced chunks. */
  prune(): Promise<{ removedChunks: number }>;
}

/** Such as `20261122t060000000z-` and random digits: ids sort by time. */
export const newBackupId = (nowMs: number): string =>
  `${new Date(nowMs).toISOString().replace(/[-:.]/g, '').toLowerCase()}-${newId().slice(0, 8)}`;

/** When the rows of a backup were read, from its id. */
export const timeOfBackup = (id: string): number => {
  const parts = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z-/.exec(id);
  if (!parts) throw new Error(`not the id of a backup: ${id}`);
  const [, year, month, day, hour, minute, second, ms] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
};

const namesIn = async (store: BackupStore, folder: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const { key } of store.list(folder)) names.push(key);
  return names;
};

const sumsOf = (manifest: Manifest): string[] => [
  ...manifest.tables.flatMap(({ chunks }) => chunks),
  ...manifest.files.chunks,
];

const readBackups = async (store: BackupStore): Promise<Known[]> =>
  (await namesIn(store, 'snapshots'))
    .flatMap((name) => {
      const [, id, sum] = MANIFEST.exec(name) ?? [];
      return id === undefined || sum === undefined ? [] : [{ id, name, sum }];
    })
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));

export interface RepositoryOptions {
  passphrase: string | undefined;
  /** Whether to create a missing repository. */
  isNew: boolean;
}

export const openRepository = async (store: BackupStore, options: RepositoryOptions): Promise<Repository> => {
  const { place } = store;
  const sealing = await openSealing(store, options);
  const present = new Set<string>();
  for await (const { key } of store.list('chunks')) present.add(key.slice(-70, -'.chunk'.length));
  let backups = await readBackups(store);
  const added = { chunks: 0, sizeBytes: 0 };

  const openObject = async (name: string, sum: string): Promise<Uint8Array> => {
    const sealed = await store.get(name);
    if (!sealed) throw new DamagedBackup(`${place} is damaged: ${name} is missing`);
    const bytes = await sealing.open(name, sealed);
    if (!(await sealing.sumOf(bytes)).startsWith(sum))
      throw new DamagedBackup(`${place} is damaged: ${name} is not what was written`);
    return bytes;
  };

  const read = (sum: string): Promise<Uint8Array> => openObject(chunkName(sum), sum);

  const manifest = async (id = backups[0]?.id): Promise<Manifest> => {
    const known = backups.find((backup) => backup.id === id);
    if (!known) throw new DamagedBackup(`${place} has no ${id === undefined ? 'complete backup' : `backup ${id}`}`);
    // The name contains the sum.
    const bytes = await openObject(known.name, known.sum);
    return Manifest.parse(JSON.parse(Buffer.from(bytes).toString()));
  };

  const neededSums = async (): Promise<Set<string>> => {
    const needed = new Set<string>();
    for (const { id } of backups) {
      const one = await manifest(id);
      for (const sum of sumsOf(one)) needed.add(sum);
      for await (const [, , , sums] of linesOf(read, one.files.chunks, FileLine))
        for (const sum of sums) needed.add(sum);
    }
    return needed;
  };

  return {
    place,
    add: async (bytes, how) => {
      const sum = await sealing.sumOf(bytes);
      if (present.has(sum)) return sum;
      const name = chunkName(sum);
      const sealed = await sealing.seal(name, bytes, how);
      // Added before the write, because the same bytes may be added again meanwhile.
      present.add(sum);
      await store.put(name, sealed);
      added.chunks += 1;
      added.sizeBytes += sealed.length;
      return sum;
    },
    has: (sum) => present.has(sum),
    read,
    added: () => ({ ...added }),
    ids: () => backups.map(({ id }) => id),
    manifest,
    complete: async (finished) => {
      const bytes = Buffer.from(JSON.stringify(finished));
      const sum = (await sealing.sumOf(bytes)).slice(0, 32);
      const name = `snapshots/${finished.id}-${sum}.snap`;
      await store.put(name, await sealing.seal(name, bytes, { isCompressed: true }));
      await store.finish();
      backups = [{ id: finished.id, name, sum }, ...backups];
    },
    remove: async (id) => {
      for (const { name } of backups.filter((backup) => backup.id === id)) await store.remove(name);
      backups = backups.filter((backup) => backup.id !== id);
    },
    prune: async () => {
      const needed = await neededSums();
      let removedChunks = 0;
      for (const sum of present) {
        if (needed.has(sum)) continue;
        await store.remove(chunkName(sum));
        present.delete(sum);
        removedChunks += 1;
      }
      return { removedChunks };
    },
  };
};

/**
 * Collects lines into chunks and returns their sums. A line's digest decides whether a chunk may end there, so that a changed line
 * changes one chunk.
 */
export const createLineWriter = (repository: Pick<Repository, 'add'>) => {
  const sums: string[] = [];
  let lines: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    sums.push(await repository.add(Buffer.from(lines.join('')), { isCompressed: true }));
    lines = [];
    length = 0;
  };
  return {
    write: async (line: string, digest: Buffer): Promise<void> => {
      lines.push(`${line}\n`);
      length += line.length;
      const mayEnd = length >= LINES_MIN_BYTES && digest.readUInt16LE() % LINES_PER_END === 0;
      if (mayEnd || length >= LINES_MAX_BYTES) await flush();
    },
    finish: async (): Promise<string[]> => {
      await flush();
      return sums;
    },
  };
};

/** The parsed lines of chunks. */
export async function* linesOf<S extends z.ZodType>(
  read: Repository['read'],
  sums: readonly string[],
  schema: S,
): AsyncGenerator<z.output<S>> {
  for (const sum of sums)
    for (const line of Buffer.from(await read(sum))
      .toString()
      .split('\n'))
      if (line !== '') yield schema.parse(JSON.parse(line));
}
