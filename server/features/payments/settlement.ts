import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { RefundRow } from '#server/database/payment-tables.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { writeAudit } from './audit.ts';
import {
  acceptCancel,
  findAttempt,
  findRefund,
  purchaseOf,
  refundedOf,
  withdrawRefund,
} from './cancellation.queries.ts';
import type { Gateway } from './gateway.ts';
import type { Ledger } from './ledger.ts';
import { settleCancel, settleRefund } from './payment-jobs.ts';
import { type Mode, type PaymentProvider, ProviderError } from './provider.ts';
import { noteRefusal, requestRest } from './refund-requests.ts';
import { postSales } from './sales-book.ts';
import type { SchoolCalendar } from './school-calendar.ts';

/** Brings what was asked for and written down to the provider. Each is safe to repeat, from any point. */
export interface Settlement {
  /** Answers whether the requested refund is taken. */
  refund(refundId: string, patienceMs?: number): Promise<boolean>;
  /** Answers whether the requested cancel is taken. */
  cancel(attemptId: string): Promise<boolean>;
}

export interface SettlementNeeds {
  database: Database;
  clock: Clock;
  calendar: SchoolCalendar;
  gateway: Gateway;
  ledger: Ledger;
  log: { warn(facts: object, text: string): void };
}

export const createSettlement = ({ database, clock, calendar, gateway, ledger, log }: SettlementNeeds): Settlement => {
  const { db } = database;

  const endAtProvider = async (provider: PaymentProvider, ref: string, when: 'now' | 'period_end'): Promise<void> => {
    try {
      await provider.cancel(ref, when);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      // Some states know no end of a period. The paid time is kept here, so that ending it at once takes nothing.
      if (when === 'period_end') await provider.cancel(ref, 'now');
      else log.warn({ err: error, subscription: ref }, 'the provider refused a cancel; the refund goes on');
    }
  };

  /** What stands in the way of a cancel is that it is over already; nothing of that may hold up the money. */
  const cancelAtProvider = async (provider: PaymentProvider, attemptId: string, when: 'now' | 'period_end') => {
    const attempt = await findAttempt(db, attemptId);
    if (!attempt || attempt.subscription_ref === null) return;
    if (attempt.cancel_accepted_at !== null && attempt.cancel_when === when) return;
    if (attempt.is_over === 0) await endAtProvider(provider, attempt.subscription_ref, when);
    await database.transaction(async (tx) => {
      const now = clock.now();
      await acceptCancel(tx, attemptId, now);
      const entry = { at: now, by: 'cancellation', userId: attempt.user_id, attemptId };
      await writeAudit(tx, { ...entry, action: `cancel taken: ${when}` });
    });
  };

  /**
   * A refund may be refused because money has gone back by another way: when it was all, the request has come true; when
   * it was a part, the rest is asked for, and its request answered.
   */
  const afterRefusal = async (
    provider: PaymentProvider,
    request: RefundRow,
    mode: Mode,
  ): Promise<{ isGivenBack: boolean; restId?: string | undefined }> => {
    const { provider_payment_id: paymentId } = request;
    const facts = await provider.fetchFacts(paymentId, { now: clock.now() });
    return database.transaction(async (tx) => {
      await ledger.record(tx, facts, { by: 'cancellation', mode });
      const payment = facts.find((fact) => fact.t === 'payment');
      if (payment?.t !== 'payment') return { isGivenBack: false };
      const leftInPaise = payment.money.amountInPaise - (await refundedOf(tx, paymentId));
      if (leftInPaise >= request.amount_in_paise) return { isGivenBack: false };
      const now = clock.now();
      await withdrawRefund(tx, request.id, now);
      const isSettled = leftInPaise <= 0 || request.ends_access === 0;
      const restId = isSettled ? undefined : await requestRest(tx, request, leftInPaise, now);
      await postSales(tx, [paymentId], { calendar, now });
      return { isGivenBack: isSettled, restId };
    });
  };

  const refund = async (refundId: string, patienceMs?: number): Promise<boolean> => {
    const request = await findRefund(db, refundId);
    if (!request || request.status !== 'requested') return true;
    const { provider_payment_id: paymentId, idempotency_key: idempotencyKey } = request;
    const purchase = await purchaseOf(db, paymentId);
    const provider = purchase && gateway.providerOf(purchase.mode);
    if (!provider || idempotencyKey === null) return false;
    if (request.ends_access === 1 && purchase.attempt_id !== null)
      await cancelAtProvider(provider, purchase.attempt_id, 'now');
    const money = { amountInPaise: request.amount_in_paise, currency: request.currency };
    const order = { paymentId, money, idempotencyKey, ...(patienceMs === undefined ? {} : { patienceMs }) };
    try {
      const fact = await provider.refund(order);
      await database.transaction((tx) =>
        ledger.record(tx, [{ ...fact, idempotencyKey }], { by: 'cancellation', mode: purchase.mode }),
      );
      return true;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.kind !== 'rejected') {
        // Its webhook may have told meanwhile that it is taken.
        if ((await findRefund(db, refundId))?.status !== 'requested') return true;
        throw error;
      }
      const { isGivenBack, restId } = await afterRefusal(provider, request, purchase.mode);
      if (isGivenBack) return true;
      if (restId !== undefined) return refund(restId, patienceMs);
      await database.transaction((tx) => noteRefusal(tx, refundId, error.message, clock.now()));
      throw error;
    }
  };

  const cancel = async (attemptId: string): Promise<boolean> => {
    const attempt = await findAttempt(db, attemptId);
    if (!attempt || attempt.cancel_when === null || attempt.cancel_accepted_at !== null) return true;
    const provider = gateway.providerOf(attempt.mode);
    if (!provider) return false;
    await cancelAtProvider(provider, attemptId, attempt.cancel_when);
    return true;
  };

  return { refund, cancel };
};

/** Handles the jobs that carry a cancellation on when the provider was not there. */
export const runSettlementJobs = (jobs: Jobs, settlement: Settlement): void => {
  jobs.handle(settleRefund, async ({ refundId }) => {
    if (!(await settlement.refund(refundId))) throw new Error('the provider has not taken the refund yet');
  });
  jobs.handle(settleCancel, async ({ attemptId }) => {
    if (!(await settlement.cancel(attemptId))) throw new Error('the provider has not taken the cancel yet');
  });
};
