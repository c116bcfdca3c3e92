import { messages } from '#contract/messages.ts';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentRow } from '#server/database/tables/purchases.ts';
import { fail, invalidField } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import {
  blocksMoney,
  claimedInPaise,
  type DisputeOfPayment,
  readReturns,
  type RefundOfPayment,
} from '../returns/returns.ts';
import { isPaymentDeducted } from '../deductions/deductions.ts';
import { findInParts, partPaymentsOf, readPaidParts } from '../parts/parts.ts';
import type { Execution } from './execution.ts';
import { findRefund } from '../purchase-rows/purchase-rows.ts';
import { OFFLINE } from '../provider/provider.ts';
import { type RefundRequest, refundOfRequestKey, releaseReference, withdrawOwnRefund } from './refunds.queries.ts';
import { lockPurchase, recomputeReturns, recordPaidBack, requestRefund } from './requests.ts';

export interface AdminRefundRequest {
  paymentId: string;
  adminId: string;
  reason: string;
  /** All that is left when undefined. */
  amountInPaise: number | undefined;
  /** How an offline payment was paid back, or that it was reversed; the provider refunds others, and without it, it is owed. */
  settled?: RefundRequest['settled'];
  /** A repeated request has the same key, and returns the first one's refund. */
  requestKey: string;
}

/** The payments of a purchase in parts with what is left of each, the newest first; none for another payment. */
export const partsLeft = async (db: Db, payment: Pick<PaymentRow, 'paid_parts' | 'provider_payment_id'>) => {
  if (payment.paid_parts === null) return [];
  const purchase = await findInParts(db, payment.provider_payment_id);
  const paid = purchase ? await partPaymentsOf(db, purchase.attempt_id) : [];
  const returnsOf = await readReturns(
    db,
    paid.map((row) => row.provider_payment_id),
  );
  const partOf = (row: (typeof paid)[number]): number => readPaidParts(row.paid_parts)?.to ?? 0;
  const newestFirst = paid.toSorted((a, b) => partOf(b) - partOf(a));
  return newestFirst.map(({ provider_payment_id: id, amount_in_paise: amount }) => ({
    id,
    inPaise: amount - claimedInPaise(returnsOf(id).refunds),
  }));
};

/** Whether some is left of a payment of a later part: that is refunded first. */
export const hasNewerPart = async (
  db: Db,
  payment: Pick<PaymentRow, 'paid_parts' | 'provider_payment_id'>,
): Promise<boolean> => {
  const left = await partsLeft(db, payment);
  const index = left.findIndex(({ id }) => id === payment.provider_payment_id);
  return left.slice(0, Math.max(0, index)).some(({ inPaise }) => inPaise > 0);
};

/** How much of a payment can still be refunded, and why nothing when nothing can. `isDeducted` from a purchase that stands. */
export const refundableOf = (
  payment: { status: string; amount_in_paise: number },
  {
    refunds,
    disputes,
    isDeducted,
    hasNewerPart = false,
  }: {
    refunds: readonly RefundOfPayment[];
    disputes: readonly DisputeOfPayment[];
    isDeducted: boolean;
    /** Some is left of a payment of a later part. */
    hasNewerPart?: boolean;
  },
): { inPaise: number; refusal: string | null } => {
  const { refusal } = salesMessages;
  if (payment.status !== 'captured') return { inPaise: 0, refusal: refusal.notPaid };
  if (disputes.some(blocksMoney)) return { inPaise: 0, refusal: refusal.disputed };
  if (isDeducted) return { inPaise: 0, refusal: refusal.deducted };
  if (hasNewerPart) return { inPaise: 0, refusal: messages.parts.newestFirst };
  const left = payment.amount_in_paise - claimedInPaise(refunds);
  return left > 0 ? { inPaise: left, refusal: null } : { inPaise: 0, refusal: refusal.allRefunded };
};

export const createAdminRefund = ({ database, jobs, clock }: BillingPlatform, execution: Execution) => {
  const record = async (
    tx: Tx,
    { paymentId, adminId, reason, amountInPaise, requestKey, settled }: AdminRefundRequest,
  ): Promise<{ id: string; amountInPaise: number }> => {
    const now = clock.now();
    const payment = await lockPurchase(tx, paymentId, now);
    const earlier = await refundOfRequestKey(tx, requestKey);
    if (earlier) {
      const isSame =
        amountInPaise === undefined ? earlier.ends_access === 1 : earlier.amount_in_paise === amountInPaise;
      if (earlier.provider_payment_id !== paymentId || !isSame) throw fail('refund_key_reused');
      return { id: earlier.id, amountInPaise: earlier.amount_in_paise };
    }
    if (settled && payment.provider !== OFFLINE)
      throw fail('refund_not_possible', { message: messages.ways.offlineOnly });
    const returnsOf = await readReturns(tx, [paymentId]);
    const isDeducted = await isPaymentDeducted(tx, payment);
    const isOlder = await hasNewerPart(tx, payment);
    const left = refundableOf(payment, { ...returnsOf(paymentId), isDeducted, hasNewerPart: isOlder });
    if (left.refusal !== null) throw fail('refund_not_possible', { message: left.refusal });
    const amount = amountInPaise ?? left.inPaise;
    if (amount > left.inPaise) throw invalidField('amountInPaise', messages.admin.refundTooLarge);
    const endsAccess = amount === left.inPaise;
    const request = { paymentId, amountInPaise: amount, endsAccess, requestedBy: adminId, reason, requestKey, settled };
    const source = { kind: 'admin', id: adminId } as const;
    const id = await requestRefund(tx, payment, request, {
      jobs,
      now,
      source,
      entry: { kind: 'refund_requested', detail: { amountInPaise: amount, reason } },
    });
    const paidBack = { amountInPaise: amount, now, source };
    if (settled?.how === 'reversal') {
      await recordPaidBack(tx, payment, { ...settled, ...paidBack, reason });
      await releaseReference(tx, paymentId);
    } else if (settled) await recordPaidBack(tx, payment, { ...settled, ...paidBack });
    return { id, amountInPaise: amount };
  };

  /** Whether a caller with the same key withdrew it after a refusal; the key is free again then. */
  const isTakenBack = async (db: Db, refundId: string): Promise<boolean> => {
    const row = await findRefund(db, refundId);
    return row?.status === 'withdrawn' && row.request_key === null;
  };

  /** After a refusal the admin decides again. False when a job has continued meanwhile, or the buyer requested it too. */
  const takeBack = (refundId: string, { paymentId, adminId }: AdminRefundRequest): Promise<boolean> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const payment = await lockPurchase(tx, paymentId, now);
      const isWithdrawn = await withdrawOwnRefund(tx, refundId, adminId, now);
      await recomputeReturns(tx, payment, now);
      return isWithdrawn || isTakenBack(tx, refundId);
    });

  const refundForAdmin = async (
    request: AdminRefundRequest,
  ): Promise<{ outcome: 'initiated' | 'requested'; refund: { id: string; amountInPaise: number } }> => {
    const refund = await database.transaction((tx) => record(tx, request));
    const { isAccepted, error } = await execution.tryRefund(refund.id);
    if (error?.kind === 'rejected' && (await takeBack(refund.id, request)))
      throw fail('refund_not_possible', { message: salesMessages.refusal.byProvider(error.message), cause: error });
    if (!error && (await isTakenBack(database.db, refund.id))) return refundForAdmin(request);
    return { outcome: isAccepted ? 'initiated' : 'requested', refund };
  };
  return refundForAdmin;
};
