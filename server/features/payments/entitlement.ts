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

export interface Entitlement {
  isActive: boolean;
  /** The payment that says so, or the last one that did; undefined when nothing stands. */
  term: PaidTerm | undefined;
  accessUntil: number | undefined;
}

/** Whether the purchase still stands: not given back, not cancelled, not in dispute. */
export const stands = (term: PaidTerm): boolean =>
  !term.isCancelled && !term.isDisputed && term.refundedInPaise < term.amountInPaise;

const endsAt = (term: PaidTerm): number => term.accessUntil + (term.isChargePending ? RENEWAL_GRACE_MS : 0);

/** Who may watch follows from payments, what became of them, and the time; nothing else. */
export const entitlement = (terms: readonly PaidTerm[], now: number): Entitlement => {
  const standing = terms.filter(stands).toSorted((a, b) => b.accessUntil - a.accessUntil || b.paidAt - a.paidAt);
  const isActive = standing.some((term) => now < endsAt(term));
  return { isActive, term: standing[0], accessUntil: standing[0]?.accessUntil };
};
