import type { Database, Tx } from '#server/database/database.ts';
import type { StarCounts } from '#server/database/ratings.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { countStars, findRating, lockRating, ratedCoursesAfter, writeRating } from './rating.queries.ts';

/** Raised by every change of a review: pages show them. */
const TOPIC = 'reviews';
const BATCH = 200;

/** Recomputes the rating of a course, which the caller has locked. Returns what was stored, and what is computed. */
const recompute = async (
  tx: Tx,
  { topics }: Pick<Database, 'topics'>,
  courseId: string,
  now: number,
): Promise<{ stored: StarCounts; computed: StarCounts }> => {
  const [stored, computed] = [await findRating(tx, courseId), await countStars(tx, courseId)];
  if (stored.join(' ') === computed.join(' ')) return { stored, computed };
  await writeRating(tx, courseId, computed, now);
  // Lists of courses show and sort by it.
  await topics.raise(tx, CATALOG_TOPIC);
  return { stored, computed };
};

/** Runs a change of reviews of a course alone, and recomputes its rating in the same transaction. */
export const changeReviews = <T>(
  database: Database,
  { courseId, now }: { courseId: string; now: number },
  change: (tx: Tx) => Promise<T>,
): Promise<T> =>
  database.transaction(async (tx) => {
    await lockRating(tx, courseId, now);
    const result = await change(tx);
    await database.topics.raise(tx, TOPIC);
    await recompute(tx, database, courseId, now);
    return result;
  });

/** Recomputes the rating of every course. Returns a line for each that differed. */
export const recomputeRatings = async (database: Database, now: number): Promise<string[]> => {
  const differences: string[] = [];
  let ids = await ratedCoursesAfter(database.db, '', BATCH);
  while (ids.length > 0) {
    for (const courseId of ids)
      await database.transaction(async (tx) => {
        await lockRating(tx, courseId, now);
        const { stored, computed } = await recompute(tx, database, courseId, now);
        if (stored.join(' ') !== computed.join(' '))
          differences.push(`rating of ${courseId}: stored ${stored.join(' ')}; computed ${computed.join(' ')}`);
      });
    ids = await ratedCoursesAfter(database.db, ids.at(-1) ?? '', BATCH);
  }
  return differences;
};
