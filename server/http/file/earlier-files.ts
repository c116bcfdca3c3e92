import { hash } from 'node:crypto';
import { z } from 'zod';
import { type Clock, DAY_MS } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import type { Storage } from '#server/storage/storage.ts';

/** A page that was open when the version that it is of ran for the last time goes on for so long. */
const KEPT_MS = 14 * DAY_MS;
/** Many releases in a row push out the oldest. */
const MAX_VERSIONS = 5;
const REFRESH_MS = 10_000;
const FOLDER = 'programs';
const SETTING = 'programs';
const ASSETS = '/assets/';

/** The name of a part as the build writes it. */
export const PART = /^\/assets\/[\w.-]+-[\w-]{8}\.js$/;
/**
 * In place of a part that no version of lately has. A page of 0.3 or before, which knows nothing of upgrades and has no look, loads
 * again; a later one does so itself when a part does not load, with what was typed.
 */
export const GONE_PART = `const once = 'loaded-again';
if ('look' in document.documentElement.dataset || sessionStorage.getItem(once)) throw new Error('This part is of another version');
sessionStorage.setItem(once, '1');
location.reload();
await new Promise(() => {});
`;

/** When each version of the pages was last part of a running program, by the key of its pack. */
const LastRuns = z.record(z.string(), z.int());
/** Where each file of a pack begins, after the index, and its size. */
const Index = z.record(z.string(), z.tuple([z.int(), z.int()]));

const sizeOf = (bytes: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(bytes.length);
  return size;
};

/** All files of a version in one: the size of the index, the index, and the files. */
const packOf = (files: ReadonlyMap<string, Buffer>): { key: string; bytes: Buffer } => {
  const chosen = [...files].filter(([path]) => path.startsWith(ASSETS)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  let position = 0;
  const places = chosen.map(([path, { length }]) => {
    const place = [path, [position, length]] as const;
    position += length;
    return place;
  });
  const index = Buffer.from(JSON.stringify(Object.fromEntries(places)));
  const bytes = Buffer.concat([sizeOf(index), index, ...chosen.map(([, file]) => file)]);
  return { key: `${FOLDER}/${hash('sha256', index).slice(0, 32)}.pack`, bytes };
};

export interface EarlierFilesPlatform {
  database: Database;
  storage: Storage;
  clock: Clock;
}

interface Place {
  key: string;
  start: number;
  size: number;
}

const readPlace = async (storage: Storage, { key, start, size }: Place): Promise<Buffer | undefined> => {
  const file = await storage.open(key);
  if (!file) return undefined;
  try {
    const bytes = Buffer.alloc(size);
    const reader = file.readFrom(start, start + size - 1);
    await reader.fill(bytes).finally(() => reader.close());
    return bytes;
  } finally {
    await file.close();
  }
};

const lastRunsOf = async (db: Database['db']): Promise<z.output<typeof LastRuns>> =>
  LastRuns.parse(JSON.parse((await findValue(db, SETTING)) ?? '{}'));

/**
 * The files of versions that ran until lately: pages that are open during an upgrade load their parts from names that the new
 * version does not have. They are in the storage, where every process finds them, whatever folder it was started from.
 */
export const createEarlierFiles = (
  { database, storage, clock }: EarlierFilesPlatform,
  files: ReadonlyMap<string, Buffer>,
) => {
  let known: { at: number; places: Promise<ReadonlyMap<string, Place>> } | undefined;

  const placesIn = async (key: string): Promise<[string, Place][]> => {
    const head = await readPlace(storage, { key, start: 0, size: 4 });
    if (!head) return [];
    const length = head.readUInt32BE();
    const index = await readPlace(storage, { key, start: 4, size: length });
    if (!index) return [];
    return Object.entries(Index.parse(JSON.parse(index.toString()))).map(([path, [start, size]]) => [
      path,
      { key, start: 4 + length + start, size },
    ]);
  };
  const readPlaces = async (): Promise<ReadonlyMap<string, Place>> => {
    const keys = Object.keys(await lastRunsOf(database.db));
    return new Map((await Promise.all(keys.map(placesIn))).flat());
  };
  const places = (): Promise<ReadonlyMap<string, Place>> => {
    if (known === undefined || performance.now() - known.at > REFRESH_MS)
      known = { at: performance.now(), places: readPlaces() };
    return known.places;
  };

  /** Returns those that stay, with the one that runs. */
  const markRunning = (key: string): Promise<string[]> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      await tx
        .updateTable('settings')
        .set(({ ref }) => ({ value: ref('value') }))
        .where('name', '=', SETTING)
        .execute();
      const kept = Object.entries({ ...(await lastRunsOf(tx)), [key]: now })
        .filter(([, at]) => now - at < KEPT_MS)
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, MAX_VERSIONS);
      await storeValue(tx, SETTING, JSON.stringify(Object.fromEntries(kept)), now);
      return kept.map(([one]) => one);
    });

  return {
    /** Stores the files of this version once, and removes those that nobody needs any more. */
    keep: async (): Promise<void> => {
      if (files.size === 0) return;
      const { key, bytes } = packOf(files);
      // Marked first, so that no other process takes it for an old one.
      const kept = new Set(await markRunning(key));
      const stored = await storage.open(key);
      await stored?.close();
      if (!stored) await storage.put(key, bytes);
      for await (const old of storage.list(FOLDER)) if (!kept.has(old.key)) await storage.remove(old.key);
    },
    /** Whether a version of lately has this file. */
    has: async (path: string): Promise<boolean> => path.startsWith(ASSETS) && (await places()).has(path),
    read: async (path: string): Promise<Buffer | undefined> => {
      const place = (await places()).get(path);
      return place && readPlace(storage, place);
    },
  };
};

export type EarlierFiles = ReturnType<typeof createEarlierFiles>;
