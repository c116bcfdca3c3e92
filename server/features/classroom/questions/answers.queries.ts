import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { LectureAnswerRow } from '#server/database/tables/questions.ts';
import type { Viewer } from './questions.queries.ts';

/** The accepted answer first, then the oldest. */
const PLACE = sql<number>`row_number() OVER (
  PARTITION BY a.question_id ORDER BY CASE WHEN a.id = q.accepted_answer_id THEN 0 ELSE 1 END, a.created_at, a.id
)`;

const visible = (db: Db, viewer: Viewer, questionIds: readonly string[]) =>
  db
    .selectFrom('lecture_answers as a')
    .innerJoin('lecture_questions as q', 'q.id', 'a.question_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('lecture_questions as same', 'same.id', 'a.same_as_id')
    .where('a.question_id', 'in', questionIds)
    .$if(!viewer.isStaff, (answers) =>
      answers.where((answer) =>
        answer.or([
          answer('a.user_id', '=', viewer.id),
          answer.and([
            answer('a.standing', '<>', 'held'),
            answer.or([answer('a.is_private', '=', 0), answer('q.user_id', '=', viewer.id)]),
          ]),
        ]),
      ),
    )
    .selectAll('a')
    .select(['u.full_name', 'u.avatar_key', 'u.deleted_at as author_deleted_at', 'q.accepted_answer_id'])
    .select(['same.lecture_id as same_lecture_id', 'same.text as same_text', 'same.standing as same_standing'])
    .select(PLACE.as('place'));

export type AnswerRow = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>;

/** The first answers to each question. */
export const listAnswers = async (
  db: Db,
  viewer: Viewer,
  { questionIds, limit }: { questionIds: readonly string[]; limit: number },
): Promise<AnswerRow[]> =>
  questionIds.length === 0
    ? []
    : db
        .selectFrom(visible(db, viewer, questionIds).as('answers'))
        .selectAll()
        .where('place', '<=', limit)
        .orderBy('question_id')
        .orderBy('place')
        .execute();

export const findAnswer = (tx: Tx, questionId: string, answerId: string): Promise<LectureAnswerRow | undefined> =>
  tx
    .selectFrom('lecture_answers')
    .selectAll()
    .where('id', '=', answerId)
    .where('question_id', '=', questionId)
    .executeTakeFirst();

export const countAnswers = async (tx: Tx, questionId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('lecture_answers')
    .where('question_id', '=', questionId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const findRepeatedAnswer = (tx: Tx, row: LectureAnswerRow, sinceMs: number) =>
  tx
    .selectFrom('lecture_answers')
    .where('question_id', '=', row.question_id)
    .where('user_id', '=', row.user_id)
    .where('text', '=', row.text)
    .where(sql<boolean>`coalesce(at_ms, -1) = ${row.at_ms ?? -1}`)
    .where(sql<boolean>`coalesce(same_as_id, '') = ${row.same_as_id ?? ''}`)
    .where('created_at', '>', sinceMs)
    .select('id')
    .executeTakeFirst();

export const insertAnswer = (tx: Tx, row: LectureAnswerRow) => tx.insertInto('lecture_answers').values(row).execute();

export const changeAnswer = (tx: Tx, id: string, change: Partial<Omit<LectureAnswerRow, 'id'>>) =>
  tx.updateTable('lecture_answers').set(change).where('id', '=', id).execute();

export const deleteAnswer = (tx: Tx, id: string): Promise<boolean> =>
  changesRow(tx.deleteFrom('lecture_answers').where('id', '=', id));
