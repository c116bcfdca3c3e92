import type { Db } from '#server/database/database.ts';

/** The live classes of published courses, with those that were deleted after they had been published. */
export const listClasses = (db: Db, lectureId?: string) =>
  db
    .selectFrom('lectures as l')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .innerJoin('lecture_contents as k', 'k.lecture_id', 'l.id')
    .where('l.kind', '=', 'live')
    .where('l.published_at', 'is not', null)
    .where('c.deleted_at', 'is', null)
    .where('c.published_at', 'is not', null)
    .$if(lectureId !== undefined, (query) => query.where('l.id', '=', lectureId ?? ''))
    .select(['l.id', 'l.title', 'l.updated_at', 'l.deleted_at', 'l.course_id', 'c.title as course_title', 'k.content'])
    .orderBy('l.id')
    .execute();
