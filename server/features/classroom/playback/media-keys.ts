import { z } from 'zod';
import { newId, newSecret } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import {
  deleteMediaKeys,
  findCurrentMediaKey,
  findMediaKey,
  insertMediaKey,
  retireMediaKey,
} from './media-keys.queries.ts';

const DAY_MS = 24 * 60 * 60_000;
const ROTATE_AFTER_MS = 30 * DAY_MS;
/** Longer than any address signed with it lives. */
const KEPT_AFTER_MS = 2 * DAY_MS;
/** A key that was deleted from the database stops working within this time. */
const CACHED_MS = 60_000;
const MAX_CACHED = 16;

const rotateMediaKeyJob = defineJob({
  name: 'lectures.rotate-media-key',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
});

export interface MediaKey {
  id: string;
  secret: string;
}

/** The secrets that sign media addresses: shared by all processes, replaced every month, the old one valid for two days more. */
export interface MediaKeys {
  current(): Promise<MediaKey>;
  find(id: string): Promise<MediaKey | undefined>;
}

interface Cached {
  key: MediaKey;
  until: number;
}

export const createMediaKeys = ({ database, jobs, clock }: Platform): MediaKeys => {
  const { db } = database;
  const cached = new Map<string, Cached>();
  let currentKey: Cached | undefined;

  const cache = (key: MediaKey): Cached => {
    const entry = { key, until: clock.now() + CACHED_MS };
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(key.id, entry);
    return entry;
  };

  const obtainCurrent = async (): Promise<MediaKey> => {
    const known = await findCurrentMediaKey(db);
    if (known) return known;
    await insertMediaKey(db, { id: newId().slice(0, 8), secret: newSecret() }, clock.now());
    const inserted = await findCurrentMediaKey(db);
    if (!inserted) throw new Error('there is no key to sign media addresses with');
    return inserted;
  };

  jobs.handle(rotateMediaKeyJob, async () => {
    const now = clock.now();
    await database.transaction(async (tx) => {
      await retireMediaKey(tx, { madeBefore: now - ROTATE_AFTER_MS, now });
      await deleteMediaKeys(tx, now - KEPT_AFTER_MS);
    });
  });

  return {
    current: async () => {
      if (!currentKey || currentKey.until <= clock.now()) currentKey = cache(await obtainCurrent());
      return currentKey.key;
    },
    find: async (id) => {
      const entry = cached.get(id);
      if (entry && entry.until > clock.now()) return entry.key;
      const key = await findMediaKey(db, id);
      return key && cache(key).key;
    },
  };
};
