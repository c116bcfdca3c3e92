import { z } from 'zod';
import { lockFields } from '../access/release.ts';
import { Course, isDraft, ofCourse } from '../catalog/catalog.ts';
import { Chapter } from './chapters.ts';
import { del, get, post, success, saying } from '../endpoint.ts';
import { messages } from '../messages.ts';
import { inLanguage } from '../school/languages.ts';
import { CourseProgress, LectureProgress, ofLectureId } from './progress.ts';
import { Instant, Id, IMAGE_MAX_BYTES, SOUND_MAX_BYTES } from '../fields.ts';
import { LectureFields } from './lecture-fields.ts';
import { kindFields, managedKindFields, NewLectureOfKind } from './lecture-kinds.ts';
import { RichText } from '../rich-text.ts';
import { Section } from './sections.ts';
import { Watermark } from './watermark.ts';

/** Captions in one language; the address is of the same kind as the video's. */
const Captions = z.object({ language: z.string(), label: z.string(), address: z.string() });
/** A file that is saved, not shown; the address is of the same kind as the video's. */
const Attachment = z.object({ _id: z.string(), name: z.string(), sizeBytes: z.int(), address: z.string() });
export type Attachment = z.output<typeof Attachment>;
/**
 * The state of an uploaded video. `processing`: better versions of it are being made. `needs_transcode`: most
 * browsers cannot play it and nothing here can convert it. `failed`: see `failure`; existing files still play.
 */
export const VideoState = z.enum(['processing', 'ready', 'failed', 'needs_transcode']);
export type VideoState = z.output<typeof VideoState>;

export const Lecture = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  durationMs: z.int().nullable(),
  /** Null before the first section. */
  sectionId: z.string().nullable(),
  /** Only admins see drafts. */
  isDraft: z.boolean(),
  /** Anyone may watch it. */
  isFreePreview: z.boolean(),
  chapters: z.array(Chapter),
  captions: z.array(Captions),
  attachments: z.array(Attachment),
  ...lockFields,
  /** Null for a visitor. */
  progress: LectureProgress.nullable(),
  ...kindFields,
  /** The first item is the video; its address is absolute, signed and short-lived. Other kinds have none. */
  lecture: z.array(z.object({ secure_url: z.string() })),
  /** When `secure_url` and the other addresses stop working, in epoch milliseconds. */
  expiresAtMs: z.int(),
  state: VideoState,
  /**
   * Whether it can be watched, heard, read, attended or answered: for a video, whether browsers can play `secure_url` now;
   * for a quiz, whether it has a question.
   */
  isPlayable: z.boolean(),
  /** From 0 to 100 while it is processing. */
  progressPercent: z.int().nullable(),
  /** Why processing failed, as a sentence. */
  failure: z.string().nullable(),
  /** Address of the master playlist; null until the renditions exist. */
  hls: z.string().nullable(),
  poster: z.string().nullable(),
  /** Address of a WebVTT whose cues name regions of images, relative to it: `storyboard-1.jpg#xywh=0,0,160,90`. */
  storyboard: z.string().nullable(),
});
export type Lecture = z.output<typeof Lecture>;

/** A lecture as its authors see it: as learners do, with its sources. */
export const ManagedLecture = Lecture.extend({
  ...managedKindFields,
  chaptersText: z.string(),
  /** Whether `poster` is an image that an author chose. */
  hasChosenThumbnail: z.boolean(),
});
export type ManagedLecture = z.output<typeof ManagedLecture>;

/** `sectionId`: where it is added; otherwise at the end of the course. */
export const NewLectureFields = LectureFields.extend({ isDraft, sectionId: Id.optional() });

export const CourseWithLectures = Course.extend({ lectures: z.array(Lecture) });

/** What may be wrong with the file of a lecture. */
export const fileErrors = [
  'not_a_video',
  'damaged_video',
  'not_audio',
  'not_a_pdf',
  'empty_pdf',
  'damaged_pdf',
  'kind_fixed',
] as const;

export const LectureParams = z.object({ courseId: Id, lectureId: Id });
export const ofLecture = { params: LectureParams, notFound: 'lecture_not_found' } as const;

