import type { Db } from '#server/database/database.ts';

/** Those of the lectures that are published, with their course and the version of their video. */
export const findPublishedLectures = (db: Db, lectureIds: readonly string[]) =>
  db
    .selectFrom('lectures')
    .where('id', 'in', lectureIds)
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null)
    .select(['id', 'course_id as courseId', 'video_version as videoVersion'])
    .orderBy('id')
    .execute();
