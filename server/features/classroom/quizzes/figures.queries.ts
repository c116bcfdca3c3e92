import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { QuizAttemptItemRow } from '#server/database/tables/quizzes.ts';

/** Submitted attempts, a page of them in the order of their ids. */
export const listCounted = (db: Db, lectureId: string, after: string, limit: number) =>
  db
    .selectFrom('quiz_attempts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('a.lecture_id', '=', lectureId)
    .where('a.state', '<>', 'open')
    .where('a.is_preview', '=', 0)
    .where('a.id', '>', after)
    .selectAll('a')
    .select('u.full_name')
    .orderBy('a.id')
    .limit(limit)
    .execute();

/** The questions of a quiz, also those that are asked no more, which come last. */
export const listAttemptQuestions = (db: Db, lectureId: string) =>
  db
    .selectFrom('quiz_questions as q')
    .innerJoin('quiz_question_versions as v', 'v.id', 'q.version_id')
    .where('q.lecture_id', '=', lectureId)
    .select(['q.id', 'v.content'])
    .orderBy(sql`CASE WHEN q.retired_at IS NULL THEN 0 ELSE 1 END`)
    .orderBy('q.at_ms')
    .orderBy('q.position')
    .orderBy('q.id')
    .execute();

export const listItemsOf = (db: Db, attemptIds: readonly string[]): Promise<QuizAttemptItemRow[]> =>
  db.selectFrom('quiz_attempt_items').selectAll().where('attempt_id', 'in', attemptIds).execute();

/** Every answer that counts, with what its attempt earned. */
export const listAnswersOf = (db: Db, questionId: string) =>
  db
    .selectFrom('quiz_attempt_items as i')
    .innerJoin('quiz_attempts as a', 'a.id', 'i.attempt_id')
    .where('i.question_id', '=', questionId)
    .where('a.state', '<>', 'open')
    .where('a.is_preview', '=', 0)
    .where('a.reset_id', 'is', null)
    .select(['i.answer', 'i.earned', 'i.points', 'a.earned as all_earned', 'a.points as all_points'])
    .execute();

export type CountedAnswer = Awaited<ReturnType<typeof listAnswersOf>>[number];
