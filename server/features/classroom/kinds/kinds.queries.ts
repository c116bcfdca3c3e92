import type { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import type { Db } from '#server/database/database.ts';

export interface StoredKind {
  content: object;
  words: readonly string[];
}

export const putContent = (tx: Db, lectureId: string, { content, words }: StoredKind) => {
  const values = { content: JSON.stringify(content), words: words.join(' ') };
  return tx
    .insertInto('lecture_contents')
    .values({ lecture_id: lectureId, ...values })
    .onConflict((conflict) => conflict.column('lecture_id').doUpdateSet(values))
    .execute();
};

export const changeContent = (tx: Db, lectureId: string, { content, words }: Partial<StoredKind>) =>
  tx
    .updateTable('lecture_contents')
    .set({
      ...(content === undefined ? {} : { content: JSON.stringify(content) }),
      ...(words === undefined ? {} : { words: words.join(' ') }),
    })
    .where('lecture_id', '=', lectureId)
    .execute();

export const deleteContent = (tx: Db, lectureId: string) =>
  tx.deleteFrom('lecture_contents').where('lecture_id', '=', lectureId).execute();

/** The stored contents, as JSON, by lecture. */
export const listContents = async (db: Db, lectureIds: readonly string[]): Promise<Map<string, unknown>> => {
  if (lectureIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('lecture_contents')
    .select(['lecture_id', 'content'])
    .where('lecture_id', 'in', lectureIds)
    .execute();
  return new Map(rows.map(({ lecture_id: id, content }): [string, unknown] => [id, JSON.parse(content)]));
};

/** Everything that may show a picture or a sound of a lecture: its text, and all versions of its questions. */
export const listTextsWithMedia = async (db: Db, lectureId: string): Promise<string[]> => {
  const contents = await db
    .selectFrom('lecture_contents')
    .where('lecture_id', '=', lectureId)
    .select('content')
    .execute();
  const versions = await db
    .selectFrom('quiz_question_versions as v')
    .innerJoin('quiz_questions as q', 'q.id', 'v.question_id')
    .where('q.lecture_id', '=', lectureId)
    .select('v.content')
    .execute();
  return [...contents, ...versions].map(({ content }) => content);
};

/** The stored content of a lecture of this kind; undefined when there is no such lecture. */
export const findContent = async (db: Db, lectureId: string, kind: LectureKind): Promise<unknown> => {
  const row = await db
    .selectFrom('lectures')
    .innerJoin('lecture_contents', 'lecture_contents.lecture_id', 'lectures.id')
    .where('lectures.id', '=', lectureId)
    .where('lectures.kind', '=', kind)
    .where('lectures.deleted_at', 'is', null)
    .select('content')
    .executeTakeFirst();
  return row && JSON.parse(row.content);
};
