import { z } from 'zod';
import { managed } from '../catalog/authoring.ts';
import { del, post, saying } from '../endpoint.ts';
import { ATTACHMENT_MAX_BYTES, Id, oneLine } from '../fields.ts';
import { LectureParams, ofLecture } from './lectures.ts';
import { messages } from '../messages.ts';

export const AttachmentFields = z.object({ name: oneLine(150, messages.authoring.attachmentIncomplete) });

export const attachments = {
  addAttachment: post('/courses/:courseId/lecture/:lectureId/attachments', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Attach a file to a lecture, a document, picture, sound, video, text or ZIP; learners save it',
    ...ofLecture,
    form: { fields: AttachmentFields, files: { attachment: { accept: 'any', maxBytes: ATTACHMENT_MAX_BYTES } } },
    incomplete: messages.authoring.attachmentIncomplete,
    errors: ['course_not_found', 'file_kind_refused', 'document_with_macros', 'not_as_named', 'too_many_attachments'],
    response: saying('Attachment added', managed),
  }),
  deleteAttachment: del('/courses/:courseId/lecture/:lectureId/attachments/:attachmentId', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Remove an attachment of a lecture',
    params: LectureParams.extend({ attachmentId: Id }),
    notFound: 'lecture_not_found',
    errors: ['course_not_found', 'file_not_found'],
    response: saying('Attachment removed', managed),
  }),
};
