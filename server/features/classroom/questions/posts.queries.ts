import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';

export const countPostsSince = async (tx: Tx, userId: string, sinceMs: number): Promise<number> => {
  const { questions, answers } = await tx
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('lecture_questions')
        .where('user_id', '=', userId)
        .where('created_at', '>', sinceMs)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('questions'),
      selectFrom('lecture_answers')
        .where('user_id', '=', userId)
        .where('created_at', '>', sinceMs)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('answers'),
    ])
    .executeTakeFirstOrThrow();
  return questions + answers;
};

interface Mark {
  questionId: string;
  userId: string;
  isOn: boolean;
  now: number;
}

export const putVote = async (tx: Tx, { questionId, userId, isOn, now }: Mark): Promise<void> => {
  const vote = { question_id: questionId, user_id: userId, created_at: now };
  await (isOn
    ? tx
        .insertInto('lecture_question_votes')
        .values(vote)
        .onConflict((conflict) => conflict.columns(['question_id', 'user_id']).doNothing())
        .execute()
    : tx
        .deleteFrom('lecture_question_votes')
        .where('question_id', '=', questionId)
        .where('user_id', '=', userId)
        .execute());
};

export const putFollow = async (tx: Tx, { questionId, userId, isOn, now }: Mark): Promise<void> => {
  const is_on = isOn ? 1 : 0;
  await tx
    .insertInto('lecture_question_follows')
    .values({ question_id: questionId, user_id: userId, is_on, created_at: now })
    .onConflict((conflict) => conflict.columns(['question_id', 'user_id']).doUpdateSet({ is_on }))
    .execute();
};

/** Follows a question, unless the person has stopped to. */
export const beginFollowing = (tx: Tx, { questionId, userId, now }: Omit<Mark, 'isOn'>) =>
  tx
    .insertInto('lecture_question_follows')
    .values({ question_id: questionId, user_id: userId, is_on: 1, created_at: now })
    .onConflict((conflict) => conflict.columns(['question_id', 'user_id']).doNothing())
    .execute();

/** Returns whether it is the first report of this person. */
export const insertReport = (tx: Tx, postId: string, userId: string, now: number): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('lecture_post_reports')
      .values({ post_id: postId, user_id: userId, is_reviewed: 0, created_at: now })
      .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
      .returning('post_id'),
  );

export const countReports = async (db: Db, postIds: readonly string[]): Promise<number> => {
  const { count } = await db
    .selectFrom('lecture_post_reports')
    .where('post_id', 'in', postIds)
    .where('is_reviewed', '=', 0)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const reviewReports = (tx: Tx, postId: string) =>
  tx.updateTable('lecture_post_reports').set({ is_reviewed: 1 }).where('post_id', '=', postId).execute();

/** The oldest texts of a post that is changed without end are dropped. */
const REVISIONS_MAX = 50;

export const insertRevision = async (tx: Tx, postId: string, text: string, now: number): Promise<void> => {
  const { last } = await tx
    .selectFrom('lecture_post_revisions')
    .where('post_id', '=', postId)
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .executeTakeFirstOrThrow();
  const number = (last ?? 0) + 1;
  await tx.insertInto('lecture_post_revisions').values({ post_id: postId, number, text, replaced_at: now }).execute();
  await tx
    .deleteFrom('lecture_post_revisions')
    .where('post_id', '=', postId)
    .where('number', '<=', number - REVISIONS_MAX)
    .execute();
};

export const listRevisions = async (db: Db, postIds: readonly string[], limit: number) =>
  db
    .selectFrom('lecture_post_revisions')
    .where('post_id', 'in', postIds)
    .select(['text', 'replaced_at'])
    .orderBy('replaced_at', 'desc')
    .orderBy(sql`number DESC`)
    .limit(limit)
    .execute();

/** What is about a post beside its text. */
export const deleteTracesOf = async (tx: Tx, postId: string): Promise<void> => {
  await tx.deleteFrom('lecture_post_revisions').where('post_id', '=', postId).execute();
  await tx.deleteFrom('lecture_post_reports').where('post_id', '=', postId).execute();
};
