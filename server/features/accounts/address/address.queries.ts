import type { Db } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';

export interface AddressState {
  email: string;
  confirmedAt: number | null;
  passwordHash: string;
  passwordChangedAt: number | null;
}

export const findAddress = (db: Db, userId: string): Promise<AddressState | undefined> =>
  db
    .selectFrom('users')
    .select([
      'email',
      'email_confirmed_at as confirmedAt',
      'password_hash as passwordHash',
      'password_changed_at as passwordChangedAt',
    ])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Records that a user reads the mail of this address, if it is theirs; returns whether that is new. */
export const confirmAddress = (
  db: Db,
  userId: string,
  { email, now }: { email: string; now: number },
): Promise<boolean> =>
  changesRow(
    db
      .updateTable('users')
      .set({ email_confirmed_at: now })
      .where('id', '=', userId)
      .where('email', '=', email)
      .where('email_confirmed_at', 'is', null),
  );

/**
 * Replaces one address by another that is confirmed, also in the records of emails, which leave with the account. Breaks the
 * unique index when it is taken.
 */
export const changeAddress = async (
  db: Db,
  userId: string,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<boolean> => {
  const isChanged = await changesRow(
    db
      .updateTable('users')
      .set({ email: to, email_confirmed_at: now, updated_at: now, same_address_as: null })
      .where('id', '=', userId)
      .where('email', '=', from)
      .where('deleted_at', 'is', null),
  );
  if (isChanged) await db.updateTable('sent_emails').set({ address: to }).where('address', '=', from).execute();
  return isChanged;
};
