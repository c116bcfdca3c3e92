import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { newId, newSecret } from '#server/ids.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
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
/** A key that was taken out of the database stops working within this time. */
const HELD_MS = 60_000;
const MAX_HELD = 16;

export const rotateMediaKeyJob = defineJob({
  name: 'lectures.rotate-media-key',
  payload: z.object({}),
  everyMs: DAY_MS,
});

export interface MediaKey {
  id: string;
  secret: string;
}

/** The secrets that sign media addresses: shared by all processes, replaced every month, the old one good a while longer. */
export interface MediaKeys {
  current(): Promise<MediaKey>;
  find(id: string): Promise<MediaKey | undefined>;
}

interface Held {
  key: MediaKey;
  until: number;
}

export const createMediaKeys = (database: Database, jobs: Jobs, clock: Clock): MediaKeys => {
  const { db } = database;
  const held = new Map<string, Held>();
  let currentKey: Held | undefined;

  const hold = (key: MediaKey): Held => {
    const entry = { key, until: clock.now() + HELD_MS };
    if (held.size >= MAX_HELD) held.clear();
    held.set(key.id, entry);
    return entry;
  };

  const obtainCurrent = async (): Promise<MediaKey> => {
    const known = await findCurrentMediaKey(db);
    if (known) return known;
    await insertMediaKey(db, { id: newId().slice(0, 8), secret: newSecret() }, clock.now());
    const made = await findCurrentMediaKey(db);
    if (!made) throw new Error('there is no key to sign media addresses with');
    return made;
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
      if (!currentKey || currentKey.until <= clock.now()) currentKey = hold(await obtainCurrent());
      return currentKey.key;
    },
    find: async (id) => {
      const entry = held.get(id);
      if (entry && entry.until > clock.now()) return entry.key;
      const key = await findMediaKey(db, id);
      return key && hold(key).key;
    },
  };
};
