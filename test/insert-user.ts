import type { Db } from '#server/database/database.ts';
import { toRow } from '#server/features/accounts/accounts.queries.ts';
import { newId } from '#server/ids.ts';
import type { Role } from '#contract/fields.ts';

/** A user as a row, whose address is confirmed: quick, and no password opens the account. Returns the id. */
export const insertTestUser = async (
  db: Db,
  now: number,
  { role = 'USER', fullName = 'Meera Nair', email }: { role?: Role; fullName?: string; email?: string } = {},
): Promise<string> => {
  const id = newId();
  const user = { id, email: email ?? `${id}@school.example`, fullName, role, passwordHash: 'none', avatarKey: null };
  // Into tables of any version.
  const { language: _, ...row } = toRow({ ...user, now });
  await db.insertInto('users').values(row).execute();
  await db.updateTable('users').set({ email_confirmed_at: now }).where('id', '=', id).execute();
  return id;
};
