import { stat } from 'node:fs/promises';
import type { LectureAttachmentRow } from '#server/database/tables/lectures.ts';
import { recordChange } from '#server/audit/context.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { attachmentName, type LecturePlace, type LockLecture, SAVED_TYPE, type Video } from '../video/video.ts';
import { allowedName } from './allowed-file.ts';
import { deleteAttachment, insertAttachment, listAttachments } from './attachments.queries.ts';

export { allowedName } from './allowed-file.ts';

const MAX_OF_LECTURE = 20;

export interface ListedAttachment extends Pick<LectureAttachmentRow, 'id' | 'name'> {
  lectureId: string;
  sizeBytes: number;
  /** The last part of the address. */
  fileName: string;
}

export type Attachments = ReturnType<typeof createAttachments>;

/** Files of lectures, for users who can watch them. Each throws `course_not_found` and `lecture_not_found`. */
export const createAttachments = (
  { database, clock, files }: Platform,
  { video, lockLecture }: { video: Pick<Video, 'revise'>; lockLecture: LockLecture },
) => ({
  /** Throws `file_kind_refused`, `not_as_named` and `too_many_attachments`. */
  add: async (place: LecturePlace, givenName: string, { path }: ReceivedFile): Promise<void> => {
    const name = await allowedName(givenName, path);
    const { size } = await stat(path);
    const id = newId();
    const key = `attachments/${id}.bin`;
    await files.keepWith([{ key, from: path }], async (tx) => {
      const now = clock.now();
      const { lectureId } = place;
      await lockLecture(tx, place, now);
      if ((await listAttachments(tx, [lectureId])).length >= MAX_OF_LECTURE) throw fail('too_many_attachments');
      recordChange({ after: { attachment: name } });
      await insertAttachment(tx, { id, lecture_id: lectureId, name, size_bytes: size, created_at: now });
      await video.revise(tx, lectureId, { put: [{ name: attachmentName(id, name), key, contentType: SAVED_TYPE }] });
    });
  },

  /** Throws `file_not_found`. */
  remove: (place: LecturePlace, id: string): Promise<void> =>
    database.transaction(async (tx) => {
      const { lectureId } = place;
      await lockLecture(tx, place, clock.now());
      const name = await deleteAttachment(tx, lectureId, id);
      if (name === undefined) throw fail('file_not_found');
      recordChange({ before: { attachment: name } });
      await video.revise(tx, lectureId, { remove: [attachmentName(id, name)] });
    }),

  list: async (lectureIds: readonly string[]): Promise<ListedAttachment[]> => {
    const rows = await listAttachments(database.db, lectureIds);
    return rows.map(({ id, lecture_id: lectureId, name, size_bytes: sizeBytes }) => ({
      id,
      lectureId,
      name,
      sizeBytes,
      fileName: attachmentName(id, encodeURIComponent(name)),
    }));
  },
});
