import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** Courses that are not deleted: published ones first, then the oldest. */
export const findFirstCourses = (db: Db, count: number) =>
  db
    .selectFrom('courses')
    .select(['id', 'title', 'thumbnail_key', 'published_at'])
    .where('deleted_at', 'is', null)
    .orderBy(sql`CASE WHEN published_at IS NULL THEN 1 ELSE 0 END`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(count)
    .execute();

/** The number and length of a course's lectures, drafts included. */
export const sumLectures = (db: Db, courseId: string) =>
  db
    .selectFrom('lectures')
    .select(({ fn }) => [
      fn.countAll<number>().as('numberOfLectures'),
      fn.coalesce(fn.sum<number>('duration_ms'), sql.lit(0)).as('totalDurationMs'),
    ])
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
