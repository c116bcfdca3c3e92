import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** Words have no signs that mean something to LIKE. */
const has = (words: readonly string[], column: string) =>
  sql<boolean>`${sql.join(
    words.map((word) => sql`' ' || COALESCE(${sql.ref(column)}, '') LIKE ${`% ${word}%`}`),
    sql` AND `,
  )}`;

/** The lectures of a course whose captions or contents may have all words, before those with chapters, whose words are not stored. */
export const findInCourse = (
  db: Db,
  { courseId, words, limit }: { courseId: string; words: readonly string[]; limit: number },
) =>
  db
    .selectFrom(
      db
        .selectFrom('lectures')
        .leftJoin('lecture_contents', 'lecture_contents.lecture_id', 'lectures.id')
        .where('course_id', '=', courseId)
        .select(['lectures.id', 'lectures.position', 'lectures.chapters'])
        .select(({ eb, or, exists, selectFrom }) =>
          eb
            .case()
            .when(
              or([
                has(words, 'lecture_contents.words'),
                exists(
                  selectFrom('captions')
                    .whereRef('captions.lecture_id', '=', 'lectures.id')
                    .where(has(words, 'captions.words'))
                    .select('captions.lecture_id'),
                ),
              ]),
            )
            .then(1)
            .else(0)
            .end()
            .as('has_words'),
        )
        .as('found'),
    )
    .selectAll()
    .where(({ eb, or }) => or([eb('chapters', '<>', ''), eb('has_words', '=', 1)]))
    .orderBy('has_words', 'desc')
    .orderBy('position')
    .limit(limit)
    .execute();

/** The courses of those of these lectures that are shown. */
export const listShown = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.id', 'in', ids)
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .where('courses.deleted_at', 'is', null)
    .select(['lectures.id', 'lectures.course_id'])
    .execute();

/** What is searched of these lectures. */
export const listSearched = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .leftJoin('lecture_contents', 'lecture_contents.lecture_id', 'lectures.id')
    .where('lectures.id', 'in', ids)
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
