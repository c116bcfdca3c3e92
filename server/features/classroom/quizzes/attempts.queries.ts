import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { QuizAttemptItemRow, QuizAttemptRow } from '#server/database/tables/quizzes.ts';

export interface AttemptOwner {
  lectureId: string;
  userId: string;
}

const CHUNK = 500;

export const listAttempts = (db: Db, { lectureId, userId }: AttemptOwner): Promise<QuizAttemptRow[]> =>
  db
    .selectFrom('quiz_attempts')
    .selectAll()
    .where('lecture_id', '=', lectureId)
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute();

export const lastNumber = async (db: Db, { lectureId, userId }: AttemptOwner): Promise<number> => {
  const { last } = await db
    .selectFrom('quiz_attempts')
    .where('lecture_id', '=', lectureId)
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
};

/** The questions of a lecture that a learner has answered. */
export const listAnsweredQuestions = async (db: Db, { lectureId, userId }: AttemptOwner): Promise<string[]> => {
  const rows = await db
    .selectFrom('quiz_attempts as a')
    .innerJoin('quiz_attempt_items as i', 'i.attempt_id', 'a.id')
    .where('a.lecture_id', '=', lectureId)
    .where('a.user_id', '=', userId)
    .where('a.reset_id', 'is', null)
    .select('i.question_id')
    .distinct()
    .execute();
  return rows.map(({ question_id: id }) => id);
};

export const findAttempt = (db: Db, id: string): Promise<QuizAttemptRow | undefined> =>
  db.selectFrom('quiz_attempts').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns whether it is the one that began: another request may have begun one at this moment. */
export const insertAttempt = (tx: Tx, row: QuizAttemptRow): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('quiz_attempts')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );

export const insertItems = async (tx: Tx, rows: readonly QuizAttemptItemRow[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += CHUNK)
    await tx
      .insertInto('quiz_attempt_items')
      .values(rows.slice(from, from + CHUNK))
      .execute();
};

export const listItems = (db: Db, attemptId: string): Promise<QuizAttemptItemRow[]> =>
  db.selectFrom('quiz_attempt_items').selectAll().where('attempt_id', '=', attemptId).orderBy('position').execute();

export const findItem = (db: Db, attemptId: string, position: number): Promise<QuizAttemptItemRow | undefined> =>
  db
    .selectFrom('quiz_attempt_items')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .where('position', '=', position)
    .executeTakeFirst();

/** Locks it until the transaction ends, so that saving and submitting wait for each other. */
export const lockAttempt = (tx: Tx, id: string, now: number): Promise<QuizAttemptRow | undefined> =>
  tx.updateTable('quiz_attempts').set({ saved_at: now }).where('id', '=', id).returningAll().executeTakeFirst();

/** Returns whether it is newer than what is stored, and the question not locked. */
export const saveAnswer = async (
  tx: Tx,
  { attemptId, position, answer, seq }: { attemptId: string; position: number; answer: string; seq: number },
): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('quiz_attempt_items')
      .set({ answer, seq })
      .where('attempt_id', '=', attemptId)
      .where('position', '=', position)
      .where('seq', '<', seq)
      .where('locked_at', 'is', null)
      .returning('position'),
  );

export const saveLateAnswer = (tx: Tx, attemptId: string, position: number, answer: string) =>
  tx
    .updateTable('quiz_attempt_items')
    .set({ late_answer: answer })
    .where('attempt_id', '=', attemptId)
    .where('position', '=', position)
    .execute();

export const lockItem = (
  tx: Tx,
  { attemptId, position, earned, now }: { attemptId: string; position: number; earned: number | null; now: number },
) =>
  tx
    .updateTable('quiz_attempt_items')
    .set({ locked_at: now, earned })
    .where('attempt_id', '=', attemptId)
    .where('position', '=', position)
    .where('locked_at', 'is', null)
    .execute();

const scored = ['earned', 'points'] as const;

/** Writes what the items earn; they exist. */
export const writeItemScores = async (tx: Tx, rows: readonly QuizAttemptItemRow[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += CHUNK)
    await tx
      .insertInto('quiz_attempt_items')
      .values(rows.slice(from, from + CHUNK))
      .onConflict((conflict) =>
        conflict
          .columns(['attempt_id', 'position'])
          .doUpdateSet(Object.fromEntries(scored.map((column) => [column, sql.ref(`excluded.${column}`)]))),
      )
      .execute();
};

/** Writes how an attempt ended. */
export const writeAttempt = (
  tx: Tx,
  { id, state, submitted_at, has_expired, earned, points, has_passed }: Omit<QuizAttemptRow, 'settings'>,
) =>
  tx
    .updateTable('quiz_attempts')
    .set({ state, submitted_at, has_expired, earned, points, has_passed })
    .where('id', '=', id)
    .execute();

export const listExpired = async (db: Db, before: number, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('quiz_attempts')
    .where('state', '=', 'open')
    .where('deadline_at', '<', before)
    .select('id')
    .orderBy('deadline_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};
