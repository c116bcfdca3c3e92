import type { z } from 'zod';
import type { AccessReason } from '#contract/access/access-explanation.ts';
import type { AccessChangeRow } from '#server/database/tables/access.ts';
import {
  type AccessHistory,
  changesInForce,
  type Entitlement,
  extendedEnd,
  isInForce,
  isPaidAfter,
  stands,
} from '../entitlement/entitlement.ts';
import type { AdminPaymentRow } from './payment-list.queries.ts';

type Reason = z.input<typeof AccessReason>;

/** A reason and its order among those of the same effect: the longest or latest first. */
interface Ranked extends Reason {
  rank: number;
}

export interface ReasonParts {
  history: AccessHistory;
  entitled: Entitlement;
  payments: readonly AdminPaymentRow[];
  changes: readonly AccessChangeRow[];
  now: number;
  textOfPayment: (payment: AdminPaymentRow) => string;
  textOfChange: (change: AccessChangeRow) => string;
}

const ofPayments = ({ history, payments, now, textOfPayment }: ReasonParts): Ranked[] => {
  const { revokedAt, kept } = changesInForce(history.changes);
  return history.terms.flatMap((term): Ranked[] => {
    const payment = payments.find(({ provider_payment_id: id }) => id === term.paymentId);
    if (!payment) return [];
    const what = { text: textOfPayment(payment), paymentId: term.paymentId };
    if (!stands(term)) return [{ ...what, effect: 'closes', rank: term.paidAt }];
    const until = extendedEnd(term, kept);
    const isOpen = until > now && isPaidAfter(term.paidAt, revokedAt);
    return [{ ...what, effect: isOpen ? 'opens' : 'over', rank: isOpen ? until : term.paidAt }];
  });
};

const ofChanges = ({ history, entitled, changes, now, textOfChange }: ReasonParts): Ranked[] => {
  const { revokedAt } = changesInForce(history.changes);
  const inForce = new Set(
    history.terms.filter((term) => isInForce(term, history.changes)).map((term) => term.paymentId),
  );
  const effectOf = (change: AccessChangeRow): Reason['effect'] => {
    const { kind, at, until, payment_id: paymentId } = change;
    if (change.undone_at !== null) return 'over';
    if (kind === 'revoke') return at === revokedAt && !entitled.isActive ? 'closes' : 'over';
    if (at <= revokedAt) return 'over';
    if (kind === 'extend') return entitled.isActive && entitled.term?.paymentId === paymentId ? 'opens' : 'over';
    return (until ?? 0) > now && (paymentId === null || inForce.has(paymentId)) ? 'opens' : 'over';
  };
  return changes.map((change) => {
    const effect = effectOf(change);
    const rank = effect === 'opens' && change.kind === 'grant' ? (change.until ?? 0) : change.at;
    return { effect, text: textOfChange(change), paymentId: change.payment_id, rank };
  });
};

/** All current and former reasons for access; the decisive one first. */
export const reasonsOf = (parts: ReasonParts): Reason[] => {
  const places = parts.entitled.isActive ? ['opens', 'closes', 'over'] : ['closes', 'over', 'opens'];
  return [...ofPayments(parts), ...ofChanges(parts)]
    .toSorted((a, b) => places.indexOf(a.effect) - places.indexOf(b.effect) || b.rank - a.rank)
    .map(({ rank: _rank, ...reason }) => reason);
};
