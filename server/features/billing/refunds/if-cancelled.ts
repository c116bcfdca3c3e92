import { type AccessHistory, accessHistoryOf, entitlement, type PaidTerm, stands } from '../entitlement/entitlement.ts';
import { termsIfRefunded } from '../ledger/ledger.ts';
import type { BillingParts } from '../parts.ts';
import type { Mode } from '../provider/provider.ts';

/** What can still be refunded of a purchase. */
export const leftOf = ({ amountInPaise, refundedInPaise }: PaidTerm): number => amountInPaise - refundedInPaise;

/** What a cancellation refunds: what was bought for oneself, inside its refund window, or is being cancelled already. */
export const refundableTerms = (terms: readonly PaidTerm[], now: number): PaidTerm[] =>
  terms.filter(
    (term) => !term.isGift && stands(term) && (term.isCancelRequested || now <= (term.refundableUntil ?? 0)),
  );

export interface IfCancelled {
  /** 0 when nothing can be refunded, or everything that can is being refunded already. */
  refundInPaise: number;
  /** Until when access lasts then; undefined when it ends at once, or nothing can be refunded. */
  keptUntil: number | undefined;
}

/** What a cancellation would do now. */
export const createIfCancelled = ({ database: { db }, clock, settings }: BillingParts) => {
  /** Access from gifts, grants and other purchases stays, and a gift that was added to a refunded purchase moves up. */
  const keptUntil = async (
    userId: string,
    { terms, changes }: AccessHistory,
    { mode, now, refundable }: { mode: Mode; now: number; refundable: readonly PaidTerm[] },
  ): Promise<number | undefined> => {
    const refundedIds = new Set(refundable.map(({ paymentId }) => paymentId));
    const isAll = refundedIds.size === terms.length && changes.length === 0;
    if (isAll || refundedIds.size === 0) return undefined;
    const calendar = await settings.calendar();
    const granted = await termsIfRefunded(db, userId, { mode, calendar, now, refundedIds, changes });
    const kept = terms
      .filter(({ paymentId }) => !refundedIds.has(paymentId))
      .map((term) => ({ ...term, accessUntil: granted.get(term.paymentId)?.accessUntil ?? term.accessUntil }));
    const { isActive, accessUntil } = entitlement(kept, now, changes);
    return isActive ? accessUntil : undefined;
  };

  return async (userId: string): Promise<IfCancelled> => {
    const now = clock.now();
    const mode = await settings.purchaseMode();
    const history = await accessHistoryOf(db, userId, mode);
    const refundable = refundableTerms(history.terms, now);
    return {
      refundInPaise: refundable
        .filter(({ isCancelRequested }) => !isCancelRequested)
        .reduce((sum, term) => sum + leftOf(term), 0),
      keptUntil: await keptUntil(userId, history, { mode, now, refundable }),
    };
  };
};
