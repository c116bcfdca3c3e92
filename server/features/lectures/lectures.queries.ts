import type { Db } from '#server/database/database.ts';
import type { LectureRow, SigningKeyRow, UserRow } from '#server/database/tables.ts';

/** It bounds what one answer holds. */
const LIST_MAX = 1000;

const facts = [
  'lectures.id',
  'lectures.title',
  'lectures.description',
  'lectures.duration_ms',
  'lectures.video_key',
  'lectures.video_version',
  'lectures.chapters',
  'lectures.is_free_preview',
  'lectures.published_at',
] as const;

export type ListedLecture = Pick<
  LectureRow,
  | 'id'
  | 'title'
  | 'description'
  | 'duration_ms'
  | 'video_key'
  | 'video_version'
  | 'chapters'
  | 'is_free_preview'
  | 'published_at'
>;

/** The lectures of a course in their order. */
export const listLectures = (
  db: Db,
  courseId: string,
  { withDrafts }: { withDrafts: boolean },
): Promise<ListedLecture[]> =>
  db
    .selectFrom('lectures')
    .select(facts)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .$if(!withDrafts, (query) => query.where('published_at', 'is not', null))
    .orderBy('position')
    .limit(LIST_MAX)
    .execute();

/** A lecture that anyone may watch, of a course that is shown. */
export const findFreeLecture = (
  db: Db,
  { courseId, lectureId }: { courseId: string; lectureId: string },
): Promise<ListedLecture | undefined> =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.id', '=', lectureId)
    .where('lectures.course_id', '=', courseId)
    .where('lectures.is_free_preview', '=', 1)
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .where('courses.deleted_at', 'is', null)
    .where('courses.published_at', 'is not', null)
    .select(facts)
    .executeTakeFirst();

export type Video = Pick<LectureRow, 'video_key' | 'video_version' | 'content_type'> & {
  isShown: boolean;
  isFreePreview: boolean;
};

/** What a lecture has to play, unless it or its course is deleted. */
export const findVideo = async (db: Db, lectureId: string): Promise<Video | undefined> => {
  const row = await db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.deleted_at', 'is', null)
    .where('courses.deleted_at', 'is', null)
    .where('lectures.id', '=', lectureId)
    .select(['lectures.video_key', 'lectures.video_version', 'lectures.content_type'])
    .select(['lectures.is_free_preview', 'lectures.published_at', 'courses.published_at as course_published_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { is_free_preview: isFree, published_at: published, course_published_at: coursePublished, ...video } = row;
  return { ...video, isShown: published !== null && coursePublished !== null, isFreePreview: isFree === 1 };
};

export const findViewer = (db: Db, userId: string): Promise<Pick<UserRow, 'media_epoch' | 'role'> | undefined> =>
  db
    .selectFrom('users')
    .select(['media_epoch', 'role'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

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

export type NewLecture = Omit<
  LectureRow,
  'video_version' | 'chapters' | 'is_free_preview' | 'deleted_at' | 'purged_at' | 'created_at' | 'updated_at'
> & {
  now: number;
};

export const insertLecture = async (tx: Db, { now, ...lecture }: NewLecture): Promise<void> => {
  await tx
    .insertInto('lectures')
    .values({
      ...lecture,
      video_version: 1,
      chapters: '',
      is_free_preview: 0,
      deleted_at: null,
      purged_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
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
