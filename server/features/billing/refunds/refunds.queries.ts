import type { Db } from '#server/database/database.ts';
import type { PaymentRow, RefundRow } from '#server/database/payment-tables.ts';
import { newId } from '#server/ids.ts';

export interface RefundRequest {
  paymentId: string;
  amountInPaise: number;
  /** For all that is left: the purchase is cancelled with it. */
  endsAccess: boolean;
  /** The user who requested it, the buyer or an admin. */
  requestedBy: string | null;
  reason: string;
  /** From an admin's client, the same when a request is repeated. */
  requestKey?: string;
}

export const findRefund = (db: Db, id: string) =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();

/** `attempt_id` and `user_id` are null for a payment that belongs to no known purchase. */
export const purchaseOf = (db: Db, providerPaymentId: string) =>
  db
    .selectFrom('payments')
    .select(['mode', 'attempt_id', 'user_id'])
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();

export const findAttempt = (db: Db, id: string) =>
  db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();

/** Records that an attempt is to be cancelled; a later request for another moment replaces it. */
export const requestCancel = async (db: Db, id: string, when: 'now' | 'period_end', now: number): Promise<void> => {
  await db
    .updateTable('payment_attempts')
    .set({
      cancel_when: when,
      cancel_requested_at: now,
      cancel_accepted_at: null,
      cancelling_until: null,
      auto_renew: 0,
      updated_at: now,
    })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('cancel_when', 'is', null), eb('cancel_when', '<>', when)]))
    .execute();
};

/** True for the one caller who may cancel this attempt at the provider until then. */
export const claimCancel = async (db: Db, id: string, now: number, until: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('payment_attempts')
    .set({ cancelling_until: until })
    .where('id', '=', id)
    .where('cancel_accepted_at', 'is', null)
    .where((eb) => eb.or([eb('cancelling_until', 'is', null), eb('cancelling_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const releaseCancel = async (db: Db, id: string): Promise<void> => {
  await db.updateTable('payment_attempts').set({ cancelling_until: null }).where('id', '=', id).execute();
};

const updateRequested = (db: Db, id: string, changes: Partial<RefundRow>) =>
  db.updateTable('refunds').set(changes).where('id', '=', id).where('status', '=', 'requested');

/**
 * True for the one caller who may ask the provider for this refund until then. It fails when another caller has claimed it since
 * the row was read, so that the row shows whether an earlier call may have reached the provider.
 */
export const claimRefund = async (
  db: Db,
  { id, asking_until: before }: RefundRow,
  now: number,
  until: number,
): Promise<boolean> => {
  if (before !== null && before > now) return false;
  const { numUpdatedRows } = await updateRequested(db, id, { asking_until: until })
    .where((eb) => (before === null ? eb('asking_until', 'is', null) : eb('asking_until', '=', before)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** For a call that certainly did nothing: the next one needs no look-up first. */
export const releaseRefund = async (db: Db, id: string): Promise<void> => {
  await updateRequested(db, id, { asking_until: null }).execute();
};

export const withdrawRefund = async (db: Db, id: string, now: number): Promise<void> => {
  await updateRequested(db, id, { status: 'withdrawn', updated_at: now }).execute();
};

/** Withdraws a request that only this user made, and returns whether it did. Its key can be used again then. */
export const withdrawOwnRefund = async (db: Db, id: string, requestedBy: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await updateRequested(db, id, {
    status: 'withdrawn',
    request_key: null,
    updated_at: now,
  })
    .where('requested_by', '=', requestedBy)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Makes a request this user's as well, so that nobody else can withdraw it. */
export const joinRefund = async (db: Db, id: string, requestedBy: string | null, now: number): Promise<void> => {
  await updateRequested(db, id, { requested_by: requestedBy, updated_at: now }).execute();
};

export const refundOfRequestKey = (db: Db, requestKey: string) =>
  db.selectFrom('refunds').selectAll().where('request_key', '=', requestKey).executeTakeFirst();

/** Records that the provider accepted the cancel, unless another one was requested meanwhile. */
export const acceptCancel = async (db: Db, id: string, when: 'now' | 'period_end', now: number): Promise<void> => {
  await db
    .updateTable('payment_attempts')
    .set({ cancel_accepted_at: now, auto_renew: 0, updated_at: now })
    .where('id', '=', id)
    .where('cancel_when', '=', when)
    .execute();
};

/** All refunds of a payment, oldest first. */
export const refundsOf = (db: Db, providerPaymentId: string): Promise<RefundRow[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('provider_payment_id', '=', providerPaymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Returns undefined when another refund has the request's key. */
export const insertRequest = async (
  db: Db,
  payment: PaymentRow,
  { paymentId, amountInPaise, endsAccess, requestedBy, reason, requestKey }: RefundRequest,
  { key, now }: { key: string; now: number },
): Promise<string | undefined> => {
  const inserted = await db
    .insertInto('refunds')
    .values({
      id: newId(),
      provider: payment.provider,
      provider_payment_id: paymentId,
      amount_in_paise: amountInPaise,
      currency: payment.currency,
      status: 'requested',
      idempotency_key: key,
      request_key: requestKey ?? null,
      ends_access: endsAccess ? 1 : 0,
      requested_by: requestedBy,
      reason,
      checked_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
};
