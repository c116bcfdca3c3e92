import { setImmediate as breathe } from 'node:timers/promises';
import { DAY_MS } from '#server/clock.ts';
import type { Audience } from '#contract/announcements/announcements.ts';
import { ENDING_SOON_DAYS } from '#contract/access/rights.ts';
import { REMINDED_DAYS, STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import type { Db } from '#server/database/database.ts';
import type { Platform } from '#server/platform.ts';
import {
  type ChosenPeople,
  countChosen,
  countLectures,
  endOfStretch,
  listChosen,
  nameChosen,
  type Stretch,
} from './audience.queries.ts';

/** Users that one statement looks at, so that no other request waits for a count. */
const COUNTED_TOGETHER = 2000;
const NAMES = 3;

/** The people of an audience, read a stretch of users at a time. */
export const createAudience = ({
  database: { db },
  settings,
  clock,
}: Pick<Platform, 'database' | 'settings' | 'clock'>) => {
  const chosenBy = async (
    from: Db,
    { courseId, isUnfinished, learners, skipsReminded, access, awayDays }: Audience,
  ): Promise<ChosenPeople> => {
    const now = clock.now();
    const counts = isUnfinished === true || (learners !== undefined && learners !== 'not_begun');
    return {
      courseId,
      // A course without lectures is finished by nobody.
      lectures: counts && courseId !== undefined ? Math.max(1, await countLectures(from, courseId)) : 1,
      isUnfinished: isUnfinished === true,
      learners,
      remindedSince: skipsReminded === true ? now - REMINDED_DAYS * DAY_MS : undefined,
      access,
      soonUntil: now + ENDING_SOON_DAYS * DAY_MS,
      stuckBefore: now - STUCK_AFTER_DAYS * DAY_MS,
      awaySince: awayDays === undefined ? undefined : now - awayDays * DAY_MS,
      mode: await settings.purchaseMode(from),
      now,
    };
  };

  return {
    count: async (audience: Audience): Promise<{ people: number; names: string[] }> => {
      const chosen = await chosenBy(db, audience);
      const names: string[] = [];
      let people = 0;
      let stretch: Stretch | undefined = { afterId: '', untilId: undefined };
      while (stretch) {
        const untilId: string | undefined = await endOfStretch(db, stretch.afterId, COUNTED_TOGETHER);
        const next = { ...stretch, untilId };
        const found = await countChosen(db, chosen, next);
        if (found > 0 && names.length < NAMES)
          names.push(...(await nameChosen(db, chosen, { stretch: next, limit: NAMES - names.length })));
        people += found;
        stretch = untilId === undefined ? undefined : { afterId: untilId, untilId: undefined };
        await breathe();
      }
      return { people, names };
    },

    /** Those of the audience among the next users; `untilId` is undefined behind the last of all. */
    next: async (
      from: Db,
      audience: Audience,
      { afterId, count }: { afterId: string; count: number },
    ): Promise<{ userIds: string[]; untilId: string | undefined }> => {
      const untilId = await endOfStretch(from, afterId, count);
      const chosen = await chosenBy(from, audience);
      return { userIds: await listChosen(from, chosen, { afterId, untilId }), untilId };
    },
  };
};

export type AudienceOf = ReturnType<typeof createAudience>;
