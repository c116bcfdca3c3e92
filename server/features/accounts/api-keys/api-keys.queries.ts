import type { ApiKeyRow } from '#server/database/tables/accounts.ts';
import type { Db } from '#server/database/database.ts';

export const insertApiKey = async (db: Db, row: ApiKeyRow): Promise<void> => {
  await db.insertInto('api_keys').values(row).execute();
};

/** The key with this digest whose creator is an admin still. */
export const findApiKey = (db: Db, secretHash: string) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .selectAll('k')
    .where('k.secret_hash', '=', secretHash)
    .where('k.ended_at', 'is', null)
    .where('u.role', '=', 'ADMIN')
    .where('u.blocked_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();

export const listApiKeys = (db: Db) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .selectAll('k')
    .select('u.full_name as creator')
    .where('k.ended_at', 'is', null)
    .orderBy('k.created_at', 'desc')
    .execute();

export const noteUse = async (db: Db, id: string, at: number): Promise<void> => {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
};

/** Returns what it was; undefined when there is no such key. */
export const endApiKey = (db: Db, id: string, at: number) =>
  db
    .updateTable('api_keys')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['name', 'scopes', 'ends_at'])
    .executeTakeFirst();

/** Ends those of an admin who is none any more: they stay ended after a later promotion. */
export const endKeysOf = async (tx: Db, userId: string, at: number): Promise<void> => {
  await tx
    .updateTable('api_keys')
    .set({ ended_at: at })
    .where('created_by', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
};