export const lectures = {
  listLectures: get('/courses/:courseId', {
    access: { course: 'watch' },
    summary:
      'List the lectures of a course by its sections, with playable addresses and without what texts say; with `drafts`, admins also get draft lectures, and with `as` what a learner of today gets',
    ...ofCourse,
    query: z.object({
      drafts: z.enum(['true', 'false']).optional(),
      as: z.literal('learner').optional(),
      ...inLanguage,
    }),
    response: saying(messages.lectures.success, {
      lectures: z.array(Lecture),
      sections: z.array(Section),
      course: Course,
      progress: CourseProgress,
      /** Drawn over videos and PDFs that are no free previews. */
      watermark: Watermark.nullable(),
    }),
  }),
  readText: get('/courses/:courseId/lectures/:lectureId/text', {
    access: { course: 'watch' },
    summary: 'Read a text of a course, also a draft for those who see drafts; its pictures have addresses',
    ...ofLecture,
    query: z.object(inLanguage),
    errors: ['course_not_found'],
    response: success({
      text: RichText,
      /** Of a text that is not translated into that of the reader; null as `untranslated` of a course. */
      language: z.string().nullable(),
    }),
  }),
  previewLecture: get('/courses/:courseId/preview/:lectureId', {
    access: 'public',
    summary: 'Get a free preview, with an address that anyone can play',
    ...ofLecture,
    query: z.object(inLanguage),
    errors: ['course_not_found'],
    response: success({ lecture: Lecture }),
  }),
  addLecture: post('/courses/:courseId', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Add a video lecture; the video streams to storage',
    ...ofCourse,
    form: { fields: NewLectureFields, files: { lecture: { accept: 'video', maxBytes: 'upload' } } },
    incomplete: messages.lectures.addIncomplete,
    response: saying(messages.lectures.addSuccess, { course: CourseWithLectures }),
  }),
  addLectureOfKind: post('/courses/:courseId/lectures', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Add a lecture of any kind; a file arrives with the form, or before as an upload',
    ...ofCourse,
    form: { fields: NewLectureOfKind, files: { lecture: { accept: 'lecture', maxBytes: 'upload', isOptional: true } } },
    incomplete: messages.lectures.addIncomplete,
    errors: [
      'lecture_file_missing',
      'upload_not_found',
      'upload_expired',
      'upload_unfinished',
      'upload_used',
      'upload_busy',
    ],
    response: saying('Lecture added', { lecture: ManagedLecture }),
  }),
  addLectureImage: post('/courses/:courseId/lectures/:lectureId/images', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Add an image to a text or a question; Markdown shows it as ![description](name)',
    ...ofLecture,
    form: { fields: z.object({}), files: { image: { accept: 'image', maxBytes: IMAGE_MAX_BYTES } } },
    incomplete: messages.authoring.thumbnailMissing,
    errors: ['course_not_found', 'too_many_images'],
    response: saying('Image added', { name: z.string() }),
  }),
  addLectureSound: post('/courses/:courseId/lectures/:lectureId/sounds', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Add a sound to a text or a question; Markdown plays it as ![description](name)',
    ...ofLecture,
    form: { fields: z.object({}), files: { sound: { accept: 'sound', maxBytes: SOUND_MAX_BYTES } } },
    incomplete: messages.lectureKinds.soundMissing,
    errors: ['course_not_found', 'too_many_images'],
    response: saying('Sound added', { name: z.string() }),
  }),
  deleteLecture: del('/courses/:courseId/lecture/:lectureId', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Delete a lecture; a job deletes its files',
    ...ofLecture,
    errors: ['course_not_found'],
    response: saying(messages.lectures.deleteSuccess, {}),
  }),
  replaceVideo: post('/courses/:courseId/lecture/:lectureId/video', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Replace the video of a lecture with a finished upload; the old one plays until its addresses expire',
    ...ofLecture,
    body: z.object({ uploadId: Id }),
    errors: [
      'course_not_found',
      'upload_not_found',
      'upload_expired',
      'upload_unfinished',
      'upload_used',
      'upload_busy',
      ...fileErrors,
    ],
    response: saying('Video replaced', { course: CourseWithLectures }),
  }),
  classConflicts: get('/courses/:courseId/lecture/:lectureId/class-conflicts', {
    access: { course: 'edit' },
    summary: 'List the live classes that use the link of this one at the same time',
    ...ofLecture,
    errors: ['course_not_found'],
    response: success({
      conflicts: z.array(z.object({ lectureTitle: z.string(), courseTitle: z.string(), startsAt: Instant })),
    }),
  }),
  retryVideo: post('/courses/:courseId/lecture/:lectureId/retry', {
    access: { course: 'edit' },
    summary: 'Process the video of a lecture again',
    ...ofLecture,
    errors: ['course_not_found'],
    response: saying('Processing started again', {}),
  }),
  joinClass: post('/lectures/:lectureId/join', {
    access: { course: 'watch' },
    summary: 'Get the link of a live class, from 15 minutes before its start to its end; it counts as attended',
    ...ofLectureId,
    errors: ['class_not_open'],
    response: saying('Joined the class', { url: z.string() }),
  }),
  watchHere: post('/playback/session', {
    access: 'user',
    summary: 'Start watching on this device; with more than three devices, the one that started first stops',
    response: saying('You can watch on this device', {}),
  }),
};
