import type { Db } from '#server/database/database.ts';
import type { IdentityRow } from '#server/database/tables/accounts.ts';

export const findIdentity = (
  db: Db,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const listIdentities = (db: Db, userId: string): Promise<IdentityRow[]> =>
  db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

/** Breaks the unique index when the login belongs to an account already. */
export const insertIdentity = (db: Db, row: IdentityRow) => db.insertInto('identities').values(row).execute();

export const noteIdentityUse = (db: Db, id: string, { email, now }: { email: string; now: number }) =>
  db.updateTable('identities').set({ last_used_at: now, email }).where('id', '=', id).execute();

/** Returns the issuer of the deleted login. */
export const deleteIdentity = async (db: Db, userId: string, id: string): Promise<string | undefined> => {
  const row = await db
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('issuer')
    .executeTakeFirst();
  return row?.issuer;
};

/** Logins, passkeys, a second step and API keys that were added since a moment end. */
export const deleteAddedSince = async (
  tx: Db,
  userId: string,
  { sinceMs, now, keepsSecondStep = false }: { sinceMs: number; now: number; keepsSecondStep?: boolean },
): Promise<void> => {
  await tx.deleteFrom('identities').where('user_id', '=', userId).where('created_at', '>=', sinceMs).execute();
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', sinceMs).execute();
  await tx
    .updateTable('api_keys')
    .set({ ended_at: now })
    .where('created_by', '=', userId)
    .where('created_at', '>=', sinceMs)
    .where('ended_at', 'is', null)
    .execute();
  if (keepsSecondStep) return;
  const step = tx.deleteFrom('one_time_keys').where('user_id', '=', userId).where('confirmed_at', '>=', sinceMs);
  if ((await step.executeTakeFirst()).numDeletedRows > 0n)
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
};
