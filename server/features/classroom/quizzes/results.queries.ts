import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** Fewer answers say nothing about a question. */
const ANSWERS_MIN = 3;
const FAILED_MAX = 5;

/** With those that were reset. */
const submitted = (db: Db) =>
  db
    .selectFrom('quiz_attempts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('a.state', '<>', 'open')
    .where('a.is_preview', '=', 0);

export const listSubmitted = (db: Db, lectureId: string, { limit, offset }: { limit: number; offset: number }) =>
  submitted(db)
    .where('a.lecture_id', '=', lectureId)
    .selectAll('a')
    .select('u.full_name')
    .orderBy('a.submitted_at', 'desc')
    .orderBy('a.id')
    .limit(limit)
    .offset(offset)
    .execute();

export const countSubmitted = async (db: Db, lectureId: string): Promise<number> => {
  const { count } = await submitted(db)
    .where('a.lecture_id', '=', lectureId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const findSubmitted = (db: Db, attemptId: string) =>
  submitted(db).where('a.id', '=', attemptId).selectAll('a').select('u.full_name').executeTakeFirst();

export interface FailedIn {
  /** Undefined for all. */
  courseIds: readonly string[] | undefined;
  sinceMs: number;
  untilMs: number;
}

const wrong = sql<number>`count(CASE WHEN i.earned < 100 * i.points THEN 1 END)`;

/** The questions that are asked still, by the share of their answers that were not right. */
export const listFailed = async (db: Db, { courseIds, sinceMs, untilMs }: FailedIn) =>
  submitted(db)
    .innerJoin('quiz_attempt_items as i', 'i.attempt_id', 'a.id')
    .innerJoin('quiz_questions as q', 'q.id', 'i.question_id')
    .innerJoin('quiz_question_versions as v', 'v.id', 'q.version_id')
    .innerJoin('lectures as l', 'l.id', 'a.lecture_id')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .where('a.reset_id', 'is', null)
    .where('a.submitted_at', '>', sinceMs)
    .where('a.submitted_at', '<=', untilMs)
    .where('i.earned', 'is not', null)
    .where('q.retired_at', 'is', null)
    .where('l.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .$if(courseIds !== undefined, (query) => query.where('c.id', 'in', courseIds ?? []))
    .groupBy(['q.id', 'v.content', 'l.id', 'l.title', 'c.id', 'c.title'])
    .having(({ fn }) => fn.countAll(), '>=', ANSWERS_MIN)
    .having(wrong, '>', 0)
    .select(['q.id', 'v.content', 'l.id as lecture_id', 'l.title as lecture_title'])
    .select(['c.id as course_id', 'c.title as course_title'])
    .select(({ fn }) => fn.countAll<number>().as('answers'))
    .select(wrong.as('wrong'))
    .orderBy(sql`1.0 * ${wrong} / count(*)`, 'desc')
    .orderBy('answers', 'desc')
    .orderBy('q.id')
    .limit(FAILED_MAX)
    .execute();
