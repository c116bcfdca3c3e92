import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { CourseAudienceRow, LectureAudienceRow } from '#server/database/tables/learning.ts';

/** The next people, by id, with progress in a course. */
export const viewersAfter = async (db: Db, courseId: string, userId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('lecture_progress')
    .select('user_id')
    .distinct()
    .where('course_id', '=', courseId)
    .where('user_id', '>', userId)
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
};

/** The digits after the last comma of `[[0,3000],[5000,9000]]`: where the last watched range ends. */
const LAST_WATCHED_MS = sql`CAST(SUBSTR(RTRIM(watched, ']'),
  LENGTH(RTRIM(RTRIM(watched, ']'), '0123456789')) + 1) AS BIGINT)`;
const MINUTE = sql<number>`(${LAST_WATCHED_MS} - 1) / 60000`;

interface People {
  after: string;
  to: string;
}

const progressOf = (db: Db, courseId: string, { after, to }: People) =>
  db
    .selectFrom('lecture_progress')
    .where('course_id', '=', courseId)
    .where('user_id', '>', after)
    .where('user_id', '<=', to);

const watchedBy = (db: Db, courseId: string, people: People) =>
  progressOf(db, courseId, people).where('watched_ms', '>', 0);

/** For each lecture and minute, how many of these users stopped watching in it. */
export const countByMinute = (db: Db, courseId: string, people: People) =>
  watchedBy(db, courseId, people)
    .select(['lecture_id as lectureId', MINUTE.as('minute')])
    .select(({ fn }) => [fn.countAll<number>().as('viewers'), fn.sum<number>('watched_ms').as('watchedMs')])
    .groupBy(['lecture_id', MINUTE])
    .execute();

/** For each lecture, how many of these viewers of the course have done it: quizzes and classes have no minutes. */
export const countDone = (db: Db, courseId: string, people: People) =>
  progressOf(db, courseId, people)
    .where('done_at', 'is not', null)
    .where('user_id', 'in', watchedBy(db, courseId, people).select('user_id'))
    .select('lecture_id as lectureId')
    .select(({ fn }) => fn.countAll<number>().as('completed'))
    .groupBy('lecture_id')
    .execute();

export const countViewers = async (db: Db, courseId: string, people: People): Promise<number> =>
  (
    await watchedBy(db, courseId, people)
      .select(({ fn }) => fn.count<number>('user_id').distinct().as('viewers'))
      .executeTakeFirstOrThrow()
  ).viewers;

const MOST_ROWS = 500;

/** Replaces the stored audience of a course. */
export const writeAudience = async (
  tx: Tx,
  course: CourseAudienceRow,
  lectures: readonly LectureAudienceRow[],
): Promise<void> => {
  const { course_id, ...figures } = course;
  await tx
    .insertInto('course_audience')
    .values(course)
    .onConflict((conflict) => conflict.column('course_id').doUpdateSet(figures))
    .execute();
  await tx.deleteFrom('lecture_audience').where('course_id', '=', course_id).execute();
  for (let start = 0; start < lectures.length; start += MOST_ROWS)
    await tx
      .insertInto('lecture_audience')
      .values(lectures.slice(start, start + MOST_ROWS))
      .execute();
};

/** The published ones of these courses, by their audience. */
export const mostWatched = (db: Db, limit: number) =>
  db
    .selectFrom('course_audience as audience')
    .innerJoin('courses', 'courses.id', 'audience.course_id')
    .where('courses.deleted_at', 'is', null)
    .where('audience.viewers', '>', 0)
    .select(['courses.id', 'courses.title', 'courses.thumbnail_key', 'audience.viewers', 'audience.watched_ms'])
    .orderBy('audience.watched_ms', 'desc')
    .orderBy('courses.id')
    .limit(limit)
    .execute();

/** The watched ones of these courses, with the number of finished published lectures. */
export const coursesWatched = (db: Db, courseIds: readonly string[]) =>
  db
    .selectFrom('course_audience as course')
    .innerJoin('lectures', 'lectures.course_id', 'course.course_id')
    .leftJoin('lecture_audience as lecture', 'lecture.lecture_id', 'lectures.id')
    .where('course.course_id', 'in', courseIds)
    .where('course.viewers', '>', 0)
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .groupBy(['course.course_id', 'course.viewers'])
    .select(['course.course_id', 'course.viewers'])
    .select(({ fn }) => [
      fn.countAll<number>().as('lectures'),
      fn.sum<number | null>('lecture.completed').as('completed'),
    ])
    .execute();

const MOST_LECTURES = 2000;

/** The published lectures of these courses, in order, with their audience. */
export const lecturesWatched = (db: Db, courseIds: readonly string[]) =>
  db
    .selectFrom('lectures')
    .leftJoin('lecture_audience as audience', 'audience.lecture_id', 'lectures.id')
    .where('lectures.course_id', 'in', courseIds)
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .select(['lectures.id', 'lectures.course_id', 'lectures.title'])
    .select(['audience.viewers', 'audience.watched_ms', 'audience.completed'])
    .orderBy('lectures.course_id')
    .orderBy('lectures.position')
    .limit(MOST_LECTURES)
    .execute();

export type WatchedLectureRow = Awaited<ReturnType<typeof lecturesWatched>>[number];

/** Undefined for a course that does not exist; without figures before the first viewer. */
export const findCourseAudience = (db: Db, courseId: string) =>
  db
    .selectFrom('courses')
    .leftJoin('course_audience as audience', 'audience.course_id', 'courses.id')
    .where('courses.id', '=', courseId)
    .where('courses.deleted_at', 'is', null)
    .select('audience.computed_at')
    .executeTakeFirst();

export const findLectureAudience = (db: Db, lectureId: string) =>
  db
    .selectFrom('lectures')
    .leftJoin('lecture_audience as audience', 'audience.lecture_id', 'lectures.id')
    .where('lectures.id', '=', lectureId)
    .where('lectures.deleted_at', 'is', null)
    .select(['lectures.duration_ms', 'audience.viewers', 'audience.left_by_minute'])
    .executeTakeFirst();
