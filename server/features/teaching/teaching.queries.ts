import { sql } from 'kysely';
import { isLearnerOf } from '#server/database/course-learners.ts';
import type { Db } from '#server/database/database.ts';

const MAX_UNREADY = 100;

/** Learners who watched something of these courses, since a moment. */
export const countLearners = async (db: Db, courseIds: readonly string[], sinceMs: number): Promise<number> => {
  const { learners } = await db
    .selectFrom('lecture_progress as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.course_id', 'in', courseIds)
    .where('p.watched_at', '>=', sinceMs)
    .where(isLearnerOf(sql.ref('p.course_id')))
    .select(({ fn }) => fn.count<number>('p.user_id').distinct().as('learners'))
    .executeTakeFirstOrThrow();
  return learners;
};

export const sumWatched = async (db: Db, courseIds: readonly string[]): Promise<number> => {
  const { watched } = await db
    .selectFrom('course_audience')
    .where('course_id', 'in', courseIds)
    .select(({ fn }) => fn.sum<number | string | null>('watched_ms').as('watched'))
    .executeTakeFirstOrThrow();
  return Number(watched ?? 0);
};

export const shownLectures = (db: Db, courseId: string) =>
  db
    .selectFrom('lectures')
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null);

/** Learners who have done every published lecture of a course. */
export const countFinished = async (db: Db, courseId: string): Promise<number> => {
  const lectures = await countLectures(db, courseId);
  const finished = db
    .selectFrom('lecture_progress as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.lecture_id', 'in', shownLectures(db, courseId).select('id'))
    .where('p.done_at', 'is not', null)
    .where(isLearnerOf(sql.ref('p.course_id')))
    .groupBy('p.user_id')
    .having(({ fn }) => fn.countAll(), '=', lectures)
    .select('p.user_id');
  const { count } = await db
    .selectFrom(finished.as('finished'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Lectures whose videos are processed, or could not be. */
export const listUnready = (db: Db, courseIds: readonly string[]) =>
  db
    .selectFrom('lectures as l')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .innerJoin('video_work as w', 'w.lecture_id', 'l.id')
    .where('l.course_id', 'in', courseIds)
    .where('l.deleted_at', 'is', null)
    .where('w.state', 'in', ['processing', 'failed'])
    .select(['l.id', 'l.title', 'c.id as course_id', 'c.title as course_title', 'w.state'])
    .orderBy('w.state')
    .orderBy('l.id')
    .limit(MAX_UNREADY)
    .execute();

export const countLectures = async (db: Db, courseId: string): Promise<number> => {
  const { lectures } = await shownLectures(db, courseId)
    .select(({ fn }) => fn.countAll<number>().as('lectures'))
    .executeTakeFirstOrThrow();
  return lectures;
};

export interface LearnerFilter {
  courseId: string;
  /** Those who have done fewer lectures than this, and watched the last time before that moment. */
  stuck: { lectures: number; beforeMs: number } | undefined;
}

/** One row for each learner who began the course. Lectures that are not published do not count. */
const learners = (db: Db, { courseId, stuck }: LearnerFilter) =>
  db
    .selectFrom('lecture_progress as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('lectures as l', 'l.id', 'p.lecture_id')
    .where('p.course_id', '=', courseId)
    .where(isLearnerOf(sql.ref('p.course_id')))
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .groupBy(['u.id', 'u.full_name', 'u.avatar_key'])
    .select(['u.id', 'u.full_name', 'u.avatar_key'])
    .select(({ fn }) => [fn.count<number>('p.done_at').as('done'), fn.max('p.watched_at').as('watched_at')])
    .$if(stuck !== undefined, (query) =>
      query
        .having(({ fn }) => fn.count('p.done_at'), '<', stuck?.lectures ?? 0)
        .having(({ fn }) => fn.max('p.watched_at'), '<', stuck?.beforeMs ?? 0),
    );

export const pageOfLearners = (db: Db, filter: LearnerFilter, { limit, offset }: { limit: number; offset: number }) =>
  learners(db, filter).orderBy('watched_at', 'desc').orderBy('u.id').limit(limit).offset(offset).execute();

export const countLearnersOf = async (db: Db, filter: LearnerFilter): Promise<number> => {
  const { count } = await db
    .selectFrom(learners(db, filter).as('learners'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** By user, the title of the lecture of a course that they watched last. */
export const lastLectures = async (
  db: Db,
  courseId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('lecture_progress as p')
    .innerJoin('lectures as l', 'l.id', 'p.lecture_id')
    .where('p.course_id', '=', courseId)
    .where('p.user_id', 'in', userIds)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .select(['p.user_id', 'l.title'])
    .orderBy('p.watched_at')
    .orderBy(sql`l.position`)
    .execute();
  return new Map(rows.map(({ user_id: userId, title }) => [userId, title]));
};

export const findName = async (db: Db, userId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('users')
    .leftJoin('teachers', 'teachers.user_id', 'users.id')
    .where('users.id', '=', userId)
    .select(({ fn }) => fn.coalesce('teachers.name', 'users.full_name').as('name'))
    .executeTakeFirst();
  return row?.name;
};
