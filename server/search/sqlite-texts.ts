import { sql } from 'kysely';
import type { Tx } from '#server/database/database.ts';
import { type SearchTexts, type TierNumbers, toFound } from './texts.ts';

const COURSE_KEYS = 'search_course_entries_text';
const LECTURE_KEYS = 'search_lecture_entries_text';

/** A query of FTS5. */
const all = (keys: readonly string[]): string => `(${keys.map((key) => `"${key}"`).join(' AND ')})`;

const putKeys = async (tx: Tx, table: string, number: number, keys: readonly string[]): Promise<void> => {
  await sql`REPLACE INTO ${sql.table(table)} (rowid, keys) VALUES (${number}, ${keys.join(' ')})`.execute(tx);
};

const numbersOf = (query: string) =>
  sql`(SELECT group_concat(rowid, ' ') FROM ${sql.table(COURSE_KEYS)} WHERE ${sql.ref(COURSE_KEYS)} MATCH ${query})`;

/** Tables of FTS5 that store no text, beside tables that say which row is of which course or lecture. */
export const sqliteTexts: SearchTexts = {
  putCourse: async (tx, courseId, { digest, keys }) => {
    const { number } = await tx
      .insertInto('search_course_entries')
      .values({ course_id: courseId, digest, lecture_count: 0, duration_ms: 0, has_free_lecture: 0, indexed_at: 0 })
      .onConflict((conflict) => conflict.column('course_id').doUpdateSet({ digest }))
      .returning('number')
      .executeTakeFirstOrThrow();
    await putKeys(tx, COURSE_KEYS, number, keys);
  },

  putLectures: async (tx, courseId, lectures) => {
    if (lectures.length === 0) return;
    // All at once: FTS5 writes what it has gathered before each statement that may be undone alone.
    const rows = await tx
      .insertInto('search_lecture_entries')
      .values(lectures.map(({ lectureId, digest }) => ({ lecture_id: lectureId, course_id: courseId, digest })))
      .onConflict((conflict) => conflict.column('lecture_id').doUpdateSet({ digest: sql`excluded.digest` }))
      .returning(['lecture_id', sql<number>`number`.as('number')])
      .execute();
    const numbers = new Map(rows.map((row) => [row.lecture_id, row.number]));
    for (const { lectureId, keys } of lectures) {
      const number = numbers.get(lectureId);
      if (number !== undefined) await putKeys(tx, LECTURE_KEYS, number, keys);
    }
  },

  removeCourse: async (tx, courseId) => {
    await sql`DELETE FROM ${sql.table(COURSE_KEYS)}
      WHERE rowid IN (SELECT number FROM search_course_entries WHERE course_id = ${courseId})`.execute(tx);
    await tx.deleteFrom('search_course_entries').where('course_id', '=', courseId).execute();
  },

  removeLectures: async (tx, lectureIds) => {
    for (const lectureId of lectureIds) {
      await sql`DELETE FROM ${sql.table(LECTURE_KEYS)}
        WHERE rowid IN (SELECT number FROM search_lecture_entries WHERE lecture_id = ${lectureId})`.execute(tx);
      await tx.deleteFrom('search_lecture_entries').where('lecture_id', '=', lectureId).execute();
    }
  },

  findCourses: async (db, { title, names, anywhere }) => {
    const { rows } = await sql<TierNumbers>`
      SELECT ${numbersOf(all(title))} AS title, ${numbersOf(`${all(names)} NOT ${all(title)}`)} AS names,
        ${numbersOf(`${all(anywhere)} NOT ${all(names)}`)} AS anywhere`.execute(db);
    return toFound(rows[0]);
  },

  hasCourses: async (db, keys) => {
    const { rows } = await sql`
      SELECT 1 FROM ${sql.table(COURSE_KEYS)} WHERE ${sql.ref(COURSE_KEYS)} MATCH ${all(keys)} LIMIT 1`.execute(db);
    return rows.length > 0;
  },

  findLectures: async (db, keys, limit) => {
    const { rows } = await sql<{ lecture_id: string }>`
      SELECT lecture_id FROM ${sql.table(LECTURE_KEYS)} AS texts JOIN search_lecture_entries ON number = texts.rowid
      WHERE ${sql.ref(LECTURE_KEYS)} MATCH ${all(keys)}
      LIMIT ${limit}`.execute(db);
    return rows.map((row) => row.lecture_id);
  },
};
