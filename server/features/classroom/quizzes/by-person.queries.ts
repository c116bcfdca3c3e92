import type { Db, Tx } from '#server/database/database.ts';

/** Answers that wait for a person, to be graded or because they were late, of these courses; undefined for all. */
const waiting = (db: Db, courseIds: readonly string[] | undefined) =>
  db
    .selectFrom('quiz_attempts as a')
    .innerJoin('quiz_attempt_items as i', 'i.attempt_id', 'a.id')
    .innerJoin('lectures as l', 'l.id', 'a.lecture_id')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .where(({ and, or, eb }) =>
      or([
        and([eb('a.state', '=', 'waiting'), eb('i.earned', 'is', null)]),
        // Only an attempt that has expired has any.
        and([eb('a.has_expired', '=', 1), eb('i.late_answer', 'is not', null), eb('i.graded_by', 'is', null)]),
      ]),
    )
    .where('a.is_preview', '=', 0)
    .where('a.reset_id', 'is', null)
    .where('l.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .$if(courseIds !== undefined, (query) => query.where('c.id', 'in', courseIds ?? []));

export const listToGrade = (
  db: Db,
  courseIds: readonly string[] | undefined,
  { limit, offset }: { limit: number; offset: number },
) =>
  waiting(db, courseIds)
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('quiz_question_versions as v', 'v.id', 'i.version_id')
    .select(['i.attempt_id', 'i.position', 'i.answer', 'i.points', 'v.content', 'u.full_name', 'a.submitted_at'])
    .select(['a.user_id', 'i.late_answer', 'i.option_order', 'i.earned', 'i.graded_by', 'i.version_id'])
    .select(['c.id as course_id', 'c.title as course_title', 'l.id as lecture_id', 'l.title as lecture_title'])
    .orderBy('a.submitted_at')
    .orderBy('i.attempt_id')
    .orderBy('i.position')
    .limit(limit)
    .offset(offset)
    .execute();

export const countToGrade = async (db: Db, courseIds: readonly string[] | undefined): Promise<number> => {
  const { count } = await waiting(db, courseIds)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const gradeItem = (
  tx: Tx,
  graded: { attemptId: string; position: number; earned: number; comment: string; userId: string; now: number },
) =>
  tx
    .updateTable('quiz_attempt_items')
    .set({ earned: graded.earned, comment: graded.comment, graded_by: graded.userId, graded_at: graded.now })
    .where('attempt_id', '=', graded.attemptId)
    .where('position', '=', graded.position)
    .execute();

interface LateDecision {
  attemptId: string;
  position: number;
  userId: string;
}

/** A late answer takes the place of the one that counted. */
export const acceptLate = (
  tx: Tx,
  { attemptId, position, userId, answer, earned }: LateDecision & { answer: string; earned: number | null },
) =>
  tx
    .updateTable('quiz_attempt_items')
    // What a person still grades is graded by nobody yet.
    .set({ answer, late_answer: null, earned, graded_by: earned === null ? null : userId })
    .where('attempt_id', '=', attemptId)
    .where('position', '=', position)
    .execute();

export const leaveLateOut = (tx: Tx, { attemptId, position, userId }: LateDecision) =>
  tx
    .updateTable('quiz_attempt_items')
    .set({ graded_by: userId })
    .where('attempt_id', '=', attemptId)
    .where('position', '=', position)
    .execute();
