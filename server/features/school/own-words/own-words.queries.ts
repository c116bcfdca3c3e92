import type { Db, Tx } from '#server/database/database.ts';
import type { OwnWordsRow } from '#server/database/tables/own-words.ts';

export const listOwnWords = (db: Db, language: string): Promise<OwnWordsRow[]> =>
  db.selectFrom('own_words').selectAll().where('language', '=', language).orderBy('id').execute();

export const findOwnWords = (db: Db, { language, id }: Pick<OwnWordsRow, 'language' | 'id'>) =>
  db.selectFrom('own_words').selectAll().where('language', '=', language).where('id', '=', id).executeTakeFirst();

export const countOwnWords = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('own_words')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const storeOwnWords = async (tx: Tx, row: OwnWordsRow): Promise<void> => {
  await tx
    .insertInto('own_words')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['language', 'id']).doUpdateSet(({ ref }) => ({
        text: ref('excluded.text'),
        updated_by: ref('excluded.updated_by'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .execute();
};

export const deleteOwnWords = async (tx: Tx, { language, id }: Pick<OwnWordsRow, 'language' | 'id'>): Promise<void> => {
  await tx.deleteFrom('own_words').where('language', '=', language).where('id', '=', id).execute();
};
