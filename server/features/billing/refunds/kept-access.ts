import { accessHistoryOf, entitlement, type PaidTerm, stands } from '../entitlement/entitlement.ts';
import { termsIfRefunded } from '../ledger/ledger.ts';
import type { BillingParts } from '../parts.ts';

/** What a cancellation refunds: what was bought for oneself, inside its refund window, or is being cancelled already. */
export const refundableTerms = (terms: readonly PaidTerm[], now: number): PaidTerm[] =>
  terms.filter(
    (term) => !term.isGift && stands(term) && (term.isCancelRequested || now <= (term.refundableUntil ?? 0)),
  );

/** Access from gifts, grants and other purchases stays, and a gift that was added to a refunded purchase moves up. */
export const createKeptAccess =
  ({ database: { db }, clock, settings, activeProvider }: BillingParts) =>
  async (userId: string): Promise<number | undefined> => {
    const now = clock.now();
    const mode = await activeProvider.mode();
    const { terms, changes } = await accessHistoryOf(db, userId, mode);
    const refundedIds = new Set(refundableTerms(terms, now).map(({ paymentId }) => paymentId));
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
