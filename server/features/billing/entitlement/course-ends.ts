import type { Db } from '#server/database/database.ts';
import { isWhollyRefunded, readReturns } from '../returns/returns.ts';
import {
  type AccessHistory,
  changesInForce,
  entitlement,
  EVERYTHING,
  historyOfScope,
  type PaidTerm,
  type Scope,
  scopesIn,
} from './rule.ts';

/** How a right ended; `at` is undefined while a bank disputes its payment. */
export interface RightEnd {
  end: 'ended' | 'refunded' | 'disputed';
  at: number | undefined;
}

const isReturned = (term: PaidTerm): boolean => term.isCancelled || isWhollyRefunded(term);

type RefundedAt = (term: PaidTerm) => number | undefined;

/** What happened last; undefined for a right that is active, or that never was. */
const endOf = (history: AccessHistory, now: number, scope: Scope, refundedAt: RefundedAt): RightEnd | undefined => {
  const { isActive, endsAt, promisedUntil = 0 } = entitlement(history, now, scope);
  // What is paused has not ended.
  if (isActive || promisedUntil > now) return undefined;
  const { terms, changes } = historyOfScope(history, scope);
  if (terms.some(({ isDisputed, accessUntil }) => isDisputed && accessUntil > now))
    return { end: 'disputed', at: undefined };
  const { revokedAt } = changesInForce(changes);
  const ends: RightEnd[] = terms
    .filter(isReturned)
    .map((term) => ({ end: 'refunded', at: refundedAt(term) ?? term.paidAt }));
  if (endsAt !== undefined) ends.push({ end: 'ended', at: endsAt });
  else if (ends.length === 0 && revokedAt !== -Infinity) ends.push({ end: 'ended', at: revokedAt });
  return ends.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))[0];
};

/** How the rights of a user ended: of everything, and of each course that they ever had alone. */
export const findRightEnds = async (db: Db, history: AccessHistory, now: number): Promise<Map<Scope, RightEnd>> => {
  const returned = history.terms.filter(isReturned).map(({ paymentId }) => paymentId);
  const returnsOf = await readReturns(db, returned);
  const refundedAt: RefundedAt = ({ paymentId }) =>
    returnsOf(paymentId).refunds.findLast(({ accepted_at: at }) => at !== null)?.accepted_at ?? undefined;
  const scopes = [EVERYTHING, ...[...scopesIn(history)].filter((scope) => scope !== EVERYTHING)];
  return new Map(
    scopes.flatMap((scope) => {
      const end = endOf(history, now, scope, refundedAt);
      return end ? [[scope, end] as const] : [];
    }),
  );
};
