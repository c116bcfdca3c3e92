import {
  type AccessChange,
  changesBefore,
  changesInForce,
  extendedEnd,
  isPaidAfter,
  type Opened,
  RENEWAL_WINDOW_MS,
} from '../entitlement/entitlement.ts';
import type { PlanTerm } from '#contract/plan-term.ts';
import { clampEnd, endOfTerm, renewalWindowOf } from '../plans/plans.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { PaymentRow } from '#server/database/payment-tables.ts';

/** The facts that decide the term of a captured payment. */
export interface Captured {
  id: string;
  attemptId: string;
  cycles: number;
  /** Payments of one line continue one another. */
  line: string;
  opens: Opened;
  /** The purchased plan. */
  term: PlanTerm;
  refundDays: number;
  /** For a redeemed gift: when it was redeemed. */
  capturedAt: number;
  periodEnd: number | null;
  /** Of the school's time zone when the term began. */
  calendar: SchoolCalendar;
  hasRightAmount: boolean;
  /** Recorded after its mandate had ended, or for somebody whom it could not give access. */
  isLate: boolean;
  /** Sold before rules had numbers: neither the day of the month of its line nor `isLate` moves its dates. */
  isOfFirstRule: boolean;
  /** Paid for another person: until it is redeemed it gives no access; for an `extra` one another payment already paid. */
  gift: 'waiting' | 'extra' | 'redeemed' | undefined;
  /** When it was wholly refunded, or a refund of it ended access. */
  refundedAt: number | undefined;
}

export interface Term {
  accessFrom: number | null;
  accessUntil: number | null;
  refundableUntil: number | null;
  problem: Exclude<PaymentRow['problem'], 'unmatched'>;
}

/** The end of the latest grant, when it is near enough to be renewed; a gift is added to any. */
const grantedUntil = (kept: readonly AccessChange[], { capturedAt, gift }: Captured): number =>
  Math.max(
    capturedAt,
    ...kept.flatMap(({ kind, until }) =>
      kind === 'grant' && until !== null && (gift || until - capturedAt <= RENEWAL_WINDOW_MS) ? [until] : [],
    ),
  );

/** A payment that gives no access, or none yet. */
const withoutAccess = (problem: Term['problem'], refundableUntil: number | null = null): Term => ({
  accessFrom: null,
  accessUntil: null,
  refundableUntil,
  problem,
});

interface Granted extends Captured {
  accessUntil: number;
  /** The day of the month on which its line began. */
  anchorDay: number;
}

/** A term that begins on the day when the one before ends keeps the day on which that line began, also after a shorter month. */
const anchorOf = (begin: number, before: Granted | undefined, calendar: SchoolCalendar): number => {
  const day = calendar.dayOf(begin);
  const isContinued =
    before !== undefined &&
    calendar.dayOf(before.accessUntil) === day &&
    calendar.dayOf(calendar.add(begin, 0, 'month', before.anchorDay)) === day;
  return isContinued ? before.anchorDay : calendar.dayOfMonth(begin);
};

/** A gift is added to a purchase of the same moment. */
const byCapture = (a: Captured, b: Captured): number =>
  a.capturedAt - b.capturedAt || Number(a.gift !== undefined) - Number(b.gift !== undefined) || (a.id < b.id ? -1 : 1);

/**
 * Computes the term of each of a user's captured payments. It depends on the payments, not on the order in which they were
 * recorded. Each grants the term that was bought. One that is made while an earlier term runs is a renewal near that term's
 * end; before it is a duplicate that needs an admin, and still grants its own term, because every payment gives access. A
 * renewal keeps the days that admins granted before it. A gift is added to whatever access there is when it is redeemed, and
 * moves up when a purchase before it is refunded. Terms of different lines do not touch one another.
 */
export const termsOf = (payments: readonly Captured[], changes: readonly AccessChange[] = []): Map<string, Term> => {
  const terms = new Map<string, Term>();
  const granted: Granted[] = [];
  const charged = new Set<string>();
  for (const payment of payments.toSorted(byCapture)) {
    const { capturedAt, refundDays, gift, calendar } = payment;
    const refundableUntil = refundDays === 0 ? null : calendar.endOfDay(capturedAt, refundDays);
    const late = charged.has(payment.attemptId) ? 'charged_without_access' : 'paid_without_access';
    charged.add(payment.attemptId);
    if (!payment.hasRightAmount) {
      terms.set(payment.id, withoutAccess('wrong_amount'));
      continue;
    }
    if (payment.isLate && !payment.isOfFirstRule) {
      terms.set(payment.id, withoutAccess(late));
      continue;
    }
    if (gift === 'waiting' || gift === 'extra') {
      terms.set(payment.id, withoutAccess(gift === 'extra' ? 'duplicate' : null, refundableUntil));
      continue;
    }
    const { revokedAt, kept } = changesInForce(changesBefore(changes, payment.opens, capturedAt));
    const standing = granted
      .filter(({ line, capturedAt: paidAt }) => line === payment.line && isPaidAfter(paidAt, revokedAt))
      .map((earlier) => ({ ...earlier, accessUntil: extendedEnd({ ...earlier, paymentId: earlier.id }, kept) }))
      .filter(
        ({ refundedAt, accessUntil }) =>
          accessUntil > capturedAt && (refundedAt === undefined || (!gift && refundedAt > capturedAt)),
      );
    const [running] = standing.toSorted((a, b) => b.accessUntil - a.accessUntil);
    const runsUntil = running?.accessUntil ?? capturedAt;
    const endOfGrants = grantedUntil(kept, payment);
    const isNextCycle = payment.cycles > 1 && standing.some(({ attemptId }) => attemptId === payment.attemptId);
    const isInWindow = running !== undefined && runsUntil - capturedAt <= renewalWindowOf(running.term);
    const isRenewal = gift !== undefined || isNextCycle || isInWindow;
    const begin = Math.max(isRenewal ? runsUntil : capturedAt, endOfGrants);
    const anchorDay = anchorOf(begin, running ?? granted.findLast(({ line }) => line === payment.line), calendar);
    const end = endOfTerm(begin, payment.term, { calendar, ...(!payment.isOfFirstRule && { anchorDay }) });
    const accessUntil = Math.max(end, clampEnd(payment.periodEnd ?? 0));
    granted.push({ ...payment, accessUntil, anchorDay });
    terms.set(payment.id, {
      accessFrom: begin,
      accessUntil,
      // The recipient of a gift cannot return the payment of another person.
      refundableUntil: gift ? null : refundableUntil,
      problem: payment.isLate ? late : runsUntil > capturedAt && !isRenewal ? 'duplicate' : null,
    });
  }
  return terms;
};
