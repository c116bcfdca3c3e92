import { type Note, type NoteFields, NOTES_PER_LECTURE_MAX, NOTES_PER_USER_MAX } from '#contract/classroom/notes.ts';
import { messages } from '#contract/messages.ts';
import type { LectureNoteRow } from '#server/database/tables/learning.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import {
  countNotesIn,
  countOtherNotes,
  deleteNote,
  findCourse,
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
export const createNotes = ({ database, clock }: Platform, policy: Pick<CoursePolicy, 'may' | 'seesDrafts'>) => {
  const { db } = database;
  const withNotes = async function* (userId: string, lectures: readonly { id: string; title: string }[]) {
    for (const { id, title } of lectures)
      yield { _id: id, title, notes: (await listNotes(db, userId, id)).map(present) };
  };

  /**
   * Read as it is sent. What someone wrote about a draft stays theirs; its title, which may have changed since, is shown to those
   * who see drafts. Throws `course_not_found`.
   */
  const ofCourse = async (actor: Actor, courseId: string) => {
    const [course, noted] = [
      await findCourse(db, courseId),
      await listNotedLectures(db, { userId: actor.id, courseId }),
    ];
    const seesDrafts = await policy.seesDrafts(actor, courseId);
    const isShown =
      (course?.published_at ?? null) !== null || seesDrafts || (await policy.may(actor, 'watch', { courseId }));
    if (course === undefined || (!isShown && noted.length === 0)) throw fail('course_not_found');
    const lectures = noted.map(({ id, title, published_at: publishedAt }) => ({
      id,
      title: isShown && (seesDrafts || publishedAt !== null) ? title : messages.notes.ofDraftLecture,
    }));
    const title = isShown ? course.title : messages.notes.ofDraft;
    return { course: { _id: courseId, title }, lectures: withNotes(actor.id, lectures) };
  };

  return {
    /** In the order of their moments. */
    list: async (userId: string, lectureId: string): Promise<Note[]> =>
      (await listNotes(db, userId, lectureId)).map(present),

    /** Creates or changes it. Throws `note_not_found` and `too_many_notes`. */
    write: (userId: string, note: NoteOfLecture, fields: NoteFields): Promise<Note> =>
      database.transaction(async (tx) => {
        const key = { ...note, userId };
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
    export: async (actor: Actor, courseId: string): Promise<AsyncIterable<string>> => {
      const { course, lectures } = await ofCourse(actor, courseId);
      return markdownOf(course.title, lectures);
    },

    /** Those about a course, by lecture. Throws `course_not_found`. */
    listOfCourse: async (actor: Actor, courseId: string) => {
      const { course, lectures } = await ofCourse(actor, courseId);
      return { course, lectures: await Array.fromAsync(lectures) };
    },

    countIn: (userId: string, courseIds: readonly string[]) => countNotesIn(db, userId, courseIds),
  };
};
