import type { Db, Tx } from '#server/database/database.ts';
import type { QuizAttemptRow, QuizResetRow } from '#server/database/tables/quizzes.ts';

export interface WhoseAttempts {
  lectureId: string;
  /** Null for those of everyone. */
  userId: string | null;
}

const standing = (db: Db, { lectureId, userId }: WhoseAttempts) =>
  db
    .selectFrom('quiz_attempts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('a.lecture_id', '=', lectureId)
    .where('a.is_preview', '=', 0)
    .where('a.reset_id', 'is', null)
    .$if(userId !== null, (query) => query.where('a.user_id', '=', userId ?? ''));

/** Those that count, also open ones. */
export const listStanding = (db: Db, whose: WhoseAttempts) =>
  standing(db, whose)
    .select(['a.user_id', 'a.state', 'a.has_passed', 'u.full_name'])
    .orderBy('u.full_name')
    .orderBy('a.id')
    .execute();

/** Marks them, and locks them until the transaction ends. */
export const markReset = (tx: Tx, { lectureId, userId }: WhoseAttempts, resetId: string): Promise<QuizAttemptRow[]> =>
  tx
    .updateTable('quiz_attempts')
    .set({ reset_id: resetId })
    .where('lecture_id', '=', lectureId)
    .where('is_preview', '=', 0)
    .where('reset_id', 'is', null)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? ''))
    .returningAll()
    .execute();

export const insertReset = (tx: Tx, row: QuizResetRow) => tx.insertInto('quiz_resets').values(row).execute();

/** The newest first. */
export const listResets = (db: Db, lectureId: string, id?: string) =>
  db
    .selectFrom('quiz_resets as r')
    .innerJoin('users as by', 'by.id', 'r.created_by')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .where('r.lecture_id', '=', lectureId)
    .$if(id !== undefined, (query) => query.where('r.id', '=', id ?? ''))
    .selectAll('r')
    .select(['by.full_name as by_name', 'u.full_name'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(100)
    .execute();

export const findReset = (db: Db, id: string) =>
  db.selectFrom('quiz_resets').where('id', '=', id).select(['reason', 'created_at']).executeTakeFirst();
