import { z } from 'zod';
import { managed } from '../catalog/authoring.ts';
import { del, put, saying } from '../endpoint.ts';
import { IMAGE_MAX_BYTES } from '../fields.ts';
import { ofLecture } from './lectures.ts';
import { messages } from '../messages.ts';

export const lectureThumbnails = {
  setLectureThumbnail: put('/courses/:courseId/lecture/:lectureId/thumbnail', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Choose the image of a lecture, shown before its video plays, until it gets another video',
    ...ofLecture,
    form: { fields: z.object({}), files: { thumbnail: { accept: 'image', maxBytes: IMAGE_MAX_BYTES } } },
    incomplete: messages.authoring.thumbnailMissing,
    errors: ['course_not_found'],
    response: saying('Thumbnail saved', managed),
  }),
  resetLectureThumbnail: del('/courses/:courseId/lecture/:lectureId/thumbnail', {
    access: { course: 'edit' },
    audit: 'lecture_changed',
    summary: 'Return to the frame that was chosen when the video was processed',
    ...ofLecture,
    errors: ['course_not_found'],
    response: saying('Thumbnail saved', managed),
  }),
};
