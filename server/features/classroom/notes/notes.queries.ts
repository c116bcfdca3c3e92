import type { LectureNoteRow } from '#server/database/tables/learning.ts';
import type { Db } from '#server/database/database.ts';

/** One note of one user. */
export interface NoteKey {
  userId: string;
  lectureId: string;
  noteId: string;
}

export const listNotes = (db: Db, userId: string, lectureId: string): Promise<LectureNoteRow[]> =>
  db
    .selectFrom('lecture_notes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('lecture_id', '=', lectureId)
    .orderBy('position_ms')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** How many other notes a user has. */
export const countOtherNotes = async (db: Db, { userId, lectureId, noteId }: NoteKey) =>
  db
    .selectFrom('lecture_notes')
    .where('user_id', '=', userId)
    .where('id', '<>', noteId)
    .select(({ fn }) => fn.countAll<number>().as('inAll'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('lecture_id', '=', lectureId).as('inLecture'))
    .executeTakeFirstOrThrow();

/** A note of a user, about whichever lecture. */
export const findNote = (db: Db, { userId, noteId }: Pick<NoteKey, 'userId' | 'noteId'>) =>
  db.selectFrom('lecture_notes').selectAll().where('user_id', '=', userId).where('id', '=', noteId).executeTakeFirst();

export const upsertNote = (tx: Db, row: LectureNoteRow): Promise<LectureNoteRow> => {
  const { position_ms, text, updated_at } = row;
  return tx
    .insertInto('lecture_notes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ position_ms, text, updated_at }))
    .returningAll()
    .executeTakeFirstOrThrow();
};

export const deleteNote = (tx: Db, { userId, noteId }: NoteKey) =>
  tx.deleteFrom('lecture_notes').where('user_id', '=', userId).where('id', '=', noteId).execute();

/** How many notes a user has about each of these courses. */
export const countNotesIn = async (
  db: Db,
  userId: string,
  courseIds: readonly string[],
): Promise<Map<string, number>> => {
  if (courseIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('lecture_notes as n')
    .innerJoin('lectures as l', 'l.id', 'n.lecture_id')
    .where('n.user_id', '=', userId)
    .where('l.course_id', 'in', courseIds)
    .groupBy('l.course_id')
    .select(({ fn }) => ['l.course_id', fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map((row) => [row.course_id, row.count]));
};

/** Also a deleted one, and a draft. */
export const findCourse = (db: Db, courseId: string) =>
  db.selectFrom('courses').where('id', '=', courseId).select(['title', 'published_at']).executeTakeFirst();

/** The lectures of a course with notes of a user, also deleted ones and drafts: what someone wrote stays theirs. */
export const listNotedLectures = (
  db: Db,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<{ id: string; title: string; published_at: number | null }[]> =>
  db
    .selectFrom('lectures')
    .where('course_id', '=', courseId)
    .where('id', 'in', (query) => query.selectFrom('lecture_notes').where('user_id', '=', userId).select('lecture_id'))
    .select(['id', 'title', 'published_at'])
    .orderBy('position')
    .execute();
