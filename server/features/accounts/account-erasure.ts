import { messages } from '#contract/messages.ts';
import type { Tx } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { findById, raiseMediaEpoch } from './accounts.queries.ts';
import { hasOtherAdmin, lockAdmins } from './admins.queries.ts';
import type { Sessions } from './sessions.ts';

/** What remains of an account that its user deletes. */
export const createErasing = (
  { database, clock, files }: Pick<Platform, 'database' | 'clock' | 'files'>,
  sessions: Sessions,
) => ({
  /** Throws `person_not_found`, and `last_admin` when no other admin could manage the school. */
  assertMayLeave: async (tx: Tx, userId: string): Promise<void> => {
    await lockAdmins(tx, clock.now());
    const account = await lockUser(tx, userId);
    if (!account) throw fail('person_not_found');
    if (account.role === 'ADMIN' && !(await hasOtherAdmin(tx, userId))) throw fail('last_admin');
  },

  /** The key of the avatar; undefined without one. */
  avatarOf: async (userId: string): Promise<string | undefined> =>
    (await findById(database.db, userId))?.avatar_key ?? undefined,

  /** Ends every session and media address. A row without a name, an address and a password stays, which payments refer to. */
  erase: async (tx: Tx, userId: string): Promise<void> => {
    await sessions.endAll(tx, userId);
    await raiseMediaEpoch(tx, userId);
    const before = await findById(tx, userId);
    await files.removeLater(tx, [before?.avatar_key ?? null]);
    const nobody = { email: `${userId}@deleted.invalid`, full_name: messages.people.deletedAccount, password_hash: '' };
    const nothing = { avatar_key: null, note: null, note_changed_at: null, note_changed_by: null };
    await tx
      .updateTable('users')
      .set({ ...nobody, ...nothing, role: 'USER', deleted_at: clock.now(), updated_at: clock.now() })
      .where('id', '=', userId)
      .execute();
  },
});
