const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60_000;
/** While the provider is still trying to charge a renewal, access goes on for this long. */
export const RENEWAL_GRACE_MS = 4 * DAY_MS;

/** A captured payment that was for something of ours, with what became of it. */
export interface PaidTerm {
  paymentId: string;
  attemptId: string;
  paidAt: number;
  accessUntil: number;
  refundableUntil: number;
  amountInPaise: number;
  /** Refunds that the provider has taken and that did not fail. */
  refundedInPaise: number;
  /** A refund that cancels the purchase was taken by the provider, whatever became of it since. */
  isCancelled: boolean;
  /** Such a refund is asked for and the provider has not taken it yet. */
  isCancelRequested: boolean;
  /** A dispute is open or was lost. */
  isDisputed: boolean;
  /** The provider is still trying to charge the next year. */
  isChargePending: boolean;
  willRenew: boolean;
}

/** What an ADMIN did to somebody's access by hand. */
export interface AccessChange {
  kind: 'grant' | 'extend' | 'revoke';
  at: number;
  /** grant: open until then. */
  until: number | null;
  /** extend: this payment's time is longer by so many days. */
  paymentId: string | null;
  days: number;
}

export interface Entitlement {
  isActive: boolean;
  /** The payment that says so, or the last one that did; undefined when nothing stands. */
  term: PaidTerm | undefined;
  /** The end of what was paid for or granted by hand, whichever is later. */
  accessUntil: number | undefined;
  /** The same with the days of grace while a renewal is being charged. */
  endsAt: number | undefined;
}

/** Whether the purchase still stands: not given back, not cancelled, not in dispute. */
export const stands = (term: PaidTerm): boolean =>
  !term.isCancelled && !term.isDisputed && term.refundedInPaise < term.amountInPaise;

const endsAt = (term: PaidTerm): number => term.accessUntil + (term.isChargePending ? RENEWAL_GRACE_MS : 0);

/** By how much the time of a payment was made longer by hand. */
export const extensionOf = (paymentId: string, changes: readonly AccessChange[]): number =>
  changes.reduce(
    (sum, { kind, paymentId: extended, days }) =>
      sum + (kind === 'extend' && extended === paymentId ? days * DAY_MS : 0),
    0,
  );

/** What counts of the changes made by hand: nothing from before the last revocation. */
export const changesInForce = (changes: readonly AccessChange[]) => {
  const revokedAt = Math.max(...changes.map(({ kind, at }) => (kind === 'revoke' ? at : -Infinity)));
  return { revokedAt, kept: changes.filter(({ kind, at }) => kind !== 'revoke' && at > revokedAt) };
};

/** Payments are known to the second: one made in the second of a revocation counts as made after it. */
export const isPaidAfter = (paidAt: number, revokedAt: number): boolean =>
  paidAt >= Math.floor(revokedAt / SECOND_MS) * SECOND_MS;

const latest = (moments: readonly number[]): number | undefined =>
  moments.length === 0 ? undefined : Math.max(...moments);

/** Who may watch follows from payments, what became of them, what was changed by hand, and the time; nothing else. */
export const entitlement = (
  terms: readonly PaidTerm[],
  now: number,
  changes: readonly AccessChange[] = [],
): Entitlement => {
  const { revokedAt, kept } = changesInForce(changes);
  const standing = terms
    .filter((term) => stands(term) && isPaidAfter(term.paidAt, revokedAt))
    .map((term) => ({ ...term, accessUntil: term.accessUntil + extensionOf(term.paymentId, kept) }))
    .toSorted((a, b) => b.accessUntil - a.accessUntil || b.paidAt - a.paidAt);
  const granted = kept.flatMap(({ kind, until }) => (kind === 'grant' && until !== null ? [until] : []));
  const end = latest([...standing.map(endsAt), ...granted]);
  return {
    isActive: end !== undefined && now < end,
    term: standing[0],
    accessUntil: latest([...standing.map((term) => term.accessUntil), ...granted]),
    endsAt: end,
  };
};
