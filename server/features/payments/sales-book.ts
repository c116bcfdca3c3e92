import type { Db } from '#server/database/database.ts';
import type { PaymentStanding } from '#server/database/payment-tables.ts';
import {
  addToDay,
  disputesOf,
  type HeldPayment,
  holdPayments,
  type PostedDispute,
  type PostedRefund,
  refundsOf,
  setPosted,
} from './sales-book.queries.ts';
import type { SchoolCalendar } from './school-calendar.ts';

export interface PostingContext {
  calendar: SchoolCalendar;
  now: number;
}

/** What a payment adds to the total of its day. */
export interface Counted {
  day: string | null;
  sold: number;
  grossInPaise: number;
  refundedInPaise: number;
  lostInPaise: number;
}

const NOTHING: Counted = { day: null, sold: 0, grossInPaise: 0, refundedInPaise: 0, lostInPaise: 0 };

const IS_TAKEN = new Set(['pending', 'processed']);
const IS_UNDER_WAY = new Set(['requested', 'pending']);
const HOLDS_MONEY = new Set(['open', 'under_review', 'lost']);

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const refundedOf = (refunds: readonly PostedRefund[]): number =>
  sum(refunds.filter(({ status }) => IS_TAKEN.has(status)).map((refund) => refund.amount_in_paise));

/** Where a payment stands, as one word: the first that fits. */
export const standingOf = (
  payment: Pick<HeldPayment, 'status' | 'amount_in_paise' | 'problem'>,
  refunds: readonly PostedRefund[],
  disputes: readonly PostedDispute[],
): PaymentStanding => {
  if (payment.status === 'failed') return 'failed';
  if (payment.status !== 'captured') return 'not_finished';
  if (disputes.some(({ status }) => HOLDS_MONEY.has(status))) return 'disputed';
  if (refunds.some(({ status }) => IS_UNDER_WAY.has(status))) return 'refund_pending';
  const refunded = refundedOf(refunds);
  if (refunded >= payment.amount_in_paise) return 'refunded';
  if (refunds.some(({ status }) => status === 'failed')) return 'refund_failed';
  if (payment.problem !== null) return payment.problem;
  return refunded > 0 ? 'partly_refunded' : 'paid';
};

/** What counts as sold: money that came for something of ours, by the day on which it came. */
export const countedOf = (
  payment: Pick<HeldPayment, 'captured_at' | 'attempt_id' | 'amount_in_paise'>,
  refunds: readonly PostedRefund[],
  disputes: readonly PostedDispute[],
  calendar: SchoolCalendar,
): Counted => {
  if (payment.captured_at === null || payment.attempt_id === null) return NOTHING;
  const refundedInPaise = refundedOf(refunds);
  const lost = disputes.filter(({ status }) => status === 'lost').map((dispute) => dispute.amount_in_paise);
  return {
    day: calendar.dayOf(payment.captured_at),
    sold: refundedInPaise < payment.amount_in_paise ? 1 : 0,
    grossInPaise: payment.amount_in_paise,
    refundedInPaise,
    lostInPaise: sum(lost),
  };
};

const countedBefore = (payment: HeldPayment): Counted => ({
  day: payment.counted_day,
  sold: payment.counted_sold ?? 0,
  grossInPaise: payment.counted_gross_in_paise ?? 0,
  refundedInPaise: payment.counted_refunded_in_paise ?? 0,
  lostInPaise: payment.counted_lost_in_paise ?? 0,
});

const isSame = (a: Counted, b: Counted): boolean =>
  a.day === b.day &&
  a.sold === b.sold &&
  a.grossInPaise === b.grossInPaise &&
  a.refundedInPaise === b.refundedInPaise &&
  a.lostInPaise === b.lostInPaise;

const minus = (one: Counted): Counted => ({
  day: one.day,
  sold: -one.sold,
  grossInPaise: -one.grossInPaise,
  refundedInPaise: -one.refundedInPaise,
  lostInPaise: -one.lostInPaise,
});

/**
 * Brings standing and daily totals up to what the facts say of these payments, in the transaction that wrote the facts.
 * Each payment keeps what it has added to its day; only the difference is added, so posting twice changes nothing.
 */
export const postSales = async (tx: Db, paymentIds: readonly string[], context: PostingContext): Promise<void> => {
  if (paymentIds.length === 0) return;
  const payments = await holdPayments(tx, paymentIds.toSorted(), context.now);
  const ids = payments.map((payment) => payment.provider_payment_id);
  if (ids.length === 0) return;
  const [refunds, disputes] = [await refundsOf(tx, ids), await disputesOf(tx, ids)];
  for (const payment of payments) {
    const isOfIt = (row: { provider_payment_id: string }): boolean =>
      row.provider_payment_id === payment.provider_payment_id;
    const [own, disputed] = [refunds.filter(isOfIt), disputes.filter(isOfIt)];
    const standing = standingOf(payment, own, disputed);
    const before = countedBefore(payment);
    const counted = countedOf(payment, own, disputed, context.calendar);
    const isCountedSame = isSame(before, counted);
    if (isCountedSame && standing === payment.standing) continue;
    await setPosted(tx, payment, standing, counted);
    if (isCountedSame) continue;
    if (before.day !== null) await addToDay(tx, payment.mode, before.day, minus(before));
    if (counted.day !== null) await addToDay(tx, payment.mode, counted.day, counted);
  }
};
