import type { Db, Tx } from '#server/database/database.ts';
import { shownCourses } from './shown-courses.queries.ts';

export interface AddressedCourse {
  id: string;
  updated_at: number;
  /** Null until it has one. */
  slug: string | null;
}

/** Every course that is shown, the newest first. */
export const listAddressed = (db: Db): Promise<AddressedCourse[]> =>
  shownCourses(db)
    .leftJoin('course_addresses', (join) =>
      join.onRef('course_addresses.course_id', '=', 'courses.id').on('course_addresses.is_current', '=', 1),
    )
    .select(['courses.id', 'courses.updated_at', 'course_addresses.slug'])
    .orderBy('courses.published_at', 'desc')
    .orderBy('courses.id', 'desc')
    .execute();

const published = (db: Db) =>
  shownCourses(db)
    .leftJoin('course_addresses', (join) =>
      join.onRef('course_addresses.course_id', '=', 'courses.id').on('course_addresses.is_current', '=', 1),
    )
    .select([
      'courses.id as course_id',
      'courses.title as course_title',
      'courses.description',
      'course_addresses.slug',
    ]);

/** A published course, or a lecture that was added to one. */
export type PublishedItem = Awaited<ReturnType<ReturnType<typeof published>['executeTakeFirstOrThrow']>> & {
  id: string;
  lecture_title: string | null;
  published_at: number;
};

/** Courses, and lectures that were published after their course; the newest first. */
export const listNewest = async (db: Db, limit: number): Promise<PublishedItem[]> => {
  const courses = await published(db)
    .select(['courses.id', 'courses.published_at'])
    .orderBy('courses.published_at', 'desc')
    .orderBy('courses.id', 'desc')
    .limit(limit)
    .execute();
  const lectures = await published(db)
    .innerJoin('lectures as l', 'l.course_id', 'courses.id')
    .where('l.deleted_at', 'is', null)
    .whereRef('l.published_at', '>', 'courses.published_at')
    .select(['l.id', 'l.title as lecture_title', 'l.published_at'])
    .orderBy('l.published_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
  return [...courses.map((course) => ({ ...course, lecture_title: null })), ...lectures]
    .map((item) => ({ ...item, published_at: item.published_at ?? 0 }))
    .toSorted((a, b) => b.published_at - a.published_at)
    .slice(0, limit);
};

export const findCourseAt = async (db: Db, slug: string): Promise<string | undefined> => {
  const row = await db.selectFrom('course_addresses').select('course_id').where('slug', '=', slug).executeTakeFirst();
  return row?.course_id;
};

export const findTitleAndSlug = (
  tx: Tx,
  courseId: string,
): Promise<{ title: string; slug: string | null } | undefined> =>
  tx
    .selectFrom('courses')
    .leftJoin('course_addresses', (join) =>
      join.onRef('course_addresses.course_id', '=', 'courses.id').on('course_addresses.is_current', '=', 1),
    )
    .select(['courses.title', 'course_addresses.slug'])
    .where('courses.id', '=', courseId)
    .executeTakeFirst();

/** Gives a course this address, unless another course has it. Returns whether the course has it now. */
export const takeSlug = async (
  tx: Tx,
  { slug, courseId, now }: { slug: string; courseId: string; now: number },
): Promise<boolean> => {
  await tx
    .insertInto('course_addresses')
    .values({ slug, course_id: courseId, is_current: 0, created_at: now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  if ((await findCourseAt(tx, slug)) !== courseId) return false;
  await tx.updateTable('course_addresses').set({ is_current: 0 }).where('course_id', '=', courseId).execute();
  await tx.updateTable('course_addresses').set({ is_current: 1 }).where('slug', '=', slug).execute();
  return true;
};

/** Ids of courses without an address. */
export const listWithoutAddress = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('courses')
    .leftJoin('course_addresses', 'course_addresses.course_id', 'courses.id')
    .select('courses.id')
    .where('courses.deleted_at', 'is', null)
    .where('course_addresses.slug', 'is', null)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};
