import type { Db } from '#server/database/database.ts';
import type { LectureRow, SigningKeyRow } from '#server/database/tables.ts';

/** It bounds what one answer holds. */
const LIST_MAX = 1000;

const shownLectures = (db: Db) =>
  db.selectFrom('lectures').where('lectures.deleted_at', 'is', null).where('lectures.published_at', 'is not', null);

const facts = ['id', 'title', 'description', 'duration_ms', 'video_key', 'video_version'] as const;
export type ShownLecture = Pick<LectureRow, (typeof facts)[number]>;

/** The lectures of a course in their order. */
export const listLectures = (db: Db, courseId: string): Promise<ShownLecture[]> =>
  shownLectures(db).select(facts).where('course_id', '=', courseId).orderBy('position').limit(LIST_MAX).execute();

/** What a course and lecture that are both shown have to play. */
export const findVideo = (
  db: Db,
  lectureId: string,
): Promise<Pick<LectureRow, 'video_key' | 'video_version' | 'content_type'> | undefined> =>
  shownLectures(db)
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('courses.deleted_at', 'is', null)
    .where('courses.published_at', 'is not', null)
    .where('lectures.id', '=', lectureId)
    .select(['lectures.video_key', 'lectures.video_version', 'lectures.content_type'])
    .executeTakeFirst();

export const findMediaEpoch = async (db: Db, userId: string): Promise<number | undefined> => {
  const user = await db
    .selectFrom('users')
    .select('media_epoch')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user?.media_epoch;
};

/** Notes the change and holds the course until the transaction ends; answers whether it is there. */
export const holdCourse = async (tx: Db, courseId: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('courses')
    .set({ updated_at: now })
    .where('id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Behind the last lecture. Only while the course is held, or two would take the same place. */
export const nextPosition = async (tx: Db, courseId: string): Promise<number> => {
  const row = await tx
    .selectFrom('lectures')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
};

export type NewLecture = Omit<LectureRow, 'video_version' | 'deleted_at' | 'created_at' | 'updated_at'> & {
  now: number;
};

export const insertLecture = async (tx: Db, { now, ...lecture }: NewLecture): Promise<void> => {
  await tx
    .insertInto('lectures')
    .values({ ...lecture, video_version: 1, deleted_at: null, created_at: now, updated_at: now })
    .execute();
};

/** Answers the keys of its files, or undefined when the course has no such lecture. */
export const markLectureDeleted = async (
  tx: Db,
  { courseId, lectureId, now }: { courseId: string; lectureId: string; now: number },
): Promise<(string | null)[] | undefined> => {
  const lecture = await tx
    .updateTable('lectures')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', lectureId)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .returning(['video_key', 'poster_key'])
    .executeTakeFirst();
  return lecture && [lecture.video_key, lecture.poster_key];
};

const MEDIA = 'media';
type MediaKeyRow = Pick<SigningKeyRow, 'id' | 'secret'>;

export const findMediaKey = (db: Db, id: string): Promise<MediaKeyRow | undefined> =>
  db
    .selectFrom('signing_keys')
    .select(['id', 'secret'])
    .where('id', '=', id)
    .where('purpose', '=', MEDIA)
    .executeTakeFirst();

export const findCurrentMediaKey = (db: Db): Promise<MediaKeyRow | undefined> =>
  db
    .selectFrom('signing_keys')
    .select(['id', 'secret'])
    .where('purpose', '=', MEDIA)
    .where('retired_at', 'is', null)
    .executeTakeFirst();

/** Does nothing when there is a current key already: of several processes that begin together, one makes it. */
export const insertMediaKey = async (db: Db, key: MediaKeyRow, now: number): Promise<void> => {
  await db
    .insertInto('signing_keys')
    .values({ ...key, purpose: MEDIA, created_at: now, retired_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const retireMediaKey = async (
  tx: Db,
  { madeBefore, now }: { madeBefore: number; now: number },
): Promise<void> => {
  await tx
    .updateTable('signing_keys')
    .set({ retired_at: now })
    .where('purpose', '=', MEDIA)
    .where('retired_at', 'is', null)
    .where('created_at', '<=', madeBefore)
    .execute();
};

export const deleteMediaKeys = async (tx: Db, retiredBefore: number): Promise<void> => {
  await tx.deleteFrom('signing_keys').where('purpose', '=', MEDIA).where('retired_at', '<', retiredBefore).execute();
};
