import type { Db, Tx } from '#server/database/database.ts';
import type { LectureRow, VideoWorkRow } from '#server/database/learning-tables.ts';
import type { UserRow } from '#server/database/tables.ts';
import { insertFiles, type MediaFile } from './media-files.queries.ts';
import { insertWork } from './processing.queries.ts';

/** It bounds what one answer holds. */
const LIST_MAX = 1000;

const facts = [
  'id',
  'title',
  'description',
  'duration_ms',
  'video_version',
  'chapters',
  'is_free_preview',
  'published_at',
] as const;
const workFacts = ['state', 'is_playable', 'progress_percent', 'failure'] as const;
export type ListedLecture = Pick<LectureRow, (typeof facts)[number]> & Pick<VideoWorkRow, (typeof workFacts)[number]>;

const presentLectures = (db: Db) =>
  db
    .selectFrom('lectures')
    .innerJoin('video_work', 'video_work.lecture_id', 'lectures.id')
    .where('lectures.deleted_at', 'is', null)
    .select(facts.map((column) => `lectures.${column}` as const))
    .select(workFacts);

/** The lectures of a course in their order. */
export const listLectures = (
  db: Db,
  courseId: string,
  { withDrafts }: { withDrafts: boolean },
): Promise<ListedLecture[]> =>
  presentLectures(db)
    .where('course_id', '=', courseId)
    .$if(!withDrafts, (query) => query.where('published_at', 'is not', null))
    .orderBy('position')
    .limit(LIST_MAX)
    .execute();

/** A lecture that anyone may watch, of a course that is shown. */
export const findFreeLecture = (
  db: Db,
  { courseId, lectureId }: { courseId: string; lectureId: string },
): Promise<ListedLecture | undefined> =>
  presentLectures(db)
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.id', '=', lectureId)
    .where('lectures.course_id', '=', courseId)
    .where('lectures.is_free_preview', '=', 1)
    .where('lectures.published_at', 'is not', null)
    .where('courses.deleted_at', 'is', null)
    .where('courses.published_at', 'is not', null)
    .executeTakeFirst();

/** For whom a lecture is; undefined when it or its course is deleted. */
export const findAudience = async (
  db: Db,
  lectureId: string,
): Promise<{ isShown: boolean; isFreePreview: boolean } | undefined> => {
  const row = await db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.deleted_at', 'is', null)
    .where('courses.deleted_at', 'is', null)
    .where('lectures.id', '=', lectureId)
    .select(['lectures.is_free_preview', 'lectures.published_at', 'courses.published_at as course_published_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    isShown: row.published_at !== null && row.course_published_at !== null,
    isFreePreview: row.is_free_preview === 1,
  };
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
  /** A picture that is there already. */
  poster_key?: string;
  isPlayable: boolean;
  now: number;
};

/** The name that a file has in its address: what it is, and the ending of its key. */
const mediaName = (what: 'video' | 'poster', key: string): string => `${what}${key.slice(key.lastIndexOf('.'))}`;

/** What a lecture serves from its first moment. */
export const videoFile = ({ video_key: key, content_type: contentType }: FileOfVideo): MediaFile => ({
  name: mediaName('video', key),
  key,
  content_type: contentType,
  facts: null,
});
type FileOfVideo = Pick<LectureRow, 'video_key' | 'content_type'>;

/** A lecture with the files that it serves, not processed yet. */
export const insertLecture = async (tx: Tx, lecture: NewLecture): Promise<void> => {
  const { now, isPlayable, poster_key: posterKey, ...row } = lecture;
  await tx
    .insertInto('lectures')
    .values({
      ...row,
      video_version: 1,
      chapters: '',
      is_free_preview: 0,
      deleted_at: null,
      purged_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const poster = posterKey && {
    name: mediaName('poster', posterKey),
    key: posterKey,
    content_type: 'image/webp',
    facts: null,
  };
  await insertFiles(tx, { lectureId: row.id, version: 1, files: [videoFile(row), ...(poster ? [poster] : [])] });
  await insertWork(tx, {
    lecture_id: row.id,
    state: isPlayable ? 'ready' : 'needs_transcode',
    is_playable: isPlayable ? 1 : 0,
    is_complete: 0,
    plays_earlier: 0,
    job_id: null,
    updated_at: now,
  });
};

/** Gives a lecture another original; answers the one before, or undefined when the course has no such lecture. */
export const replaceOriginal = async (
  tx: Db,
  { courseId, lectureId, now }: { courseId: string; lectureId: string; now: number },
  original: FileOfVideo & Pick<LectureRow, 'size_bytes'> & Partial<Pick<LectureRow, 'duration_ms'>>,
): Promise<string | undefined> => {
  const before = await tx
    .selectFrom('lectures')
    .select('video_key')
    .where('id', '=', lectureId)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!before) return undefined;
  await tx
    .updateTable('lectures')
    .set({ ...original, updated_at: now })
    .where('id', '=', lectureId)
    .execute();
  return before.video_key;
};

export const isLectureThere = async (db: Db, courseId: string, lectureId: string): Promise<boolean> =>
  (await db
    .selectFrom('lectures')
    .select('id')
    .where('id', '=', lectureId)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;
