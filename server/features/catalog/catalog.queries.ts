import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { CourseRow, LectureRow } from '#server/database/tables.ts';

/** More lectures than a course should ever have; it bounds what one answer holds. */
const OUTLINE_MAX = 1000;

/** In the words of the index `courses_shown`, which serves them all. */
const shownCourses = (db: Db) =>
  db.selectFrom('courses').where('courses.deleted_at', 'is', null).where('courses.published_at', 'is not', null);

/** Id and category of every course that is shown, the newest first. */
export const listOrder = (db: Db): Promise<{ id: string; category: string }[]> =>
  shownCourses(db).select(['id', 'category']).orderBy('published_at', 'desc').orderBy('id', 'desc').execute();

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Ids of the courses whose text holds all words, the newest first. Words are in lower case, as the text is. */
export const listMatching = async (db: Db, words: string[], category: string | undefined): Promise<string[]> => {
  let query = shownCourses(db).select('id');
  if (category !== undefined) query = query.where('category', '=', category);
  for (const word of words) query = query.where(sql<boolean>`search_text LIKE ${`%${escapeLike(word)}%`} ESCAPE '\\'`);
  const rows = await query.orderBy('published_at', 'desc').orderBy('id', 'desc').execute();
  return rows.map(({ id }) => id);
};

const facts = ['id', 'title', 'description', 'category', 'created_by', 'thumbnail_key', 'created_at'] as const;

export type ShownCourse = Pick<CourseRow, (typeof facts)[number]> & {
  lecture_count: number;
  total_duration_ms: number;
};

/** Those of the courses that are shown, in no order, each with the number and length of its lectures. */
export const findShown = (db: Db, ids: readonly string[]): Promise<ShownCourse[]> =>
  shownCourses(db)
    .leftJoin(
      (inner) =>
        inner
          .selectFrom('lectures')
          .where('course_id', 'in', ids)
          .where('deleted_at', 'is', null)
          .where('published_at', 'is not', null)
          .groupBy('course_id')
          .select(({ fn }) => [
            'course_id',
            fn.countAll<number>().as('count'),
            fn.sum<number>('duration_ms').as('length'),
          ])
          .as('sums'),
      (join) => join.onRef('sums.course_id', '=', 'courses.id'),
    )
    .where('courses.id', 'in', ids)
    .select(facts.map((column) => `courses.${column}` as const))
    .select(({ fn }) => [
      fn.coalesce('sums.count', sql.lit(0)).as('lecture_count'),
      fn.coalesce('sums.length', sql.lit(0)).as('total_duration_ms'),
    ])
    .execute();

export const isShown = async (db: Db, id: string): Promise<boolean> =>
  (await shownCourses(db).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const listOutlines = (db: Db, courseId: string): Promise<Pick<LectureRow, 'id' | 'title' | 'duration_ms'>[]> =>
  db
    .selectFrom('lectures')
    .select(['id', 'title', 'duration_ms'])
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null)
    .orderBy('position')
    .limit(OUTLINE_MAX)
    .execute();

export type NewCourse = Pick<CourseRow, 'id' | 'title' | 'description' | 'category' | 'created_by' | 'author_id'> & {
  thumbnail_key: string;
  published_at: number;
  now: number;
};

export const insertCourse = async (tx: Db, { now, ...course }: NewCourse): Promise<void> => {
  const { title, category, created_by: instructor, description } = course;
  await tx
    .insertInto('courses')
    .values({
      ...course,
      position: course.published_at,
      search_text: [title, category, instructor, description].join('\n').toLowerCase(),
      deleted_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
};

/** What a course that was deleted leaves behind. */
export interface DeletedCourse {
  thumbnailKey: string | null;
  lectureIds: string[];
}

/** Marks a course and its lectures as deleted; undefined when there is no such course. */
export const markDeleted = async (tx: Db, id: string, now: number): Promise<DeletedCourse | undefined> => {
  const course = await tx
    .updateTable('courses')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('thumbnail_key')
    .executeTakeFirst();
  if (!course) return undefined;
  const lectures = await tx
    .updateTable('lectures')
    .set({ deleted_at: now, updated_at: now })
    .where('course_id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return { thumbnailKey: course.thumbnail_key, lectureIds: lectures.map((lecture) => lecture.id) };
};

/** Which of these files are the thumbnail of a course. */
export const thumbnailsInUse = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom('courses').select('thumbnail_key').where('thumbnail_key', 'in', keys).execute();
  return new Set(rows.flatMap(({ thumbnail_key: key }) => (key === null ? [] : [key])));
};

export const thumbnailsAfter = async (db: Db, after: string, max: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('courses')
    .select('thumbnail_key')
    .where('deleted_at', 'is', null)
    .where('thumbnail_key', '>', after)
    .orderBy('thumbnail_key')
    .limit(max)
    .execute();
  return rows.flatMap(({ thumbnail_key: key }) => (key === null ? [] : [key]));
};
