import {
  type AccessHistory,
  changesBefore,
  changesInForce,
  type Continuity,
  extendedEnd,
  isPaidAfter,
  type PaidTerm,
  stands,
} from './rule.ts';

const isPaidBefore = (a: PaidTerm, b: PaidTerm): boolean =>
  a.paidAt < b.paidAt || (a.paidAt === b.paidAt && (a.isGift === b.isGift ? a.paymentId < b.paymentId : b.isGift));

/** When the access that a user had before this payment ended or would have ended. Later changes by admins do not count. */
const previousEnd = (
  term: PaidTerm,
  earlier: readonly PaidTerm[],
  changes: AccessHistory['changes'],
): number | null => {
  const { revokedAt, kept } = changesInForce(changesBefore(changes, term.opens, term.paidAt));
  const ends = [
    ...earlier
      .filter((other) => stands(other) && isPaidAfter(other.paidAt, revokedAt))
      .map((other) => extendedEnd(other, kept)),
    ...kept.flatMap(({ kind, until }) => (kind === 'grant' && until !== null ? [until] : [])),
  ];
  return ends.length === 0 ? null : Math.max(...ends);
};

/** How a payment continues those before it. One that no longer stands continues nothing. */
export const continuityOf = (term: PaidTerm, { terms, changes }: AccessHistory): Continuity => {
  const earlier = terms.filter((other) => other.line === term.line && isPaidBefore(other, term));
  return {
    previousEnd: stands(term) ? previousEnd(term, earlier, changes) : null,
    isAutomatic: earlier.some(({ attemptId }) => attemptId === term.attemptId),
  };
};
