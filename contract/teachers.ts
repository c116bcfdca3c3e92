import { z } from 'zod';
import { get, put, success } from './endpoint.ts';
import { IMAGE_MAX_BYTES, MediaLink, oneLine, orNothing, text } from './fields.ts';
import { messages } from './messages.ts';

const { incomplete } = messages.courseCreate;

/** As in `createdBy` of a course. */
const TeacherName = text(100, incomplete);

/** The text about a teacher; '' if there is none. */
export const TeacherFields = z.object({
  name: TeacherName,
  /** Beside the name, such as "Chartered accountant, Hubballi". */
  headline: orNothing(oneLine(100, incomplete)),
  /** Markdown. */
  about: orNothing(text(2000, incomplete)),
});

/** A teacher as admins see them. */
export const ManagedTeacher = TeacherFields.extend({
  picture: MediaLink,
  /** Those that are not deleted, drafts included. */
  numberOfCourses: z.int(),
});
export type ManagedTeacher = z.output<typeof ManagedTeacher>;

const managed = success({ teacher: ManagedTeacher });

export const teachers = {
  getTeacher: get('/admin/teacher', {
    access: 'admin',
    summary: 'Get what is written about a teacher, who is the same in every course of the name',
    query: z.object({ name: TeacherName }),
    response: managed,
  }),
  saveTeacher: put('/admin/teacher', {
    access: 'admin',
    summary: 'Write about a teacher, for all courses of the name; without a picture the old one stays, or is removed',
    form: {
      fields: TeacherFields.extend({ removesPicture: z.enum(['true', 'false']).optional() }),
      files: { picture: { accept: 'image', maxBytes: IMAGE_MAX_BYTES, isOptional: true } },
    },
    incomplete,
    response: managed,
  }),
};
