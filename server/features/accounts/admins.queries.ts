import type { Db } from '#server/database/database.ts';

/** Locks out other transactions that change who is an admin, until this one ends. */
export const lockAdmins = async (tx: Db, now: number): Promise<void> => {
  await tx
    .insertInto('settings')
    .values({ name: 'admins_lock', value: '', updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ updated_at: now }))
    .execute();
};

export const hasAdmin = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const listAdminEmails = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.email);
};

/** Whether another admin, who is not blocked, can manage the school. */
export const hasOtherAdmin = async (tx: Db, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const makeAdmin = async (tx: Db, id: string, now: number): Promise<void> => {
  await tx.updateTable('users').set({ role: 'ADMIN', updated_at: now }).where('id', '=', id).execute();
};
