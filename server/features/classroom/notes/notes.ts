import { type Note, type NoteFields, NOTES_PER_LECTURE_MAX, NOTES_PER_USER_MAX } from '#contract/classroom/notes.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-users.ts';
import type { LectureNoteRow } from '#server/database/tables/learning.ts';
import { textsForReader } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import {
  countNotesIn,
  countOtherNotes,
  deleteNote,
  findCourse,
  findNote,
  listNotedLectures,
  listNotes,
  type NoteKey,
  upsertNote,
} from './notes.queries.ts';
import { markdownOf } from './notes-markdown.ts';

type NoteOfLecture = Omit<NoteKey, 'userId'>;

export type Notes = ReturnType<typeof createNotes>;

/** The `updatedAt` that a change began from; null for none, undefined where the client does not say. */
type Since = string | null | undefined;

const present = ({ id, position_ms: positionMs, text, updated_at: updatedAt }: LectureNoteRow): Note => ({
  _id: id,
  positionMs,
  text,
  updatedAt: new Date(updatedAt).toISOString(),
});

/** What one person writes is written in turn. Throws `note_not_found` for one of another lecture, and `note_changed`. */
const lockNote = async (tx: Tx, key: NoteKey, since: Since, isSame: (row: LectureNoteRow) => boolean) => {
  await lockUser(tx, key.userId);
  const row = await findNote(tx, key);
  if (row && row.lecture_id !== key.lectureId) throw fail('note_not_found');
  const isKnown = since === undefined || (since !== null && row?.updated_at === Date.parse(since));
  if (row && !isKnown && !isSame(row)) throw fail('note_changed');
  return row;
};

/** Private notes of learners at moments of lectures: only their author can read, change, delete and export them. */
export const createNotes = (platform: Platform, policy: Pick<CoursePolicy, 'may' | 'seesDrafts'>) => {
  const { database, clock } = platform;
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
    const texts = await textsForReader(platform, actor, { courseIds: [courseId], fields: ['title'] });
    const lectures = noted.map(({ id, title, published_at: publishedAt }) => ({
      id,
      title:
        isShown && (seesDrafts || publishedAt !== null) ? texts.of(id, 'title', title) : messages.notes.ofDraftLecture,
    }));
    const title = isShown ? texts.of(courseId, 'title', course.title) : messages.notes.ofDraft;
    return { course: { _id: courseId, title }, lectures: withNotes(actor.id, lectures) };
  };

  return {
    /** In the order of their moments. */
    list: async (userId: string, lectureId: string): Promise<Note[]> =>
      (await listNotes(db, userId, lectureId)).map(present),

    /** Creates or changes it; sent again, it changes nothing. Throws `note_not_found`, `note_changed` and `too_many_notes`. */
    write: (userId: string, note: NoteOfLecture, { since, ...fields }: NoteFields & { since?: Since }): Promise<Note> =>
      database.transaction(async (tx) => {
        const key = { ...note, userId };
        const { positionMs, text } = fields;
        const isSame = (row: LectureNoteRow): boolean => row.text === text && row.position_ms === positionMs;
        const row = await lockNote(tx, key, since, isSame);
        if (row && isSame(row)) return present(row);
        const { inAll, inLecture } = await countOtherNotes(tx, key);
        if (inAll >= NOTES_PER_USER_MAX || inLecture >= NOTES_PER_LECTURE_MAX) throw fail('too_many_notes');
        // Each change has a moment of its own, by which it is told from the one before.
        const now = Math.max(clock.now(), (row?.updated_at ?? 0) + 1);
        const written = {
          user_id: userId,
          id: note.noteId,
          lecture_id: note.lectureId,
          position_ms: positionMs,
          text,
          created_at: row?.created_at ?? now,
          updated_at: now,
        };
        return present(await upsertNote(tx, written));
      }),

    /** Throws `note_not_found` and `note_changed`. */
    remove: (userId: string, note: NoteOfLecture, since: Since): Promise<void> =>
      database.transaction(async (tx) => {
        const key = { ...note, userId };
        if (!(await lockNote(tx, key, since, () => false))) throw fail('note_not_found');
        await deleteNote(tx, key);
      }),

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
