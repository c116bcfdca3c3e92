import { sql } from 'kysely';
import { isLearnerOf } from '#server/database/course-learners.ts';
import type { Db } from '#server/database/database.ts';

interface Span {
  from: number;
  until: number;
}

const MAX_ADMINS = 100;

/** Learners who began a lecture in a span, and none of its course before. */
const beginnings = (db: Db, { from, until }: Span) =>
  db
    .selectFrom('lecture_progress as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.began_at', '>=', from)
    .where('p.began_at', '<', until)
    .where(isLearnerOf(sql.ref('p.course_id')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lecture_progress as e')
            .select('e.user_id')
            .whereRef('e.user_id', '=', 'p.user_id')
            .whereRef('e.course_id', '=', 'p.course_id')
            .where(sql<number>`COALESCE(e.began_at, 0)`, '<', from),
        ),
      ),
    );

/** How many people began a course in a span. */
export const countBegun = async (db: Db, span: Span): Promise<number> => {
  const { people } = await beginnings(db, span)
    .select(sql<number>`COUNT(DISTINCT p.user_id)`.as('people'))
    .executeTakeFirstOrThrow();
  return people;
};

/** The title of the published course that most people began in a span. */
export const findMostBegun = async (db: Db, span: Span): Promise<string | undefined> => {
  const row = await beginnings(db, span)
    .innerJoin('courses as c', 'c.id', 'p.course_id')
    .where('c.deleted_at', 'is', null)
    .where('c.published_at', 'is not', null)
    .groupBy(['c.id', 'c.title'])
    .select('c.title')
    .orderBy(sql`COUNT(DISTINCT p.user_id)`, 'desc')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
  return row?.title;
};

export const listCourses = (db: Db, limit: number): Promise<{ id: string; title: string }[]> =>
  db
    .selectFrom('courses')
    .select(['id', 'title'])
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** How many people finished a course in a span. */
export const countFinished = async (db: Db, { from, until }: Span): Promise<number> => {
  const { people } = await db
    .selectFrom('course_completions as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .where('c.completed_at', '>=', from)
    .where('c.completed_at', '<', until)
    .where(isLearnerOf(sql.ref('c.course_id')))
    .select(sql<number>`COUNT(DISTINCT c.user_id)`.as('people'))
    .executeTakeFirstOrThrow();
  return people;
};

/** When the school was set up: its first account. */
export const findOpening = async (db: Db): Promise<number | null> => {
  const row = await db.selectFrom('users').select('created_at').orderBy('created_at').limit(1).executeTakeFirst();
  return row?.created_at ?? null;
};

export const listAdmins = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .orderBy('created_at')
    .limit(MAX_ADMINS)
    .execute();
  return rows.map(({ id }) => id);
};
