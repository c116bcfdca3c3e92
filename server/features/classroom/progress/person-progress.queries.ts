import { measuredKinds } from '../kinds/kinds.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** The lectures of a course that learners see. */
const shownLectures = (db: Db, courseIds: readonly string[]) =>
  db
    .selectFrom('lectures')
    .where('lectures.course_id', 'in', courseIds)
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null);

export const countShownLectures = async (db: Db, courseIds: readonly string[]): Promise<Map<string, number>> => {
  if (courseIds.length === 0) return new Map();
  const rows = await shownLectures(db, courseIds)
    .select(['course_id', ({ fn }) => fn.countAll<number>().as('lectures')])
    .groupBy('course_id')
    .execute();
  return new Map(rows.map(({ course_id: id, lectures }) => [id, lectures]));
};

/** The watched parts of the courses that people began; lectures that are no longer published do not count. */
export const watchedByCourse = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('lecture_progress as p')
    .innerJoin('lectures as l', 'l.id', 'p.lecture_id')
    .innerJoin('courses as c', 'c.id', 'p.course_id')
    .select(['p.user_id', 'p.course_id', 'c.title', 'c.thumbnail_key'])
    .select(({ fn }) => [
      fn.count<number>('p.done_at').as('watched_lectures'),
      fn.max('p.watched_at').as('last_at'),
      sql<number>`CAST(SUM(p.watched_ms) AS BIGINT)`.as('watched_ms'),
    ])
    .where('p.user_id', 'in', userIds)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .where('c.deleted_at', 'is', null)
    .groupBy(['p.user_id', 'p.course_id', 'c.title', 'c.thumbnail_key'])
    .orderBy('last_at', 'desc')
    .execute();

const isMeasured = sql`lectures.kind IN (${sql.join(measuredKinds)})`;

/**
 * Of the published lectures of a course, or those of a choice, what one user watched; no lecture counts for more than its length, and a class that
 * nothing measures for none.
 */
export const watchedIn = (db: Db, userId: string, courseId: string, lectureIds: readonly string[] | null = null) =>
  shownLectures(db, [courseId])
    .$if(lectureIds !== null, (query) => query.where('lectures.id', 'in', lectureIds ?? []))
    .leftJoin('lecture_progress as p', (join) =>
      join.onRef('p.lecture_id', '=', 'lectures.id').on('p.user_id', '=', userId),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('lectures'),
      fn.count<number>('p.done_at').as('done'),
      sql<number | null>`CAST(SUM(CASE WHEN ${isMeasured} THEN lectures.duration_ms END) AS BIGINT)`.as('total_ms'),
      sql<number | null>`CAST(SUM(
        CASE WHEN NOT ${isMeasured} THEN 0
          WHEN p.watched_ms > lectures.duration_ms THEN lectures.duration_ms ELSE p.watched_ms END) AS BIGINT)`.as(
        'watched_ms',
      ),
    ])
    .executeTakeFirstOrThrow();

/** The titles of the lectures that a user watched last, the newest first. */
export const lastLectures = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('lecture_progress as p')
    .innerJoin('lectures as l', 'l.id', 'p.lecture_id')
    .select(['p.course_id', 'l.title'])
    .where('p.user_id', '=', userId)
    .where('l.deleted_at', 'is', null)
    .orderBy('p.watched_at', 'desc')
    .limit(limit)
    .execute();
