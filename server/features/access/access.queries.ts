import type { CourseRole } from '#contract/course-people.ts';
import type { Db } from '#server/database/database.ts';

interface CoursePerson {
  course_id: string;
  user_id: string;
  role: CourseRole;
}

export const listCoursePeople = (db: Db): Promise<CoursePerson[]> =>
  db.selectFrom('course_people').select(['course_id', 'user_id', 'role']).execute();

/** Undefined when it is deleted. */
export const findCourse = (db: Db, id: string) =>
  db
    .selectFrom('courses')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id as course_id', 'published_at'])
    .executeTakeFirst();

/** Undefined when it or its course is deleted. */
export const findLecture = (db: Db, id: string) =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.id', '=', id)
    .where('lectures.deleted_at', 'is', null)
    .where('courses.deleted_at', 'is', null)
    .select(['lectures.course_id', 'lectures.is_free_preview', 'lectures.published_at'])
    .select('courses.published_at as course_published_at')
    .executeTakeFirst();

export const findCourseOfUpload = async (db: Db, id: string): Promise<string | undefined> => {
  const row = await db.selectFrom('uploads').where('id', '=', id).select('course_id').executeTakeFirst();
  return row?.course_id;
};
