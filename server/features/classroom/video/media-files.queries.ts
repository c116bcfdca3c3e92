import type { Db } from '#server/database/database.ts';
import type { MediaFileRow } from '#server/database/tables/lectures.ts';

const FILES_MAX = 200;
const fileFacts = ['name', 'key', 'content_type', 'facts'] as const;
export type MediaFile = Pick<MediaFileRow, (typeof fileFacts)[number]>;

/** The files of one version that may still be served. */
export const listServed = (
  db: Db,
  { lectureId, version, now }: { lectureId: string; version: number; now: number },
): Promise<MediaFile[]> =>
  db
    .selectFrom('media_files')
    .select(fileFacts)
    .where('lecture_id', '=', lectureId)
    .where('version', '=', version)
    .where((or) => or.or([or('served_until', 'is', null), or('served_until', '>', now)]))
    .limit(FILES_MAX)
    .execute();

export const findContentType = async (db: Db, key: string): Promise<string | undefined> => {
  const row = await db.selectFrom('media_files').select('content_type').where('key', '=', key).executeTakeFirst();
  return row?.content_type;
};

/** Sounds that play, and that no program measured since their lengths are counted. */
export const listUnmeasured = (
  db: Db,
  max: number,
): Promise<{ key: string; lecture_id: string; duration_ms: number | null }[]> =>
  db
    .selectFrom('media_files')
    .innerJoin('lectures', (join) =>
      join
        .onRef('lectures.id', '=', 'media_files.lecture_id')
        .onRef('lectures.video_version', '=', 'media_files.version'),
    )
    .where('lectures.deleted_at', 'is', null)
    .where('media_files.name', '=', 'audio.mp3')
    .where('media_files.facts', 'is', null)
    .select(['media_files.key', 'media_files.lecture_id', 'lectures.duration_ms'])
    .limit(max)
    .execute();

export const setFacts = (tx: Db, key: string, facts: string) =>
  tx.updateTable('media_files').set({ facts }).where('key', '=', key).execute();

/** Names of files that have an address of their own in responses about a course, by lecture. */
export const listNames = async (
  db: Db,
  lectureIds: readonly string[],
): Promise<{ lecture_id: string; name: string }[]> =>
  lectureIds.length === 0
    ? []
    : db
        .selectFrom('media_files')
        .innerJoin('lectures', (join) =>
          join
            .onRef('lectures.id', '=', 'media_files.lecture_id')
            .onRef('lectures.video_version', '=', 'media_files.version'),
        )
        .where('media_files.lecture_id', 'in', lectureIds)
        .where((or) =>
          or.or([
            or('media_files.name', 'like', 'video.%'),
            or('media_files.name', 'like', 'poster.%'),
            or('media_files.name', 'like', 'audio.%'),
            or('media_files.name', 'like', 'image-%'),
            or('media_files.name', 'like', 'sound-%'),
            or('media_files.name', 'in', ['master.m3u8', 'storyboard.vtt', 'thumbnail.webp', 'document.pdf']),
          ]),
        )
        .select(['media_files.lecture_id', 'media_files.name'])
        .execute();

/** Locks the lecture until the transaction ends; undefined when there is none. */
export const lockVersion = async (tx: Db, lectureId: string, now: number): Promise<number | undefined> => {
  const row = await tx
    .updateTable('lectures')
    .set({ updated_at: now })
    .where('id', '=', lectureId)
    .returning('video_version')
    .executeTakeFirst();
  return row?.video_version;
};

export const insertFiles = async (
  tx: Db,
  { lectureId, version, files }: { lectureId: string; version: number; files: readonly MediaFile[] },
): Promise<void> => {
  if (files.length === 0) return;
  await tx
    .insertInto('media_files')
    .values(files.map((file) => ({ ...file, lecture_id: lectureId, version, served_until: null })))
    .execute();
};

export const startVersion = async (
  tx: Db,
  { lectureId, version, oldServedUntil }: { lectureId: string; version: number; oldServedUntil: number },
): Promise<void> => {
  await tx
    .updateTable('media_files')
    .set({ served_until: oldServedUntil })
    .where('lecture_id', '=', lectureId)
    .where('served_until', 'is', null)
    .execute();
  await tx.updateTable('lectures').set({ video_version: version }).where('id', '=', lectureId).execute();
};

/** Deletes files that are no longer served; returns their keys. */
export const deleteRetired = async (tx: Db, now: number, max: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('media_files')
    .select(['lecture_id', 'version', 'name', 'key'])
    .where('served_until', '<=', now)
    .limit(max)
    .execute();
  for (const { lecture_id: lectureId, version, name } of rows)
    await tx
      .deleteFrom('media_files')
      .where('lecture_id', '=', lectureId)
      .where('version', '=', version)
      .where('name', '=', name)
      .execute();
  return [...new Set(rows.map(({ key }) => key))];
};

/** Which of these files a version or a lecture that is not deleted for good still needs. */
export const keysInUse = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  const [served, originals] = await Promise.all([
    db.selectFrom('media_files').select('key').where('key', 'in', keys).execute(),
    db.selectFrom('lectures').select('video_key as key').where('video_key', 'in', keys).execute(),
  ]);
  return new Set([...served, ...originals].map(({ key }) => key));
};

/** Keys that must be there, in their order. Each part is limited, as PostgreSQL would read all rows of a union. */
export const keysAfter = async (db: Db, after: string, max: number): Promise<string[]> => {
  const served = db
    .selectFrom('media_files')
    .innerJoin('lectures', 'lectures.id', 'media_files.lecture_id')
    .where('lectures.deleted_at', 'is', null)
    .where('media_files.key', '>', after)
    .select('media_files.key')
    .orderBy('media_files.key')
    .limit(max);
  const originals = db
    .selectFrom('lectures')
    .where('deleted_at', 'is', null)
    .where('video_key', '>', after)
    .select('video_key as key')
    .orderBy('video_key')
    .limit(max);
  const rows = await db
    .selectFrom(served.as('served'))
    .select('key')
    .union(db.selectFrom(originals.as('originals')).select('key'))
    .orderBy('key')
    .limit(max)
    .execute();
  return rows.map(({ key }) => key);
};

/** Deletes all files of lectures, of answers too, and the state of their processing; returns the keys, originals included. */
export const deleteMedia = async (tx: Db, lectureIds: readonly string[]): Promise<string[]> => {
  if (lectureIds.length === 0) return [];
  const served = await tx.deleteFrom('media_files').where('lecture_id', 'in', lectureIds).returning('key').execute();
  const originals = await tx.selectFrom('lectures').select('video_key as key').where('id', 'in', lectureIds).execute();
  const attempts = tx.selectFrom('quiz_attempts').select('id').where('lecture_id', 'in', lectureIds);
  const answers = await tx
    .deleteFrom('quiz_answer_files')
    .where('attempt_id', 'in', attempts)
    .returning('key')
    .execute();
  await tx.deleteFrom('video_work').where('lecture_id', 'in', lectureIds).execute();
  return [...new Set([...served, ...originals, ...answers].map(({ key }) => key))];
};
