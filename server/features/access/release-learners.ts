import type { Db } from '#server/database/database.ts';
import type { Platform } from '#server/platform.ts';
import { batchStarts } from './batch-locks.ts';
import { begunOf, type OutlineLecture, type ReleaseItem, type ReleaseLearner, triedOf } from './release.ts';
import { listFacts } from './release.queries.ts';

export interface ReleaseLearnersNeeds {
  /** Active users with a right to the course, by their id. */
  listHolders: (db: Db, page: { courseId: string; afterId: string; limit: number }) => Promise<string[]>;
  /** The first moments of the rights of some users to a course. */
  startsOfRight: (userIds: readonly string[], courseId: string) => Promise<(userId: string) => number | undefined>;
}

interface LearnerPage {
  courseId: string;
  afterId: string;
  limit: number;
  /** What learners did matters to these. */
  items: readonly ReleaseItem[];
  /** Whether it matters when they started. */
  hasStarts: boolean;
}

/** The learners of a course, page by page. */
export const createReleaseLearners = (
  { database: { db }, settings, clock }: Pick<Platform, 'database' | 'settings' | 'clock'>,
  { listHolders, startsOfRight }: ReleaseLearnersNeeds,
) => ({
  page: async (
    lectures: readonly (OutlineLecture & { shownAt: number })[],
    { items, hasStarts, ...of }: LearnerPage,
  ): Promise<{ userId: string; learner: ReleaseLearner }[]> => {
    const userIds = await listHolders(db, of);
    if (userIds.length === 0) return [];
    const { courseId } = of;
    const [factsOf, startOf, inBatches] = await Promise.all([
      listFacts(db, { courseId, userIds, begun: begunOf(items), tried: triedOf(items) }),
      hasStarts ? startsOfRight(userIds, courseId) : undefined,
      hasStarts ? batchStarts(db, courseId, userIds) : undefined,
    ]);
    const shownAt = lectures[0]?.shownAt ?? 0;
    const [now, calendar] = [clock.now(), await settings.calendar()];
    const startedOn = (userId: string): string | undefined =>
      inBatches?.get(userId) ?? (startOf && calendar.dayOf(Math.max(startOf(userId) ?? now, shownAt)));
    return userIds.map((userId) => ({ userId, learner: { ...factsOf(userId), startedOn: startedOn(userId) } }));
  },
});
