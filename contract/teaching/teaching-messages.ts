import type { CourseRole } from '../access/course-people.ts';

interface RoleWords {
  name: string;
  /** As in "You are now …". */
  described: string;
  /** What the role may do. */
  may: string;
}

/** The roles in a course, in words. */
export const courseRoles: Record<CourseRole, RoleWords> = {
  teacher: {
    name: 'Teacher',
    described: 'a teacher',
    may: 'Edits and publishes the course, and sees its learners',
  },
  assistant: {
    name: 'Assistant',
    described: 'an assistant',
    may: 'Watches the course and sees its learners',
  },
};

/** The emails and responses about teaching. */
export const teachingMessages = {
  added: {
    subject: (role: CourseRole, title: string) => `You’re now ${courseRoles[role].described} of ${title}`,
    text: (role: CourseRole, title: string, brandName: string) =>
      `${brandName} made you ${courseRoles[role].described} of “${title}”.`,
    button: 'Open your courses',
  },
  approved: {
    subject: (title: string) => `${title} is published`,
    heading: 'Your course is published',
    text: (title: string) => `“${title}” was approved and is on the site now.`,
  },
  declined: {
    subject: (title: string) => `${title} needs changes`,
    heading: 'Your course needs changes',
    text: (title: string) => `“${title}” was not published. Change it, then send it for approval again. The reason:`,
  },
  openCourse: 'Open course',
} as const;
