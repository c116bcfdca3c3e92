import { z } from 'zod';
import { del, get, patch, post, success } from '../endpoint.ts';
import { CourseWithLectures, fileErrors } from './lectures.ts';
import { LectureFields } from './lecture-fields.ts';
import { Id, orNothing } from '../fields.ts';
import { messages } from '../messages.ts';
import { LECTURES_MAX } from './sections.ts';

/** A video that arrives in pieces, by the tus protocol 1.0 at the same address. */
export const Upload = z.object({
  _id: z.string(),
  courseId: z.string(),
  /** The lecture whose video this upload replaces; null for a new lecture. */
  replacesLectureId: z.string().nullable(),
  fileName: z.string(),
  sizeBytes: z.int(),
  receivedBytes: z.int(),
  /** The lecture that it became. */
  lectureId: z.string().nullable(),
  expiresAtMs: z.int(),
});
export type Upload = z.output<typeof Upload>;

/** The details of an upload's new lecture. Only a draft may lack a description. */
export const UploadedLecture = LectureFields.extend({
  description: orNothing(LectureFields.shape.description),
  isDraft: z.boolean().default(false),
  /** '' before the first section; otherwise, without one, at the end of the course. */
  sectionId: orNothing(Id).optional(),
  /** Lectures of one batch are in the order of their indexes, whichever arrives first. */
  batch: z.object({ _id: Id, index: z.int().min(0).max(LECTURES_MAX) }).optional(),
}).refine(({ description, isDraft }) => isDraft || description !== '', {
  path: ['description'],
  error: messages.lectures.addIncomplete,
});

/** Where tus clients create uploads (POST) and send their bytes (HEAD, PATCH and DELETE below it). */
export const UPLOADS_PATH = '/uploads';

/** The endpoints of the tus protocol. Their bodies and responses are its own, so they are not among those of the API. */
const tusResponse = z.object({});
const ofUpload = { params: z.object({ uploadId: Id }), notFound: 'upload_not_found' } as const;
export const tusEndpoints = {
  create: post(UPLOADS_PATH, {
    access: 'user',
    summary: 'Start an upload for the course in its metadata, optionally to replace a lecture’s video',
    errors: [
      'forbidden',
      'course_not_found',
      'lecture_not_found',
      'too_many_uploads',
      'too_large',
      ...fileErrors,
      'upload_version',
    ],
    response: tusResponse,
  }),
  send: patch(`${UPLOADS_PATH}/:uploadId`, {
    access: { course: 'edit' },
    summary: 'Send the next bytes of an upload',
    ...ofUpload,
    errors: [
      'upload_expired',
      'upload_used',
      'upload_busy',
      'upload_moved_on',
      'upload_version',
      'too_large',
      ...fileErrors,
    ],
    response: tusResponse,
  }),
  remove: del(`${UPLOADS_PATH}/:uploadId`, {
    access: { course: 'edit' },
    summary: 'Cancel an upload',
    ...ofUpload,
    errors: ['upload_expired', 'upload_used', 'upload_busy', 'upload_version'],
    response: tusResponse,
  }),
};

export const uploads = {
  listUploads: get(UPLOADS_PATH, {
    access: 'user',
    summary: 'List your uploads that are not lectures yet, newest first',
    response: success({ uploads: z.array(Upload) }),
  }),
  makeLecture: post(`${UPLOADS_PATH}/:uploadId/lecture`, {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Turn an upload into a lecture, now or with its last byte; repeating changes nothing',
    ...ofUpload,
    body: UploadedLecture,
    errors: ['upload_expired', 'upload_used', 'upload_busy', 'course_not_found', 'lecture_not_found', ...fileErrors],
    response: success({ lectureId: z.string().nullable(), course: CourseWithLectures.nullable() }),
  }),
};
