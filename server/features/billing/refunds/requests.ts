import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentRow, RefundRow } from '#server/database/tables/purchases.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import { recomputeAccess } from '../entitlement/entitlement.ts';
import { type AuditChange, hasAuditEntry, recordAudit, type Source } from '#server/audit/audit.ts';
import { lockExistingPayment, recomputeStanding, requestCancel } from '../ledger/ledger.ts';
import { findPayment, findRefund } from '../purchase-rows/purchase-rows.ts';
import { insertRequest, type RefundRequest, refundsOf, updateRequested } from './refunds.queries.ts';

/** A request calls the provider itself; the job runs later, for when that call failed. */
export const SETTLE_AFTER_MS = 10_000;

/** Sends a refund request to the provider until it is accepted. */
export const settleRefund = defineJob({
  name: 'payments.settle-refund',
  lane: 'money',
  payload: z.object({ refundId: z.string() }),
});

/** When that many have failed the refund is owed, and an admin has to pay it another way. */
const MAX_REQUESTS = 4;

export interface Requesting {
  jobs: Jobs;
  now: number;
  source: Source;
}

/** Locks the user of a payment, and then the payment. Throws `payment_not_found`. */
export const lockPurchase = async (tx: Tx, paymentId: string, now: number): Promise<PaymentRow> => {
  const userId = (await findPayment(tx, paymentId))?.user_id ?? null;
  if (userId !== null) await lockUsers(tx, [userId]);
  const payment = await lockExistingPayment(tx, paymentId, now);
  // A gift was redeemed since its user was read.
  if (payment.user_id !== null && payment.user_id !== userId) await lockUsers(tx, [payment.user_id]);
  return payment;
};

/** Recomputes the effects of a refund request until the provider accepts it. */
export const recomputeReturns = async (
  tx: Tx,
  { provider_payment_id: paymentId, user_id: userId, mode }: PaymentRow,
  now: number,
): Promise<void> => {
  await recomputeStanding(tx, paymentId, now);
  if (userId !== null) await recomputeAccess(tx, [userId], { mode, now });
};

/** Numbered over all refunds of the payment, so that no key is used twice. */
const keyOf = ({ paymentId, endsAccess }: RefundRequest, earlier: number): string => {
  const key = `refund-${paymentId}-${endsAccess ? 'full' : 'part'}`;
  return earlier === 0 ? key : `${key}-${earlier + 1}`;
};

/**
 * How every refund begins: the request is recorded before the provider is called, with a job that calls the provider even
 * when this process stops. The caller has locked the payment. Throws `refund_key_reused`.
 */
export const requestRefund = async (
  tx: Tx,
  payment: PaymentRow,
  request: RefundRequest,
  { jobs, now, source, entry, askAtMs = now + SETTLE_AFTER_MS }: Requesting & { entry: AuditChange; askAtMs?: number },
): Promise<string> => {
  const { paymentId, endsAccess } = request;
  if (endsAccess && payment.attempt_id !== null) await requestCancel(tx, payment.attempt_id, 'now', now);
  const key = keyOf(request, (await refundsOf(tx, paymentId)).length);
  const id = await insertRequest(tx, payment, request, { key, now });
  if (id === undefined) throw fail('refund_key_reused');
  await jobs.enqueue(tx, settleRefund, { refundId: id }, { runAtMs: askAtMs });
  await recomputeReturns(tx, payment, now);
  await recordAudit(tx, { at: now, source, paymentId, ...entry });
  return id;
};

/** The refunds of a payment that end access, oldest first. */
const cancellingRefundsOf = async (tx: Tx, paymentId: string): Promise<RefundRow[]> =>
  (await refundsOf(tx, paymentId)).filter((refund) => refund.ends_access === 1);

