import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { NO_STARS, type StarCounts, starsIn } from '#server/database/ratings.ts';

const STARS = [1, 2, 3, 4, 5] as const;

const toColumns = ([one, two, three, four, five]: StarCounts) => ({
  stars_1: one,
  stars_2: two,
  stars_3: three,
  stars_4: four,
  stars_5: five,
});

/** Locks the rating of a course until commit, so that its reviews change one after the other. */
export const lockRating = (tx: Db, courseId: string, now: number) =>
  tx
    .insertInto('course_ratings')
    .values({ course_id: courseId, ...toColumns(NO_STARS), computed_at: now })
    .onConflict((conflict) =>
      conflict.column('course_id').doUpdateSet({ computed_at: sql`course_ratings.computed_at` }),
    )
    .execute();

export const findRating = async (db: Db, courseId: string): Promise<StarCounts> => {
  const row = await db.selectFrom('course_ratings').selectAll().where('course_id', '=', courseId).executeTakeFirst();
  return row ? starsIn(row) : NO_STARS;
};

export const writeRating = (tx: Db, courseId: string, counts: StarCounts, now: number) =>
  tx
    .updateTable('course_ratings')
    .set({ ...toColumns(counts), computed_at: now })
    .where('course_id', '=', courseId)
    .execute();

/** Counts the reviews that are shown. */
export const countStars = async (db: Db, courseId: string): Promise<StarCounts> => {
  const rows = await db
    .selectFrom('reviews')
    .where('course_id', '=', courseId)
    .where('withdrawn_at', 'is', null)
    .where('hidden_at', 'is', null)
    .groupBy('stars')
    .select(({ fn }) => ['stars', fn.countAll<number>().as('count')])
    .execute();
  const [one, two, three, four, five] = STARS.map((stars) => rows.find((row) => row.stars === stars)?.count ?? 0);
  return [one ?? 0, two ?? 0, three ?? 0, four ?? 0, five ?? 0];
};

/** The courses that have or had reviews, in the order of their ids. */
export const ratedCoursesAfter = async (db: Db, after: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('course_ratings')
    .select('course_id')
    .where('course_id', '>', after)
    .union(db.selectFrom('reviews').select('course_id').where('course_id', '>', after))
    .orderBy('course_id')
    .limit(limit)
    .execute();
  return rows.map(({ course_id: id }) => id);
};
