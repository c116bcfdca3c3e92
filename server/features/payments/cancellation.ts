import { messages } from '#contract/messages.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { writeAudit } from './audit.ts';
import { PRICE } from './attempts.ts';
import { requestCancel } from './cancellation.queries.ts';
import { entitlement, type PaidTerm, stands } from './entitlement.ts';
import { accessFactsOf } from './entitlement.queries.ts';
import type { Gateway } from './gateway.ts';
import { settleCancel } from './payment-jobs.ts';
import { ProviderError } from './provider.ts';
import { requestRefund } from './refund-requests.ts';
import { postAccess } from './running-access.ts';
import type { SchoolCalendar } from './school-calendar.ts';
import type { Settlement } from './settlement.ts';

/** How long the buyer's own request waits for the provider; the job goes on after it. */
const INLINE_PATIENCE_MS = 8000;

export interface Cancelled {
  outcome: 'refund_initiated' | 'refund_requested' | 'renewal_off' | 'unchanged';
  message: string;
}

export interface Cancellation {
  /** Inside the refund window gives the money back, afterwards turns renewal off. Saying it twice changes nothing. */
  cancel(userId: string): Promise<Cancelled>;
}

export interface CancellationNeeds {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  calendar: SchoolCalendar;
  gateway: Gateway;
  settlement: Settlement;
  log: { warn(facts: object, text: string): void };
}

const sentences = messages.unsubscribe;

export const createCancellation = (needs: CancellationNeeds): Cancellation => {
  const { database, jobs, clock, calendar, gateway, settlement, log } = needs;
  const { db } = database;

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
      { jobs, calendar, now, by: `user ${userId}` },
    );
  };

  const refundTerms = async (userId: string, terms: PaidTerm[]): Promise<Cancelled> => {
    const ids = await database.transaction(async (tx) => {
      const requested: string[] = [];
      for (const term of terms) requested.push(await request(tx, userId, term));
      return requested;
    });
    let areTaken = true;
    for (const id of ids) areTaken = (await tryNow(() => settlement.refund(id, INLINE_PATIENCE_MS))) && areTaken;
    return areTaken
      ? { outcome: 'refund_initiated', message: sentences.success }
      : { outcome: 'refund_requested', message: sentences.requested };
  };

  const turnRenewalOff = async (userId: string, term: PaidTerm): Promise<Cancelled> => {
    await database.transaction(async (tx) => {
      const now = clock.now();
      await requestCancel(tx, term.attemptId, 'period_end', now);
      await postAccess(tx, [userId], { mode: await gateway.mode(), now });
      await jobs.enqueue(tx, settleCancel, { attemptId: term.attemptId });
      const entry = { at: now, by: `user ${userId}`, userId, attemptId: term.attemptId };
      await writeAudit(tx, { ...entry, action: 'renewal turned off' });
    });
    await tryNow(() => settlement.cancel(term.attemptId));
    return { outcome: 'renewal_off', message: sentences.endsOn(calendar.formatDate(term.accessUntil)) };
  };

  return {
    cancel: async (userId) => {
      const now = clock.now();
      const { terms, changes } = await accessFactsOf(db, userId, await gateway.mode());
      const refundable = terms.filter(
        (term) => stands(term) && (term.isCancelRequested || now <= term.refundableUntil),
      );
      if (refundable.length > 0) return refundTerms(userId, refundable);
      const { isActive, term, accessUntil } = entitlement(terms, now, changes);
      if (isActive && term?.willRenew) return turnRenewalOff(userId, term);
      if (isActive && accessUntil !== undefined)
        return { outcome: 'unchanged', message: sentences.endsOn(calendar.formatDate(accessUntil)) };
      const cancelled = terms.filter(({ isCancelled }) => isCancelled);
      if (cancelled.length === 0) return { outcome: 'unchanged', message: sentences.none };
      return cancelled.every(({ refundedInPaise, amountInPaise }) => refundedInPaise >= amountInPaise)
        ? { outcome: 'refund_initiated', message: sentences.success }
        : { outcome: 'refund_requested', message: sentences.requested };
    },
  };
};
