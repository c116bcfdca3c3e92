import { z } from 'zod';
import { defineJob } from '#server/jobs/jobs.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { type Ledger, lookUpPayment, type Recorded } from '../ledger/ledger.ts';
import { type ActiveProvider, type ProviderAccount, ProviderError } from '../provider/provider.ts';
import {
  openAttemptsOf,
  attemptsToCheck,
  cancelsToCheck,
  claimCheck,
  LATE_CAPTURE_MS,
  paymentsToConfirm,
  refundsToCheck,
  renewalsToCheck,
  settleAbandoned,
  settleAttempt,
} from './reconcile.queries.ts';
import { updateRefund } from '../purchase-rows/purchase-rows.ts';
import type { Refunds } from '../refunds/refunds.ts';

const VISIT_PATIENCE_MS = 2000;
const BETWEEN_VISITS_MS = 30_000;

/** Fetches everything that is still open, for when a webhook was lost. */
export const reconcilePayments = defineJob({
  name: 'payments.reconcile',
  lane: 'money',
  payload: z.object({}),
  everyMs: 5 * 60_000,
  maxAttempts: 1,
});

/** After that many calls in a row without a response the others are left for the next run. */
const MAX_CONSECUTIVE_FAILURES = 3;

const isUnreachable = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && ['unavailable', 'rate_limited', 'auth'].includes(error.kind);

/** Runs the jobs that fetch all open items, or one payment, from the provider. */
export const runReconciliation = (
  { database, jobs, clock, log }: BillingPlatform,
  { activeProvider, ledger, refunds }: { activeProvider: ActiveProvider; ledger: Ledger; refunds: Refunds },
) => {
  const { db } = database;

  const fetchAndRecord = async (
    { provider, mode }: ProviderAccount,
    ref: string,
    kind: 'reconciliation' | 'visit' | 'look_up',
    patienceMs?: number,
  ): Promise<Recorded> => {
    const events = await provider.fetchEvents(ref, { now: clock.now(), patienceMs });
    return database.transaction((tx) => ledger.record(tx, events, { source: { kind }, mode }));
  };

  /** An error of one item is logged and the next one is tried, unless the provider cannot be reached. */
  const each = async <T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> => {
    let failures = 0;
    for (const item of items) {
      try {
        await work(item);
        failures = 0;
      } catch (error) {
        failures = isUnreachable(error) ? failures + 1 : 0;
        if (failures >= MAX_CONSECUTIVE_FAILURES) throw error;
        log.warn({ err: error }, 'an open purchase could not be reconciled');
      }
    }
  };

  const checkAttempts = async (active: ProviderAccount): Promise<void> => {
    const now = clock.now();
    await each(
      await attemptsToCheck(db, active.mode, now),
      async ({ id, subscription_ref: ref, created_at: createdAt }) => {
        if (!(await claimCheck(db, id, now, now - 1))) return;
        try {
          await fetchAndRecord(active, ref, 'reconciliation');
        } catch (error) {
          // The provider does not know it under these keys, so that it cannot be paid any more.
          if (isUnreachable(error) || now - createdAt <= LATE_CAPTURE_MS) throw error;
        }
        if (now - createdAt > LATE_CAPTURE_MS) await settleAttempt(db, id, now);
      },
    );
    await settleAbandoned(db, now);
  };

  const checkRenewals = async (active: ProviderAccount): Promise<void> => {
    const now = clock.now();
    await each(await renewalsToCheck(db, active.mode, now), async ({ id, subscription_ref: ref }) => {
      if (await claimCheck(db, id, now, now - 1)) await fetchAndRecord(active, ref, 'reconciliation');
    });
  };

  const checkRefunds = async (active: ProviderAccount): Promise<void> => {
    const now = clock.now();
    await each(await refundsToCheck(db, 'requested', now), async ({ id }) => {
      await updateRefund(db, id, { checked_at: now }).execute();
      await refunds.askForRefund(id);
    });
    await each(await refundsToCheck(db, 'pending', now), async ({ id, provider_payment_id: paymentId }) => {
      await updateRefund(db, id, { checked_at: now }).execute();
      await fetchAndRecord(active, paymentId, 'reconciliation');
    });
  };

  jobs.handle(reconcilePayments, async () => {
    const active = await activeProvider.current();
    if (!active) return;
    try {
      await checkAttempts(active);
      await each(await paymentsToConfirm(db, active.mode), (row) =>
        fetchAndRecord(active, row.provider_payment_id, 'reconciliation'),
      );
      await checkRefunds(active);
      await each(await cancelsToCheck(db, active.mode), ({ id }) => refunds.askForCancel(id));
      await checkRenewals(active);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      log.warn({ err: error }, 'the payment provider does not respond; the next run continues');
    }
  });

  jobs.handle(lookUpPayment, async ({ paymentId }) => {
    const active = await activeProvider.current();
    if (!active) return;
    const { unmatchedPayments } = await fetchAndRecord(active, paymentId, 'look_up');
    if (unmatchedPayments.length > 0) log.warn({ payment: paymentId }, 'a payment belongs to no purchase made here');
  });

  /**
   * Fetches this buyer's open attempts: each at most once in 30 s, for at most 2 s. A provider that does not respond is no
   * error. Returns false when there was none, so that nothing can have changed.
   */
  return async (userId: string): Promise<boolean> => {
    const active = await activeProvider.current();
    if (!active) return false;
    const now = clock.now();
    const checkedBefore = now - BETWEEN_VISITS_MS;
    const open = await openAttemptsOf(db, userId, active.mode, checkedBefore);
    await Promise.all(
      open.map(async ({ id, subscription_ref: ref }) => {
        if (!(await claimCheck(db, id, now, checkedBefore))) return;
        try {
          await fetchAndRecord(active, ref, 'visit', VISIT_PATIENCE_MS);
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          log.warn({ err: error, attempt: id }, 'an open attempt could not be looked up');
        }
      }),
    );
    return open.length > 0;
  };
};
