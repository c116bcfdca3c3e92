import type { Db } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { PaymentRow, RefundRow } from '#server/database/tables/purchases.ts';
import { newId } from '#server/ids.ts';
import { updateAttempt, updateRefund } from '../purchase-rows/purchase-rows.ts';

export interface RefundRequest {
  paymentId: string;
  amountInPaise: number;
  /** For all that is left: the purchase is cancelled with it. */
  endsAccess: boolean;
  /** The user who requested it, the buyer or an admin. */
  requestedBy: string | null;
  reason: string;
  /** How people paid it back, or that the payment was reversed; the provider does when undefined, or it is owed. */
  settled?: { how: NonNullable<RefundRow['settled_by']>; reference: string } | undefined;
  /** From an admin's client, the same when a request is repeated. */
  requestKey?: string;
}

/** True for the one caller who may cancel this attempt at the provider until then. */
export const claimCancel = (db: Db, id: string, now: number, until: number): Promise<boolean> =>
  changesRow(
    updateAttempt(db, id, { cancelling_until: until })
      .where('cancel_accepted_at', 'is', null)
      .where((eb) => eb.or([eb('cancelling_until', 'is', null), eb('cancelling_until', '<=', now)])),
  );

/** Changes a request that the provider has not accepted yet. */
export const updateRequested = (db: Db, id: string, changes: Partial<RefundRow>) =>
  updateRefund(db, id, changes).where('status', '=', 'requested');

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
  return changesRow(
    updateRequested(db, id, { asking_until: until }).where((eb) =>
      before === null ? eb('asking_until', 'is', null) : eb('asking_until', '=', before),
    ),
  );
};

/** Withdraws a request that only this user made, and returns whether it did. Its key can be used again then. */
export const withdrawOwnRefund = (db: Db, id: string, requestedBy: string, now: number): Promise<boolean> =>
  changesRow(
    updateRequested(db, id, { status: 'withdrawn', request_key: null, updated_at: now }).where(
      'requested_by',
      '=',
      requestedBy,
    ),
  );

export const refundOfRequestKey = (db: Db, requestKey: string) =>
  db.selectFrom('refunds').selectAll().where('request_key', '=', requestKey).executeTakeFirst();

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
  { paymentId, amountInPaise, endsAccess, requestedBy, reason, requestKey, settled }: RefundRequest,
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
      settled_by: settled?.how ?? null,
      settled_at: settled ? now : null,
      bank_reference: settled?.reference || null,
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

/** A reversed payment counts no more: another may have its reference. */
export const releaseReference = (db: Db, paymentId: string) =>
  db.updateTable('payment_requests').set({ counted_key: null }).where('payment_id', '=', paymentId).execute();
