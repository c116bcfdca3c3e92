import type { Db } from '#server/database/database.ts';
import { changesRow, hasRow } from '#server/database/outcomes.ts';
import type { CourseRow } from '#server/database/tables/catalog.ts';

/** Returns whether there was such a course. */
export const markDeleted = (tx: Db, id: string, now: number): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('courses')
      .set({ deleted_at: now, updated_at: now })
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  );

/** With the moment of the deletion of their course. */
export const markLecturesDeleted = (tx: Db, courseId: string, deletedAt: number) =>
  tx
    .updateTable('lectures')
    .set({ deleted_at: deletedAt, updated_at: deletedAt })
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .execute();

/** Whether it is deleted since this moment. */
export const isDeletedAt = (tx: Db, id: string, deletedAt: number): Promise<boolean> =>
  hasRow(tx.selectFrom('courses').select('id').where('id', '=', id).where('deleted_at', '=', deletedAt));

/** Locks a deleted course until the transaction ends. */
export const lockDeleted = (
  tx: Db,
  id: string,
  now: number,
): Promise<Pick<CourseRow, 'deleted_at' | 'purged_at'> | undefined> =>
  tx
    .updateTable('courses')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returning(['deleted_at', 'purged_at'])
    .executeTakeFirst();

/** The course, and the lectures that were deleted with it; returns the ids of those. */
export const unmarkDeleted = async (tx: Db, id: string, deletedAt: number): Promise<string[]> => {
  await tx.updateTable('courses').set({ deleted_at: null }).where('id', '=', id).execute();
  const lectures = await tx
    .updateTable('lectures')
    .set({ deleted_at: null })
    .where('course_id', '=', id)
    .where('deleted_at', '=', deletedAt)
    .returning('id')
    .execute();
  return lectures.map((lecture) => lecture.id);
};

/** Returns its thumbnail, or undefined when it was restored meanwhile. */
export const markPurged = (
  tx: Db,
  { id, deletedAt, now }: { id: string; deletedAt: number; now: number },
): Promise<Pick<CourseRow, 'thumbnail_key'> | undefined> =>
  tx
    .updateTable('courses')
    .set({ purged_at: now })
    .where('id', '=', id)
    .where('deleted_at', '=', deletedAt)
    .where('purged_at', 'is', null)
    .returning('thumbnail_key')
    .executeTakeFirst();

/** Of the lectures that were deleted together with a course. */
export const listDeletedWith = async (tx: Db, courseId: string, deletedAt: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('lectures')
    .select('id')
    .where('course_id', '=', courseId)
    .where('deleted_at', '=', deletedAt)
    .where('purged_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
};

export interface DeletedRow {
  id: string;
  title: string;
  course_id: string;
  course_title: string;
  deleted_at: number | null;
}

export const listDeletedCourses = (db: Db, since: number, limit: number): Promise<DeletedRow[]> =>
  db
    .selectFrom('courses')
    .where('deleted_at', '>', since)
    .where('purged_at', 'is', null)
    .select(['id', 'title', 'deleted_at', 'id as course_id', 'title as course_title'])
    .orderBy('deleted_at', 'desc')
    .limit(limit)
    .execute();

/** Lectures that were deleted alone: their courses are not deleted. */
export const listDeletedLectures = (db: Db, since: number, limit: number): Promise<DeletedRow[]> =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.deleted_at', '>', since)
    .where('lectures.purged_at', 'is', null)
    .where('courses.deleted_at', 'is', null)
    .select(['lectures.id', 'lectures.title', 'lectures.deleted_at', 'lectures.course_id'])
    .select('courses.title as course_title')
    .orderBy('lectures.deleted_at', 'desc')
    .limit(limit)
    .execute();
