import { type Note, type NoteFields, NOTES_PER_LECTURE_MAX, NOTES_PER_USER_MAX } from '#contract/notes.ts';
import type { LectureNoteRow } from '#server/database/classroom-tables.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Platform } from '#server/platform.ts';
import {
  countOtherNotes,
  deleteNote,
  findCourseTitle,
  lectureExists,
  listNotedLectures,
  listNotes,
  type NoteKey,
  upsertNote,
} from './notes.queries.ts';
import { markdownOf } from './notes-markdown.ts';

type NoteOfLecture = Omit<NoteKey, 'userId'>;

export type Notes = ReturnType<typeof createNotes>;

const present = ({ id, position_ms: positionMs, text }: LectureNoteRow): Note => ({ _id: id, positionMs, text });

/** Private notes of learners at moments of lectures: only their author can read, change, delete and export them. */
export const createNotes = ({ database, clock }: Platform) => {
  const { db } = database;
  const lecturesWithNotes = async function* (userId: string, courseId: string, seesDrafts: boolean) {
    for (const { id, title } of await listNotedLectures(db, { userId, courseId, seesDrafts }))
      yield { title, notes: (await listNotes(db, userId, id)).map(present) };
  };

  return {
    /** In the order of their moments. Throws `lecture_not_found`. */
    list: async ({ id: userId, role }: Actor, lectureId: string): Promise<Note[]> => {
      if (!(await lectureExists(db, lectureId, role === 'ADMIN'))) throw fail('lecture_not_found');
      return (await listNotes(db, userId, lectureId)).map(present);
    },

    /** Creates or changes it. Throws `lecture_not_found`, `note_not_found` and `too_many_notes`. */
    write: ({ id: userId, role }: Actor, note: NoteOfLecture, fields: NoteFields): Promise<Note> =>
      database.transaction(async (tx) => {
        const key = { ...note, userId };
        if (!(await lectureExists(tx, note.lectureId, role === 'ADMIN'))) throw fail('lecture_not_found');
        const { inAll, inLecture } = await countOtherNotes(tx, key);
        if (inAll >= NOTES_PER_USER_MAX || inLecture >= NOTES_PER_LECTURE_MAX) throw fail('too_many_notes');
        const row = await upsertNote(tx, key, { ...fields, now: clock.now() });
        if (!row) throw fail('note_not_found');
        return present(row);
      }),

    /** Throws `note_not_found`. */
    remove: async (userId: string, note: NoteOfLecture): Promise<void> => {
      if (!(await deleteNote(db, { ...note, userId }))) throw fail('note_not_found');
    },

    /** Those about a course as Markdown, read while it is sent. Throws `course_not_found`. */
    export: async ({ id: userId, role }: Actor, courseId: string): Promise<AsyncIterable<string>> => {
      const seesDrafts = role === 'ADMIN';
      const title = await findCourseTitle(db, courseId, seesDrafts);
      if (title === undefined) throw fail('course_not_found');
      return markdownOf(title, lecturesWithNotes(userId, courseId, seesDrafts));
    },
  };
};
