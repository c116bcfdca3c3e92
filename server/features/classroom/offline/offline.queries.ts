import type { Db } from '#server/database/database.ts';

/** Those of the lectures that learners see, with their course and the version of their video. */
export const findShownLectures = (db: Db, lectureIds: readonly string[]) =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.id', 'in', lectureIds)
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .where('courses.deleted_at', 'is', null)
    .where('courses.published_at', 'is not', null)
    .select(['lectures.id', 'lectures.course_id as courseId', 'lectures.video_version as videoVersion'])
    .orderBy('lectures.id')
    .execute();
