import { messages } from '#contract/messages.ts';
import type { Tx } from '#server/database/database.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { recordAudit } from '#server/audit/audit.ts';
import {
  accessHistoryOf,
  entitlement,
  EVERYTHING,
  historyOfScope,
  type PaidTerm,
  recomputeAccess,
  type Scope,
} from '../entitlement/entitlement.ts';
import { mandatesOf, requestCancel, settleCancel } from '../ledger/ledger.ts';
import { takenDeductionsOf } from '../deductions/deductions.ts';
import { isForLife } from '../plans/plans.ts';
import type { Mode } from '../provider/provider.ts';
import { isWhollyRefunded } from '../returns/returns.ts';
import type { Execution } from './execution.ts';
import { laterPartsLeft, leftOf, refundableTerms } from './cancellation-preview.ts';
import { requestBuyersRefund, SETTLE_AFTER_MS } from './requests.ts';

export interface Cancelled {
  outcome: 'refund_initiated' | 'refund_requested' | 'renewal_off' | 'unchanged';
  message: string;
}

/** Only what opens everything is the bundle. */
const refunded = (isAccepted: boolean, scope: Scope): Cancelled => {
  const { success, purchaseSuccess, requested } = messages.unsubscribe;
  return isAccepted
    ? { outcome: 'refund_initiated', message: scope === EVERYTHING ? success : purchaseSuccess }
    : { outcome: 'refund_requested', message: requested };
};

export const createCancellation = ({ database, jobs, clock, settings }: BillingPlatform, execution: Execution) => {
  const request = (
    tx: Tx,
    userId: string,
    { paymentId, leftInPaise }: { paymentId: string; leftInPaise: number },
  ): Promise<string> =>
    requestBuyersRefund(
      tx,
      {
        paymentId,
        amountInPaise: leftInPaise,
        endsAccess: true,
        requestedBy: userId,
        reason: 'cancelled inside the refund window',
      },
      { jobs, now: clock.now(), source: { kind: 'user', id: userId } },
    );

  const refundTerms = async (
    tx: Tx,
    userId: string,
    { terms, scope }: { terms: PaidTerm[]; scope: Scope },
  ): Promise<() => Promise<Cancelled>> => {
    const ids: string[] = [];
    for (const term of terms) {
      for (const part of await laterPartsLeft(tx, term))
        ids.push(await request(tx, userId, { paymentId: part.id, leftInPaise: part.inPaise }));
      ids.push(await request(tx, userId, { paymentId: term.paymentId, leftInPaise: leftOf(term) }));
    }
    return async () => {
      let areAccepted = true;
      for (const id of ids) areAccepted = (await execution.tryRefund(id)).isAccepted && areAccepted;
      return refunded(areAccepted, scope);
    };
  };

  const endsOn = async (at: number): Promise<string> =>
    isForLife(at)
      ? messages.unsubscribe.forLife
      : messages.unsubscribe.endsOn((await settings.calendar()).formatDate(at));

  /** Stores the wish, whatever the provider has said about these mandates until now. Returns the call to the provider. */
  const turnRenewalsOff = async (
    tx: Tx,
    userId: string,
    attemptIds: readonly string[],
    { mode, now }: { mode: Mode; now: number },
  ): Promise<() => Promise<void>> => {
    for (const attemptId of attemptIds) {
      await requestCancel(tx, attemptId, 'period_end', now);
      await jobs.enqueue(tx, settleCancel, { attemptId }, { runAtMs: now + SETTLE_AFTER_MS });
      const about = { at: now, source: { kind: 'user', id: userId }, userId, attemptId } as const;
      await recordAudit(tx, { ...about, kind: 'renewal_turned_off', detail: {} });
    }
    if (attemptIds.length > 0) await recomputeAccess(tx, [userId], { mode, now });
    return async () => {
      for (const attemptId of attemptIds) await execution.tryCancel(attemptId);
    };
  };

  /** Decides and records the cancellation. Returns the next step after the commit. */
  const decide = async (
    tx: Tx,
    userId: string,
    { mode, paymentId }: { mode: Mode; paymentId: string | undefined },
  ): Promise<() => Promise<Cancelled>> => {
    await lockUsers(tx, [userId]);
    const now = clock.now();
    const history = await accessHistoryOf(tx, userId, mode);
    const purchase = history.terms.find((term) => term.paymentId === paymentId && !term.isGift);
    if (paymentId !== undefined && !purchase) throw fail('payment_not_found');
    const scope = purchase?.opens[0]?.scope ?? EVERYTHING;
    const terms = purchase ? [purchase] : historyOfScope(history, scope).terms;
    const taken = purchase && (await takenDeductionsOf(tx, { userId, mode }));
    if (purchase && taken?.has(purchase.paymentId))
      throw fail('refund_not_possible', { message: messages.unsubscribe.deducted });
    const refundable = refundableTerms(terms, now);
    const goOn = refundable.length > 0 ? await refundTerms(tx, userId, { terms: refundable, scope }) : undefined;
    // A refund ends the mandate of its purchase; other mandates of the same access end with it.
    const mandates = await mandatesOf(tx, userId, mode);
    const renewing = [...new Set(terms.map(({ attemptId }) => attemptId))].filter((id) => mandates.has(id));
    const turnOff = await turnRenewalsOff(tx, userId, renewing, { mode, now });
    if (goOn) return async () => turnOff().then(goOn);
    const { isActive, accessUntil } = entitlement(history, now, scope);
    return async () => {
      await turnOff();
      if (renewing.length > 0) return { outcome: 'renewal_off', message: await endsOn(accessUntil ?? now) };
      if (isActive && accessUntil !== undefined) return { outcome: 'unchanged', message: await endsOn(accessUntil) };
      const cancelled = terms.filter(({ isCancelled, isGift }) => isCancelled && !isGift);
      const { none, purchaseNone } = messages.unsubscribe;
      if (cancelled.length === 0) return { outcome: 'unchanged', message: scope === EVERYTHING ? none : purchaseNone };
      return refunded(cancelled.every(isWhollyRefunded), scope);
    };
  };

  /**
   * Cancels what opens everything or, with the id of one, a single purchase: refunds what is inside its refund window, and
   * otherwise turns the renewal off. Throws `payment_not_found` for a payment that is
   * not the user's own, and `refund_not_possible` for one that was deducted from a purchase that stands.
   */
  const cancel = async (userId: string, paymentId?: string): Promise<Cancelled> => {
    const mode = await settings.purchaseMode();
    const goOn = await database.transaction((tx) => decide(tx, userId, { mode, paymentId }));
    return goOn();
  };

  /** Turns the renewal of everything off that the user pays for; what is paid stays. */
  const stopRenewals = async (userId: string): Promise<void> => {
    const mode = await settings.purchaseMode();
    const askProvider = await database.transaction(async (tx) => {
      await lockUsers(tx, [userId]);
      return turnRenewalsOff(tx, userId, [...(await mandatesOf(tx, userId, mode))], { mode, now: clock.now() });
    });
    await askProvider();
  };

  return { cancel, stopRenewals };
};
