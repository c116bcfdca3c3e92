import { HOUR_MS } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { PaymentRow } from '#server/database/tables/purchases.ts';
import { newId } from '#server/ids.ts';
import type { HistoryDetails } from '#server/audit/audit.ts';
import { type PaymentEvent, wayOf } from '../provider/provider.ts';
import { findAttempt, updatePayment } from '../purchase-rows/purchase-rows.ts';
import { attemptOfSubscription, type Bought, lockPayment } from './ledger.queries.ts';
import type { Recording } from './recording.ts';

const RANK = { created: 0, failed: 1, authorized: 2, captured: 3 } as const;
/** A capture within this time counts from when the buyer paid; a later one is a late capture and counts from then. */
const SAME_PAYMENT_MS = HOUR_MS;

const captureTime = (initiatedAt: number, paidAt: number | undefined): number =>
  paidAt === undefined || paidAt - initiatedAt < SAME_PAYMENT_MS ? initiatedAt : paidAt;

/** The columns of a payment that its events decide. */
const fromEvent = (event: PaymentEvent, bought: Bought | undefined) => ({
  attempt_id: bought?.id ?? null,
  user_id: bought?.user_id ?? null,
  status: event.status,
  confirmed: event.isConfirmed ? 1 : 0,
  amount_in_paise: event.money.amountInPaise,
  currency: event.money.currency,
  fee_in_paise: event.feeInPaise ?? null,
  method: event.method ?? null,
  masked: event.masked ?? null,
  invoice_ref: event.invoiceRef ?? null,
  failure: event.failure ?? null,
  failure_reason: event.failureReason ?? null,
  initiated_at: event.initiatedAt,
  captured_at: event.status === 'captured' ? captureTime(event.initiatedAt, event.paidAt) : null,
  begins_at: event.beginsAt ?? null,
  period_end: event.periodEnd ?? null,
});

type PaymentPart = Pick<PaymentRow, keyof ReturnType<typeof fromEvent>>;

const later = (a: number | null, b: number | null): number | null => Math.max(a ?? 0, b ?? 0) || null;

/** Merges an event into the row, with the same result in either order. An event of the provider replaces the buyer's proof. */
const merge = (row: PaymentPart, event: PaymentEvent, bought: Bought | undefined): PaymentPart => {
  const news = fromEvent(event, bought);
  const money = event.isConfirmed ? news : row;
  const status = RANK[news.status] > RANK[row.status] ? news.status : row.status;
  const isConfirmedCapture = (part: PaymentPart): boolean => part.status === 'captured' && part.confirmed === 1;
  const captures = [row, news].filter(isConfirmedCapture).map((part) => part.captured_at);
  return {
    attempt_id: row.attempt_id ?? news.attempt_id,
    user_id: row.user_id ?? news.user_id,
    status,
    confirmed: status !== 'captured' || captures.length > 0 ? 1 : 0,
    amount_in_paise: money.amount_in_paise,
    currency: money.currency,
    fee_in_paise: row.fee_in_paise ?? news.fee_in_paise,
    method: row.method ?? news.method,
    masked: row.masked ?? news.masked,
    invoice_ref: row.invoice_ref ?? news.invoice_ref,
    failure: row.failure ?? news.failure,
    failure_reason: row.failure_reason ?? news.failure_reason,
    initiated_at: money.initiated_at,
    captured_at:
      status !== 'captured'
        ? null
        : captures.length > 0
          ? captures.reduce(later, null)
          : captureTime(money.initiated_at, undefined),
    begins_at: row.begins_at ?? news.begins_at,
    period_end: later(row.period_end, news.period_end),
  };
};

const describe = (
  part: PaymentPart,
  { provider, batchId }: { provider: string; batchId: string | null },
): HistoryDetails['payment_status_changed'] => ({
  status: part.status,
  amountInPaise: part.amount_in_paise,
  currency: part.currency,
  isConfirmed: part.confirmed === 1,
  method: wayOf({ provider, method: part.method }),
  ...(batchId !== null && { batchId }),
  ...(part.failure === null || part.status === 'captured' ? {} : { failure: part.failure }),
});

const auditPayment = (
  paymentId: string,
  part: PaymentPart,
  recording: Recording,
  batchId: string | null,
  kind: 'payment_status_changed' | 'payment_matched' = 'payment_status_changed',
): void =>
  recording.audit({
    kind,
    userId: part.user_id,
    attemptId: part.attempt_id,
    paymentId,
    detail: describe(part, { provider: recording.provider, batchId }),
  });

const problemOf = (part: PaymentPart): 'unmatched' | null =>
  part.attempt_id === null && part.status === 'captured' ? 'unmatched' : null;

/** Returns false for a payment that the ledger knows already. */
const insertPayment = async (
  tx: Db,
  paymentId: string,
  { part, batchId }: { part: PaymentPart; batchId: string | null },
  recording: Recording,
): Promise<boolean> => {
  const { provider, mode, now } = recording;
  const inserted = await tx
    .insertInto('payments')
    .values({
      id: newId(),
      provider,
      provider_payment_id: paymentId,
      mode,
      ...part,
      access_from: null,
      access_until: null,
      refundable_until: null,
      receipt_no: null,
      problem: problemOf(part),
      standing: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('provider_payment_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) auditPayment(paymentId, part, recording, batchId);
  return inserted !== undefined;
};

/** Notes the use of a coupon that is paid now, and was not before. */
const noteCouponUse = async (
  tx: Db,
  paymentId: string,
  { part, before, bought }: { part: PaymentPart; before?: PaymentPart; bought: Bought | undefined },
  { mode, couponUses }: Recording,
): Promise<void> => {
  const { attempt_id: attemptId } = part;
  const wasPaid = before?.status === 'captured' && before.attempt_id !== null;
  if (attemptId === null || part.status !== 'captured' || wasPaid) return;
  const attempt = bought?.id === attemptId ? bought : await findAttempt(tx, attemptId);
  if (attempt && attempt.coupon_id !== null)
    couponUses.push({ couponId: attempt.coupon_id, attemptId, userId: attempt.user_id, paymentId, mode });
};

/** Returns the buyer, or null when the payment belongs to no purchase made here. */
export const recordPayment = async (tx: Db, event: PaymentEvent, recording: Recording): Promise<string | null> => {
  const { mode, now, calendar, days, bySubscription } = recording;
  const { subscriptionRef: ref } = event;
  const bought =
    ref === undefined ? undefined : (bySubscription.get(ref) ?? (await attemptOfSubscription(tx, ref, mode)));
  const first = fromEvent(event, bought);
  const batchId = bought?.batch_id ?? null;
  if (await insertPayment(tx, event.id, { part: first, batchId }, recording)) {
    await noteCouponUse(tx, event.id, { part: first, bought }, recording);
    return first.user_id;
  }
  const row = await lockPayment(tx, event.id, now);
  if (!row || row.mode !== mode) return null;
  // The day that it is counted on now; the caller adds the day that it is counted on afterwards.
  if (row.captured_at !== null) days.add(calendar.dayOf(row.captured_at));
  const part = merge(row, event, bought);
  const problem = part.attempt_id === null ? { problem: problemOf(part) } : {};
  await updatePayment(tx, event.id, { ...part, ...problem }).execute();
  await noteCouponUse(tx, event.id, { part, before: row, bought }, recording);
  if (part.status !== row.status || part.confirmed !== row.confirmed) auditPayment(event.id, part, recording, batchId);
  else if (part.attempt_id !== row.attempt_id) auditPayment(event.id, part, recording, batchId, 'payment_matched');
  return part.user_id;
};
