import { sql } from 'kysely';
import type { Rating } from '#contract/reviews/rating.ts';
import type { Db } from '#server/database/database.ts';
import { isForLearners } from '#server/database/lectures-shown.ts';
import { changesRow, hasRow } from '#server/database/outcomes.ts';
import { countOfStars, ratingOf, type StarCounts, starColumns, starsIn } from '#server/database/ratings.ts';
import { inSection } from '#server/database/sections.ts';
import type { CourseRow } from '#server/database/tables/catalog.ts';
import { type AuthoredColumns, type Outline, SHOWN_COLUMNS, type ShownCourse } from './course-columns.ts';
import { shownCourses } from './shown-courses.queries.ts';

/** More lectures than a course should ever have; it bounds one response. */
const OUTLINE_MAX = 1000;

/** The columns for filtering and sorting courses. */
export interface OrderedCourse {
  id: string;
  /** By which a search finds it; null until it is indexed. */
  number: number | null;
  title: string;
  category: string;
  created_by: string;
  /** In which it is written. */
  language: string;
  lecture_count: number;
  duration_ms: number;
  has_free_lecture: number;
  viewers: number;
  rating: Rating | null;
  /** Null where the school has no reviews. */
  numberOfReviews: number | null;
}

/** Every course that is shown, the newest first. */
export const listOrder = async (db: Db, hasReviews: boolean): Promise<OrderedCourse[]> => {
  const rows = await shownCourses(db)
    .leftJoin('course_ratings', 'course_ratings.course_id', 'courses.id')
    .select(starColumns)
    .leftJoin('search_course_entries as entries', 'entries.course_id', 'courses.id')
    .leftJoin('course_audience', 'course_audience.course_id', 'courses.id')
    .select([
      'courses.id',
      'courses.title',
      'courses.category',
      'courses.created_by',
      'courses.language',
      'entries.number',
    ])
    .select(({ fn }) => [
      fn.coalesce('lecture_count', sql.lit(0)).as('lecture_count'),
      fn.coalesce('duration_ms', sql.lit(0)).as('duration_ms'),
      fn.coalesce('has_free_lecture', sql.lit(0)).as('has_free_lecture'),
      fn.coalesce('viewers', sql.lit(0)).as('viewers'),
    ])
    .orderBy('courses.published_at', 'desc')
    .orderBy('courses.id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    rating: hasReviews ? ratingOf(starsIn(row)) : null,
    numberOfReviews: hasReviews ? countOfStars(starsIn(row)) : null,
  }));
};

/** The courses whose titles are translated into a language. */
export const listTitled = async (db: Db): Promise<Map<string, Set<string>>> => {
  const rows = await db
    .selectFrom('translations')
    .select(['language', 'thing_id'])
    .where('kind', '=', 'course')
    .where('field', '=', 'title')
    .where('is_by_person', '=', 1)
    .execute();
  const byLanguage = Map.groupBy(rows, ({ language }) => language);
  return new Map([...byLanguage].map(([language, of]) => [language, new Set(of.map((row) => row.thing_id))]));
};

/** How many reviews of a course gave how many stars. */
export const findStars = async (db: Db, courseIds: readonly string[]): Promise<Map<string, StarCounts>> => {
  if (courseIds.length === 0) return new Map();
  const rows = await db.selectFrom('course_ratings').selectAll().where('course_id', 'in', courseIds).execute();
  return new Map(rows.map((row) => [row.course_id, starsIn(row)]));
};

