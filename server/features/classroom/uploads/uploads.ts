import type { Readable } from 'node:stream';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import type { Upload, UploadedLecture } from '#contract/classroom/uploads.ts';
import type { Tx } from '#server/database/database.ts';
import type { UploadRow } from '#server/database/tables/lectures.ts';
import { fail, Failure } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import type { CompleteUpload } from '#server/storage/storage.ts';
import { kindOfFile } from '#video-format/lecture-file.ts';
import { VIDEO_SNIFF_BYTES } from '#video-format/sniff.ts';
import type { Lectures } from '../lectures/lectures.ts';
import { createUploadLocks } from './upload-locks.ts';
import {
  deleteUpload,
  findNextInBatch,
  findUpload,
  insertUpload,
  knownUploads,
  listExpired,
  listGrowing,
  listOpen,
  setExpiry,
  setFields,
  setLecture,
} from './uploads.queries.ts';

/** An upload that got no bytes for this long expires. */
const KEPT_MS = 24 * HOUR_MS;
const MAX_OPEN_PER_PERSON = 20;
const MAX_GROWING = 1000;
const SWEPT_PER_RUN = 500;
/** Space for other files while uploads grow. */
const SPARE_BYTES = 64 * 1024 * 1024;

const sweepUploadsJob = defineJob({
  name: 'uploads.sweep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: HOUR_MS,
  waitsAfterJump: true,
});

export interface NewUpload {
  id: string;
  courseId: string;
  /** The lecture that gets this video instead of a new one. */
  replacesLectureId: string | null;
  fileName: string;
  sizeBytes: number;
  metadata: Record<string, string | null>;
}

export type Fields = z.output<typeof UploadedLecture>;
/** Another request made it a lecture at the same moment. */
class UsedAlreadyError extends Error {}

export type Uploads = ReturnType<typeof createUploads>;

export interface WholeUpload {
  courseId: string;
  upload: CompleteUpload;
  markUsed(tx: Tx, lectureId: string): Promise<void>;
}

/** The fields of the lecture that an upload becomes; undefined until they are sent. */
const fieldsOf = ({ title, description, ...row }: UploadRow): Fields | undefined => {
  if (title === null || description === null) return undefined;
  const { is_draft: isDraft, section_id: sectionId, batch_id: batchId, batch_index: index } = row;
  const batch = batchId === null || index === null ? undefined : { _id: batchId, index };
  return { title, description, isDraft: isDraft === 1, sectionId: sectionId ?? undefined, batch };
};

