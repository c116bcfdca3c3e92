import {
  type AccessHistory,
  changesBefore,
  changesInForce,
  type Continuity,
  extendedEnd,
  isInForce,
  isPaidAfter,
  type PaidTerm,
  standingGrants,
  stands,
} from './rule.ts';

const isPaidBefore = (a: PaidTerm, b: PaidTerm): boolean =>
  a.paidAt < b.paidAt || (a.paidAt === b.paidAt && (a.isGift === b.isGift ? a.paymentId < b.paymentId : b.isGift));

/** When the access that a user had before this payment ended or would have ended. Later changes by admins do not count. */
const previousEnd = (
  term: PaidTerm,
  earlier: readonly PaidTerm[],
  { terms, changes }: AccessHistory,
): number | null => {
  const before = changes.filter(({ at }) => at <= term.paidAt);
  const { revokedAt, kept } = changesInForce(changesBefore(changes, term.opens, term.paidAt));
  const ends = [
    ...earlier
      .filter((other) => stands(other) && isPaidAfter(other.paidAt, revokedAt))
      .map((other) => extendedEnd(other, kept)),
    ...standingGrants(kept, (id) => terms.some((other) => other.paymentId === id && isInForce(other, before))).map(
      ({ until }) => until,
    ),
  ];
  return ends.length === 0 ? null : Math.max(...ends);
};

/** How a payment continues those before it. One that no longer stands continues nothing. */
export const continuityOf = (term: PaidTerm, history: AccessHistory): Continuity => {
  const earlier = history.terms.filter((other) => other.line === term.line && isPaidBefore(other, term));
  return {
    previousEnd: stands(term) ? previousEnd(term, earlier, history) : null,
    isAutomatic: earlier.some(({ attemptId }) => attemptId === term.attemptId),
  };
};
