import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { endAttempt } from './attempts.queries.ts';
import type { Applied } from './facts.ts';
import type { Gateway } from './gateway.ts';
import type { Ledger } from './ledger.ts';
import { lookUpPayment, reconcilePayments } from './payment-jobs.ts';
import { type Mode, type PaymentProvider, ProviderError } from './provider.ts';
import {
  attemptsOfVisitor,
  attemptsToCheck,
  cancelsToCheck,
  claimCheck,
  LATE_CAPTURE_MS,
  noteRefundChecked,
  paymentsToConfirm,
  refundsToCheck,
  renewalsToCheck,
  settleAbandoned,
} from './reconcile.queries.ts';
import type { Settlement } from './settlement.ts';

const VISIT_PATIENCE_MS = 2000;
const BETWEEN_VISITS_MS = 30_000;

export interface Reconciliation {
  /** Asks about everything that is open. One thing that cannot be asked about does not hold up the others. */
  reconcile(): Promise<void>;
  /** Asks about this buyer's open attempts: at most once in 30 s each, and no longer than 2 s. A provider that is silent is no error. */
  refreshOf: (userId: string) => Promise<void>;
  /** Asks what a payment is for, or whether it was really made. */
  lookUp(paymentId: string): Promise<void>;
}

export interface ReconciliationNeeds {
  database: Database;
  clock: Clock;
  gateway: Gateway;
  ledger: Ledger;
  settlement: Settlement;
  log: { warn(facts: object, text: string): void };
}

interface Side {
  provider: PaymentProvider;
  mode: Mode;
}

/** After so many calls in a row that got no answer, asking on is of no use. */
const MOST_SILENCES = 3;

const isSilence = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && ['unavailable', 'rate_limited', 'auth'].includes(error.kind);

export const createReconciliation = (needs: ReconciliationNeeds): Reconciliation => {
  const { database, clock, gateway, ledger, settlement, log } = needs;
  const { db } = database;

  const ask = async ({ provider, mode }: Side, ref: string, by: string, patienceMs?: number): Promise<Applied> => {
    const options = { now: clock.now(), ...(patienceMs === undefined ? {} : { patienceMs }) };
    const facts = await provider.fetchFacts(ref, options);
    return database.transaction((tx) => ledger.record(tx, facts, { by, mode }));
  };

  /** Does each in turn; an error of one is told and passed over, unless the provider is gone. */
  const each = async <T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> => {
    let silences = 0;
    for (const item of items) {
      try {
        await work(item);
        silences = 0;
      } catch (error) {
        silences = isSilence(error) ? silences + 1 : 0;
        if (silences >= MOST_SILENCES) throw error;
        log.warn({ err: error }, 'something of the payments could not be reconciled');
      }
    }
  };

  const checkAttempts = async (side: Side): Promise<void> => {
    const now = clock.now();
    await each(await attemptsToCheck(db, side.mode, now), async ({ id, subscription_ref: ref, created_at: madeAt }) => {
      if (!(await claimCheck(db, id, now, now - 1))) return;
      try {
        await ask(side, ref, 'reconcile');
      } catch (error) {
        // Not known under these keys: nothing can be paid there any more.
        if (isSilence(error) || now - madeAt <= LATE_CAPTURE_MS) throw error;
      }
      if (now - madeAt > LATE_CAPTURE_MS) await endAttempt(db, id, 'settled', now);
    });
    await settleAbandoned(db, now);
  };

  const checkRenewals = async (side: Side): Promise<void> => {
    const now = clock.now();
    await each(await renewalsToCheck(db, side.mode, now), async ({ id, subscription_ref: ref }) => {
      if (await claimCheck(db, id, now, now - 1)) await ask(side, ref, 'reconcile');
    });
  };

  const checkRefunds = async (side: Side): Promise<void> => {
    const now = clock.now();
    await each(await refundsToCheck(db, 'requested', now), async ({ id }) => {
      await noteRefundChecked(db, id, now);
      await settlement.refund(id);
    });
    await each(await refundsToCheck(db, 'pending', now), async ({ id, provider_payment_id: paymentId }) => {
      await noteRefundChecked(db, id, now);
      await ask(side, paymentId, 'reconcile');
    });
  };

  return {
    reconcile: async () => {
      const side = gateway.current();
      if (!side) return;
      try {
        await checkAttempts(side);
        await each(await paymentsToConfirm(db, side.mode), (row) => ask(side, row.provider_payment_id, 'reconcile'));
        await checkRefunds(side);
        await each(await cancelsToCheck(db, side.mode), ({ id }) => settlement.cancel(id));
        await checkRenewals(side);
      } catch (error) {
        if (!isSilence(error)) throw error;
        log.warn({ err: error }, 'the payment provider does not answer; reconciling goes on later');
      }
    },

    refreshOf: async (userId) => {
      const side = gateway.current();
      if (!side) return;
      const now = clock.now();
      const checkedBefore = now - BETWEEN_VISITS_MS;
      const open = await attemptsOfVisitor(db, userId, side.mode, checkedBefore);
      await Promise.all(
        open.map(async ({ id, subscription_ref: ref }) => {
          if (!(await claimCheck(db, id, now, checkedBefore))) return;
          try {
            await ask(side, ref, 'visit', VISIT_PATIENCE_MS);
          } catch (error) {
            if (!(error instanceof ProviderError)) throw error;
            log.warn({ err: error, attempt: id }, 'an open attempt could not be looked up');
          }
        }),
      );
    },

    lookUp: async (paymentId) => {
      const side = gateway.current();
      if (!side) return;
      const { unmatchedPayments } = await ask(side, paymentId, 'look-up');
      if (unmatchedPayments.length > 0)
        log.warn({ payment: paymentId }, 'a payment came for nothing that is known here');
    },
  };
};

export const runReconciliationJobs = (jobs: Jobs, reconciliation: Reconciliation): void => {
  jobs.handle(reconcilePayments, () => reconciliation.reconcile());
  jobs.handle(lookUpPayment, ({ paymentId }) => reconciliation.lookUp(paymentId));
};
