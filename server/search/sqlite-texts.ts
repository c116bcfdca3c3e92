import { sql } from 'kysely';
import type { Tx } from '#server/database/database.ts';
import type { WordKeys } from './keys.ts';
import { type SearchTexts, type TierNumbers, toFound } from './texts.ts';

const COURSE_KEYS = 'search_course_entries_text';
const LECTURE_KEYS = 'search_lecture_entries_text';

/** An FTS5 query. */
const any = (keys: readonly string[]): string => `(${keys.map((key) => `"${key}"`).join(' OR ')})`;
const all = (words: WordKeys): string => `(${words.map(any).join(' AND ')})`;

const putKeys = async (tx: Tx, table: string, keysOf: ReadonlyMap<string, string>, rows: readonly Numbered[]) => {
  for (const { id, number } of rows)
    await sql`REPLACE INTO ${sql.table(table)} (rowid, keys) VALUES (${number}, ${keysOf.get(id)})`.execute(tx);
};

interface Numbered {
  id: string;
  number: number;
}

const numbersOf = (query: string) =>
  sql`(SELECT group_concat(rowid, ' ') FROM ${sql.table(COURSE_KEYS)} WHERE ${sql.ref(COURSE_KEYS)} MATCH ${query})`;

const lectureIds = (query: string) => sql`
  SELECT lecture_id FROM ${sql.table(LECTURE_KEYS)} AS texts JOIN search_lecture_entries ON number = texts.rowid
  WHERE ${sql.ref(LECTURE_KEYS)} MATCH ${query}`;

/** Contentless FTS5 tables, and tables that map their rows to courses and lectures. */
export const sqliteTexts: SearchTexts = {
  put: async (tx, courses, lectures) => {
    const courseRows = await sql<Numbered>`
      SELECT course_id AS id, number FROM search_course_entries
      WHERE course_id IN (SELECT value FROM json_each(${JSON.stringify(courses.map(({ courseId }) => courseId))}))
    `.execute(tx);
    // All rows before the keys: FTS5 flushes before each statement with its own savepoint.
    const lectureRows = await sql<Numbered>`
      INSERT INTO search_lecture_entries (lecture_id, course_id, digest)
      SELECT value ->> 'lectureId', value ->> 'courseId', value ->> 'digest'
      FROM json_each(${JSON.stringify(lectures.map(({ lectureId, courseId, digest }) => ({ lectureId, courseId, digest })))}) WHERE true
      ON CONFLICT (lecture_id) DO UPDATE SET digest = excluded.digest
      RETURNING lecture_id AS id, number`.execute(tx);
    await putKeys(tx, COURSE_KEYS, new Map(courses.map(({ courseId, keys }) => [courseId, keys])), courseRows.rows);
    await putKeys(
      tx,
      LECTURE_KEYS,
      new Map(lectures.map(({ lectureId, keys }) => [lectureId, keys])),
      lectureRows.rows,
    );
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

  findLectures: async (db, { title, anywhere }, limit) => {
    const { rows } = await sql<{ lecture_id: string }>`
      ${lectureIds(all(title))} UNION ALL ${lectureIds(all(anywhere))} LIMIT ${limit}`.execute(db);
    return rows.map((row) => row.lecture_id);
  },
};
