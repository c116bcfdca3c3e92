import type { BatchExtension } from '#server/database/batch-ends.ts';
import {
  type AccessHistory,
  changesInForce,
  EVERYTHING,
  historyOfScope,
  isInForce,
  isPaidAfter,
  type Scope,
  standingGrants,
  stands,
} from './rule.ts';

/** The extensions of a right to a course that count, in their order: also those by days of one person, which are no row of their own. */
export const courseExtensions = (history: AccessHistory, courseId: Scope): BatchExtension[] => {
  const counted = [EVERYTHING, courseId]
    .flatMap((scope) => {
      const { terms, changes } = historyOfScope(history, scope);
      const { revokedAt, kept } = changesInForce(changes);
      const ofTerms = new Set(
        terms.filter((term) => stands(term) && isPaidAfter(term.paidAt, revokedAt)).map(({ paymentId }) => paymentId),
      );
      const grants = standingGrants(kept, (id) =>
        history.terms.some((term) => term.paymentId === id && isInForce(term, history.changes)),
      );
      const extended = kept.filter(({ kind, paymentId }) => kind === 'extend' && ofTerms.has(paymentId ?? ''));
      return [...extended, ...grants];
    })
    .filter(({ extensionId = null, days = 0 }) => extensionId !== null || days > 0);
  // An extension is a change for each purchase and each scope.
  const once = new Map(counted.map((change) => [change.extensionId ?? change, change]));
  return [...once.values()].map(({ at, days = 0, until }) => ({ at, days, until })).toSorted((a, b) => a.at - b.at);
};
