import { z } from 'zod';
import { ofCourse } from '../catalog/catalog.ts';
import { del, file, get, put, success, saying } from '../endpoint.ts';
import { Id, Instant, text } from '../fields.ts';
import { NOTE_MAX_LENGTH } from './note-length.ts';
import { messages } from '../messages.ts';
import { ofLectureId, VideoMs } from './progress.ts';

export const NOTES_PER_LECTURE_MAX = 200;
export const NOTES_PER_USER_MAX = 5000;

export const NoteFields = z.object({
  /** The moment of the video that it is about. */
  positionMs: VideoMs,
  text: text(NOTE_MAX_LENGTH, messages.notes.textMissing),
});
export type NoteFields = z.output<typeof NoteFields>;

/** A private note at a moment of a lecture. */
const Note = NoteFields.extend({ _id: z.string(), updatedAt: Instant });
export type Note = z.output<typeof Note>;

/** The `updatedAt` that a change began from, null for none: what was written elsewhere since is not overwritten. */
const since = Instant.nullable().optional();

/** The client chooses the id of a note, so a repeated request changes nothing. */
const NoteParams = z.object({ lectureId: Id, noteId: Id });

export const notes = {
  list: get('/lectures/:lectureId/notes', {
    access: { course: 'watch' },
    summary: 'List your notes about a lecture, in the order of their moments',
    ...ofLectureId,
    response: success({ notes: z.array(Note) }),
  }),
  write: put('/lectures/:lectureId/notes/:noteId', {
    access: { course: 'watch' },
    summary: 'Write a note about a lecture, or change it; nobody else can read it',
    params: NoteParams,
    notFound: 'lecture_not_found',
    body: NoteFields.extend({ since }),
    errors: ['note_not_found', 'note_changed', 'too_many_notes'],
    rateLimit: { perUser: 300 },
    response: saying('Note saved', { note: Note }),
  }),
  remove: del('/lectures/:lectureId/notes/:noteId', {
    access: 'user',
    summary: 'Delete a note',
    params: NoteParams,
    query: z.object({ since: Instant.optional() }),
    notFound: 'note_not_found',
    errors: ['note_changed'],
    response: saying('Note deleted', {}),
  }),
  listOfCourse: get('/courses/:courseId/notes', {
    access: 'user',
    summary: 'List your notes about a course by lecture, also when your access has ended',
    ...ofCourse,
    response: success({
      course: z.object({ _id: z.string(), title: z.string() }),
      lectures: z.array(z.object({ _id: z.string(), title: z.string(), notes: z.array(Note) })),
    }),
  }),
  export: get('/courses/:courseId/notes/export', {
    access: 'user',
    summary: 'Export your notes about a course as Markdown, also when your access has ended',
    ...ofCourse,
    rateLimit: { perUser: 60 },
    produces: 'text/markdown',
    response: file,
  }),
};