/** Videos that arrive in chunks, each bound to the person who began it. Each throws `upload_not_found` or `upload_expired`. */
export const createUploads = (
  platform: Platform,
  { lectures, policy }: { lectures: Lectures; policy: Pick<CoursePolicy, 'assertMay'> },
) => {
  const { database, jobs, clock, storage } = platform;
  const { db } = database;
  const files = storage.uploads;

  const find = async (userId: string, id: string) => {
    const row = await findUpload(db, userId, id);
    if (!row) throw fail('upload_not_found');
    if (row.expires_at <= clock.now()) throw fail('upload_expired');
    if (row.lecture_id !== null) return { row, receivedBytes: row.size_bytes };
    const receivedBytes = await files.receivedBytes(id);
    if (receivedBytes === undefined) throw fail('upload_not_found');
    return { row, receivedBytes };
  };

  const drop = async (id: string): Promise<void> => {
    await deleteUpload(db, id);
    await files.remove(id);
  };

  /** Space that other uploads still need is not free. */
  const assertFreeSpace = async (sizeBytes: number): Promise<void> => {
    const freeBytes = await storage.freeBytes();
    if (freeBytes === Number.POSITIVE_INFINITY) return;
    const growing = await listGrowing(db, clock.now(), MAX_GROWING);
    let reserved = SPARE_BYTES;
    for (const { id, size_bytes: whole } of growing) reserved += whole - ((await files.receivedBytes(id)) ?? 0);
    if (sizeBytes + reserved > freeBytes) throw fail('disk_full');
  };

  /** Hands a whole upload to `work`, which records its outcome in the transaction. Throws `upload_unfinished`, `upload_used`. */
  const use = async <T>(userId: string, id: string, work: (upload: WholeUpload) => Promise<T>): Promise<T> => {
    const { row, receivedBytes } = await find(userId, id);
    if (row.lecture_id !== null) throw fail('upload_used');
    if (receivedBytes < row.size_bytes) throw fail('upload_unfinished');
    try {
      const markUsed = async (tx: Tx, lectureId: string): Promise<void> => {
        if (!(await setLecture(tx, id, lectureId))) throw new UsedAlreadyError();
      };
      const result = await work({ courseId: row.course_id, upload: files.whole(id), markUsed });
      await files.remove(id);
      return result;
    } catch (error) {
      throw error instanceof UsedAlreadyError ? fail('upload_used') : error;
    }
  };

  const makeLectureOf = (userId: string, id: string, fields: Fields): Promise<string> =>
    use(userId, id, ({ courseId, upload, markUsed }) => {
      const { batch, ...texts } = fields;
      const findNext = batch && ((tx: Tx) => findNextInBatch(tx, { courseId, batchId: batch._id, index: batch.index }));
      return lectures.files.add({ ...texts, courseId, upload, findNext }, markUsed);
    });

  const replaceVideoOf = (userId: string, id: string, lectureId: string): Promise<void> =>
    use(userId, id, ({ courseId, upload, markUsed }) =>
      lectures.files.replace({ courseId, lectureId }, upload, (tx) => markUsed(tx, lectureId)),
    );

  /** The lecture of an upload that is whole and used, if only by the request beside this one. */
  const lectureOf = async (userId: string, id: string, fields: Fields): Promise<string | null> => {
    const { row, receivedBytes } = await find(userId, id);
    if (row.lecture_id !== null || receivedBytes < row.size_bytes) return row.lecture_id;
    return makeLectureOf(userId, id, fields).catch(async (error: unknown) => {
      const again = await findUpload(db, userId, id);
      if (again && again.lecture_id !== null) return again.lecture_id;
      throw error;
    });
  };

  jobs.handle(sweepUploadsJob, async () => {
    const now = clock.now();
    for (const { id } of await listExpired(db, now, SWEPT_PER_RUN)) await drop(id);
    const old: string[] = [];
    for await (const { id, modifiedAtMs } of files.list())
      if (now - modifiedAtMs > KEPT_MS && old.length < SWEPT_PER_RUN) old.push(id);
    const known = await knownUploads(db, old);
    for (const id of old) if (!known.has(id)) await files.remove(id);
  });

  return {
    find,
    use,
    locks: createUploadLocks(platform),

    list: async (userId: string): Promise<Upload[]> => {
      const rows = await listOpen(db, userId, clock.now());
      return Promise.all(
        rows.map(async (row) => ({
          _id: row.id,
          courseId: row.course_id,
          replacesLectureId: row.replaces_lecture_id,
          fileName: row.file_name,
          sizeBytes: row.size_bytes,
          receivedBytes: (await files.receivedBytes(row.id)) ?? 0,
          lectureId: row.lecture_id,
          expiresAtMs: row.expires_at,
        })),
      );
    },

    /** Throws `course_not_found`, `forbidden`, `lecture_not_found`, `too_many_uploads` and `disk_full`. */
    create: async (
      actor: Actor,
      { id, courseId, replacesLectureId, fileName, sizeBytes, metadata }: NewUpload,
    ): Promise<void> => {
      await policy.assertMay(actor, 'edit', { courseId });
      if (replacesLectureId !== null) await lectures.assertLecture({ courseId, lectureId: replacesLectureId });
      const userId = actor.id;
      const now = clock.now();
      if ((await listOpen(db, userId, now)).length >= MAX_OPEN_PER_PERSON) throw fail('too_many_uploads');
      await assertFreeSpace(sizeBytes);
      await files.create(id);
      await insertUpload(db, {
        id,
        user_id: userId,
        course_id: courseId,
        replaces_lecture_id: replacesLectureId,
        file_name: fileName,
        metadata: JSON.stringify(metadata),
        size_bytes: sizeBytes,
        expires_at: now + KEPT_MS,
        created_at: now,
      });
    },

    /** Throws `not_a_video`, for a file that is no lecture at all, as soon as the first bytes show it; the upload is removed then. */
    append: async (userId: string, id: string, bytes: Readable, signal?: AbortSignal): Promise<number> => {
      const { row, receivedBytes } = await find(userId, id);
      if (row.lecture_id !== null) throw fail('upload_used');
      // A first chunk that is too short is inspected with the whole file.
      const isInspected = receivedBytes === 0 && row.size_bytes >= VIDEO_SNIFF_BYTES;
      const inspect = (first: Buffer): void => {
        if (first.length >= VIDEO_SNIFF_BYTES && !kindOfFile(first)) throw fail('not_a_video');
      };
      const inspection = isInspected ? { bytes: VIDEO_SNIFF_BYTES, inspect } : undefined;
      try {
        await files.append(id, { bytes, receivedBytes, sizeBytes: row.size_bytes, inspection, signal });
      } catch (error) {
        if (error instanceof Failure && error.code === 'not_a_video') await drop(id);
        throw error;
      }
      const expiresAt = clock.now() + KEPT_MS;
      if (expiresAt - row.expires_at >= HOUR_MS) await setExpiry(db, id, expiresAt);
      return (await files.receivedBytes(id)) ?? 0;
    },

    /**
     * Called once all bytes are there: it becomes the described lecture. Throws `not_a_video` and `damaged_video`; the upload is
     * gone then.
     */
    finish: async (userId: string, id: string): Promise<void> => {
      await lectures.files.inspect(files.whole(id)).catch(async (error: unknown) => {
        await drop(id);
        throw error;
      });
      const { row } = await find(userId, id);
      const fields = fieldsOf(row);
      if (row.replaces_lecture_id !== null) await replaceVideoOf(userId, id, row.replaces_lecture_id);
      else if (fields) await lectureOf(userId, id, fields);
    },

    remove: async (userId: string, id: string): Promise<void> => {
      await find(userId, id);
      await drop(id);
    },

    /** Makes it a lecture now, or as soon as its last byte is there: then it returns null. */
    makeLecture: async (userId: string, id: string, fields: Fields) => {
      const { row } = await find(userId, id);
      // Before the size is read again: the last bytes may arrive at this moment.
      const { title, description, isDraft, sectionId, batch } = fields;
      if (row.lecture_id === null)
        await setFields(db, id, {
          title,
          description,
          is_draft: isDraft ? 1 : 0,
          section_id: sectionId ?? null,
          batch_id: batch?._id ?? null,
          batch_index: batch?.index ?? null,
        });
      return { courseId: row.course_id, lectureId: await lectureOf(userId, id, fields) };
    },
  };
};
