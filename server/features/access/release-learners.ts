import type { Db } from '#server/database/database.ts';
import type { Platform } from '#server/platform.ts';
import type { OutlineLecture, ReleaseLearner } from './release.ts';
import { listFacts } from './release.queries.ts';

export interface ReleaseLearnersNeeds {
  /** Active users with a right to the course, by their id. */
  listHolders: (db: Db, page: { courseId: string; afterId: string; limit: number }) => Promise<string[]>;
  /** The first moments of the rights of some users to a course. */
  startsOfRight: (userIds: readonly string[], courseId: string) => Promise<(userId: string) => number | undefined>;
}

/** The learners of a course, page by page. */
export const createReleaseLearners = (
  { database: { db }, settings, clock }: Pick<Platform, 'database' | 'settings' | 'clock'>,
  { listHolders, startsOfRight }: ReleaseLearnersNeeds,
) => ({
  page: async (
    lectures: readonly (OutlineLecture & { shownAt: number })[],
    of: { courseId: string; afterId: string; limit: number },
  ): Promise<{ userId: string; learner: ReleaseLearner }[]> => {
    const userIds = await listHolders(db, of);
    if (userIds.length === 0) return [];
    const { courseId } = of;
    const [factsOf, startOf] = await Promise.all([
      listFacts(db, { courseId, userIds }),
      startsOfRight(userIds, courseId),
    ]);
    const shownAt = lectures[0]?.shownAt ?? 0;
    const [now, calendar] = [clock.now(), await settings.calendar()];
    return userIds.map((userId) => ({
      userId,
      learner: { ...factsOf(userId), startedOn: calendar.dayOf(Math.max(startOf(userId) ?? now, shownAt)) },
    }));
  },
});
