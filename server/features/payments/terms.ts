import { type AccessChange, changesInForce, extensionOf, isPaidAfter } from './entitlement.ts';
import type { SchoolCalendar } from './school-calendar.ts';

const DAY_MS = 24 * 60 * 60_000;
const REFUND_DAYS = 7;
/** Buying again this close to the end renews; the new year begins where the old one ends. */
export const RENEWAL_WINDOW_MS = 30 * DAY_MS;

/** A captured payment of one person, as far as it decides from when to when it grants access. */
export interface Captured {
  id: string;
  attemptId: string;
  cycles: number;
  capturedAt: number;
  periodEnd: number | null;
  hasRightAmount: boolean;
  /** When its money had gone back wholly, or undefined. */
  givenBackAt: number | undefined;
}

export interface Term {
  accessUntil: number | null;
  refundableUntil: number | null;
  problem: 'wrong_amount' | 'duplicate' | null;
}

/** The end of what was granted by hand, when it is as near as that of a year that may be renewed. */
const lastGiven = (kept: readonly AccessChange[], capturedAt: number): number =>
  Math.max(
    capturedAt,
    ...kept.flatMap(({ kind, until }) =>
      kind === 'grant' && until !== null && until - capturedAt <= RENEWAL_WINDOW_MS ? [until] : [],
    ),
  );

const byCapture = (a: Captured, b: Captured): number =>
  a.capturedAt - b.capturedAt || (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * What each of one person's captured payments grants. It follows from the payments alone, never from the order in which
 * they became known: a year each; bought while an earlier one runs, it is a renewal in that one's last 30 days, and
 * else a duplicate that a person should look at (it still grants its own year: nobody who paid is refused). Days that
 * an ADMIN had given by then are not lost by renewing.
 */
export const termsOf = (
  payments: readonly Captured[],
  calendar: SchoolCalendar,
  changes: readonly AccessChange[] = [],
): Map<string, Term> => {
  const terms = new Map<string, Term>();
  const granted: (Captured & { accessUntil: number })[] = [];
  for (const payment of payments.toSorted(byCapture)) {
    if (!payment.hasRightAmount) {
      terms.set(payment.id, { accessUntil: null, refundableUntil: null, problem: 'wrong_amount' });
      continue;
    }
    const { capturedAt } = payment;
    const { revokedAt, kept } = changesInForce(changes.filter(({ at }) => at <= capturedAt));
    const standing = granted
      .filter((earlier) => isPaidAfter(earlier.capturedAt, revokedAt))
      .map((earlier) => ({ ...earlier, accessUntil: earlier.accessUntil + extensionOf(earlier.id, kept) }))
      .filter(
        ({ givenBackAt, accessUntil }) =>
          accessUntil > capturedAt && (givenBackAt === undefined || givenBackAt > capturedAt),
      );
    const runsUntil = Math.max(capturedAt, ...standing.map(({ accessUntil }) => accessUntil));
    const givenUntil = lastGiven(kept, capturedAt);
    const isNextCycle = payment.cycles > 1 && standing.some(({ attemptId }) => attemptId === payment.attemptId);
    const isRenewal = runsUntil > capturedAt && (isNextCycle || runsUntil - capturedAt <= RENEWAL_WINDOW_MS);
    const begin = Math.max(isRenewal ? runsUntil : capturedAt, givenUntil);
    const accessUntil = Math.max(calendar.addYear(begin), payment.periodEnd ?? 0);
    granted.push({ ...payment, accessUntil });
    terms.set(payment.id, {
      accessUntil,
      refundableUntil: calendar.endOfDay(capturedAt, REFUND_DAYS),
      problem: runsUntil > capturedAt && !isRenewal ? 'duplicate' : null,
    });
  }
  return terms;
};
