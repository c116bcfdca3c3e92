import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { DisputeRow, RefundRow } from '#server/database/tables/purchases.ts';

type Refund = Pick<RefundRow, 'status' | 'amount_in_paise'>;

/** Refunds that the provider has accepted and that have not failed: their money goes back, or has arrived. */
const isAccepted = ({ status }: Pick<RefundRow, 'status'>): boolean => status === 'pending' || status === 'processed';

const sumOf = (refunds: readonly Refund[]): number => refunds.reduce((sum, refund) => sum + refund.amount_in_paise, 0);

/** The refunded amount, in paise. */
export const refundedInPaise = (refunds: readonly Refund[]): number => sumOf(refunds.filter(isAccepted));

/** The refunded and requested amount, in paise. */
export const claimedInPaise = (refunds: readonly Refund[]): number =>
  sumOf(refunds.filter((refund) => isAccepted(refund) || refund.status === 'requested'));

/** Whether all that was paid went back; of nothing, nothing does. */
export const isWhollyRefunded = (payment: { amountInPaise: number; refundedInPaise: number }): boolean =>
  payment.amountInPaise > 0 && payment.refundedInPaise >= payment.amountInPaise;

/** `isWhollyRefunded` of a row with both amounts. */
export const IS_WHOLLY_REFUNDED = '(amount_in_paise > 0 AND refunded_in_paise >= amount_in_paise)';

/** `refundedInPaise` of the payment `p`. */
export const REFUNDED_IN_PAISE = sql<number>`(SELECT COALESCE(SUM(r.amount_in_paise), 0) FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.status IN ('pending', 'processed'))`;

/** When the money of a refund went back; until then, when the refund was accepted or requested. */
export const returnedAt = (refund: Pick<RefundRow, 'settled_at' | 'accepted_at' | 'created_at'>): number =>
  refund.settled_at ?? refund.accepted_at ?? refund.created_at;

/** The same of the processed refund `r`. */
export const RETURNED_AT = sql<number>`COALESCE(r.settled_at, r.accepted_at)`;

/** Whether a dispute is not decided yet. */
export const isOpenDispute = ({ status }: Pick<DisputeRow, 'status'>): boolean =>
  status === 'open' || status === 'under_review';

/** Whether a dispute keeps the money of a payment, or has taken it. A retrieval only asks for documents. */
export const blocksMoney = (dispute: Pick<DisputeRow, 'status' | 'phase'>): boolean =>
  dispute.status === 'lost' || (isOpenDispute(dispute) && dispute.phase !== 'retrieval');

/** How many disputes of the payment `p` have `blocksMoney`. */
export const BLOCKING_DISPUTES = sql<number>`(SELECT COUNT(*) FROM disputes d
  WHERE d.provider_payment_id = p.provider_payment_id
    AND (d.status = 'lost' OR (d.status IN ('open', 'under_review') AND d.phase <> 'retrieval')))`;

const refundsQuery = (db: Db) =>
  db
    .selectFrom('refunds')
    .select([
      'provider_payment_id',
      'provider_refund_id',
      'status',
      'amount_in_paise',
      'ends_access',
      'accepted_at',
      'created_at',
      'bank_reference',
      'settled_by',
      'settled_at',
      'requested_by',
      'reason',
    ])
    .orderBy('created_at')
    .orderBy('id');

const disputesQuery = (db: Db) =>
  db
    .selectFrom('disputes')
    .select(['provider_payment_id', 'provider_dispute_id', 'phase', 'status', 'amount_in_paise', 'respond_by'])
    .orderBy('created_at');

export type RefundOfPayment = Awaited<ReturnType<ReturnType<typeof refundsQuery>['execute']>>[number];
export type DisputeOfPayment = Awaited<ReturnType<ReturnType<typeof disputesQuery>['execute']>>[number];

/** Reads the refunds and disputes of these payments, oldest first. Returns those of one of them. */
export const readReturns = async (db: Db, paymentIds: readonly string[]) => {
  const [refunds, disputes] =
    paymentIds.length === 0
      ? [[], []]
      : [
          await refundsQuery(db).where('provider_payment_id', 'in', paymentIds).execute(),
          await disputesQuery(db).where('provider_payment_id', 'in', paymentIds).execute(),
        ];
  return (paymentId: string): { refunds: RefundOfPayment[]; disputes: DisputeOfPayment[] } => ({
    refunds: refunds.filter((refund) => refund.provider_payment_id === paymentId),
    disputes: disputes.filter((dispute) => dispute.provider_payment_id === paymentId),
  });
};
