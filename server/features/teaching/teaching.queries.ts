import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** People who watched something of these courses. */
export const countLearners = async (db: Db, courseIds: readonly string[]): Promise<number> => {
  if (courseIds.length === 0) return 0;
  const { learners } = await db
    .selectFrom('lecture_progress')
    .where('course_id', 'in', courseIds)
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('learners'))
    .executeTakeFirstOrThrow();
  return learners;
};

export const countLectures = async (db: Db, courseId: string): Promise<number> => {
  const { lectures } = await db
    .selectFrom('lectures')
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('lectures'))
    .executeTakeFirstOrThrow();
  return lectures;
};

export interface LearnerFilter {
  courseId: string;
  /** Those who have done fewer lectures than this, and watched the last time before that moment. */
  stuck: { lectures: number; beforeMs: number } | undefined;
}

/** One row for each person who began the course. Lectures that are not published do not count. */
const learners = (db: Db, { courseId, stuck }: LearnerFilter) =>
  db
    .selectFrom('lecture_progress as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('lectures as l', 'l.id', 'p.lecture_id')
    .where('p.course_id', '=', courseId)
    .where('u.deleted_at', 'is', null)
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
  if (userIds.length === 0) return new Map();
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
