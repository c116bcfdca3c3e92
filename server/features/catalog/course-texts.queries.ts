import type { Database, Db, Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import { shownCourses } from './shown-courses.queries.ts';

/** It bounds one projection, as it does one response. */
const LECTURES_MAX = 1000;

export const findCourseTexts = (db: Db, courseId: string) =>
  shownCourses(db)
    .select(['title', 'description', 'category', 'created_by'])
    .where('id', '=', courseId)
    .executeTakeFirst();

export const listLectureTexts = (db: Db, courseId: string) =>
  db
    .selectFrom('lectures')
    .leftJoin('lecture_contents', 'lecture_contents.lecture_id', 'lectures.id')
    .select(['id', 'title', 'description', 'chapters', 'duration_ms', 'is_free_preview', 'words'])
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null)
    .orderBy('position')
    .limit(LECTURES_MAX)
    .execute();

export const listCaptionWords = (db: Db, courseId: string) =>
  db
    .selectFrom('captions')
    .innerJoin('lectures', 'lectures.id', 'captions.lecture_id')
    .where('lectures.course_id', '=', courseId)
    .where('lectures.deleted_at', 'is', null)
    .select(['captions.lecture_id', 'captions.words'])
    .execute();

/** What readers see, in any language. */
export const listShownTranslations = (db: Db, courseId: string) =>
  db
    .selectFrom('translations')
    .innerJoin('courses', 'courses.id', 'translations.course_id')
    .select(['thing_id', 'field', 'text'])
    .where('course_id', '=', courseId)
    .whereRef('translations.language', '!=', 'courses.language')
    .where('kind', '!=', 'question')
    .where('is_by_person', '=', 1)
    .execute();

export const findCourseOfLecture = (db: Db, lectureId: string): Promise<{ course_id: string } | undefined> =>
  db.selectFrom('lectures').select('course_id').where('id', '=', lectureId).executeTakeFirst();

/** Courses that are shown and not indexed, or changed since. */
const notIndexed = (db: Db) =>
  shownCourses(db)
    .leftJoin('search_course_entries as entries', 'entries.course_id', 'courses.id')
    .where((where) =>
      where.or([where('entries.course_id', 'is', null), where('indexed_at', '<', where.ref('courses.updated_at'))]),
    )
    .select('courses.id');

export const hasNotIndexed = (db: Db): Promise<boolean> => hasRow(notIndexed(db).limit(1));

/** The first ones with ids after another's; those that another process indexes are left out. */
export const takeNotIndexed = async (
  tx: Tx,
  { supportsSkipLocked }: Pick<Database, 'supportsSkipLocked'>,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> => {
  const rows = await notIndexed(tx)
    .where('courses.id', '>', after)
    .orderBy('courses.id')
    .limit(limit)
    .$if(supportsSkipLocked, (query) => query.forNoKeyUpdate('courses').skipLocked())
    .execute();
  return rows.map(({ id }) => id);
};

export interface FoundLecture {
  id: string;
  title: string;
  duration_ms: number | null;
  course_id: string;
  course_title: string;
}

/** Those of the lectures that learners see, in no order. */
export const findShownLectures = async (db: Db, ids: readonly string[]): Promise<FoundLecture[]> =>
  ids.length === 0
    ? []
    : shownCourses(db)
        .innerJoin('lectures', 'lectures.course_id', 'courses.id')
        .where('lectures.id', 'in', ids)
        .where('lectures.deleted_at', 'is', null)
        .where('lectures.published_at', 'is not', null)
        .select(['lectures.id', 'lectures.title', 'lectures.duration_ms', 'lectures.course_id'])
        .select('courses.title as course_title')
        .execute();
