import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether `u` of `users` is a learner of a course: not those who work on it, no admin, and nobody who is blocked or has left. */
export const isLearnerOf = (
  courseId: RawBuilder<unknown>,
) => sql<SqlBool>`(u.deleted_at IS NULL AND u.blocked_at IS NULL
  AND u.role <> 'ADMIN' AND NOT EXISTS (SELECT 1 FROM course_people AS staff
    WHERE staff.course_id = ${courseId} AND staff.user_id = u.id))`;
