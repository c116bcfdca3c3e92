import type { Db } from '#server/database/database.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import {
  type AccessHistory,
  accessHistoryOf,
  entitlement,
  EVERYTHING,
  historyOfScope,
  type PaidTerm,
  stands,
} from '../entitlement/entitlement.ts';
import { termsIfRefunded } from '../ledger/ledger.ts';
import type { Mode } from '../provider/provider.ts';
import { findPayment } from '../purchase-rows/purchase-rows.ts';
import { partsLeft } from './admin-refund.ts';

/** The refundable amount of a purchase. */
export const leftOf = ({ amountInPaise, refundedInPaise }: PaidTerm): number => amountInPaise - refundedInPaise;

/** What is left of the payments of later parts of a purchase, the newest first. */
export const laterPartsLeft = async (db: Db, { paymentId, isInParts }: PaidTerm) => {
  const payment = isInParts ? await findPayment(db, paymentId) : undefined;
  const left = payment ? await partsLeft(db, payment) : [];
  return left.filter(({ id, inPaise }) => id !== paymentId && inPaise > 0);
};

/** The purchases that a cancellation refunds: own ones inside their refund window, or already being cancelled. */
export const refundableTerms = (terms: readonly PaidTerm[], now: number): PaidTerm[] =>
  terms.filter(
    (term) => !term.isGift && stands(term) && (term.isCancelRequested || now <= (term.refundableUntil ?? 0)),
  );

/**
 * The effect of a cancellation of everything now. `refundInPaise` is 0 when nothing can be refunded, or everything that can is being refunded
 * already; `keptUntil` is undefined when access ends at once, or nothing can be refunded.
 */
export const createIfCancelled = ({ database: { db }, clock, settings }: BillingPlatform) => {
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
    const { isActive, accessUntil } = entitlement({ terms: kept, changes }, now);
    return isActive ? accessUntil : undefined;
  };

  return async (userId: string) => {
    const now = clock.now();
    const mode = await settings.purchaseMode();
    const history = historyOfScope(await accessHistoryOf(db, userId, mode), EVERYTHING);
    const refundable = refundableTerms(history.terms, now);
    let refundInPaise = 0;
    for (const term of refundable.filter(({ isCancelRequested }) => !isCancelRequested)) {
      const later = await laterPartsLeft(db, term);
      refundInPaise += later.reduce((sum, part) => sum + part.inPaise, leftOf(term));
    }
    return {
      refundInPaise,
      keptUntil: await keptUntil(userId, history, { mode, now, refundable }),
    };
  };
};
