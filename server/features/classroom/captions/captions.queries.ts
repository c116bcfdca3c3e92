import type { Db } from '#server/database/database.ts';
import type { CaptionsRow } from '#server/database/classroom-tables.ts';

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
  const { label, file_key } = captions;
  await tx
    .insertInto('captions')
    .values({ ...captions, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['lecture_id', 'language']).doUpdateSet({ label, file_key, updated_at: now }),
    )
    .execute();
};

/** Returns whether there were any. */
export const deleteCaptions = async (tx: Db, lectureId: string, language: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('captions')
    .where('lecture_id', '=', lectureId)
    .where('language', '=', language)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
