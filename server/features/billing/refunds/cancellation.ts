import { messages } from '#contract/messages.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { recordAudit } from '#server/audit/audit.ts';
import {
  accessHistoryOf,
  entitlement,
  EVERYTHING,
  historyOfScope,
  lockUsers,
  type PaidTerm,
  recomputeAccess,
  type Scope,
} from '../entitlement/entitlement.ts';
import { takenDeductionsOf } from '../deductions/deductions.ts';
import { isForLife } from '../plans/plans.ts';
import type { Mode } from '../provider/provider.ts';
import { isWhollyRefunded } from '../returns/returns.ts';
import type { Execution } from './execution.ts';
import { leftOf, refundableTerms } from './if-cancelled.ts';
import { requestCancel } from './refunds.queries.ts';
import { requestBuyersRefund, SETTLE_AFTER_MS, settleCancel } from './requests.ts';

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
  const request = (tx: Tx, userId: string, term: PaidTerm): Promise<string> =>
    requestBuyersRefund(
      tx,
      {
        paymentId: term.paymentId,
        amountInPaise: leftOf(term),
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
    for (const term of terms) ids.push(await request(tx, userId, term));
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

  const turnRenewalOff = async (
    tx: Tx,
    userId: string,
    { attemptId, accessUntil }: PaidTerm,
    { mode, now }: { mode: Mode; now: number },
  ): Promise<() => Promise<Cancelled>> => {
    await requestCancel(tx, attemptId, 'period_end', now);
    await recomputeAccess(tx, userId, { mode, now });
    await jobs.enqueue(tx, settleCancel, { attemptId }, { runAtMs: now + SETTLE_AFTER_MS });
    const about = { at: now, source: { kind: 'user', id: userId }, userId, attemptId } as const;
    await recordAudit(tx, { ...about, kind: 'renewal_turned_off', detail: {} });
    return async () => {
      await execution.tryCancel(attemptId);
      return { outcome: 'renewal_off', message: await endsOn(accessUntil) };
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
    if (refundable.length > 0) return refundTerms(tx, userId, { terms: refundable, scope });
    const { isActive, term, accessUntil } = entitlement(history, now, scope);
    if (isActive && term?.willRenew) return turnRenewalOff(tx, userId, term, { mode, now });
    return async () => {
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
    const steps = await database.transaction(async (tx) => {
      await lockUsers(tx, [userId]);
      const { terms } = await accessHistoryOf(tx, userId, mode);
      const renewing = terms.filter(({ willRenew }) => willRenew);
      const next: (() => Promise<unknown>)[] = [];
      for (const term of renewing) next.push(await turnRenewalOff(tx, userId, term, { mode, now: clock.now() }));
      return next;
    });
    for (const step of steps) await step();
  };

  return { cancel, stopRenewals };
};
