import { z } from 'zod';
import { Course, CourseParams, isDraft } from './catalog.ts';
import { Chapter } from './chapters.ts';
import { answer, endpoint } from './endpoint.ts';
import { messages } from './messages.ts';
import { CourseProgress, LectureProgress } from './progress.ts';
import { Id, text } from './values.ts';

/** More lectures than a course should ever have. */
export const LECTURES_MAX = 1000;

/** Captions in one language; the address is of the same kind as the video's. */
export const Captions = z.object({ language: z.string(), label: z.string(), address: z.string() });

export const Lecture = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  durationMs: z.int().nullable(),
  /** Only ADMINs meet drafts. */
  isDraft: z.boolean(),
  /** Anyone may watch it. */
  isFreePreview: z.boolean(),
  chapters: z.array(Chapter),
  captions: z.array(Captions),
  /** Null for a visitor. */
  progress: LectureProgress.nullable(),
  /** The first item is the video; its address is absolute, signed and short-lived. */
  lecture: z.array(z.object({ secure_url: z.string() })),
  /** When `secure_url` stops working, in epoch milliseconds. */
  expiresAtMs: z.int(),
});
export type Lecture = z.output<typeof Lecture>;

export const LectureFields = z.object({
  title: text(200, messages.lectures.addIncomplete),
  description: text(10_000, messages.lectures.addIncomplete),
  isDraft,
});

export const CourseWithLectures = Course.extend({ lectures: z.array(Lecture) });

export const LectureParams = z.object({ courseId: Id, lectureId: Id });

export const lectures = {
  listLectures: endpoint({
    method: 'GET',
    path: '/courses/:courseId',
    access: 'subscriber',
    summary: 'The lectures of a course with addresses to play; for an ADMIN with `drafts` also those that are drafts',
    params: CourseParams,
    query: z.object({ drafts: z.enum(['true', 'false']).optional() }),
    response: answer({ lectures: z.array(Lecture), course: Course, progress: CourseProgress }),
  }),
  previewLecture: endpoint({
    method: 'GET',
    path: '/courses/:courseId/preview/:lectureId',
    access: 'public',
    summary: 'A free lecture, with an address that anyone may play',
    params: LectureParams,
    response: answer({ lecture: Lecture }),
  }),
  addLecture: endpoint({
    method: 'POST',
    path: '/courses/:courseId',
    access: 'admin',
    summary: 'Add a lecture; the video streams to storage',
    params: CourseParams,
    form: { fields: LectureFields, files: { lecture: { accept: 'video', maxBytes: 'upload' } } },
    incomplete: messages.lectures.addIncomplete,
    response: answer({ course: CourseWithLectures }),
  }),
  deleteLecture: endpoint({
    method: 'DELETE',
    path: '/courses/:courseId/lecture/:lectureId',
    access: 'admin',
    summary: 'Delete a lecture; a job removes its files',
    params: LectureParams,
    response: answer({}),
  }),
};
