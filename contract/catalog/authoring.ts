import { z } from 'zod';
import { DAY_MS } from '#contract/durations.ts';
import { Course, CourseFields, ofCourse } from './catalog.ts';
import { ChaptersText } from '../classroom/chapters.ts';
import { FileReport } from '../file-report.ts';
import { del, file, get, patch, post, put, success, saying } from '../endpoint.ts';
import { LectureFields } from '../classroom/lecture-fields.ts';
import { kindContent } from '../classroom/lecture-kinds.ts';
import { LectureParams, ManagedLecture, ofLecture } from '../classroom/lectures.ts';
import { messages } from '../messages.ts';
import { Rating } from '../reviews/rating.ts';
import { LECTURES_MAX, OutlineChange, Section } from '../classroom/sections.ts';
import { Id, IMAGE_MAX_BYTES, Instant, MIB, orNothing, pageOf, searchTerm, text } from '../fields.ts';

const CAPTIONS_MAX_BYTES = 2 * MIB;
export const DELETED_LIST_MAX = 100;
/** How long deleted courses and lectures can be restored. */
export const RESTORABLE_MS = DAY_MS;

/** A course as its authors see it. */
export const ManagedCourse = Course.extend({
  /** In which its authors write. */
  language: z.string(),
  isDraft: z.boolean(),
  /** Since when a draft waits for the approval of the owner; null while it does not. */
  approvalRequestedAt: Instant.nullable(),
  /** When an admin declined to publish it, and why; null when it waits again or is published. */
  declined: z.object({ at: Instant, reason: z.string() }).nullable(),
});
export type ManagedCourse = z.output<typeof ManagedCourse>;

/** A course in the list of admins. */
export const ListedCourse = ManagedCourse.extend({
  viewers: z.int(),
  /** Of all lectures, by all users who began the course; null before the first. */
  completedPercent: z.int().nullable(),
  rating: Rating.nullable(),
  /** Came with the school, and has its own title yet. */
  isSample: z.boolean(),
  /** The course itself, or one of its lectures. */
  changedAt: Instant,
});
export type ListedCourse = z.output<typeof ListedCourse>;

/** Drafts that wait for approval are drafts, too. */
export const CourseState = z.enum(['published', 'draft', 'waiting']);
export type CourseState = z.output<typeof CourseState>;

/** By title, category, instructor or when the course was changed; `-` means descending. */
export const CourseSort = z.enum([
  'title',
  '-title',
  'category',
  '-category',
  'instructor',
  '-instructor',
  'changed',
  '-changed',
]);
export type CourseSort = z.output<typeof CourseSort>;

const courseFilter = {
  search: searchTerm.default(''),
  state: CourseState.optional(),
  category: searchTerm.optional(),
  sort: CourseSort.default('-changed'),
};

/** Absent fields stay unchanged. */
export const LectureChanges = LectureFields.pick({ title: true })
  .extend({
    description: orNothing(LectureFields.shape.description),
    chapters: ChaptersText,
    isFreePreview: z.boolean(),
    isDraft: z.boolean(),
    ...kindContent,
  })
  .partial();
export type LectureChanges = z.output<typeof LectureChanges>;

/** A language as BCP 47 writes it, in lower case: `en`, `pt-br`, `zh-hant`. */
export const Language = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8}){0,2}$/)
  .toLowerCase();

export const CaptionsFields = z.object({ label: text(60, messages.authoring.captionsIncomplete) });

/** Something that was deleted less than 24 hours ago. */
export const DeletedThing = z.object({
  kind: z.enum(['course', 'lecture']),
  _id: z.string(),
  title: z.string(),
  /** The course itself, or the course of the lecture. */
  courseId: z.string(),
  courseTitle: z.string(),
  deletedAt: Instant,
  restorableUntil: Instant,
});
export type DeletedThing = z.output<typeof DeletedThing>;

/** The response to every change of a course's lectures: all of them after the change. */
export const managed = {
  course: ManagedCourse,
  sections: z.array(Section),
  lectures: z.array(ManagedLecture),
};
const ofLanguage = { params: LectureParams.extend({ language: Language }), notFound: 'lecture_not_found' } as const;

