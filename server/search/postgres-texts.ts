import { sql } from 'kysely';
import type { WordKeys } from './keys.ts';
import { type SearchTexts, type TierNumbers, toFound } from './texts.ts';

/** The program creates the keys, because a text search configuration would split words again. */
const vector = sql`array_to_tsvector(string_to_array(entries.keys, ' '))`;
const array = (values: readonly string[]) => sql`CAST(${values} AS text[])`;

const any = (keys: readonly string[]): string => `(${keys.map((key) => `'${key}'`).join(' | ')})`;
const all = (words: WordKeys): string => `(${words.map(any).join(' & ')})`;
const query = (text: string) => sql`CAST(${text} AS tsquery)`;

/** Columns of the type tsvector with GIN indexes, read by the functions of migration 0042. */
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
    const { rows } = await sql<TierNumbers>`
      SELECT search_course_numbers(${query(all(title))}) AS title,
        search_course_numbers(${query(`${all(names)} & !${all(title)}`)}) AS names,
        search_course_numbers(${query(`${all(anywhere)} & !${all(names)}`)}) AS anywhere`.execute(db);
    return toFound(rows[0]);
  },

  hasCourses: async (db, keys) => {
    const { rows } = await sql<{ has: boolean }>`SELECT search_has_course(${query(all(keys))}) AS has`.execute(db);
    return rows[0]?.has === true;
  },

  findLectures: async (db, { title, anywhere }, limit) => {
    const { rows } = await sql<{ id: string }>`
      SELECT search_lectures(${query(all(title))}, ${limit}) AS id
      UNION ALL SELECT search_lectures(${query(all(anywhere))}, ${limit})
      LIMIT ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  },
};
