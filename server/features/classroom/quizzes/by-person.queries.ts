import type { Db, Tx } from '#server/database/database.ts';

/** Answers that wait for a person, of these courses; undefined for all. */
const waiting = (db: Db, courseIds: readonly string[] | undefined) =>
  db
    .selectFrom('quiz_attempts as a')
    .innerJoin('quiz_attempt_items as i', 'i.attempt_id', 'a.id')
    .innerJoin('lectures as l', 'l.id', 'a.lecture_id')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .where('a.state', '=', 'waiting')
    .where('a.is_preview', '=', 0)
    .where('i.earned', 'is', null)
    .where('l.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where((builder) => {
      if (courseIds === undefined) return builder.lit(true);
      return courseIds.length === 0 ? builder.lit(false) : builder('c.id', 'in', courseIds);
    });

export const listToGrade = (
  db: Db,
  courseIds: readonly string[] | undefined,
  { limit, offset }: { limit: number; offset: number },
) =>
  waiting(db, courseIds)
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('quiz_question_versions as v', 'v.id', 'i.version_id')
    .select(['i.attempt_id', 'i.position', 'i.answer', 'i.points', 'v.content', 'u.full_name', 'a.submitted_at'])
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
  graded: { attemptId: string; position: number; earned: number; comment: string; userId: string },
) =>
  tx
    .updateTable('quiz_attempt_items')
    .set({ earned: graded.earned, comment: graded.comment, graded_by: graded.userId })
    .where('attempt_id', '=', graded.attemptId)
    .where('position', '=', graded.position)
    .execute();
