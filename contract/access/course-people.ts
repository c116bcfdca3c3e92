import { z } from 'zod';
import { ofCourse } from '../catalog/catalog.ts';
import { del, get, post, success, saying } from '../endpoint.ts';
import { email, Id, Instant, oneLine } from '../fields.ts';
import { messages } from '../messages.ts';

/** What a person is in one course; an admin is neither, and may do everything. */
export const CourseRole = z.enum(['teacher', 'assistant']);
export type CourseRole = z.output<typeof CourseRole>;

/** A teacher or an assistant of a course, as admins see them. */
export const CoursePerson = z.object({
  _id: z.string(),
  fullName: z.string(),
  email: z.string(),
  role: CourseRole,
  addedAt: Instant,
  /** Whether they have not accepted their invitation yet. */
  isInvited: z.boolean(),
  /** They get the role when they confirm the address of their account. */
  waitsForConfirmation: z.literal(true).optional(),
});
export type CoursePerson = z.output<typeof CoursePerson>;

/** By email; someone without an account is invited. */
export const NewCoursePerson = z.object({
  email: email(messages.people.emailMissing),
  role: CourseRole,
  /** Of a new account; without one, the beginning of the email. */
  fullName: oneLine(100, messages.people.nameMissing).optional(),
});

const listed = { people: z.array(CoursePerson) };

export const coursePeople = {
  list: get('/admin/courses/:courseId/people', {
    access: 'admin',
    scope: 'courses:read',
    summary: 'List the teachers and assistants of a course',
    ...ofCourse,
    response: success(listed),
  }),
  add: post('/admin/courses/:courseId/people', {
    access: 'admin',
    audit: 'course_people_changed',
    summary:
      'Make a person a teacher or an assistant of a course, who is told by email. Without an account they are invited, and invited again when it is repeated; with an account whose address is not confirmed they get the role when they confirm it',
    ...ofCourse,
    body: NewCoursePerson,
    incomplete: messages.people.emailMissing,
    response: success({
      people: z.array(CoursePerson),
      /** Whether this person gets the role when they confirm the address of their account. */
      waitsForConfirmation: z.boolean(),
    }),
  }),
  remove: del('/admin/courses/:courseId/people/:userId', {
    access: 'admin',
    audit: 'course_people_changed',
    summary: 'Remove a teacher or an assistant from a course',
    params: z.object({ courseId: Id, userId: Id }),
    notFound: 'person_not_found',
    errors: ['course_not_found'],
    response: saying('Removed from the course', listed),
  }),
};
