import type { CoursePersonRow } from './tables/catalog.ts';
import type { Db } from './database.ts';

/** The people of a course who have one of these roles; where nobody has, the admins. */
export const listStaff = async (
  db: Db,
  courseId: string,
  roles: readonly CoursePersonRow['role'][] = ['teacher', 'assistant'],
): Promise<string[]> => {
  const active = db.selectFrom('users as u').where('u.deleted_at', 'is', null).where('u.blocked_at', 'is', null);
  const people = await active
    .innerJoin('course_people as p', 'p.user_id', 'u.id')
    .where('p.course_id', '=', courseId)
    .where('p.role', 'in', roles)
    .select('u.id')
    .orderBy('u.id')
    .execute();
  if (people.length > 0) return people.map(({ id }) => id);
  const admins = await active.where('u.role', '=', 'ADMIN').select('u.id').orderBy('u.id').execute();
  return admins.map(({ id }) => id);
};
