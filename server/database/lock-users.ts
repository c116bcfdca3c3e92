import type { UserRow } from './tables/accounts.ts';
import type { Db } from './database.ts';

export type LockedUser = Pick<UserRow, 'full_name' | 'email' | 'role' | 'blocked_at' | 'created_at'>;

/** Locks the account of a user until the transaction ends; undefined when it is deleted. */
export const lockUser = async (tx: Db, id: string): Promise<LockedUser | undefined> => {
  const row = await tx
    .updateTable('users')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', id)
    .returning(['full_name', 'email', 'role', 'blocked_at', 'created_at', 'deleted_at'])
    .executeTakeFirst();
  return row?.deleted_at === null ? row : undefined;
};

/** Locks several in their order, so that two transactions never wait for each other. */
export const lockUsers = async (tx: Db, ids: Iterable<string>): Promise<void> => {
  for (const id of [...new Set(ids)].toSorted()) await lockUser(tx, id);
};
