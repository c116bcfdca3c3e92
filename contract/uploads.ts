import { z } from 'zod';
import { answer, endpoint } from './endpoint.ts';
import { CourseWithLectures, LectureFields } from './lectures.ts';
import { Id } from './values.ts';

/** A video that arrives in pieces, by the tus protocol 1.0 at the same address. */
export const Upload = z.object({
  _id: z.string(),
  courseId: z.string(),
  /** The lecture that gets this video as soon as its last byte is there; null when it becomes a new one. */
  replacesLectureId: z.string().nullable(),
  fileName: z.string(),
  sizeBytes: z.int(),
  receivedBytes: z.int(),
  /** The lecture that it became. */
  lectureId: z.string().nullable(),
  expiresAtMs: z.int(),
});
export type Upload = z.output<typeof Upload>;

/** What is said of an upload that becomes a lecture of its own. */
export const UploadedLecture = LectureFields.extend({ isDraft: z.boolean().default(false) });

/** Where tus clients create uploads (POST) and send their bytes (HEAD, PATCH and DELETE below it). */
export const UPLOADS_PATH = '/uploads';

/** The calls of the tus protocol. Their bodies and answers are its own, so they are not among those of the API. */
const tusAnswer = z.object({});
export const tusCalls = {
  create: endpoint({
    method: 'POST',
    path: UPLOADS_PATH,
    access: 'admin',
    summary: 'Begin an upload, for the course in its metadata, and the lecture whose video it replaces',
    response: tusAnswer,
  }),
  send: endpoint({
    method: 'PATCH',
    path: `${UPLOADS_PATH}/:uploadId`,
    access: 'admin',
    summary: 'Send the next bytes of an upload',
    response: tusAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${UPLOADS_PATH}/:uploadId`,
    access: 'admin',
    summary: 'Give up an upload',
    response: tusAnswer,
  }),
};

export const uploads = {
  listUploads: endpoint({
    method: 'GET',
    path: UPLOADS_PATH,
    access: 'admin',
    summary: 'Your own uploads that are not lectures yet, the newest first',
    response: answer({ uploads: z.array(Upload) }),
  }),
  makeLecture: endpoint({
    method: 'POST',
    path: `${UPLOADS_PATH}/:uploadId/lecture`,
    access: 'admin',
    summary: 'Make an upload a lecture, at once or with its last byte; asking again changes nothing',
    params: z.object({ uploadId: Id }),
    body: UploadedLecture,
    response: answer({ lectureId: z.string().nullable(), course: CourseWithLectures.nullable() }),
  }),
};
