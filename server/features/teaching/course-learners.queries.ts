import { type SqlBool, sql } from 'kysely';
import type { LearnerState } from '#contract/teaching/course-learners.ts';
import { isLearnerOf } from '#server/database/course-learners.ts';
import { contains } from '#server/database/contains.ts';
import type { Db } from '#server/database/database.ts';
import { pausedHolders, pausedMembers } from '#server/database/paused-access.ts';
import { remindedIn } from '#server/database/reminded-learners.ts';
import { shownLectures } from './teaching.queries.ts';

export interface LearnersOf {
  courseId: string;
  /** Only those who are in it. */
  batchId?: string | undefined;
  mode: 'test' | 'live';
  now: number;
  /** Learners who were not seen since then are stuck. */
  stuckBefore: number;
  /** Learners who got an announcement to a state of them since then were reminded. */
  remindedSince: number;
  /** Published lectures of the course. */
  lectures: number;
}

export interface LearnerRow {
  id: string;
  full_name: string;
  avatar_key: string | null;
  done: number;
  passed: number;
  seen_at: number | null;
  state: LearnerState;
}

/** What each person did in the published lectures of the course. */
const progressIn = (db: Db, courseId: string) =>
  db
    .selectFrom('lecture_progress as p')
    .innerJoin('lectures as l', 'l.id', 'p.lecture_id')
    .where('p.course_id', '=', courseId)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .groupBy('p.user_id')
    .select(({ fn }) => [
      'p.user_id',
      fn.count<number>('p.done_at').as('done'),
      sql<number>`SUM(CASE WHEN l.kind = 'quiz' AND p.done_at IS NOT NULL THEN 1 ELSE 0 END)`.as('passed'),
      fn.max('p.watched_at').as('seen_at'),
    ]);

/** When each person last saved an answer of a quiz of the course: an attempt that is open has begun it. */
const attemptsIn = (db: Db, courseId: string) =>
  db
    .selectFrom('quiz_attempts as q')
    .innerJoin('lectures as l', 'l.id', 'q.lecture_id')
    .where('l.course_id', '=', courseId)
    .where('l.deleted_at', 'is', null)
    .where('q.is_preview', '=', 0)
    .groupBy('q.user_id')
    .select(({ fn }) => ['q.user_id', fn.max('q.saved_at').as('seen_at')]);

const membersOf = (db: Db, courseId: string, batchId: string) =>
  db
    .selectFrom('batch_members')
    .select('user_id')
    .where('course_id', '=', courseId)
    .where('batch_id', '=', batchId)
    .where('left_at', 'is', null);

/** The learners who have the course now. */
const learnersIn = (db: Db, { courseId, batchId, mode, now, stuckBefore, remindedSince, lectures }: LearnersOf) => {
  const alone = db
    .selectFrom('course_access')
    .select('user_id')
    .where('course_id', '=', courseId)
    .where('mode', '=', mode)
    .where('ends_at', '>', now)
    .union(pausedHolders(db, courseId, { mode, now }));
  const everything = db
    .selectFrom('user_access')
    .select('user_id')
    .where('mode', '=', mode)
    .where('ends_at', '>', now)
    .union(pausedMembers(db, { mode, now }));
  const seen = sql<number | null>`CASE
    WHEN p.seen_at IS NULL OR q.seen_at > p.seen_at THEN q.seen_at ELSE p.seen_at END`;
  const done = sql<number>`COALESCE(p.done, 0)`;
  const state = sql<LearnerState>`CASE
    WHEN p.seen_at IS NULL AND q.seen_at IS NULL THEN 'not_begun'
    WHEN ${done} >= ${sql.lit(Math.max(1, lectures))} THEN 'done'
    WHEN ${seen} < ${sql.lit(stuckBefore)} THEN 'stuck'
    ELSE 'under_way' END`;
  return db
    .selectFrom('users as u')
    .leftJoin(progressIn(db, courseId).as('p'), 'p.user_id', 'u.id')
    .leftJoin(attemptsIn(db, courseId).as('q'), 'q.user_id', 'u.id')
    .where('u.id', 'in', alone.union(everything))
    .$if(batchId !== undefined, (query) => query.where('u.id', 'in', membersOf(db, courseId, batchId ?? '')))
    .where(isLearnerOf(sql`${courseId}`))
    .select(['u.id', 'u.full_name', 'u.avatar_key', done.as('done'), seen.as('seen_at'), state.as('state')])
    .select(sql<number>`COALESCE(p.passed, 0)`.as('passed'))
    .select(({ eb }) => eb.case().when('u.id', 'in', alone).then(1).else(0).end().as('is_alone'))
    .select(({ eb }) =>
      eb
        .case()
        .when('u.id', 'in', remindedIn(db, courseId, remindedSince))
        .then(1)
        .else(0)
        .end()
        .as('is_reminded'),
    );
};

