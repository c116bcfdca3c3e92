import type { Tx } from '#server/database/database.ts';

const places = (tx: Tx) =>
  tx
    .selectFrom('lecture_questions as q')
    .innerJoin('lectures as l', 'l.id', 'q.lecture_id')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .select([
      'q.id as question_id',
      'q.user_id as asker_id',
      'q.at_ms',
      'l.id as lecture_id',
      'l.title as lecture_title',
    ])
    .select(['c.id as course_id', 'c.title as course_title']);

/** What a notice says of a question; undefined unless others may read it. */
export const findQuestionAuthor = (tx: Tx, questionId: string) =>
  places(tx)
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .where('q.id', '=', questionId)
    .where('q.standing', '=', 'shown')
    .select(['q.text', 'q.user_id as author_id', 'u.full_name as author_name'])
    .executeTakeFirst();

/** As `findQuestionAuthor`. */
export const findAnswered = (tx: Tx, answerId: string) =>
  places(tx)
    .innerJoin('lecture_answers as a', 'a.question_id', 'q.id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('a.id', '=', answerId)
    .where('a.standing', '=', 'shown')
    .select(['a.text', 'a.is_private', 'a.user_id as author_id', 'u.full_name as author_name'])
    .executeTakeFirst();

/** The people who follow a question: its asker and those who answered do, until they stop. */
export const listFollowers = async (tx: Tx, questionId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('lecture_question_follows as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .where('f.question_id', '=', questionId)
    .where('f.is_on', '=', 1)
    .where('u.deleted_at', 'is', null)
    .where('u.blocked_at', 'is', null)
    .select('f.user_id')
    .orderBy('f.user_id')
    .execute();
  return rows.map(({ user_id: id }) => id);
};
