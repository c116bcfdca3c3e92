import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** Words have no signs that mean something to LIKE. */
const has = (words: readonly string[], column: string) =>
  sql<boolean>`${sql.join(
    words.map((word) => sql`' ' || COALESCE(${sql.ref(column)}, '') LIKE ${`% ${word}%`}`),
    sql` AND `,
  )}`;

/** The lectures of a course whose captions, contents or chapters may have all words, in their order. */
export const findInCourse = async (
  db: Db,
  { courseId, words, limit }: { courseId: string; words: readonly string[]; limit: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('lectures')
    .leftJoin('lecture_contents', 'lecture_contents.lecture_id', 'lectures.id')
    .where('course_id', '=', courseId)
    .where((row) =>
      row.or([
        row('lectures.chapters', '<>', ''),
        has(words, 'lecture_contents.words'),
        row.exists(
          row
            .selectFrom('captions')
            .whereRef('captions.lecture_id', '=', 'lectures.id')
            .where(has(words, 'captions.words'))
            .select('captions.lecture_id'),
        ),
      ]),
    )
    .select('lectures.id')
    .orderBy('lectures.position')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** What is searched of these lectures. */
export const listSearched = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .leftJoin('lecture_contents', 'lecture_contents.lecture_id', 'lectures.id')
    .where('lectures.id', 'in', ids)
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .where('courses.deleted_at', 'is', null)
    .select(['lectures.id', 'lectures.title', 'lectures.kind', 'lectures.chapters', 'lectures.course_id'])
    .select(['courses.title as course_title', 'lecture_contents.content', 'lecture_contents.words'])
    .execute();

export type SearchedRow = Awaited<ReturnType<typeof listSearched>>[number];

/** The newest notes of a user, about one course or all. */
export const listOwnNotes = (db: Db, userId: string, courseId: string | undefined, limit: number) =>
  db
    .selectFrom('lecture_notes as n')
    .innerJoin('lectures as l', 'l.id', 'n.lecture_id')
    .where('n.user_id', '=', userId)
    .$if(courseId !== undefined, (query) => query.where('l.course_id', '=', courseId ?? ''))
    .select(['n.lecture_id', 'n.position_ms', 'n.text'])
    .orderBy('n.updated_at', 'desc')
    .limit(limit)
    .execute();
