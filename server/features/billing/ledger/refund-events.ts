import type { Db } from '#server/database/database.ts';
import type { RefundRow } from '#server/database/tables/purchases.ts';
import { newId } from '#server/ids.ts';
import type { RefundEvent } from '../provider/provider.ts';
import { findPayment, updateRefund } from '../purchase-rows/purchase-rows.ts';
import type { Recording } from './recording.ts';

/** Processed is final; a failure may still turn out to have gone through. */
const RANK: Record<RefundRow['status'], number> = { withdrawn: 0, requested: 0, pending: 1, failed: 2, processed: 3 };

const byProviderId = (tx: Db, id: string): Promise<RefundRow | undefined> =>
  tx.selectFrom('refunds').selectAll().where('provider_refund_id', '=', id).executeTakeFirst();

/** The request made here that the provider's refund carries out, while it has none. */
const requestOf = async (tx: Db, event: RefundEvent): Promise<RefundRow | undefined> =>
  event.idempotencyKey === undefined
    ? undefined
    : tx
        .selectFrom('refunds')
        .selectAll()
        .where('idempotency_key', '=', event.idempotencyKey)
        .where('provider_payment_id', '=', event.paymentId)
        .where('provider_refund_id', 'is', null)
        .executeTakeFirst();

const insertRefund = (tx: Db, event: RefundEvent, { provider, now }: Recording): Promise<RefundRow> =>
  tx
    .insertInto('refunds')
    .values({
      id: newId(),
      provider,
      provider_refund_id: event.id,
      provider_payment_id: event.paymentId,
      amount_in_paise: event.money.amountInPaise,
      currency: event.money.currency,
      status: event.status,
      idempotency_key: null,
      ends_access: 0,
      accepted_at: event.at,
      bank_reference: event.bankReference ?? null,
      requested_by: null,
      reason: null,
      checked_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('provider_refund_id').doUpdateSet({ updated_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow();

/** When the provider's refund was recorded before it was known to be the requested one, its row takes over the request. */
const mergeRequest = async (tx: Db, known: RefundRow, request: RefundRow, now: number): Promise<RefundRow> => {
  await updateRefund(tx, request.id, { status: 'withdrawn', updated_at: now }).execute();
  return {
    ...known,
    ends_access: Math.max(known.ends_access, request.ends_access),
    requested_by: known.requested_by ?? request.requested_by,
    reason: known.reason ?? request.reason,
  };
};

/** Returns the buyer, or null when the payment is unknown or belongs to no purchase made here. */
export const recordRefund = async (tx: Db, event: RefundEvent, recording: Recording): Promise<string | null> => {
  const { now } = recording;
  const userId = (await findPayment(tx, event.paymentId))?.user_id ?? null;
  const request = await requestOf(tx, event);
  const known = await byProviderId(tx, event.id);
  const row =
    known && request
      ? await mergeRequest(tx, known, request, now)
      : (known ?? request ?? (await insertRefund(tx, event, recording)));
  const status = RANK[event.status] > RANK[row.status] ? event.status : row.status;
  const next: RefundRow = {
    ...row,
    provider_refund_id: event.id,
    status,
    amount_in_paise: event.money.amountInPaise,
    accepted_at: event.at,
    bank_reference: event.bankReference ?? row.bank_reference,
    updated_at: now,
  };
  await updateRefund(tx, row.id, next).execute();
  if (status === row.status && known) return userId;
  recording.audit({
    kind: 'refund_status_changed',
    userId,
    paymentId: event.paymentId,
    detail: { status: event.status, refundId: event.id, amountInPaise: next.amount_in_paise },
  });
  if (status === 'failed' && next.ends_access === 1) recording.failedRefunds.push(next);
  return userId;
};
