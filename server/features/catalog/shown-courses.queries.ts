import type { Db } from '#server/database/database.ts';

/**
 * The courses that visitors see: a draft is hidden, and so is a deleted one. With the conditions of the index `courses_shown`,
 * which serves every query that begins here.
 */
export const shownCourses = (db: Db) =>
  db.selectFrom('courses').where('courses.deleted_at', 'is', null).where('courses.published_at', 'is not', null);
