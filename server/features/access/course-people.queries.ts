import type { CourseRole } from '#contract/access/course-people.ts';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';

/** Teachers and assistants of a course, those added first first. */
export const listPeopleOf = (db: Db, courseId: string) =>
  db
    .selectFrom('course_people as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.course_id', '=', courseId)
    .where('u.deleted_at', 'is', null)
    .select(['u.id', 'u.full_name', 'u.email', 'p.role', 'p.created_at'])
    .orderBy('p.created_at')
    .orderBy('u.id')
    .execute();

/** The title of a course; undefined when it is deleted. */
export const findTitle = async (db: Db, id: string): Promise<string | undefined> => {
  const query = db.selectFrom('courses').select('title').where('id', '=', id).where('deleted_at', 'is', null);
  return (await query.executeTakeFirst())?.title;
};

export const findRole = async (db: Db, courseId: string, userId: string): Promise<CourseRole | undefined> => {
  const row = await db
    .selectFrom('course_people')
    .select('role')
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
};

/** Whether they are in any course. */
export const isInCourse = (db: Db, userId: string): Promise<boolean> =>
  hasRow(db.selectFrom('course_people').select('course_id').where('user_id', '=', userId));

export const findIdByEmail = async (tx: Db, email: string): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
};

/** Who is in the course already gets the other role. */
export const putCoursePerson = (
  tx: Db,
  {
    courseId,
    userId,
    role,
    ...made
  }: { courseId: string; userId: string; role: CourseRole; addedBy: string; now: number },
) =>
  tx
    .insertInto('course_people')
    .values({ course_id: courseId, user_id: userId, role, created_at: made.now, created_by: made.addedBy })
    .onConflict((conflict) => conflict.columns(['course_id', 'user_id']).doUpdateSet({ role }))
    .execute();

/** Returns their role, and when they were added; undefined if they were not in it. */
export const deleteCoursePerson = (tx: Db, courseId: string, userId: string) =>
  tx
    .deleteFrom('course_people')
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .returning(['role', 'created_at'])
    .executeTakeFirst();
