import type { LectureAttachmentRow } from '#server/database/tables/lectures.ts';
import type { Db } from '#server/database/database.ts';

/** In the order in which they were added. */
export const listAttachments = async (db: Db, lectureIds: readonly string[]): Promise<LectureAttachmentRow[]> =>
  lectureIds.length === 0
    ? []
    : db
        .selectFrom('lecture_attachments')
        .select(['id', 'lecture_id', 'name', 'size_bytes', 'created_at'])
        .where('lecture_id', 'in', lectureIds)
        .orderBy('lecture_id')
        .orderBy('created_at')
        .orderBy('id')
        .execute();

export const insertAttachment = (tx: Db, attachment: LectureAttachmentRow) =>
  tx.insertInto('lecture_attachments').values(attachment).execute();

/** Returns its name; undefined when the lecture has no such attachment. */
export const deleteAttachment = async (tx: Db, lectureId: string, id: string): Promise<string | undefined> => {
  const row = await tx
    .deleteFrom('lecture_attachments')
    .where('id', '=', id)
    .where('lecture_id', '=', lectureId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
};
