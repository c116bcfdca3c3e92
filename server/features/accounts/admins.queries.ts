import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';

/** Locks out other transactions that change who is an admin, until this one ends. */
export const lockAdmins = (tx: Db, now: number) =>
  tx
    .insertInto('settings')
    .values({ name: 'admins_lock', value: '', updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ updated_at: now }))
    .execute();

export const hasAdmin = (db: Db): Promise<boolean> =>
  hasRow(db.selectFrom('users').select('id').where('role', '=', 'ADMIN').where('deleted_at', 'is', null).limit(1));

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
export const hasOtherAdmin = (tx: Db, id: string): Promise<boolean> =>
  hasRow(
    tx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'ADMIN')
      .where('deleted_at', 'is', null)
      .where('blocked_at', 'is', null)
      .where('id', '!=', id)
      .limit(1),
  );

export const makeAdmin = (tx: Db, id: string, now: number) =>
  tx.updateTable('users').set({ role: 'ADMIN', updated_at: now }).where('id', '=', id).execute();
