import type { RefundRow } from '#server/database/tables/purchases.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { recordAudit, type Source } from '#server/audit/audit.ts';
import { type Ledger, refundFailed, settleCancel } from '../ledger/ledger.ts';
import {
  type ActiveProvider,
  OFFLINE,
  type PaymentProvider,
  type ProviderAccount,
  ProviderError,
} from '../provider/provider.ts';
import { refundedInPaise } from '../returns/returns.ts';
import { findAttempt, findPayment, findRefund, updateAttempt } from '../purchase-rows/purchase-rows.ts';
import { claimCancel, claimRefund, refundsOf, updateRequested } from './refunds.queries.ts';
import { lockPurchase, recomputeReturns, recordRefusal, requestAgain, requestRest, settleRefund } from './requests.ts';

/** Longer than a look-up and a refund wait for the provider together. */
const LEASE_MS = 60_000;
const LOOK_UP_PATIENCE_MS = 20_000;
/** How long a caller that waits for the result waits for the provider. The job continues afterwards. */
const INLINE_PATIENCE_MS = 8000;
const SOURCE: Source = { kind: 'refunds' };

/** The provider that a purchase was made with. */
type ProviderOfPurchase = Pick<ProviderAccount, 'provider' | 'mode'>;

export type Execution = ReturnType<typeof createExecution>;

/**
 * Carries recorded requests out at the provider. Each is safe to repeat, from any point: one caller at a time calls the provider,
 * and after a call with an unknown outcome the refund is looked up before the next call.
 */
