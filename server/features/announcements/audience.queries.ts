import { type SqlBool, sql } from 'kysely';
import type { LearnerState } from '#contract/teaching/course-learners.ts';
import type { AccessState } from '#contract/access/rights.ts';
import { hasAccess, type Present } from '#server/database/access-state.ts';
import type { Db } from '#server/database/database.ts';
import { pausedHolders, pausedMembers } from '#server/database/paused-access.ts';
import { remindedIn } from '#server/database/reminded-learners.ts';

/** Whom an announcement is for, with the moments that it is computed with. */
export interface ChosenPeople extends Present {
  courseId: string | undefined;
  /** At least 1: nobody can finish a course without lectures. */
  lectures: number;
  /** Learners who have done fewer. */
  isUnfinished: boolean;
  /** Learners of the course in this state. */
  learners: LearnerState | undefined;
  /** Without those of the course who were reminded since. */
  remindedSince: number | undefined;
  /** A learner who has begun, and was not seen in the course since then, is stuck. */
  stuckBefore: number;
  /** Those who were not here since. */
  awaySince: number | undefined;
  /** Learners with this access. */
  access: AccessState | undefined;
}

/** Users in the order of their ids: those behind the first up to the second, or to the last of all. */
export interface Stretch {
  afterId: string;
  untilId: string | undefined;
}

/** The last id of the next stretch of so many users; undefined when fewer are left. */
export const endOfStretch = async (db: Db, afterId: string, count: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', afterId)
    .orderBy('id')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

const active = (db: Db, mode: Present['mode'], { afterId, untilId }: Stretch) =>
  db
    .selectFrom('users as u')
    .leftJoin('user_access as a', (join) => join.onRef('a.user_id', '=', 'u.id').on('a.mode', '=', mode))
    .where('u.id', '>', afterId)
    .$if(untilId !== undefined, (query) => query.where('u.id', '<=', untilId ?? ''))
    .where('u.deleted_at', 'is', null)
    .where('u.blocked_at', 'is', null);

type Active = ReturnType<typeof active>;

const whoHave = (db: Db, query: Active, courseId: string, { mode, now }: ChosenPeople): Active =>
  query.where(({ eb, or, exists, selectFrom }) =>
    or([
      eb('a.ends_at', '>', now),
      exists(
        selectFrom('course_access as o')
          .select('o.user_id')
          .whereRef('o.user_id', '=', 'u.id')
          .where('o.mode', '=', mode)
          .where('o.course_id', '=', courseId)
          .where('o.ends_at', '>', now),
      ),
      eb('u.id', 'in', pausedMembers(db, { mode, now })),
      eb('u.id', 'in', pausedHolders(db, courseId, { mode, now })),
    ]),
  );

/** Learners who have done fewer lectures than this number, or at least this number. */
const whoHaveDone = (query: Active, courseId: string, is: '<' | '>=', lectures: number): Active =>
  query.where(
    ({ selectFrom }) =>
      selectFrom('lecture_progress as p')
        .innerJoin('lectures as l', 'l.id', 'p.lecture_id')
        .select(({ fn }) => fn.countAll<number>().as('done'))
        .whereRef('p.user_id', '=', 'u.id')
        .where('p.course_id', '=', courseId)
        .where('p.done_at', 'is not', null)
        .where('l.deleted_at', 'is', null)
        .where('l.published_at', 'is not', null),
    is,
    lectures,
  );

/** As the page of the course counts its learners: an attempt that is open has begun it. */
const whoseStateIs = (query: Active, { courseId = '', learners, lectures, stuckBefore }: ChosenPeople): Active => {
  const seenSince = (moment: number) =>
    sql<SqlBool>`(EXISTS (SELECT 1 FROM lecture_progress p JOIN lectures l ON l.id = p.lecture_id
        WHERE p.user_id = u.id AND p.course_id = ${courseId} AND p.watched_at >= ${moment}
          AND l.deleted_at IS NULL AND l.published_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM quiz_attempts q JOIN lectures l ON l.id = q.lecture_id
        WHERE q.user_id = u.id AND l.course_id = ${courseId} AND q.saved_at >= ${moment}
          AND l.deleted_at IS NULL AND q.is_preview = 0))`;
  const ordinary = query
    .where('u.role', '<>', 'ADMIN')
    .where(({ eb, selectFrom }) =>
      eb('u.id', 'not in', selectFrom('course_people').select('user_id').where('course_id', '=', courseId)),
    );
  if (learners === 'not_begun') return ordinary.where(sql<SqlBool>`NOT ${seenSince(0)}`);
  const begun = ordinary.where(seenSince(0));
  if (learners === 'done') return whoHaveDone(begun, courseId, '>=', lectures);
  const open = whoHaveDone(begun, courseId, '<', lectures);
  return open.where(learners === 'stuck' ? sql<SqlBool>`NOT ${seenSince(stuckBefore)}` : seenSince(stuckBefore));
};

const whoAreAway = (query: Active, courseId: string | undefined, since: number): Active =>
  query.where('u.created_at', '<', since).where(({ and, not, exists, selectFrom }) => {
    const watched = selectFrom('lecture_progress as w')
      .select('w.user_id')
      .whereRef('w.user_id', '=', 'u.id')
      .where('w.watched_at', '>=', since);
    if (courseId !== undefined) return not(exists(watched.where('w.course_id', '=', courseId)));
    const used = selectFrom('sessions as s')
      .select('s.user_id')
      .whereRef('s.user_id', '=', 'u.id')
      .where('s.last_used_at', '>=', since);
    return and([not(exists(watched)), not(exists(used))]);
  });

const chosenPeople = (db: Db, chosen: ChosenPeople, stretch: Stretch): Active => {
  const { courseId, lectures, isUnfinished, learners, remindedSince, access, awaySince } = chosen;
  let query = active(db, chosen.mode, stretch);
  if (courseId !== undefined) query = whoHave(db, query, courseId, chosen);
  if (courseId !== undefined && isUnfinished) query = whoHaveDone(query, courseId, '<', lectures);
  if (courseId !== undefined && learners !== undefined) query = whoseStateIs(query, chosen);
  if (courseId !== undefined && remindedSince !== undefined)
    query = query.where('u.id', 'not in', remindedIn(db, courseId, remindedSince));
  if (access !== undefined) query = query.where(hasAccess(access, chosen, 'order'));
  return awaySince === undefined ? query : whoAreAway(query, courseId, awaySince);
};

export const listChosen = async (db: Db, chosen: ChosenPeople, stretch: Stretch): Promise<string[]> =>
  (await chosenPeople(db, chosen, stretch).select('u.id').execute()).map(({ id }) => id);

export const countChosen = async (db: Db, chosen: ChosenPeople, stretch: Stretch): Promise<number> => {
  const { people } = await chosenPeople(db, chosen, stretch)
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow();
  return people;
};

export const nameChosen = async (
  db: Db,
  chosen: ChosenPeople,
  { stretch, limit }: { stretch: Stretch; limit: number },
): Promise<string[]> => {
  const rows = await chosenPeople(db, chosen, stretch)
    .select('u.full_name')
    .orderBy(sql`u.id`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.full_name);
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
