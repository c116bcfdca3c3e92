import type { Db } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { UploadRow } from '#server/database/tables/lectures.ts';

const LIST_MAX = 100;
const columns = [
  'id',
  'user_id',
  'course_id',
  'file_name',
  'metadata',
  'size_bytes',
  'title',
  'description',
  'is_draft',
  'section_id',
  'batch_id',
  'batch_index',
  'replaces_lecture_id',
  'lecture_id',
  'expires_at',
  'created_at',
] as const;

/** The fields of the lecture that it becomes. */
export type UploadFields = Pick<
  UploadRow,
  'title' | 'description' | 'is_draft' | 'section_id' | 'batch_id' | 'batch_index'
>;

export const insertUpload = async (
  tx: Db,
  upload: Omit<UploadRow, keyof UploadFields | 'lecture_id'>,
): Promise<void> => {
  const unsaid: UploadFields = {
    title: null,
    description: null,
    is_draft: 0,
    section_id: null,
    batch_id: null,
    batch_index: null,
  };
  await tx
    .insertInto('uploads')
    .values({ ...upload, ...unsaid, lecture_id: null })
    .execute();
};

export const findUpload = (db: Db, userId: string, id: string): Promise<UploadRow | undefined> =>
  db.selectFrom('uploads').select(columns).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();

/** Uploads that are not lectures yet and have not expired, the newest first. */
export const listOpen = (db: Db, userId: string, now: number): Promise<UploadRow[]> =>
  db
    .selectFrom('uploads')
    .select(columns)
    .where('user_id', '=', userId)
    .where('lecture_id', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(LIST_MAX)
    .execute();

/** Sizes of the unfinished uploads of everyone. */
export const listGrowing = (db: Db, now: number, max: number): Promise<Pick<UploadRow, 'id' | 'size_bytes'>[]> =>
  db
    .selectFrom('uploads')
    .select(['id', 'size_bytes'])
    .where('lecture_id', 'is', null)
    .where('expires_at', '>', now)
    .limit(max)
    .execute();

export const setExpiry = (db: Db, id: string, expiresAt: number) =>
  db.updateTable('uploads').set({ expires_at: expiresAt }).where('id', '=', id).execute();

/** It becomes a lecture of its own, also when it was to replace a video before. */
export const setFields = (db: Db, id: string, fields: UploadFields) =>
  db
    .updateTable('uploads')
    .set({ ...fields, replaces_lecture_id: null })
    .where('id', '=', id)
    .execute();

/** Returns false when it had become a lecture before. */
export const setLecture = (tx: Db, id: string, lectureId: string): Promise<boolean> =>
  changesRow(
    tx.updateTable('uploads').set({ lecture_id: lectureId }).where('id', '=', id).where('lecture_id', 'is', null),
  );

/** Of the uploads that follow in a batch, the first that has become a lecture; returns its lecture. */
export const findNextInBatch = async (
  tx: Db,
  { courseId, batchId, index }: { courseId: string; batchId: string; index: number },
): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('uploads')
    .innerJoin('lectures', 'lectures.id', 'uploads.lecture_id')
    .select('lectures.id')
    .where('uploads.course_id', '=', courseId)
    .where('uploads.batch_id', '=', batchId)
    .where('uploads.batch_index', '>', index)
    .where('lectures.deleted_at', 'is', null)
    .orderBy('uploads.batch_index')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

export const deleteUpload = (db: Db, id: string) => db.deleteFrom('uploads').where('id', '=', id).execute();

export const listExpired = (db: Db, now: number, max: number): Promise<{ id: string }[]> =>
  db.selectFrom('uploads').select('id').where('expires_at', '<=', now).limit(max).execute();

/** Which of these exist. */
export const knownUploads = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
};
