import {
  type AccessChange,
  changesBefore,
  changesInForce,
  extendedEnd,
  isPaidAfter,
  isRevoked,
  type Opened,
  RENEWAL_WINDOW_MS,
  standingGrants,
} from '../entitlement/entitlement.ts';
import { keptUntilDay } from '#contract/batches/batch-days.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { clampEnd, endOfTerm, fixedEndOf, renewalWindowOf } from '../plans/plans.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { PaymentRow } from '#server/database/tables/purchases.ts';

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
  /** The batch that was bought with it: the term counts from its end. */
  batch?: { id: string; endsOn: string } | undefined;
  /** For a redeemed gift: when it was redeemed; for what begins later as agreed: then. */
  capturedAt: number;
  periodEnd: number | null;
  /** Of the school's time zone when the term began. */
  calendar: SchoolCalendar;
  hasRightAmount: boolean;
  /** Recorded after its mandate had ended, or for someone whom it could not give access. */
  isLate: boolean;
  /** The dates that a version before numbered rules gave it: a promise, which no rule and no setting of today moves. */
  promised: Dates | undefined;
  /** Paid for another person: until it is redeemed it gives no access; for an `extra` one another payment already paid. */
  gift: 'waiting' | 'extra' | 'redeemed' | undefined;
  /** When it was wholly refunded, or a refund of it ended access. */
  refundedAt: number | undefined;
  /** It pays later parts of a purchase, whose term is that of its first payment. */
  isLaterPart: boolean;
}

export interface Dates {
  accessFrom: number | null;
  accessUntil: number | null;
  refundableUntil: number | null;
}

export interface Term extends Dates {
  problem: Exclude<PaymentRow['problem'], 'unmatched'>;
}

/** The end of the latest grant, when it is near enough to be renewed; a gift is added to any. */
const grantedUntil = (
  kept: readonly AccessChange[],
  { capturedAt, gift }: Captured,
  { granted, changes }: { granted: readonly Granted[]; changes: readonly AccessChange[] },
): number => {
  const before = changes.filter(({ at }) => at <= capturedAt);
  const isStanding = ({ refundedAt, opens, capturedAt: paidAt }: Granted): boolean =>
    (refundedAt === undefined || refundedAt > capturedAt) && !isRevoked({ opens, paidAt }, before);
  const ends = standingGrants(kept, (id) => granted.some((one) => one.id === id && isStanding(one)));
  return Math.max(
    capturedAt,
    ...ends.flatMap(({ until }) => (gift || until - capturedAt <= RENEWAL_WINDOW_MS ? [until] : [])),
  );
};

/** A payment that gives no access, or none yet. */
const withoutAccess = (problem: Term['problem'], refundableUntil: number | null = null): Term => ({
  accessFrom: null,
  accessUntil: null,
  refundableUntil,
  problem,
});

/** The last moment of a term that ends on a date. */
const lastOf = ({ term, calendar }: Captured): number => fixedEndOf(term, calendar) ?? Infinity;

/** The end of the term, counted from the end of the batch. */
const endOfBatch = ({ batch, term, calendar }: Captured): number => {
  const day = batch && keptUntilDay(batch.endsOn, term);
  return day === undefined ? 0 : clampEnd(calendar.endOf(day));
};

/** Why a payment gives no access; undefined for one that does. */
const whyWithout = (payment: Captured, late: Term['problem'], refundableUntil: number | null): Term | undefined => {
  if (payment.promised !== undefined && payment.promised.accessUntil !== null) return undefined;
  if (!payment.hasRightAmount) return withoutAccess('wrong_amount');
  // Money that came after the last day of what it paid for opens nothing.
  if (payment.isLate || payment.capturedAt >= lastOf(payment)) return withoutAccess(late);
  const { gift } = payment;
  return gift === 'waiting' || gift === 'extra'
    ? withoutAccess(gift === 'extra' ? 'duplicate' : null, refundableUntil)
    : undefined;
};

interface Granted extends Captured {
  accessUntil: number;
  /** The day of the month on which its line began. */
  anchorDay: number;
}

/** The dates that a version before promised; a gift that moves up because a purchase before it was refunded has new ones. */
const promisedDates = ({ promised, gift, line }: Captured, begin: number, earlier: readonly Granted[]) => {
  const hasMoved =
    gift !== undefined &&
    (promised?.accessFrom ?? 0) > begin &&
    earlier.some((other) => other.line === line && other.refundedAt !== undefined);
  return hasMoved || promised === undefined || promised.accessUntil === null
    ? undefined
    : { from: promised.accessFrom ?? begin, until: promised.accessUntil };
};

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
 * moves up when a purchase before it is refunded. With a batch, the term lasts at least as long after the end of the batch. Terms of different lines do not touch one another. A term that ends on a date
 * ends then: a second one adds nothing.
 */
export const termsOf = (payments: readonly Captured[], changes: readonly AccessChange[] = []): Map<string, Term> => {
  const terms = new Map<string, Term>();
  const granted: Granted[] = [];
  const charged = new Set<string>();
  for (const payment of payments.filter(({ isLaterPart }) => !isLaterPart).toSorted(byCapture)) {
    const { capturedAt, refundDays, gift, batch, calendar, promised } = payment;
    const byRule = refundDays === 0 ? null : calendar.endOfDay(capturedAt, refundDays);
    const refundableUntil = promised ? promised.refundableUntil : byRule;
    const late = charged.has(payment.attemptId) ? 'charged_without_access' : 'paid_without_access';
    charged.add(payment.attemptId);
    const without = whyWithout(payment, late, refundableUntil);
    if (without) {
      terms.set(payment.id, without);
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
    const endOfGrants = grantedUntil(kept, payment, { granted, changes });
    const isNextCycle = payment.cycles > 1 && standing.some(({ attemptId }) => attemptId === payment.attemptId);
    // Another batch is another run of the course.
    const isNextBatch = batch !== undefined && standing.every((earlier) => earlier.batch?.id !== batch.id);
    const isInWindow = running !== undefined && runsUntil - capturedAt <= renewalWindowOf(running.term);
    const isRenewal = gift !== undefined || isNextCycle || isNextBatch || isInWindow;
    const next = Math.max(isRenewal ? runsUntil : capturedAt, endOfGrants);
    // A date does not move: the term that lasts as long already takes nothing from a second one of it.
    const addsNothing = next >= lastOf(payment);
    const begin = addsNothing ? capturedAt : next;
    const anchorDay = anchorOf(begin, running ?? granted.findLast(({ line }) => line === payment.line), calendar);
    const dates = promisedDates(payment, begin, granted) ?? {
      from: begin,
      until: endOfTerm(begin, payment.term, { calendar, anchorDay }),
    };
    const isDuplicate = addsNothing ? gift === undefined : runsUntil > capturedAt && !isRenewal;
    const accessUntil = Math.max(dates.until, endOfBatch(payment), clampEnd(payment.periodEnd ?? 0));
    granted.push({ ...payment, accessUntil, anchorDay });
    terms.set(payment.id, {
      accessFrom: dates.from,
      accessUntil,
      // The recipient of a gift cannot return the payment of another person.
      refundableUntil: gift ? null : refundableUntil,
      problem: payment.isLate ? late : isDuplicate ? 'duplicate' : null,
    });
  }
  return terms;
};
