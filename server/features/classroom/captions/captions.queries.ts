import type { Db } from '#server/database/database.ts';
import type { CaptionsRow } from '#server/database/tables/lectures.ts';

type ListedRow = Pick<CaptionsRow, 'lecture_id' | 'language' | 'label'>;

export const listCaptions = async (db: Db, lectureIds: readonly string[]): Promise<ListedRow[]> =>
  lectureIds.length === 0
    ? []
    : db
        .selectFrom('captions')
        .select(['lecture_id', 'language', 'label'])
        .where('lecture_id', 'in', lectureIds)
        .orderBy('language')
        .execute();

export const putCaptions = async (
  tx: Db,
  { now, ...captions }: Omit<CaptionsRow, 'created_at' | 'updated_at'> & { now: number },
): Promise<void> => {
  const { label, file_key, words } = captions;
  await tx
    .insertInto('captions')
    .values({ ...captions, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['lecture_id', 'language']).doUpdateSet({ label, file_key, words, updated_at: now }),
    )
    .execute();
};

export const findCaptions = (
  db: Db,
  lectureId: string,
  language: string,
): Promise<Pick<CaptionsRow, 'file_key' | 'label'> | undefined> =>
  db
    .selectFrom('captions')
    .select(['file_key', 'label'])
    .where('lecture_id', '=', lectureId)
    .where('language', '=', language)
    .executeTakeFirst();

/** Unless the captions were replaced meanwhile. */
export const writeWords = (tx: Db, fileKey: string, words: string) =>
  tx.updateTable('captions').set({ words }).where('file_key', '=', fileKey).execute();

/** Returns their label; undefined when there were none. */
export const deleteCaptions = async (tx: Db, lectureId: string, language: string): Promise<string | undefined> => {
  const row = await tx
    .deleteFrom('captions')
    .where('lecture_id', '=', lectureId)
    .where('language', '=', language)
    .returning('label')
    .executeTakeFirst();
  return row?.label;
};

/** The file of the captions that players list first. */
export const findFirstFile = async (db: Db, lectureId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('captions')
    .where('lecture_id', '=', lectureId)
    .select('file_key')
    .orderBy('language')
    .limit(1)
    .executeTakeFirst();
  return row?.file_key;
};
