import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** The courses that a user began, the one watched last first, and then these of which they watched nothing. */
export const listCoursesOf = (
  db: Db,
  userId: string,
  { courseIds, limit }: { courseIds: readonly string[]; limit: number },
) =>
  db
    .selectFrom('courses as c')
    .leftJoin(
      (inner) =>
        inner
          .selectFrom('lecture_progress')
          .where('user_id', '=', userId)
          .groupBy('course_id')
          .select(({ fn }) => ['course_id', fn.max('watched_at').as('last_at')])
          .as('p'),
      (join) => join.onRef('p.course_id', '=', 'c.id'),
    )
    .where((eb) =>
      eb.or([eb('p.last_at', 'is not', null), ...(courseIds.length > 0 ? [eb('c.id', 'in', courseIds)] : [])]),
    )
    .select(['c.id', 'c.title', 'c.created_by', 'c.thumbnail_key', 'c.published_at', 'c.deleted_at', 'p.last_at'])
    .orderBy(sql`COALESCE(p.last_at, 0)`, 'desc')
    .orderBy('c.title')
    .limit(limit)
    .execute();

/** The lectures that learners see of courses, in their order, each with the progress of one person. */
export const listLecturesWithProgress = (db: Db, userId: string, courseIds: readonly string[], limit: number) =>
  db
    .selectFrom('lectures as l')
    .leftJoin('lecture_progress as p', (join) => join.onRef('p.lecture_id', '=', 'l.id').on('p.user_id', '=', userId))
    .where('l.course_id', 'in', courseIds)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .select(['l.id', 'l.course_id', 'l.title', 'l.duration_ms'])
    .select(['p.position_ms', 'p.watched_ms', 'p.done_at', 'p.watched_at'])
    .orderBy('l.course_id')
    .orderBy('l.position')
    .limit(limit)
    .execute();

/** Lectures that were published since a moment, in courses that are shown, the newest first. */
export const listPublishedSince = (db: Db, sinceMs: number, limit: number) =>
  db
    .selectFrom('lectures as l')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .where('l.published_at', '>', sinceMs)
    .where('l.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where('c.published_at', 'is not', null)
    .select(['l.id', 'l.title', 'l.duration_ms', 'l.position', 'l.course_id'])
    .select(['c.title as course_title', 'c.created_by', 'c.thumbnail_key', 'c.published_at as course_published_at'])
    .orderBy('l.published_at', 'desc')
    .orderBy('l.id')
    .limit(limit)
    .execute();

export const findVisit = (db: Db, userId: string) =>
  db
    .selectFrom('learning_visits')
    .select(['visited_at', 'previous_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Before `visitsEndMs` the last visit is over, and this is another one. */
export const writeVisit = async (db: Db, userId: string, visitsEndMs: number, now: number): Promise<void> => {
  const isOver = sql<boolean>`learning_visits.visited_at < ${visitsEndMs}`;
  await db
    .insertInto('learning_visits')
    .values({ user_id: userId, visited_at: now, previous_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        visited_at: now,
        previous_at: sql`CASE WHEN ${isOver} THEN learning_visits.visited_at ELSE learning_visits.previous_at END`,
      }),
    )
    .execute();
};
