import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { type SearchTexts, type TierNumbers, toFound } from './texts.ts';

/** Keys are made in this program, for both engines alike: a text search configuration would split words again. */
const vector = sql`array_to_tsvector(string_to_array(entries.keys, ' '))`;
const array = (values: readonly string[]) => sql`CAST(${values} AS text[])`;

const all = (keys: readonly string[]): string => `(${keys.map((key) => `'${key}'`).join(' & ')})`;
const has = (query: string) => sql<boolean>`keys @@ CAST(${query} AS tsquery)`;

const numbersOf = (query: string) =>
  sql`(SELECT string_agg(CAST(number AS text), ' ') FROM search_course_entries WHERE ${has(query)})`;

/** The planner does not know what it costs to unpack the keys of every row: 80 microseconds each. */
const readIndex = <Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> =>
  db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    return (await query.execute(tx)).rows;
  });

/** Columns of the type tsvector with GIN indexes. */
export const postgresTexts: SearchTexts = {
  put: async (tx, courses, lectures) => {
    await sql`
      UPDATE search_course_entries SET keys = ${vector}
      FROM unnest(
        ${array(courses.map(({ courseId }) => courseId))},
        ${array(courses.map(({ keys }) => keys))}
      ) AS entries (course_id, keys)
      WHERE search_course_entries.course_id = entries.course_id`.execute(tx);
    await sql`
      INSERT INTO search_lecture_entries (lecture_id, course_id, digest, keys)
      SELECT lecture_id, course_id, digest, ${vector}
      FROM unnest(
        ${array(lectures.map(({ lectureId }) => lectureId))},
        ${array(lectures.map(({ courseId }) => courseId))},
        ${array(lectures.map(({ digest }) => digest))},
        ${array(lectures.map(({ keys }) => keys))}
      ) AS entries (lecture_id, course_id, digest, keys)
      ON CONFLICT (lecture_id) DO UPDATE SET digest = excluded.digest, keys = excluded.keys`.execute(tx);
  },

  removeCourse: async (tx, courseId) => {
    await tx.deleteFrom('search_course_entries').where('course_id', '=', courseId).execute();
  },

  removeLectures: async (tx, lectureIds) => {
    if (lectureIds.length > 0)
      await tx.deleteFrom('search_lecture_entries').where('lecture_id', 'in', lectureIds).execute();
  },

  findCourses: async (db, { title, names, anywhere }) => {
    const [row] = await readIndex(
      db,
      sql<TierNumbers>`
        SELECT ${numbersOf(all(title))} AS title, ${numbersOf(`${all(names)} & !${all(title)}`)} AS names,
          ${numbersOf(`${all(anywhere)} & !${all(names)}`)} AS anywhere`,
    );
    return toFound(row);
  },

  hasCourses: async (db, keys) => {
    const rows = await readIndex(db, sql`SELECT 1 FROM search_course_entries WHERE ${has(all(keys))} LIMIT 1`);
    return rows.length > 0;
  },

  findLectures: async (db, keys, limit) => {
    const rows = await readIndex(
      db,
      sql<{ lecture_id: string }>`
        SELECT lecture_id FROM search_lecture_entries WHERE ${has(all(keys))} LIMIT ${limit}`,
    );
    return rows.map((row) => row.lecture_id);
  },
};
