import { messages } from '#contract/messages.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { writeAudit } from './audit.ts';
import { PRICE } from './attempts.ts';
import {
  acceptCancel,
  findAttempt,
  findRefund,
  purchaseOf,
  refundedOf,
  requestCancel,
  withdrawRefund,
} from './cancellation.queries.ts';
import { entitlement, type PaidTerm, stands } from './entitlement.ts';
import { paidTermsOf } from './entitlement.queries.ts';
import type { Gateway } from './gateway.ts';
import type { Ledger } from './ledger.ts';
import { settleCancel, settleRefund } from './payment-jobs.ts';
import { type Mode, type PaymentProvider, ProviderError } from './provider.ts';
import { requestRefund } from './refund-requests.ts';
import type { SchoolCalendar } from './school-calendar.ts';

/** How long the buyer's own request waits for the provider; the job goes on after it. */
const INLINE_PATIENCE_MS = 8000;

export interface Cancelled {
  outcome: 'refund_initiated' | 'refund_requested' | 'renewal_off' | 'unchanged';
  message: string;
}

export interface Cancellation {
  /** Inside the refund window gives the money back, afterwards turns renewal off. Saying it twice changes nothing. */
  cancel(userId: string): Promise<Cancelled>;
  /** Brings one requested refund to the provider; answers whether it is taken. Safe to repeat at any point. */
  settleRefund(refundId: string, patienceMs?: number): Promise<boolean>;
  /** Brings one requested cancel to the provider; answers whether it is taken. */
  settleCancel(attemptId: string): Promise<boolean>;
}

export interface CancellationNeeds {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  calendar: SchoolCalendar;
  gateway: Gateway;
  ledger: Ledger;
  log: { warn(facts: object, text: string): void };
}

const sentences = messages.unsubscribe;

