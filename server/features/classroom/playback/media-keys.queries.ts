import type { Db } from '#server/database/database.ts';
import type { SigningKeyRow } from '#server/database/tables.ts';

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
