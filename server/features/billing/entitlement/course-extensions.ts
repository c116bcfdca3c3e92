import type { BatchExtension } from '#server/database/batch-ends.ts';
import {
  type AccessChange,
  type AccessHistory,
  changesInForce,
  entitlement,
  EVERYTHING,
  historyOfScope,
  isInForce,
  isPaidAfter,
  promisedEnd,
  type Scope,
  standingGrants,
  stands,
} from './rule.ts';

/** Whether a person got access who had none: nothing was made longer. */
const gaveNew = ({ terms, changes }: AccessHistory, { kind, at, scope, extensionId = null }: AccessChange): boolean => {
  if (kind !== 'grant' || extensionId !== null) return false;
  const before = {
    terms: terms.filter(({ paidAt }) => paidAt <= at),
    changes: changes.filter((change) => change.at < at),
  };
  return !entitlement(before, at, scope).isActive;
};

/**
 * The purchases and the extensions of a right to a course that count, in their order: also extensions by days of one person,
 * which are no row of their own.
 */
export const courseExtensions = (history: AccessHistory, courseId: Scope): BatchExtension[] => {
  const inScopes = [EVERYTHING, courseId].map((scope) => {
    const { terms, changes } = historyOfScope(history, scope);
    const { revokedAt, kept } = changesInForce(changes);
    const standing = terms.filter((term) => stands(term) && isPaidAfter(term.paidAt, revokedAt));
    const ofTerms = new Set(standing.map(({ paymentId }) => paymentId));
    const grants = standingGrants(kept, (id) =>
      history.terms.some((term) => term.paymentId === id && isInForce(term, history.changes)),
    );
    const extended = kept.filter(({ kind, paymentId }) => kind === 'extend' && ofTerms.has(paymentId ?? ''));
    return { standing, counted: [...extended, ...grants] };
  });
  const bought = inScopes.flatMap(({ standing }) =>
    standing.map((term) => ({ at: term.paidAt, days: 0, until: promisedEnd(term), isRight: true })),
  );
  // An extension is a change for each purchase and each scope.
  const counted = inScopes.flatMap((of) => of.counted);
  const once = new Map(counted.map((change) => [change.extensionId ?? change, change]));
  const extensions = [...once.values()].flatMap((change): BatchExtension[] => {
    const { at, days = 0, until, extensionId = null } = change;
    if (gaveNew(history, change)) return [{ at, days: 0, until, isRight: days === 0 }];
    return extensionId !== null || days > 0 ? [{ at, days, until, isRight: false }] : [];
  });
  return [...bought, ...extensions].toSorted((a, b) => a.at - b.at);
};