export const createCancellation = (needs: CancellationNeeds): Cancellation => {
  const { database, jobs, clock, calendar, gateway, ledger, log } = needs;
  const { db } = database;

  /** What stands in the way of a cancel is that it is over already; nothing of that may hold up the money. */
  const cancelAtProvider = async (provider: PaymentProvider, attemptId: string, when: 'now' | 'period_end') => {
    const attempt = await findAttempt(db, attemptId);
    if (!attempt || attempt.subscription_ref === null) return;
    if (attempt.cancel_accepted_at !== null && attempt.cancel_when === when) return;
    if (attempt.is_over === 0) {
      try {
        await provider.cancel(attempt.subscription_ref, when);
      } catch (error) {
        if (when === 'period_end' || !(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
        log.warn({ err: error, attempt: attemptId }, 'the provider refused a cancel; the refund goes on');
      }
    }
    await database.transaction(async (tx) => {
      const now = clock.now();
      await acceptCancel(tx, attemptId, now);
      const entry = { at: now, by: 'cancellation', userId: attempt.user_id, attemptId };
      await writeAudit(tx, { ...entry, action: `cancel taken: ${when}` });
    });
  };

  /** When a refund is refused because the money has gone back by another way, the request has come true. */
  const isGivenBackAlready = async (provider: PaymentProvider, refundId: string, paymentId: string, mode: Mode) => {
    const facts = await provider.fetchFacts(paymentId, { now: clock.now() });
    return database.transaction(async (tx) => {
      await ledger.record(tx, facts, { by: 'cancellation', mode });
      const payment = facts.find((fact) => fact.t === 'payment');
      if (payment?.t !== 'payment' || (await refundedOf(tx, paymentId)) < payment.money.amountInPaise) return false;
      await withdrawRefund(tx, refundId, clock.now());
      return true;
    });
  };

  const settleOneRefund = async (refundId: string, patienceMs?: number): Promise<boolean> => {
    const request = await findRefund(db, refundId);
    if (!request || request.status !== 'requested') return true;
    const { provider_payment_id: paymentId, idempotency_key: idempotencyKey } = request;
    const purchase = await purchaseOf(db, paymentId);
    const provider = purchase && gateway.providerOf(purchase.mode);
    if (!provider || idempotencyKey === null) return false;
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
      if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      if (await isGivenBackAlready(provider, refundId, paymentId, purchase.mode)) return true;
      throw error;
    }
  };

  /** For the buyer's own request: what the provider does not take now stays written down, and the job goes on. */
  const tryNow = async (work: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error }, 'the provider did not take a cancellation; it is tried again');
      return false;
    }
  };

  const request = async (tx: Tx, userId: string, term: PaidTerm): Promise<string> => {
    const now = clock.now();
    await requestCancel(tx, term.attemptId, 'now', now);
    return requestRefund(
      tx,
      {
        paymentId: term.paymentId,
        amountInPaise: term.amountInPaise - term.refundedInPaise,
        currency: PRICE.currency,
        requestedBy: `user ${userId}`,
        reason: 'cancelled inside the refund window',
      },
      { jobs, now, by: `user ${userId}` },
    );
  };

  const refundTerms = async (userId: string, terms: PaidTerm[]): Promise<Cancelled> => {
    const ids = await database.transaction(async (tx) => {
      const requested: string[] = [];
      for (const term of terms) requested.push(await request(tx, userId, term));
      return requested;
    });
    let areTaken = true;
    for (const id of ids) areTaken = (await tryNow(() => settleOneRefund(id, INLINE_PATIENCE_MS))) && areTaken;
    return areTaken
      ? { outcome: 'refund_initiated', message: sentences.success }
      : { outcome: 'refund_requested', message: sentences.requested };
  };

  const settleOneCancel = async (attemptId: string): Promise<boolean> => {
    const attempt = await findAttempt(db, attemptId);
    if (!attempt || attempt.cancel_when === null || attempt.cancel_accepted_at !== null) return true;
    const provider = gateway.providerOf(attempt.mode);
    if (!provider) return false;
    await cancelAtProvider(provider, attemptId, attempt.cancel_when);
    return true;
  };

  const turnRenewalOff = async (userId: string, term: PaidTerm): Promise<Cancelled> => {
    await database.transaction(async (tx) => {
      const now = clock.now();
      await requestCancel(tx, term.attemptId, 'period_end', now);
      await jobs.enqueue(tx, settleCancel, { attemptId: term.attemptId });
      const entry = { at: now, by: `user ${userId}`, userId, attemptId: term.attemptId };
      await writeAudit(tx, { ...entry, action: 'renewal turned off' });
    });
    await tryNow(() => settleOneCancel(term.attemptId));
    return { outcome: 'renewal_off', message: sentences.endsOn(calendar.formatDate(term.accessUntil)) };
  };

  return {
    cancel: async (userId) => {
      const now = clock.now();
      const terms = await paidTermsOf(db, userId, await gateway.mode());
      const refundable = terms.filter(
        (term) => stands(term) && (term.isCancelRequested || now <= term.refundableUntil),
      );
      if (refundable.length > 0) return refundTerms(userId, refundable);
      const { isActive, term } = entitlement(terms, now);
      if (isActive && term?.willRenew) return turnRenewalOff(userId, term);
      if (isActive && term)
        return { outcome: 'unchanged', message: sentences.endsOn(calendar.formatDate(term.accessUntil)) };
      const cancelled = terms.filter(({ isCancelled }) => isCancelled);
      if (cancelled.length === 0) return { outcome: 'unchanged', message: sentences.none };
      return cancelled.every(({ refundedInPaise, amountInPaise }) => refundedInPaise >= amountInPaise)
        ? { outcome: 'refund_initiated', message: sentences.success }
        : { outcome: 'refund_requested', message: sentences.requested };
    },
    settleRefund: settleOneRefund,
    settleCancel: settleOneCancel,
  };
};

/** Handles the jobs that carry a cancellation on when the provider was not there. */
export const runCancellationJobs = (jobs: Jobs, cancellation: Cancellation): void => {
  jobs.handle(settleRefund, async ({ refundId }) => {
    if (!(await cancellation.settleRefund(refundId))) throw new Error('the provider has not taken the refund yet');
  });
  jobs.handle(settleCancel, async ({ attemptId }) => {
    if (!(await cancellation.settleCancel(attemptId))) throw new Error('the provider has not taken the cancel yet');
  });
};
