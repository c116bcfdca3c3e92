import { DAY_MS } from '#server/clock.ts';
import type { OfflineKey } from '#contract/classroom/offline.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CourseLocks, CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { findPublishedLectures } from './offline.queries.ts';

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
 * and version of a video, so that nothing about it is stored.
 */
export const createOffline = (
  { database, clock, secretKey }: Platform,
  policy: Pick<CoursePolicy, 'may' | 'accessEndsAt' | 'locksIn'>,
) => ({
  /** Drafts are left out, and what the user may not watch. */
  keysFor: async (
    actor: Actor,
    { deviceId, lectureIds }: DeviceLectures,
  ): Promise<{ keys: OfflineKey[]; nowMs: number }> => {
    const nowMs = clock.now();
    const shown = await findPublishedLectures(database.db, lectureIds);
    const opened = new Map<string, { end: number; lockOf: CourseLocks }>();
    for (const courseId of new Set(shown.map((lecture) => lecture.courseId))) {
      if (!(await policy.may(actor, 'watch', { courseId }))) continue;
      const end = (await policy.accessEndsAt(actor, courseId)) ?? Number.MAX_SAFE_INTEGER;
      opened.set(courseId, { end, lockOf: await policy.locksIn(actor, courseId) });
    }
    const keys = shown.flatMap(({ id: lectureId, courseId, videoVersion }) => {
      const course = opened.get(courseId);
      if (!course || course.lockOf(lectureId)) return [];
      const accessEnd = course.end;
      // None of these has a space.
      const purpose = `offline key ${actor.id} ${deviceId} ${lectureId} ${videoVersion}`;
      return {
        lectureId,
        keyId: secretKey.derive(`id of ${purpose}`).toString('hex').slice(0, KEY_ID_LENGTH),
        key: secretKey.derive(purpose).toString('base64url'),
        endsAtMs: Math.min(nowMs + LONGEST_MS, accessEnd),
      };
    });
    return { keys, nowMs };
  },
});
