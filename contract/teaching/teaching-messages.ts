import type { CourseRole } from '../access/course-people.ts';

interface RoleWords {
  name: string;
  /** What the role may do. */
  may: string;
}

/** The roles in a course, in words. */
export const courseRoles: Record<CourseRole, RoleWords> = {
  teacher: {
    name: 'Teacher',
    may: 'Edits and publishes the course, and sees its learners',
  },
  assistant: {
    name: 'Assistant',
    may: 'Watches the course and sees its learners',
  },
};
