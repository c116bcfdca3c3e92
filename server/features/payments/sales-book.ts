import type { Db } from '#server/database/database.ts';
import { type RowChange, writeEqualTogether } from '#server/database/equal-changes.ts';
import type { PaymentStanding } from '#server/database/payment-tables.ts';
import {
  addToDays,
  type DayAddition,
  disputesOf,
  type HeldPayment,
  holdPayments,
  type PostedDispute,
  type PostedRefund,
  refundsOf,
  type Posted,
  setPosted,
} from './sales-book.queries.ts';
import type { Mode } from './provider.ts';
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

/** Sums what is added to each day; in the order of the days, so that two transactions wait for each other only one way. */
class Additions {
  readonly #days = new Map<string, DayAddition>();

  add(mode: Mode, counted: Counted, sign: 1 | -1): void {
    const { day } = counted;
    if (day === null) return;
    const key = `${day} ${mode}`;
    const so = this.#days.get(key)?.more ?? NOTHING;
    const more = {
      sold: so.sold + sign * counted.sold,
      grossInPaise: so.grossInPaise + sign * counted.grossInPaise,
      refundedInPaise: so.refundedInPaise + sign * counted.refundedInPaise,
      lostInPaise: so.lostInPaise + sign * counted.lostInPaise,
    };
    this.#days.set(key, { mode, day, more });
  }

  list(): DayAddition[] {
    return [...this.#days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, addition]) => addition);
  }
}

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
  const additions = new Additions();
  const changes: RowChange<Posted>[] = [];
  for (const payment of payments) {
    const isOfIt = (row: { provider_payment_id: string }): boolean =>
      row.provider_payment_id === payment.provider_payment_id;
    const [own, disputed] = [refunds.filter(isOfIt), disputes.filter(isOfIt)];
    const standing = standingOf(payment, own, disputed);
    const before = countedBefore(payment);
    const counted = countedOf(payment, own, disputed, context.calendar);
    if (isSame(before, counted) && standing === payment.standing) continue;
    changes.push({ id: payment.id, change: { standing, isNews: standing !== payment.standing, counted } });
    if (isSame(before, counted)) continue;
    additions.add(payment.mode, before, -1);
    additions.add(payment.mode, counted, 1);
  }
  await writeEqualTogether(changes, (same, posted) => setPosted(tx, same, posted));
  await addToDays(tx, additions.list());
};
