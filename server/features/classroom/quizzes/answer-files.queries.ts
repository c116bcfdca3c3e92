import type { Db, Tx } from '#server/database/database.ts';
import { filesInColumn } from '#server/storage/files-in-column.ts';
import type { QuizAnswerFileRow } from '#server/database/tables/quizzes.ts';

/** The files with which learners answer. */
export const answerFiles = filesInColumn('answers', { table: 'quiz_answer_files', column: 'key', isDeletable: false });

export const insertFile = (tx: Tx, row: QuizAnswerFileRow) => tx.insertInto('quiz_answer_files').values(row).execute();

export const findFile = (db: Db, attemptId: string, id: string): Promise<QuizAnswerFileRow | undefined> =>
  db
    .selectFrom('quiz_answer_files')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Deletes the files of one question but these; returns their keys. */
export const deleteFilesBut = async (
  tx: Tx,
  { attemptId, position, keptIds }: { attemptId: string; position: number; keptIds: readonly string[] },
): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('quiz_answer_files')
    .where('attempt_id', '=', attemptId)
    .where('position', '=', position)
    .$if(keptIds.length > 0, (query) => query.where('id', 'not in', keptIds))
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
};