export const authoring = {
  manageCourse: get('/courses/:courseId/manage', {
    access: { course: 'edit' },
    summary: 'Get a course with all its lectures, including drafts, for editing',
    ...ofCourse,
    response: success(managed),
  }),
  updateCourse: put('/courses/:courseId', {
    access: { course: 'edit' },
    audit: 'course_changed',
    summary: 'Update a course; the thumbnail is optional',
    ...ofCourse,
    form: {
      fields: CourseFields,
      files: { thumbnail: { accept: 'image', maxBytes: IMAGE_MAX_BYTES, isOptional: true } },
    },
    incomplete: messages.courseCreate.incomplete,
    response: saying('Course saved', { course: ManagedCourse }),
  }),
  setCourseDraft: put('/courses/:courseId/draft', {
    access: { course: 'edit' },
    audit: 'course_published',
    summary: 'Publish or unpublish a course; that of a teacher may have to wait for the approval of the owner',
    ...ofCourse,
    body: z.object({ isDraft: z.boolean() }),
    response: success({ course: ManagedCourse }),
  }),
  declineCourse: post('/admin/courses/:courseId/decline', {
    access: 'admin',
    audit: 'course_changed',
    summary: 'Decline to publish a course that waits for approval; its teachers are emailed the reason',
    ...ofCourse,
    body: z.object({ reason: text(1000, messages.authoring.reasonMissing) }),
    incomplete: messages.authoring.reasonMissing,
    errors: ['approval_outdated'],
    sendsEmail: true,
    response: saying(messages.authoring.declined, { course: ManagedCourse }),
  }),
  listCourses: get('/admin/courses', {
    access: 'admin',
    scope: 'courses:read',
    summary: 'List courses and drafts by state, category and search, a page at a time, with how many there are of each',
    query: z.object({
      ...courseFilter,
      ...pageOf(20),
    }),
    response: saying(messages.courses.success, {
      courses: z.array(ListedCourse),
      total: z.int(),
      /** Of all courses, whatever is searched. */
      counts: z.record(CourseState, z.int()),
      categories: z.array(z.string()),
      /** The samples, with how many lectures people added to each. */
      samples: z.array(z.object({ _id: z.string(), title: z.string(), addedLectures: z.int() })),
    }),
  }),
  removeSamples: del('/admin/courses/samples', {
    access: 'admin',
    audit: 'course_deleted',
    summary: 'Delete every sample course with what people added to it; each can be restored as any other course',
    response: saying(messages.authoring.samplesRemoved, { removed: z.int() }),
  }),
  exportCourses: get('/admin/courses/export', {
    access: 'admin',
    scope: 'courses:read',
    audit: 'data_exported',
    summary: 'Export courses and drafts as a CSV file',
    query: z.object(courseFilter),
    produces: 'text/csv',
    response: file,
  }),
  updateLecture: patch('/courses/:courseId/lecture/:lectureId', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Update a lecture: title, description, chapters as text, free preview, draft',
    ...ofLecture,
    body: LectureChanges,
    errors: ['course_not_found'],
    response: saying('Lecture saved', managed),
  }),
  replaceLectureVideo: put('/courses/:courseId/lecture/:lectureId/video', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Replace the video of a lecture; the old one plays until its addresses expire',
    ...ofLecture,
    form: { fields: z.object({}), files: { lecture: { accept: 'lecture', maxBytes: 'upload' } } },
    incomplete: messages.authoring.videoMissing,
    errors: ['course_not_found', 'kind_fixed'],
    response: saying('Video replaced', managed),
  }),
  orderLectures: put('/courses/:courseId/order', {
    access: { course: 'edit' },
    audit: 'course_changed',
    summary: 'Set the order of the lectures of a course; names all of them, and each stays in its section',
    ...ofCourse,
    body: z.object({ lectureIds: z.array(Id).max(LECTURES_MAX) }),
    errors: ['order_outdated'],
    response: saying('Order saved', managed),
  }),
  setOutline: put('/courses/:courseId/outline', {
    access: { course: 'edit' },
    audit: 'course_changed',
    summary: 'Add, name, order and remove the sections of a course and order its lectures; names all lectures',
    ...ofCourse,
    body: OutlineChange,
    errors: ['order_outdated'],
    response: saying('Order saved', managed),
  }),
  publishCourse: post('/courses/:courseId/publish', {
    access: { course: 'edit' },
    audit: 'course_published',
    summary: 'Publish a course together with its draft lectures that play; the others stay drafts',
    ...ofCourse,
    response: success(managed),
  }),
  publishLectures: post('/courses/:courseId/lectures/publish', {
    access: { course: 'edit' },
    audit: 'course_published',
    summary: 'Publish draft lectures of a course; those that it does not have are left out',
    ...ofCourse,
    body: z.object({ lectureIds: z.array(Id).min(1).max(LECTURES_MAX) }),
    response: saying(messages.authoring.published, managed),
  }),
  putCaptions: put('/courses/:courseId/lecture/:lectureId/captions/:language', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Add or replace the captions of a lecture in one language: WebVTT, SRT, SBV or ASS',
    ...ofLanguage,
    form: { fields: CaptionsFields, files: { captions: { accept: 'captions', maxBytes: CAPTIONS_MAX_BYTES } } },
    incomplete: messages.authoring.captionsIncomplete,
    errors: ['course_not_found', 'too_many_captions'],
    response: saying('Captions saved', { ...managed, report: FileReport }),
  }),
  deleteCaptions: del('/courses/:courseId/lecture/:lectureId/captions/:language', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Remove the captions of a lecture in one language',
    ...ofLanguage,
    errors: ['course_not_found', 'file_not_found'],
    response: saying('Captions removed', managed),
  }),
  listDeleted: get('/admin/deleted', {
    access: 'admin',
    summary: 'List courses and lectures deleted in the last 24 hours, newest first',
    response: success({ items: z.array(DeletedThing) }),
  }),
  restoreCourse: post('/courses/:courseId/restore', {
    access: 'admin',
    audit: 'course_restored',
    summary: 'Restore a course deleted in the last 24 hours, with its lectures',
    ...ofCourse,
    errors: ['restore_too_late'],
    response: saying(messages.authoring.restored, {}),
  }),
  restoreLecture: post('/courses/:courseId/lecture/:lectureId/restore', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Restore a lecture deleted in the last 24 hours',
    ...ofLecture,
    errors: ['course_not_found', 'restore_too_late'],
    response: saying(messages.authoring.restored, {}),
  }),
};
