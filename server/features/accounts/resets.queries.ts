import type { Db } from '#server/database/database.ts';
import type { PasswordResetRow } from '#server/database/tables/accounts.ts';

export const insertReset = (db: Db, reset: PasswordResetRow) =>
  db.insertInto('password_resets').values(reset).execute();

export const countOpenResets = async (db: Db, userId: string, now: number): Promise<number> => {
  const { count } = await db
    .selectFrom('password_resets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
};

/** The user of a link that works. */
export const findOpenReset = async (db: Db, tokenHash: string, now: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id;
};

/** Uses a link up; returns its user, or undefined when it does not work (any more). */
export const useReset = async (tx: Db, tokenHash: string, now: number): Promise<string | undefined> => {
  const row = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
};

export const deleteResetsOf = (tx: Db, userId: string) =>
  tx.deleteFrom('password_resets').where('user_id', '=', userId).execute();

export const deleteResetsSince = (tx: Db, userId: string, sinceMs: number) =>
  tx.deleteFrom('password_resets').where('user_id', '=', userId).where('created_at', '>=', sinceMs).execute();

export const deleteExpiredResets = (db: Db, now: number) =>
  db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
