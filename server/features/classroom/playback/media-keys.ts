import { DAY_MS } from '#server/clock.ts';
import type { Platform } from '#server/platform.ts';
import { findStoredMediaKeys } from './media-keys.queries.ts';

/** A key signs for so long. */
const PERIOD_MS = 30 * DAY_MS;
/** Longer than any address signed with a key lives after the end of its period. */
const KEPT_AFTER_MS = 2 * DAY_MS;
/** A stored key that was deleted stops working within this time. */
const CACHED_MS = 60_000;

export interface MediaKey {
  id: string;
  secret: string;
}

interface StoredKey extends MediaKey {
  createdAtMs: number;
}

/**
 * The secrets that sign media addresses: each is derived for thirty days, and its signatures are valid for two days more.
 * A key that an earlier version stored in the database signs until it is thirty days old, so that processes of that version
 * accept the addresses too.
 */
export const createMediaKeys = ({ database, secretKey, clock }: Platform) => {
  const derivedKeys = new Map<number, MediaKey>();
  let cached: { keys: StoredKey[]; until: number } | undefined;

  const storedKeys = async (): Promise<StoredKey[]> => {
    const now = clock.now();
    if (!cached || cached.until <= now) {
      const keys = await findStoredMediaKeys(database.db, now - PERIOD_MS - KEPT_AFTER_MS);
      cached = { keys, until: now + CACHED_MS };
    }
    return cached.keys;
  };

  const derivedKey = (atMs: number): MediaKey => {
    const period = Math.floor(atMs / PERIOD_MS);
    const known = derivedKeys.get(period);
    if (known) return known;
    const id = secretKey.derive(`media key id ${period}`).toString('hex').slice(0, 8);
    const key = { id, secret: secretKey.derive(`media key ${period}`).toString('base64url') };
    derivedKeys.set(period, key);
    return key;
  };

  return {
    current: async (): Promise<MediaKey> => {
      const now = clock.now();
      const stored = await storedKeys();
      return stored.find(({ createdAtMs }) => createdAtMs > now - PERIOD_MS) ?? derivedKey(now);
    },
    find: async (id: string): Promise<MediaKey | undefined> => {
      const now = clock.now();
      const derived = [derivedKey(now), derivedKey(now - KEPT_AFTER_MS)];
      return derived.find((key) => key.id === id) ?? (await storedKeys()).find((key) => key.id === id);
    },
  };
};