export const createExecution = (
  { database, jobs, clock, log }: BillingPlatform,
  { ledger, activeProvider }: { ledger: Ledger; activeProvider: ActiveProvider },
) => {
  const { db } = database;

  const endAtProvider = async (provider: PaymentProvider, ref: string, when: 'now' | 'period_end'): Promise<void> => {
    try {
      await provider.cancel(ref, when);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      // In some states no end of a period can be set. The paid time is kept here, so ending it at once takes nothing.
      if (when === 'period_end') await provider.cancel(ref, 'now');
      else log.warn({ err: error, subscription: ref }, 'the provider refused a cancel; the refund continues');
    }
  };

  /** Returns false while another caller cancels it: a refund does not wait for that. */
  const cancelAtProvider = async (
    provider: PaymentProvider,
    attemptId: string,
    when: 'now' | 'period_end',
  ): Promise<boolean> => {
    const attempt = await findAttempt(db, attemptId);
    if (!attempt || attempt.subscription_ref === null || attempt.cancel_accepted_at !== null) return true;
    const startedAt = clock.now();
    if (!(await claimCancel(db, attemptId, startedAt, startedAt + LEASE_MS))) return false;
    try {
      if (attempt.is_over === 0) await endAtProvider(provider, attempt.subscription_ref, when);
    } catch (error) {
      // The next call finds a subscription that this one did end to be over.
      await updateAttempt(db, attemptId, { cancelling_until: null }).execute();
      throw error;
    }
    await database.transaction(async (tx) => {
      const now = clock.now();
      // Unless another cancel was requested meanwhile.
      await updateAttempt(tx, attemptId, { cancel_accepted_at: now, auto_renew: 0, updated_at: now })
        .where('cancel_when', '=', when)
        .execute();
      const about = { at: now, source: SOURCE, userId: attempt.user_id, attemptId };
      // An offline payment has nothing to cancel.
      if (attempt.provider !== OFFLINE) await recordAudit(tx, { ...about, kind: 'cancel_accepted', detail: { when } });
    });
    return true;
  };

  /**
   * Asks the provider what was refunded already, by an earlier call or another way. Returns the id of the request that is
   * still open: this one, or the one for the rest when a part was refunded; undefined when nothing is left to refund.
   */
  const lookUp = async ({ provider, mode }: ProviderOfPurchase, request: RefundRow): Promise<string | undefined> => {
    const { id, provider_payment_id: paymentId } = request;
    const events = await provider.fetchEvents(paymentId, { now: clock.now(), patienceMs: LOOK_UP_PATIENCE_MS });
    return database.transaction(async (tx) => {
      await ledger.record(tx, events, { source: SOURCE, mode, provider: provider.id });
      if ((await findRefund(tx, id))?.status !== 'requested') return undefined;
      const payment = events.find((event) => event.kind === 'payment');
      if (!payment) return id;
      const leftInPaise = payment.money.amountInPaise - refundedInPaise(await refundsOf(tx, paymentId));
      if (leftInPaise >= request.amount_in_paise) return id;
      const now = clock.now();
      await updateRequested(tx, id, { status: 'withdrawn', updated_at: now }).execute();
      if (leftInPaise > 0 && request.ends_access === 1)
        return requestRest(tx, request, leftInPaise, { jobs, now, source: SOURCE });
      await recomputeReturns(tx, await lockPurchase(tx, paymentId, now), now);
      return undefined;
    });
  };

  /** Looks up first, and asks for what is still open then; `ask` when that is this request. */
  const afterLookUp = async (
    from: ProviderOfPurchase,
    request: RefundRow,
    { patienceMs, ask }: { patienceMs: number | undefined; ask: () => Promise<boolean> },
  ): Promise<boolean> => {
    const openId = await lookUp(from, request);
    if (openId === undefined) return true;
    return openId === request.id ? ask() : settle(openId, patienceMs);
  };

  const ask = async (
    { provider, mode }: ProviderOfPurchase,
    request: RefundRow,
    idempotencyKey: string,
    patienceMs: number | undefined,
  ): Promise<boolean> => {
    const { id, provider_payment_id: paymentId } = request;
    const money = { amountInPaise: request.amount_in_paise, currency: request.currency };
    const paidBack = request.settled_by === null ? undefined : { reference: request.bank_reference ?? '' };
    const order = { paymentId, money, idempotencyKey, patienceMs, paidBack };
    try {
      const event = await provider.refund(order);
      await database.transaction((tx) =>
        ledger.record(tx, [{ ...event, idempotencyKey }], { source: SOURCE, mode, provider: provider.id }),
      );
      return true;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // The call certainly did nothing: the next one needs no look-up first.
      if (!error.isAmbiguous) await updateRequested(db, id, { asking_until: null }).execute();
      if (error.kind === 'rejected')
        return afterLookUp({ provider, mode }, request, {
          patienceMs,
          ask: async () => {
            await database.transaction((tx) =>
              recordRefusal(tx, id, error.message, { now: clock.now(), source: SOURCE }),
            );
            throw error;
          },
        });
      // Its webhook may have arrived meanwhile.
      if ((await findRefund(db, id))?.status !== 'requested') return true;
      throw error;
    }
  };

  const settle = async (refundId: string, patienceMs: number | undefined): Promise<boolean> => {
    const request = await findRefund(db, refundId);
    if (!request || request.status !== 'requested') return true;
    const { idempotency_key: idempotencyKey } = request;
    const payment = await findPayment(db, request.provider_payment_id);
    const provider = payment && (await activeProvider.providerOf(payment));
    if (!provider || idempotencyKey === null) return false;
    if (request.ends_access === 1 && payment.attempt_id !== null)
      await cancelAtProvider(provider, payment.attempt_id, 'now');
    const now = clock.now();
    if (!(await claimRefund(db, request, now, now + LEASE_MS))) return false;
    const from = { provider, mode: payment.mode };
    const askNow = (): Promise<boolean> => ask(from, request, idempotencyKey, patienceMs);
    return request.asking_until === null ? askNow() : afterLookUp(from, request, { patienceMs, ask: askNow });
  };

  const running = new Map<string, Promise<boolean>>();

  /** Callers in this process wait for the one that asks, so that each of them knows the result. */
  const askForRefund = (refundId: string, patienceMs?: number): Promise<boolean> => {
    const settling = running.get(refundId) ?? settle(refundId, patienceMs).finally(() => running.delete(refundId));
    running.set(refundId, settling);
    return settling;
  };

  /** Returns whether the provider has accepted the cancel; false also while another caller asks. Throws ProviderError. */
  const askForCancel = async (attemptId: string): Promise<boolean> => {
    const attempt = await findAttempt(db, attemptId);
    if (!attempt || attempt.cancel_when === null || attempt.cancel_accepted_at !== null) return true;
    const provider = await activeProvider.providerOf(attempt);
    if (!provider) return false;
    return cancelAtProvider(provider, attemptId, attempt.cancel_when);
  };

  /** `error` is set when the provider refused or could not be reached; the request stays, and a job repeats it. */
  const resultOf = async (request: Promise<boolean>): Promise<{ isAccepted: boolean; error?: ProviderError }> => {
    try {
      return { isAccepted: await request };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error }, 'the provider did not accept a request; a job repeats it');
      return { isAccepted: false, error };
    }
  };

  return {
    /** Returns whether the provider has accepted the refund; false also while another process asks. Throws ProviderError. */
    askForRefund: (refundId: string) => askForRefund(refundId),
    askForCancel,
    /** For a caller that waits. */
    tryRefund: (refundId: string) => resultOf(askForRefund(refundId, INLINE_PATIENCE_MS)),
    tryCancel: (attemptId: string) => resultOf(askForCancel(attemptId)),
  };
};

/** The jobs repeat a request until the provider accepts it. */
export const runRefundJobs = ({ database, jobs, clock }: BillingPlatform, execution: Execution): void => {
  jobs.handle(settleRefund, async ({ refundId }) => {
    if (!(await execution.askForRefund(refundId))) throw new Error('the provider has not accepted the refund yet');
  });
  jobs.handle(settleCancel, async ({ attemptId }) => {
    if (!(await execution.askForCancel(attemptId))) throw new Error('the provider has not accepted the cancel yet');
  });
  jobs.handle(refundFailed, async ({ refundId }) => {
    const failed = await findRefund(database.db, refundId);
    if (failed)
      await database.transaction((tx) => requestAgain(tx, failed, { jobs, now: clock.now(), source: SOURCE }));
  });
};
