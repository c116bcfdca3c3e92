import { z } from 'zod';
import { Course, CourseFields, CourseParams } from './catalog.ts';
import { ChaptersText } from './chapters.ts';
import { answer, endpoint } from './endpoint.ts';
import { Lecture, LectureFields, LectureParams, LECTURES_MAX } from './lectures.ts';
import { messages } from './messages.ts';
import { Id, IMAGE_MAX_BYTES, Instant, MIB, text } from './values.ts';

export const CAPTIONS_MAX_BYTES = 2 * MIB;
export const DELETED_LIST_MAX = 100;
export const DRAFT_LIST_MAX = 200;

/** A course as its authors see it. */
export const ManagedCourse = Course.extend({ isDraft: z.boolean() });
export type ManagedCourse = z.output<typeof ManagedCourse>;

/** A lecture as its authors see it: what learners see, and the text that its chapters are made of. */
export const ManagedLecture = Lecture.extend({ chaptersText: z.string() });
export type ManagedLecture = z.output<typeof ManagedLecture>;

/** What is left out stays as it is. */
export const LectureChanges = LectureFields.pick({ title: true, description: true })
  .extend({ chapters: ChaptersText, isFreePreview: z.boolean(), isDraft: z.boolean() })
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

const managed = answer({ course: ManagedCourse, lectures: z.array(ManagedLecture) });
const LanguageParams = LectureParams.extend({ language: Language });

export const authoring = {
  manageCourse: endpoint({
    method: 'GET',
    path: '/courses/:courseId/manage',
    access: 'admin',
    summary: 'A course with all its lectures, drafts too, as its authors see them',
    params: CourseParams,
    response: managed,
  }),
  updateCourse: endpoint({
    method: 'PUT',
    path: '/courses/:courseId',
    access: 'admin',
    summary: 'Change the fields of a course, and its thumbnail when one is sent',
    params: CourseParams,
    form: {
      fields: CourseFields,
      files: { thumbnail: { accept: 'image', maxBytes: IMAGE_MAX_BYTES, isOptional: true } },
    },
    incomplete: messages.courseCreate.incomplete,
    response: answer({ course: ManagedCourse }),
  }),
  setCourseDraft: endpoint({
    method: 'PUT',
    path: '/courses/:courseId/draft',
    access: 'admin',
    summary: 'Take a course out of sight as a draft, or publish it',
    params: CourseParams,
    body: z.object({ isDraft: z.boolean() }),
    response: answer({ course: ManagedCourse }),
  }),
  listDrafts: endpoint({
    method: 'GET',
    path: '/admin/drafts',
    access: 'admin',
    summary: 'Courses that are drafts, the newest first',
    response: answer({ courses: z.array(Course), total: z.int() }),
  }),
  updateLecture: endpoint({
    method: 'PATCH',
    path: '/courses/:courseId/lecture/:lectureId',
    access: 'admin',
    summary: 'Change a lecture: title, description, chapters as text, free preview, draft',
    params: LectureParams,
    body: LectureChanges,
    response: managed,
  }),
  replaceLectureVideo: endpoint({
    method: 'PUT',
    path: '/courses/:courseId/lecture/:lectureId/video',
    access: 'admin',
    summary: 'Give a lecture another video; the old one plays on until its addresses end',
    params: LectureParams,
    form: { fields: z.object({}), files: { lecture: { accept: 'video', maxBytes: 'upload' } } },
    incomplete: messages.authoring.videoMissing,
    response: managed,
  }),
  orderLectures: endpoint({
    method: 'PUT',
    path: '/courses/:courseId/order',
    access: 'admin',
    summary: 'Put the lectures of a course in an order; it names all of them',
    params: CourseParams,
    body: z.object({ lectureIds: z.array(Id).max(LECTURES_MAX) }),
    response: managed,
  }),
  putCaptions: endpoint({
    method: 'PUT',
    path: '/courses/:courseId/lecture/:lectureId/captions/:language',
    access: 'admin',
    summary: 'Add or replace the captions of a lecture in one language: WebVTT or SRT in UTF-8',
    params: LanguageParams,
    form: { fields: CaptionsFields, files: { captions: { accept: 'captions', maxBytes: CAPTIONS_MAX_BYTES } } },
    incomplete: messages.authoring.captionsIncomplete,
    response: managed,
  }),
  deleteCaptions: endpoint({
    method: 'DELETE',
    path: '/courses/:courseId/lecture/:lectureId/captions/:language',
    access: 'admin',
    summary: 'Remove the captions of a lecture in one language',
    params: LanguageParams,
    response: managed,
  }),
  listDeleted: endpoint({
    method: 'GET',
    path: '/admin/deleted',
    access: 'admin',
    summary: 'What was deleted in the last 24 hours and can come back, the newest first',
    response: answer({ items: z.array(DeletedThing) }),
  }),
  restoreCourse: endpoint({
    method: 'POST',
    path: '/courses/:courseId/restore',
    access: 'admin',
    summary: 'Bring back a course that was deleted less than 24 hours ago, with its lectures',
    params: CourseParams,
    response: answer({}),
  }),
  restoreLecture: endpoint({
    method: 'POST',
    path: '/courses/:courseId/lecture/:lectureId/restore',
    access: 'admin',
    summary: 'Bring back a lecture that was deleted less than 24 hours ago',
    params: LectureParams,
    response: answer({}),
  }),
};
