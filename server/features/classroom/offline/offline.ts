import type { OfflineKey } from '#contract/offline.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Platform } from '#server/platform.ts';
import { findShownLectures } from './offline.queries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A device must be online once in this time to play its downloads. */
const LONGEST_MS = 14 * DAY_MS;
const KEY_ID_LENGTH = 16;

export interface DeviceLectures {
  deviceId: string;
  lectureIds: readonly string[];
}

export type Offline = ReturnType<typeof createOffline>;

/**
 * The keys of lectures on the devices of learners. A key is derived from the secret of the school for one user, device
 * and version of a video, so that nothing about it is stored. `accessEndsAt` is undefined for access without an end.
 */
export const createOffline = (
  { database, clock, secretKey }: Platform,
  accessEndsAt: (actor: Actor) => Promise<number | undefined>,
) => ({
  /** For a user with access now. Drafts are left out. */
  keysFor: async (
    actor: Actor,
    { deviceId, lectureIds }: DeviceLectures,
  ): Promise<{ keys: OfflineKey[]; nowMs: number }> => {
    const accessEnd = (await accessEndsAt(actor)) ?? Number.MAX_SAFE_INTEGER;
    const nowMs = clock.now();
    const endsAtMs = Math.min(nowMs + LONGEST_MS, accessEnd);
    const shown = await findShownLectures(database.db, lectureIds);
    const keys = shown.map(({ id: lectureId, videoVersion }) => {
      // None of these has a space.
      const purpose = `offline key ${actor.id} ${deviceId} ${lectureId} ${videoVersion}`;
      return {
        lectureId,
        keyId: secretKey.derive(`id of ${purpose}`).toString('hex').slice(0, KEY_ID_LENGTH),
        key: secretKey.derive(purpose).toString('base64url'),
        endsAtMs,
      };
    });
    return { keys, nowMs };
  },
});
