import type { Db, Tx } from '#server/database/database.ts';
import type { LectureRow, VideoWorkRow } from '#server/database/tables.ts';
import { insertFiles, type MediaFile } from './media-files.queries.ts';
import { insertWork } from './processing.queries.ts';

/** It bounds what one answer holds. */
const LIST_MAX = 1000;

const shownLectures = (db: Db) =>
  db.selectFrom('lectures').where('lectures.deleted_at', 'is', null).where('lectures.published_at', 'is not', null);

const facts = ['id', 'title', 'description', 'duration_ms', 'video_version'] as const;
const workFacts = ['state', 'is_playable', 'progress_percent', 'failure'] as const;
export type ShownLecture = Pick<LectureRow, (typeof facts)[number]> & Pick<VideoWorkRow, (typeof workFacts)[number]>;

/** The lectures of a course in their order. */
export const listLectures = (db: Db, courseId: string): Promise<ShownLecture[]> =>
  shownLectures(db)
    .innerJoin('video_work', 'video_work.lecture_id', 'lectures.id')
    .select(facts.map((column) => `lectures.${column}` as const))
    .select(workFacts)
    .where('course_id', '=', courseId)
    .orderBy('position')
    .limit(LIST_MAX)
    .execute();

/** Whether a lecture and its course are there to be watched. */
export const isLectureShown = async (db: Db, lectureId: string): Promise<boolean> =>
  (await shownLectures(db)
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('courses.deleted_at', 'is', null)
    .where('courses.published_at', 'is not', null)
    .where('lectures.id', '=', lectureId)
    .select('lectures.id')
    .executeTakeFirst()) !== undefined;

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
    .values({ ...row, video_version: 1, deleted_at: null, created_at: now, updated_at: now })
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
    job_id: null,
    updated_at: now,
  });
};

/** Gives a lecture another original; answers the one before, or undefined when the course has no such lecture. */
export const replaceOriginal = async (
  tx: Db,
  { courseId, lectureId, now }: { courseId: string; lectureId: string; now: number },
  original: FileOfVideo & Pick<LectureRow, 'size_bytes' | 'duration_ms'>,
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

/** Answers whether the course had such a lecture. */
export const markLectureDeleted = async (
  tx: Db,
  { courseId, lectureId, now }: { courseId: string; lectureId: string; now: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('lectures')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', lectureId)
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
