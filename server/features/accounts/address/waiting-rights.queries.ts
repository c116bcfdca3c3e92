import type { Db, Tx } from '#server/database/database.ts';
import type { WaitingRightRow } from '#server/database/tables/accounts.ts';

export const findWaiting = (
  tx: Tx,
  { address, kind, scope }: Pick<WaitingRightRow, 'address' | 'kind' | 'scope'>,
): Promise<WaitingRightRow | undefined> =>
  tx
    .selectFrom('waiting_rights')
    .selectAll()
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .executeTakeFirst();

/** A later right to the same takes the place of the earlier one. */
export const putWaiting = (tx: Tx, row: WaitingRightRow) =>
  tx
    .insertInto('waiting_rights')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['address', 'kind', 'scope']).doUpdateSet({ detail: row.detail, given_by: row.given_by }),
    )
    .execute();

/** Removes those of an address, and returns them, the oldest first. */
export const takeWaiting = async (tx: Tx, address: string): Promise<WaitingRightRow[]> => {
  const rows = await tx.deleteFrom('waiting_rights').where('address', '=', address).returningAll().execute();
  return rows.toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
};

export const deleteWaiting = (
  tx: Tx,
  { address, kind, scope }: Pick<WaitingRightRow, 'address' | 'kind' | 'scope'>,
): Promise<WaitingRightRow | undefined> =>
  tx
    .deleteFrom('waiting_rights')
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .returningAll()
    .executeTakeFirst();

/** The roles in a course that wait, with the accounts that have the addresses. */
export const listWaitingRoles = (db: Db, courseId: string) =>
  db
    .selectFrom('waiting_rights as w')
    .innerJoin('users as u', 'u.email', 'w.address')
    .where('w.scope', '=', courseId)
    .where('w.kind', '=', 'course_role')
    .where('u.deleted_at', 'is', null)
    .select(['u.id', 'u.full_name', 'u.email', 'w.detail', 'w.created_at'])
    .orderBy('w.created_at')
    .orderBy('u.id')
    .execute();

export const hasWaiting = async (db: Db, address: string): Promise<boolean> =>
  (await db.selectFrom('waiting_rights').select('id').where('address', '=', address).limit(1).executeTakeFirst()) !==
  undefined;

/** Those of some users who have not confirmed their address, with the hashes of their passwords. */
export const listUnconfirmed = async (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('id', 'in', ids)
    .where('email_confirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
