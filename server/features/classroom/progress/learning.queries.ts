import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** The published courses that a user began, the one watched last first. */
export const listBegun = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('lecture_progress as p')
    .innerJoin('courses as c', 'c.id', 'p.course_id')
    .where('p.user_id', '=', userId)
    .where('c.deleted_at', 'is', null)
    .where('c.published_at', 'is not', null)
    .groupBy(['c.id', 'c.title', 'c.created_by', 'c.thumbnail_key'])
    .select(['c.id', 'c.title', 'c.created_by', 'c.thumbnail_key'])
    .select(({ fn }) => fn.max('p.watched_at').as('last_at'))
    .orderBy('last_at', 'desc')
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
