import { numberInCourse } from '#server/database/sections.ts';
import { contains } from '#server/database/contains.ts';
import { sql } from 'kysely';
import type { QueueState } from '#contract/classroom/question-queue.ts';
import type { Db } from '#server/database/database.ts';

const EXCERPT_LENGTH = 200;

export interface QueueFilter {
  /** The courses whose questions are listed; undefined for every course. */
  courseIds: readonly string[] | undefined;
  search?: string | undefined;
}

const matching = (db: Db, { courseIds, search = '' }: QueueFilter) =>
  db
    .selectFrom('lecture_questions as q')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .innerJoin('lectures as l', 'l.id', 'q.lecture_id')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .where('l.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where('q.standing', '<>', 'deleted')
    .$if(courseIds !== undefined, (query) => query.where('c.id', 'in', courseIds ?? []))
    .$if(search !== '', (query) => query.where(contains(db, sql<string>`q.text`, search)));

const isOpen = sql<boolean>`q.answered_at IS NULL AND q.standing IN ('shown', 'held')`;
const isDone = sql<boolean>`q.answered_at IS NOT NULL`;
const isToReview = sql<boolean>`(q.standing IN ('held', 'reported') OR EXISTS (
  SELECT a.id FROM lecture_answers a WHERE a.question_id = q.id AND a.standing IN ('held', 'reported')))`;
const conditions: Record<QueueState, typeof isOpen> = { waiting: isOpen, answered: isDone, review: isToReview };

/** Those that wait the oldest first, answered ones the newest answer first. */
export const listQueue = (
  db: Db,
  { state, ...filter }: QueueFilter & { state: QueueState },
  { limit, offset }: { limit: number; offset: number },
) =>
  matching(db, filter)
    .where(conditions[state])
    .select(['q.id', 'q.at_ms', 'q.created_at', 'q.standing', 'q.is_private', 'u.full_name', 'u.deleted_at'])
    .select(['c.id as course_id', 'c.title as course_title', 'l.id as lecture_id', 'l.title as lecture_title'])
    .select(sql<string>`substr(q.text, 1, ${sql.lit(EXCERPT_LENGTH)})`.as('excerpt'))
    .$if(state === 'answered', (query) => query.orderBy('q.answered_at', 'desc'))
    .orderBy('q.created_at')
    .orderBy('q.id')
    .limit(limit)
    .offset(offset)
    .execute();

export type QueueRow = Awaited<ReturnType<typeof listQueue>>[number];

export const countQueue = async (db: Db, filter: QueueFilter): Promise<Record<QueueState, number>> => {
  const count = (condition: typeof isOpen) => sql<number>`count(CASE WHEN ${condition} THEN 1 END)`;
  return matching(db, filter)
    .select([count(isOpen).as('waiting'), count(isDone).as('answered'), count(isToReview).as('review')])
    .executeTakeFirstOrThrow();
};

/** How many wait, of how many people, and since when. They have an index, however many are answered. */
export const sumWaiting = (
  db: Db,
  filter: QueueFilter,
): Promise<{ count: number; people: number; since: number | null }> =>
  matching(db, filter)
    .where(isOpen)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('q.created_at').as('since')])
    .select(({ fn }) => fn.count<number>('q.user_id').distinct().as('people'))
    .executeTakeFirstOrThrow();

/** The two people who have waited longest. */
export const nameWaiting = async (db: Db, filter: QueueFilter): Promise<string[]> => {
  const rows = await matching(db, filter)
    .where(isOpen)
    .where('u.deleted_at', 'is', null)
    .groupBy(['u.id', 'u.full_name'])
    .select('u.full_name')
    .orderBy(({ fn }) => fn.min('q.created_at'))
    .orderBy('u.id')
    .limit(2)
    .execute();
  return rows.map((row) => row.full_name);
};

/** The lecture of a question, with its place in the course, and how far the asker is in it. */
export const findPlace = (db: Db, questionId: string) =>
  db
    .selectFrom('lecture_questions as q')
    .innerJoin('lectures as l', 'l.id', 'q.lecture_id')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .leftJoin('lecture_progress as p', (join) =>
      join.onRef('p.lecture_id', '=', 'q.lecture_id').onRef('p.user_id', '=', 'q.user_id'),
    )
    .where('q.id', '=', questionId)
    .select(['q.text', 'q.at_ms', 'q.user_id', 'c.id as course_id', 'c.title as course_title'])
    .select(['l.id as lecture_id', 'l.title as lecture_title', 'l.duration_ms', 'p.watched_ms'])
    .select(numberInCourse)
    .executeTakeFirst();

export const listAnswerIds = async (db: Db, questionId: string): Promise<string[]> => {
  const rows = await db.selectFrom('lecture_answers').where('question_id', '=', questionId).select('id').execute();
  return rows.map(({ id }) => id);
};
