import { sql } from 'kysely';
import { type SearchTexts, toFound } from './texts.ts';

/** Words are split in this program, for both engines alike: a text search configuration would split them again. */
const vector = (words: readonly string[]) => sql`array_to_tsvector(CAST(${words} AS text[]))`;

/** Words have letters, digits, + and # only, so that none can end its quotation marks. */
const beginningWith = (words: readonly string[]) =>
  sql`CAST(${words.map((word) => `'${word}':*`).join(' & ')} AS tsquery)`;
const whole = (words: readonly string[]) => sql`CAST(${words.map((word) => `'${word}'`).join(' & ')} AS tsquery)`;

const anywhere = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`(names @@ ${beginningWith([word])} OR words @@ ${whole([word])})`),
    sql` AND `,
  );

/** Columns of the type tsvector with GIN indexes. */
export const postgresTexts: SearchTexts = {
  putCourse: async (tx, courseId, { digest, title, names, words }) => {
    await sql`
      INSERT INTO search_courses (course_id, digest, title, names, words, lecture_count, duration_ms, has_free_lecture, indexed_at)
      VALUES (${courseId}, ${digest}, ${vector(title)}, ${vector(names)}, ${vector(words)}, 0, 0, 0, 0)
      ON CONFLICT (course_id) DO UPDATE SET
        digest = excluded.digest, title = excluded.title, names = excluded.names, words = excluded.words`.execute(tx);
  },

  putLecture: async (tx, courseId, { lectureId, digest, title, words }) => {
    await sql`
      INSERT INTO search_lectures (lecture_id, course_id, digest, title, words)
      VALUES (${lectureId}, ${courseId}, ${digest}, ${vector(title)}, ${vector(words)})
      ON CONFLICT (lecture_id) DO UPDATE SET
        digest = excluded.digest, title = excluded.title, words = excluded.words`.execute(tx);
  },

  removeCourse: async (tx, courseId) => {
    await tx.deleteFrom('search_courses').where('course_id', '=', courseId).execute();
  },

  removeLecture: async (tx, lectureId) => {
    await tx.deleteFrom('search_lectures').where('lecture_id', '=', lectureId).execute();
  },

  findCourses: async (db, words) => {
    const query = beginningWith(words);
    const { rows } = await sql<{ title: string | null; names: string | null; words: string | null }>`
      SELECT string_agg(course_id, ' ') FILTER (WHERE title @@ ${query}) AS title,
        string_agg(course_id, ' ') FILTER (WHERE names @@ ${query}) AS names,
        string_agg(course_id, ' ') AS words
      FROM search_courses WHERE ${anywhere(words)}`.execute(db);
    const [found] = rows;
    return toFound([found?.title ?? '', found?.names ?? '', found?.words ?? '']);
  },

  findLectures: async (db, words, where, limit) => {
    const { rows } = await sql<{ lecture_id: string }>`
      SELECT lecture_id FROM search_lectures
      WHERE ${where === 'title' ? sql`title @@ ${beginningWith(words)}` : sql`words @@ ${whole(words)}`}
      LIMIT ${limit}`.execute(db);
    return rows.map((row) => row.lecture_id);
  },
};