/** The row of a person who is a learner of the course; undefined for everyone else. */
export const findCourseLearner = (db: Db, of: LearnersOf, userId: string): Promise<LearnerRow | undefined> =>
  learnersIn(db, of).where('u.id', '=', userId).executeTakeFirst();

/** How many are in each state, those who have the course alone apart, and those who were reminded. */
export const countLearnerStates = (db: Db, of: LearnersOf) =>
  db
    .selectFrom(learnersIn(db, of).as('learners'))
    .select(['learners.state', 'learners.is_alone', 'learners.is_reminded'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['learners.state', 'learners.is_alone', 'learners.is_reminded'])
    .execute();

export interface LearnerFilter {
  isAlone: boolean;
  /** Those who were reminded. */
  isReminded: boolean;
  state: LearnerState | undefined;
  search: string;
}

const matching = (db: Db, of: LearnersOf, { isAlone, isReminded, state, search }: LearnerFilter) =>
  db
    .selectFrom(learnersIn(db, of).as('learners'))
    .$if(isAlone, (query) => query.where('learners.is_alone', '=', 1))
    .$if(isReminded, (query) => query.where('learners.is_reminded', '=', 1))
    .$if(state !== undefined, (query) => query.where('learners.state', '=', state ?? 'done'))
    .$if(search !== '', (query) => query.where(sql<SqlBool>`${contains(db, sql<string>`learners.full_name`, search)}`));

export const countLearnersWith = async (db: Db, of: LearnersOf, filter: LearnerFilter): Promise<number> =>
  (
    await matching(db, of, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

const ORDERS = {
  name: sql`lower(learners.full_name)`,
  progress: sql`learners.done`,
  seen: sql`COALESCE(learners.seen_at, 0)`,
} as const;

export const pageOfCourseLearners = (
  db: Db,
  of: LearnersOf,
  filter: LearnerFilter,
  { sort, limit, offset }: { sort: string; limit: number; offset: number },
): Promise<LearnerRow[]> => {
  const isDescending = sort.startsWith('-');
  const column = isDescending ? sort.slice(1) : sort;
  const order = column === 'progress' || column === 'seen' ? ORDERS[column] : ORDERS.name;
  return matching(db, of, filter)
    .selectAll()
    .orderBy(order, isDescending ? 'desc' : 'asc')
    .orderBy('learners.id')
    .limit(limit)
    .offset(offset)
    .execute();
};

/** How many published lectures a course has, and how many of them are quizzes. */
export const countLecturesAndQuizzes = (db: Db, courseId: string): Promise<{ lectures: number; quizzes: number }> =>
  shownLectures(db, courseId)
    .select(({ fn }) => fn.countAll<number>().as('lectures'))
    .select(sql<number>`COUNT(CASE WHEN kind = 'quiz' THEN 1 END)`.as('quizzes'))
    .executeTakeFirstOrThrow();

/** The published lectures of a course in their order, with what a person did in each. */
export const lecturesOfLearner = (db: Db, { courseId, userId }: { courseId: string; userId: string }) =>
  db
    .selectFrom('lectures as l')
    .leftJoin('lecture_progress as p', (join) => join.onRef('p.lecture_id', '=', 'l.id').on('p.user_id', '=', userId))
    .where('l.course_id', '=', courseId)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .select(['l.id', 'l.title', 'p.done_at', 'p.watched_at'])
    .orderBy('l.position')
    .limit(2000)
    .execute();

const MAX_ATTEMPTS = 50;

export const attemptsOfLearner = (db: Db, { courseId, userId }: { courseId: string; userId: string }) =>
  db
    .selectFrom('quiz_attempts as q')
    .innerJoin('lectures as l', 'l.id', 'q.lecture_id')
    .where('l.course_id', '=', courseId)
    .where('l.deleted_at', 'is', null)
    .where('q.user_id', '=', userId)
    .where('q.is_preview', '=', 0)
    .where('q.reset_id', 'is', null)
    .select(['l.title', 'q.number', 'q.state', 'q.earned', 'q.points', 'q.settings', 'q.has_passed', 'q.started_at'])
    .orderBy('q.started_at', 'desc')
    .limit(MAX_ATTEMPTS)
    .execute();
