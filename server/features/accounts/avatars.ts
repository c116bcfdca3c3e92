import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import { newId } from '#server/ids.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import type { Storage } from '#server/storage/storage.ts';
import { hasAvatar } from './accounts.queries.ts';

/** Long enough for the request that stored the picture to have ended, one way or the other. */
const ABANDONED_MS = 60 * 60_000;

const removeUnused = defineJob({
  name: 'accounts.remove-unused-avatar',
  payload: z.object({ userId: z.string(), key: z.string() }),
});

/** Avatars in storage. A picture that no account shows, after a change or a crash, is removed by a job. */
export interface Avatars {
  /** Rasterises a received file and stores it; answers its key. */
  store(userId: string, path: string): Promise<string>;
  /** Called in the transaction after which the account shows another picture. */
  release(tx: Db, userId: string, key: string): Promise<void>;
}

export interface AvatarsNeeds {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  storage: Storage;
  /** A square WebP; throws `not_an_image`. */
  toAvatar: (path: string) => Promise<Uint8Array>;
}

export const createAvatars = ({ database: { db }, jobs, clock, storage, toAvatar }: AvatarsNeeds): Avatars => {
  jobs.handle(removeUnused, async ({ userId, key }) => {
    if (!(await hasAvatar(db, userId, key))) await storage.remove(key);
  });
  return {
    store: async (userId, path) => {
      const bytes = await toAvatar(path);
      const key = `avatars/${newId()}.webp`;
      // Before the file, so that a crash between the two leaves nothing behind.
      await jobs.enqueue(db, removeUnused, { userId, key }, { runAtMs: clock.now() + ABANDONED_MS });
      await storage.put(key, bytes);
      return key;
    },
    release: (tx, userId, key) => jobs.enqueue(tx, removeUnused, { userId, key }),
  };
};
