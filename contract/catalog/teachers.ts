import { z } from 'zod';
import { Course, CourseSlug } from './catalog.ts';
import { get, put, success, saying } from '../endpoint.ts';
import { email, IMAGE_MAX_BYTES, MediaLink, oneLine, orNothing, text } from '../fields.ts';
import { inLanguage } from '../school/languages.ts';
import { messages } from '../messages.ts';
import { RichText } from '../rich-text.ts';

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

/** The account of a teacher. */
const TeacherAccount = z.object({ _id: z.string(), fullName: z.string(), email: z.string() });

/** A teacher as admins see them. */
export const ManagedTeacher = TeacherFields.extend({
  account: TeacherAccount.nullable(),
  picture: MediaLink,
  /** Those that are not deleted, drafts included. */
  numberOfCourses: z.int(),
});
export type ManagedTeacher = z.output<typeof ManagedTeacher>;

const managed = { teacher: ManagedTeacher };

/** A teacher as they see their own page. */
export const OwnTeacher = TeacherFields.extend({
  picture: MediaLink,
  /** Of the page; null before a course of theirs is published. */
  slug: CourseSlug.nullable(),
});
export type OwnTeacher = z.output<typeof OwnTeacher>;

const removesPicture = z.enum(['true', 'false']).optional();
const picture = { accept: 'image', maxBytes: IMAGE_MAX_BYTES, isOptional: true } as const;

export const teachers = {
  page: get('/teachers/:slug', {
    access: 'public',
    summary: 'Get the public page of a teacher by the words in its address: picture, text and published courses',
    params: z.object({ slug: CourseSlug }),
    query: z.object(inLanguage),
    notFound: 'teacher_not_found',
    response: success({
      teacher: z.object({
        name: z.string(),
        slug: CourseSlug,
        headline: z.string(),
        about: RichText,
        picture: MediaLink,
        /** The newest first. */
        courses: z.array(Course.extend({ slug: CourseSlug.nullable() })),
      }),
    }),
  }),
  getTeacher: get('/admin/teacher', {
    access: 'admin',
    summary: 'Get what is written about a teacher, who is the same in every course of the name',
    query: z.object({ name: TeacherName }),
    response: success(managed),
  }),
  saveTeacher: put('/admin/teacher', {
    access: 'admin',
    audit: 'teacher_changed',
    summary: 'Write about a teacher, for all courses of the name; without a picture the old one stays, or is removed',
    form: {
      fields: TeacherFields.extend({
        removesPicture,
        /** Of their account; '' for none. Left out, it stays. */
        accountEmail: orNothing(email(incomplete)).optional(),
      }),
      files: { picture },
    },
    incomplete,
    errors: ['person_not_found', 'email_not_confirmed'],
    response: saying(messages.authoring.teacherSaved, managed),
  }),
  ownPage: get('/teach/page', {
    access: 'user',
    summary:
      'Get what is written on your page as a teacher; null unless your account is linked to a teacher: by an admin, or by teaching a course that names you',
    errors: ['forbidden'],
    response: success({ teacher: OwnTeacher.nullable() }),
  }),
  saveOwnPage: put('/teach/page', {
    access: 'user',
    audit: 'teacher_changed',
    summary: 'Write about yourself as a teacher; without a picture the old one stays, or is removed',
    form: { fields: TeacherFields.omit({ name: true }).extend({ removesPicture }), files: { picture } },
    incomplete,
    errors: ['forbidden', 'teacher_not_found'],
    response: saying('Your page is saved', { teacher: OwnTeacher }),
  }),
};
