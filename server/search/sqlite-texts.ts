import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { type SearchTexts, toFound } from './texts.ts';

const COURSE_TEXTS = 'search_courses_text';
const LECTURE_TEXTS = 'search_lectures_text';

/** A query of FTS5. Words have letters, digits, + and # only, so that none can end its quotation marks. */
const beginningWith = (column: string, word: string): string => `${column} : "${word}" *`;
const allBeginningWith = (column: string, words: readonly string[]): string =>
  words.map((word) => beginningWith(column, word)).join(' AND ');
const anywhere = (words: readonly string[]): string =>
  words.map((word) => `(${beginningWith('names', word)} OR words : "${word}")`).join(' AND ');
const allWhole = (words: readonly string[]): string => words.map((word) => `words : "${word}"`).join(' AND ');

/** Ids in one text: a row for each would take most of the time. */
const findIds = async (db: Db, query: string): Promise<string> => {
  const { rows } = await sql<{ ids: string | null }>`
    SELECT group_concat(course_id, ' ') AS ids
    FROM ${sql.table(COURSE_TEXTS)} AS texts JOIN search_courses ON number = texts.rowid
    WHERE ${sql.ref(COURSE_TEXTS)} MATCH ${query}`.execute(db);
  return rows[0]?.ids ?? '';
};

/** Tables of FTS5 that store no text, beside tables that say which row is of which course or lecture. */
export const sqliteTexts: SearchTexts = {
  putCourse: async (tx, courseId, { digest, ...lists }) => {
    const { number } = await tx
      .insertInto('search_courses')
      .values({ course_id: courseId, digest, lecture_count: 0, duration_ms: 0, has_free_lecture: 0, indexed_at: 0 })
      .onConflict((conflict) => conflict.column('course_id').doUpdateSet({ digest }))
      .returning(sql<number>`number`.as('number'))
      .executeTakeFirstOrThrow();
    const [title, names, words] = [lists.title, lists.names, lists.words].map((list) => list.join(' '));
    await sql`DELETE FROM ${sql.table(COURSE_TEXTS)} WHERE rowid = ${number}`.execute(tx);
    await sql`INSERT INTO ${sql.table(COURSE_TEXTS)} (rowid, title, names, words)
      VALUES (${number}, ${title}, ${names}, ${words})`.execute(tx);
  },

  putLecture: async (tx, courseId, { lectureId, digest, title, words }) => {
    const { number } = await tx
      .insertInto('search_lectures')
      .values({ lecture_id: lectureId, course_id: courseId, digest })
      .onConflict((conflict) => conflict.column('lecture_id').doUpdateSet({ digest }))
      .returning(sql<number>`number`.as('number'))
      .executeTakeFirstOrThrow();
    await sql`DELETE FROM ${sql.table(LECTURE_TEXTS)} WHERE rowid = ${number}`.execute(tx);
    await sql`INSERT INTO ${sql.table(LECTURE_TEXTS)} (rowid, title, words)
      VALUES (${number}, ${title.join(' ')}, ${words.join(' ')})`.execute(tx);
  },

  removeCourse: async (tx, courseId) => {
    await sql`DELETE FROM ${sql.table(COURSE_TEXTS)}
      WHERE rowid IN (SELECT number FROM search_courses WHERE course_id = ${courseId})`.execute(tx);
    await tx.deleteFrom('search_courses').where('course_id', '=', courseId).execute();
  },

  removeLecture: async (tx, lectureId) => {
    await sql`DELETE FROM ${sql.table(LECTURE_TEXTS)}
      WHERE rowid IN (SELECT number FROM search_lectures WHERE lecture_id = ${lectureId})`.execute(tx);
    await tx.deleteFrom('search_lectures').where('lecture_id', '=', lectureId).execute();
  },

  findCourses: async (db, words) =>
    toFound([
      await findIds(db, allBeginningWith('title', words)),
      await findIds(db, allBeginningWith('names', words)),
      await findIds(db, anywhere(words)),
    ]),

  findLectures: async (db, words, where, limit) => {
    const { rows } = await sql<{ lecture_id: string }>`
      SELECT lecture_id FROM ${sql.table(LECTURE_TEXTS)} AS texts JOIN search_lectures ON number = texts.rowid
      WHERE ${sql.ref(LECTURE_TEXTS)} MATCH ${where === 'title' ? allBeginningWith('title', words) : allWhole(words)}
      LIMIT ${limit}`.execute(db);
    return rows.map((row) => row.lecture_id);
  },
};