/** The buyer's own request. A repeated one returns the first one's refund. */
export const requestBuyersRefund = async (tx: Tx, request: RefundRequest, requesting: Requesting): Promise<string> => {
  const payment = await lockPurchase(tx, request.paymentId, requesting.now);
  const inForce = (await cancellingRefundsOf(tx, request.paymentId)).filter(({ status }) => status !== 'withdrawn');
  const waiting = inForce.find(({ status }) => status === 'requested') ?? inForce.at(-1);
  if (waiting) {
    // It is this user's as well then, so that nobody else can withdraw it.
    const joined = { requested_by: request.requestedBy, updated_at: requesting.now };
    await updateRequested(tx, waiting.id, joined).execute();
    return waiting.id;
  }
  const { amountInPaise, reason } = request;
  const entry: AuditChange = { kind: 'refund_requested', detail: { amountInPaise, reason } };
  return requestRefund(tx, payment, request, { ...requesting, entry });
};

const repeated = (refund: RefundRow, amountInPaise: number): RefundRequest => ({
  paymentId: refund.provider_payment_id,
  amountInPaise,
  endsAccess: true,
  requestedBy: refund.requested_by,
  reason: refund.reason ?? '',
});

/** Requests a refund that failed again, later each time, until it is owed. */
export const requestAgain = async (tx: Tx, failed: RefundRow, requesting: Requesting): Promise<void> => {
  const { now, source } = requesting;
  const { provider_payment_id: paymentId } = failed;
  const payment = await lockPurchase(tx, paymentId, now);
  const earlier = await cancellingRefundsOf(tx, paymentId);
  if (earlier.some(({ status }) => status !== 'failed' && status !== 'withdrawn')) return;
  const { length: tries } = earlier;
  if (tries >= MAX_REQUESTS) {
    await recordAudit(tx, { at: now, source, paymentId, kind: 'refund_owed', detail: { tries } });
    return;
  }
  const entry: AuditChange = { kind: 'refund_requested_again', detail: { try: tries + 1 } };
  const askAtMs = now + HOUR_MS * 4 ** (tries - 1);
  await requestRefund(tx, payment, repeated(failed, failed.amount_in_paise), { ...requesting, entry, askAtMs });
};

/** Replaces a request that was withdrawn because a part of its money has been refunded another way. */
export const requestRest = async (
  tx: Tx,
  withdrawn: RefundRow,
  amountInPaise: number,
  requesting: Requesting,
): Promise<string> => {
  const payment = await lockPurchase(tx, withdrawn.provider_payment_id, requesting.now);
  const entry: AuditChange = { kind: 'refund_requested_for_rest', detail: { amountInPaise } };
  return requestRefund(tx, payment, repeated(withdrawn, amountInPaise), { ...requesting, entry });
};

/** Records why the provider refuses a request, once for each reason. The request stays, and is repeated. */
export const recordRefusal = async (
  tx: Tx,
  refundId: string,
  reason: string,
  { now, source }: Omit<Requesting, 'jobs'>,
): Promise<void> => {
  const request = await findRefund(tx, refundId);
  if (request?.status !== 'requested') return;
  const { provider_payment_id: paymentId, amount_in_paise: amountInPaise } = request;
  const refusal = { paymentId, kind: 'refund_refused', detail: { reason, amountInPaise } } as const;
  if (!(await hasAuditEntry(tx, refusal))) await recordAudit(tx, { at: now, source, ...refusal });
};

/** How a manual refund was settled. */
export interface Settled {
  how: NonNullable<RefundRow['settled_by']>;
  reference: string;
  /** Of a reversal. */
  reason?: string;
}

export const recordPaidBack = (
  tx: Db,
  { provider_payment_id: paymentId, user_id: userId, attempt_id: attemptId }: PaymentRow,
  { now, source, ...detail }: Settled & { amountInPaise: number; now: number; source: Source },
): Promise<void> =>
  recordAudit(tx, { at: now, source, userId, attemptId, paymentId, kind: 'refund_paid_back', detail });
