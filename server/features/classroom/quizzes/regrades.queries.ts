import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { QuizRegradeRow } from '#server/database/quiz-tables.ts';

/** The answers to a question in submitted attempts, with how each attempt stands. Previews, and what was reset, count nowhere. */
export const listAnswered = (db: Db, questionId: string) =>
  db
    .selectFrom('quiz_attempt_items as i')
    .innerJoin('quiz_attempts as a', 'a.id', 'i.attempt_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('i.question_id', '=', questionId)
    .where('a.state', '<>', 'open')
    .where('a.is_preview', '=', 0)
    .where('a.reset_id', 'is', null)
    .select(['i.attempt_id', 'i.position', 'i.answer', 'i.earned', 'i.points as item_points', 'i.version_id'])
    .select(['a.user_id', 'a.points as attempt_points', 'a.has_passed', 'a.settings'])
    .select('u.full_name')
    .select(({ selectFrom }) =>
      selectFrom('quiz_attempt_items as other')
        .whereRef('other.attempt_id', '=', 'i.attempt_id')
        .whereRef('other.position', '<>', 'i.position')
        .where('other.earned', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('others_waiting'),
    )
    .select(({ selectFrom }) =>
      selectFrom('quiz_attempt_items as every')
        .whereRef('every.attempt_id', '=', 'i.attempt_id')
        .select(sql<number>`COALESCE(SUM(every.earned), 0)`.as('sum'))
        .$asScalar()
        .$notNull()
        .as('items_earned'),
    )
    .orderBy('a.submitted_at')
    .orderBy('i.attempt_id')
    .execute();

export type Answered = Awaited<ReturnType<typeof listAnswered>>[number];

/** People who pass by an attempt without this question, or by one of these attempts beside the changed ones. */
export const listPassed = (db: Db, lectureId: string) =>
  db
    .selectFrom('quiz_attempts')
    .where('lecture_id', '=', lectureId)
    .where('has_passed', '=', 1)
    .where('is_preview', '=', 0)
    .where('reset_id', 'is', null)
    .select(['id', 'user_id'])
    .execute();

interface ItemScore {
  attemptId: string;
  position: number;
  earned: number | null;
  points: number;
}

export const setItemScore = (tx: Tx, { attemptId, position, earned, points }: ItemScore) =>
  tx
    .updateTable('quiz_attempt_items')
    .set({ earned, points })
    .where('attempt_id', '=', attemptId)
    .where('position', '=', position)
    .execute();

export const setAttemptScore = (
  tx: Tx,
  id: string,
  score: { earned: number; points: number; state: 'waiting' | 'graded'; has_passed: number },
) => tx.updateTable('quiz_attempts').set(score).where('id', '=', id).execute();

export const insertRegrade = (tx: Tx, row: QuizRegradeRow) => tx.insertInto('quiz_regrades').values(row).execute();

export const findRegrade = (db: Db, lectureId: string, id: string): Promise<QuizRegradeRow | undefined> =>
  db
    .selectFrom('quiz_regrades')
    .selectAll()
    .where('id', '=', id)
    .where('lecture_id', '=', lectureId)
    .executeTakeFirst();

/** The newest first; an undone one stays in the list. */
export const listRegrades = (db: Db, lectureId: string) =>
  db
    .selectFrom('quiz_regrades as r')
    .innerJoin('quiz_question_versions as v', 'v.id', 'r.to_version_id')
    .where('r.lecture_id', '=', lectureId)
    .select(['r.id', 'r.policy', 'r.rise', 'r.fall', 'r.created_at', 'r.undone_at', 'v.content'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(100)
    .execute();

export const noteUndone = (tx: Tx, id: string, now: number) =>
  tx.updateTable('quiz_regrades').set({ undone_at: now }).where('id', '=', id).execute();
