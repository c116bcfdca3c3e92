import type { Db } from '#server/database/database.ts';
import type { UserRow } from '#server/database/tables.ts';

/** For whom a lecture is; undefined when it or its course is deleted. */
export const findAudience = async (
  db: Db,
  lectureId: string,
): Promise<{ isShown: boolean; isFreePreview: boolean } | undefined> => {
  const row = await db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.deleted_at', 'is', null)
    .where('courses.deleted_at', 'is', null)
    .where('lectures.id', '=', lectureId)
    .select(['lectures.is_free_preview', 'lectures.published_at', 'courses.published_at as course_published_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    isShown: row.published_at !== null && row.course_published_at !== null,
    isFreePreview: row.is_free_preview === 1,
  };
};

/** Undefined for an account that is deleted or blocked. */
export const findViewer = (db: Db, userId: string): Promise<Pick<UserRow, 'media_epoch' | 'role'> | undefined> =>
  db
    .selectFrom('users')
    .select(['media_epoch', 'role'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