const withSums = (courses: ReturnType<typeof shownCourses>, ids: readonly string[]): Promise<ShownCourse[]> =>
  courses
    .leftJoin(
      (inner) =>
        inner
          .selectFrom('lectures')
          .where('course_id', 'in', ids)
          .where('deleted_at', 'is', null)
          .where('published_at', 'is not', null)
          .where(isForLearners)
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
    .select(SHOWN_COLUMNS.map((column) => `courses.${column}` as const))
    .select(({ fn }) => [
      fn.coalesce('sums.count', sql.lit(0)).as('lecture_count'),
      fn.coalesce('sums.length', sql.lit(0)).as('total_duration_ms'),
    ])
    .execute();

/** Those of the courses that are shown, in no order, each with the number and length of its published lectures. */
export const findListed = (db: Db, ids: readonly string[]): Promise<ShownCourse[]> => withSums(shownCourses(db), ids);

const presentCourses = (db: Db) => db.selectFrom('courses').where('courses.deleted_at', 'is', null);

/** As `findListed`, of any courses. */
export const findAny = (db: Db, ids: readonly string[]): Promise<ShownCourse[]> =>
  withSums(db.selectFrom('courses'), ids);

/** Those of the courses that are not deleted, drafts included, in no order. */
export const findPresent = (db: Db, ids: readonly string[]): Promise<ShownCourse[]> =>
  withSums(presentCourses(db), ids);

export const isPresent = (db: Db, id: string): Promise<boolean> =>
  hasRow(presentCourses(db).select('id').where('id', '=', id));

const HAS_BATCHES = sql<number>`CASE WHEN EXISTS (
  SELECT 1 FROM batches b WHERE b.course_id = courses.id AND b.deleted_at IS NULL) THEN 1 ELSE 0 END`;

export const listOutlines = (db: Db, courseId: string): Promise<Outline[]> =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .leftJoin('sections', 'sections.id', 'lectures.section_id')
    .select(['lectures.id', 'lectures.kind', 'lectures.title', 'lectures.duration_ms'])
    .select(sql<number>`CASE courses.release_rules WHEN '[]' THEN 0 ELSE 1 END`.as('opens_in_steps'))
    .select(HAS_BATCHES.as('has_batches'))
    .select(['lectures.is_free_preview', ...inSection])
    .select([
      'lectures.published_at',
      sql<string | null>`CASE lectures.is_free_preview WHEN 1 THEN lectures.description END`.as('free_description'),
    ])
    .where('lectures.course_id', '=', courseId)
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .where(isForLearners)
    .orderBy('lectures.position')
    .limit(OUTLINE_MAX)
    .execute();

export type NewCourse = AuthoredColumns &
  Pick<CourseRow, 'id' | 'author_id' | 'published_at'> & {
    thumbnail_key: string | null;
    now: number;
  };

export const insertCourse = (tx: Db, { now, ...course }: NewCourse) =>
  tx
    .insertInto('courses')
    .values({
      ...course,
      position: course.published_at ?? NEVER_SHOWN,
      deleted_at: null,
      purged_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();

/** Returns the thumbnail and the teacher that it had, or undefined when there is no such course. Without a new one the old one stays. */
export const updateCourse = async (
  tx: Db,
  {
    id,
    thumbnailKey,
    now,
    ...columns
  }: AuthoredColumns & { id: string; thumbnailKey: string | undefined; now: number },
): Promise<{ oldThumbnailKey: string | null; oldTeacher: string } | undefined> => {
  // It also locks the row, so that two requests that change the thumbnail do not delete the same old one.
  const before = await tx
    .updateTable('courses')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['thumbnail_key', 'created_by'])
    .executeTakeFirst();
  if (!before) return undefined;
  await tx
    .updateTable('courses')
    .set({ ...columns, updated_at: now })
    .$if(thumbnailKey !== undefined, (query) => query.set({ thumbnail_key: thumbnailKey ?? null }))
    .where('id', '=', id)
    .execute();
  return { oldThumbnailKey: before.thumbnail_key, oldTeacher: before.created_by };
};

/** Instead of a time: the course was never published. */
const NEVER_SHOWN = 0;

const DECIDED = { approval_requested_at: null, declined_at: null, declined_reason: null };

/** A course that is published again returns to its place in the list. Returns whether there is such a course. */
export const publishCourse = (tx: Db, id: string, now: number): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('courses')
      .set({
        published_at: sql`COALESCE(published_at, NULLIF(position, ${NEVER_SHOWN}), ${now})`,
        position: sql`COALESCE(published_at, NULLIF(position, ${NEVER_SHOWN}), ${now})`,
        ...DECIDED,
        updated_at: now,
      })
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  );

export const hideCourse = (tx: Db, id: string, now: number): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('courses')
      .set({ published_at: null, approval_requested_at: null, updated_at: now })
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  );

/** Makes a draft wait for approval. Returns whether it is one. */
export const requestApproval = (tx: Db, id: string, now: number): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('courses')
      .set({
        ...DECIDED,
        approval_requested_at: sql`COALESCE(approval_requested_at, ${now})`,
        updated_at: now,
      })
      .where('id', '=', id)
      .where('published_at', 'is', null)
      .where('deleted_at', 'is', null),
  );

export const isWaiting = (db: Db, id: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('courses')
      .select('id')
      .where('id', '=', id)
      .where('approval_requested_at', 'is not', null)
      .where('deleted_at', 'is', null),
  );

/** Returns whether the course waited for approval. */
export const declineCourse = (tx: Db, id: string, { now, reason }: { now: number; reason: string }): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('courses')
      .set({ ...DECIDED, declined_at: now, declined_reason: reason, updated_at: now })
      .where('id', '=', id)
      .where('approval_requested_at', 'is not', null)
      .where('deleted_at', 'is', null),
  );

/** Since when courses wait for approval, the longest first. */
export const listWaiting = async (db: Db): Promise<number[]> => {
  const rows = await db
    .selectFrom('courses')
    .select('approval_requested_at')
    .where('approval_requested_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('approval_requested_at')
    .execute();
  return rows.flatMap((row) => row.approval_requested_at ?? []);
};
