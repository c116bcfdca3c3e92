import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

export const findRefund = (db: Db, id: string) =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();

/** What a refund needs to know of its payment; `attempt_id` is null for one that belongs to nothing known. */
export const purchaseOf = (db: Db, providerPaymentId: string) =>
  db
    .selectFrom('payments')
    .select(['mode', 'attempt_id'])
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();

export const findAttempt = (db: Db, id: string) =>
  db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();

/** Writes down that an attempt is to be cancelled; a wish for now wins over one for the end of the period. */
export const requestCancel = async (db: Db, id: string, when: 'now' | 'period_end', now: number): Promise<void> => {
  await db
    .updateTable('payment_attempts')
    .set({ cancel_when: when, cancel_requested_at: now, cancel_accepted_at: null, auto_renew: 0, updated_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('cancel_when', 'is', null), eb('cancel_when', '<>', when)]))
    .execute();
};

export const acceptCancel = async (db: Db, id: string, now: number): Promise<void> => {
  await db
    .updateTable('payment_attempts')
    .set({ cancel_accepted_at: now, auto_renew: 0, updated_at: now })
    .where('id', '=', id)
    .execute();
};

export const withdrawRefund = async (db: Db, id: string, now: number): Promise<void> => {
  await db
    .updateTable('refunds')
    .set({ status: 'withdrawn', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute();
};

/** The same for one that only this person asked for; answers whether it is withdrawn. */
export const withdrawOwnRefund = async (db: Db, id: string, requestedBy: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ status: 'withdrawn', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .where('requested_by', '=', requestedBy)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Makes a request, whoever it came from first, this person's too: nobody else may take it back then. */
export const joinRefund = async (db: Db, id: string, requestedBy: string, now: number): Promise<void> => {
  await db
    .updateTable('refunds')
    .set({ requested_by: requestedBy, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute();
};

export const refundedOf = async (db: Db, providerPaymentId: string): Promise<number> => {
  const row = await db
    .selectFrom('refunds')
    .select(sql<number>`COALESCE(SUM(amount_in_paise), 0)`.as('sum'))
    .where('provider_payment_id', '=', providerPaymentId)
    .where('status', 'in', ['pending', 'processed'])
    .executeTakeFirst();
  return row?.sum ?? 0;
};
