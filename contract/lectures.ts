import { z } from 'zod';
import { Course, CourseParams } from './catalog.ts';
import { answer, endpoint } from './endpoint.ts';
import { messages } from './messages.ts';
import { Id, text } from './values.ts';

export const Lecture = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  durationMs: z.int().nullable(),
  /** The first item is the video; its address is absolute, signed and short-lived. */
  lecture: z.array(z.object({ secure_url: z.string() })),
  /** When `secure_url` stops working, in epoch milliseconds. */
  expiresAtMs: z.int(),
});
export type Lecture = z.output<typeof Lecture>;

export const LectureFields = z.object({
  title: text(200, messages.lectures.addIncomplete),
  description: text(10_000, messages.lectures.addIncomplete),
});

export const CourseWithLectures = Course.extend({ lectures: z.array(Lecture) });

export const lectures = {
  listLectures: endpoint({
    method: 'GET',
    path: '/courses/:courseId',
    access: 'subscriber',
    summary: 'The lectures of a course with addresses to play',
    params: CourseParams,
    response: answer({ lectures: z.array(Lecture), course: Course }),
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
    params: z.object({ courseId: Id, lectureId: Id }),
    response: answer({}),
  }),
};
