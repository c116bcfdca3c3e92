import type { Role } from '#contract/fields.ts';
import type { Db } from '#server/database/database.ts';
import type { UserRow } from '#server/database/tables/accounts.ts';

export type ChangedAccount = Pick<UserRow, 'email' | 'role' | 'blocked_at'>;

/** Locks the row until the transaction ends; undefined when the account is gone. */
export const lockAccount = (tx: Db, id: string, now: number): Promise<ChangedAccount | undefined> =>
  tx
    .updateTable('users')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['email', 'role', 'blocked_at'])
    .executeTakeFirst();

export const setBlocked = (tx: Db, id: string, blockedAt: number | null) =>
  tx.updateTable('users').set({ blocked_at: blockedAt }).where('id', '=', id).execute();

export const setRole = (tx: Db, id: string, role: Role) =>
  tx.updateTable('users').set({ role }).where('id', '=', id).execute();
