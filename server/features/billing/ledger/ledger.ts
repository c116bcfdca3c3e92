import { z } from 'zod';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentRow } from '#server/database/tables/purchases.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { couponExcessOf } from '../coupons/coupons.ts';
import { type AuditEntry, recordAudit, type Source } from '#server/audit/audit.ts';
import { MODES, type Mode, type PaymentEvent, type ProviderEvent } from '../provider/provider.ts';
import { updatePayment } from '../purchase-rows/purchase-rows.ts';
import { enqueueReceipts } from '../receipts/receipts.ts';
import { enqueueSales } from '../reports/reports.ts';
import { recordDispute } from './dispute-events.ts';
import { findBought, lockPayment, paymentIdsOf } from './ledger.queries.ts';
import { recordPayment } from './payment-events.ts';
import { recompute, recomputeStanding } from './recompute.ts';
import { settleCancel } from './mandates.ts';
import { TERM_RULE } from './captured.ts';
import { settlePaid } from './recompute-terms.ts';
import type { Recording } from './recording.ts';
import { recordRefund } from './refund-events.ts';
import { recordSubscription } from './subscription-events.ts';

export { countMandates, listGroundless, mandatesOf, requestCancel, settleCancel } from './mandates.ts';
export { recompute, recomputeStanding, recomputeStandings, standingOf } from './recompute.ts';
export { beginsIfBought, keptPromises, termsIfRefunded } from './recompute-terms.ts';
export type { Difference } from './recording.ts';

/** Fetches a payment that the provider reported without its purchase. */
export const lookUpPayment = defineJob({
  name: 'payments.look-up',
  lane: 'money',
  payload: z.object({ paymentId: z.string() }),
});

/** Requests a refund again that ends access and has failed. */
export const refundFailed = defineJob({
  name: 'refunds.request-again',
  lane: 'accounting',
  payload: z.object({ refundId: z.string() }),
});

/** Withdraws the notices about a request whose money came otherwise. */
export const requestClosed = defineJob({
  name: 'payments.request-closed',
  lane: 'accounting',
  payload: z.object({ requestId: z.string() }),
});

/** Schedules the email of a gift that has been paid. */
export const giftPaid = defineJob({
  name: 'gifts.schedule',
  lane: 'accounting',
  payload: z.object({ giftId: z.string() }),
});

/** By then the event that names the subscription has usually arrived. */
const LOOK_UP_AFTER_MS = 60_000;

/** Locks a payment until commit. Throws `payment_not_found`. */
export const lockExistingPayment = async (tx: Db, providerPaymentId: string, now: number): Promise<PaymentRow> => {
  const payment = await lockPayment(tx, providerPaymentId, now);
  if (!payment) throw fail('payment_not_found');
  return payment;
};

/** Terms follow from payments, so payments come after their subscriptions and before events that refer to them. */
const ORDER: readonly ProviderEvent['kind'][] = ['subscription', 'payment', 'dispute', 'refund'];
const byKind = (a: ProviderEvent, b: ProviderEvent): number => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);

/** Returns the buyer, or null when the event belongs to no purchase made here. */
const recordEvent = (tx: Db, event: ProviderEvent, recording: Recording): Promise<string | null> => {
  if (event.kind === 'subscription') return recordSubscription(tx, event, recording);
  if (event.kind === 'payment') return recordPayment(tx, event, recording);
  return event.kind === 'dispute' ? recordDispute(tx, event, recording) : recordRefund(tx, event, recording);
};

/** Which parts were paid is known once all events are recorded. */
const withParts = (entry: AuditEntry, { paidParts }: Recording): AuditEntry => {
  const parts = paidParts.get(entry.paymentId ?? '');
  return entry.kind === 'payment_status_changed' && parts ? { ...entry, detail: { ...entry.detail, parts } } : entry;
};

export interface Recorded {
  /** Whether any of the events belongs to a purchase made here. */
  isMatched: boolean;
  /** Payments whose money has moved and that belong to no known purchase. */
  unmatchedPayments: string[];
}

export type Ledger = ReturnType<typeof createLedger>;

export const createLedger = (
  { jobs, clock, settings }: Pick<Platform, 'jobs' | 'clock' | 'settings'>,
  providerId: string,
) => {
  /** Only a look-up finds the purchase of a failed payment; for others, the event that names it has time to arrive. */
  const lookUpOnce = (tx: Tx, { id: paymentId, status }: PaymentEvent, now: number): Promise<void> => {
    const id = `${lookUpPayment.name}:${paymentId}`;
    const once = status === 'failed' ? { id: `${id}:failed` } : { id, runAtMs: now + LOOK_UP_AFTER_MS };
    return jobs.enqueue(tx, lookUpPayment, { paymentId }, once);
  };

  /**
   * Checks the limits of the coupons that have just been paid with. The buyer keeps the access; a use beyond a limit becomes a
   * to-do. Coupons are locked in their order, and after the payments.
   */
  const checkCoupons = async (tx: Tx, { couponUses, now, source }: Recording): Promise<void> => {
    for (const use of couponUses.toSorted((a, b) => a.couponId.localeCompare(b.couponId))) {
      const excess = await couponExcessOf(tx, use, now);
      if (!excess) continue;
      const { userId, attemptId, paymentId } = use;
      await updatePayment(tx, paymentId, { coupon_excess: excess.limit }).execute();
      await recomputeStanding(tx, paymentId, now);
      await recordAudit(tx, { at: now, source, userId, attemptId, paymentId, kind: 'coupon_exceeded', detail: excess });
    }
  };

  const begin = async (
    tx: Tx,
    { source, mode, provider = providerId }: { source: Source; mode: Mode; provider?: string },
    {
      paymentIds,
      bySubscription = new Map(),
    }: { paymentIds: readonly string[]; bySubscription?: Recording['bySubscription'] },
  ) => {
    const now = clock.now();
    const auditEntries: AuditEntry[] = [];
    const recording: Recording = {
      provider,
      mode,
      source,
      now,
      calendar: await settings.calendar(tx),
      bySubscription,
      audit: (entry) => auditEntries.push({ at: now, source, ...entry }),
      paymentIds: new Set(paymentIds),
      days: new Set(),
      failedRefunds: [],
      couponUses: [],
      closedRequests: [],
      paidParts: new Map(),
      paidGifts: [],
    };
    return { recording, auditEntries };
  };

  const enqueueCancels = (tx: Tx, attemptIds: readonly string[]): Promise<void> =>
    jobs.enqueueAll(
      tx,
      settleCancel,
      attemptIds.map((attemptId) => ({ payload: { attemptId } })),
    );

  /** Recomputes the projections, and enqueues jobs for everything else. */
  const finish = async (tx: Tx, userIds: readonly string[], recording: Recording): Promise<void> => {
    const { mode, paymentIds, days, failedRefunds, closedRequests, paidGifts } = recording;
    const changed = await recompute(tx, { userIds, paymentIds, days }, recording);
    await checkCoupons(tx, recording);
    await jobs.enqueueAll(
      tx,
      refundFailed,
      failedRefunds.map(({ id: refundId }) => ({ payload: { refundId } })),
    );
    await jobs.enqueueAll(
      tx,
      giftPaid,
      paidGifts.map((giftId) => ({ payload: { giftId } })),
    );
    await jobs.enqueueAll(
      tx,
      requestClosed,
      closedRequests.map((requestId) => ({ payload: { requestId } })),
    );
    await enqueueReceipts(tx, jobs, userIds, mode);
    await enqueueSales(tx, jobs, changed.days, mode);
    await enqueueCancels(tx, changed.endedRenewals);
  };

  return {
    /**
     * Records events and recomputes the projections, in the caller's transaction. The result is the same whatever the
     * order of the events and however often each arrives: rows are found by the provider's ids and statuses only move forward.
     * They are of the school's payment provider unless the origin names another.
     */
    record: async (
      tx: Tx,
      events: readonly ProviderEvent[],
      origin: { source: Source; mode: Mode; provider?: string },
    ): Promise<Recorded> => {
      const { buyers, bySubscription } = await findBought(tx, events, origin.mode);
      await lockUsers(tx, buyers);
      const { recording, auditEntries } = await begin(tx, origin, { paymentIds: paymentIdsOf(events), bySubscription });
      const { source, now } = recording;
      const recorded: Recorded = { isMatched: false, unmatchedPayments: [] };
      const unknown: PaymentEvent[] = [];
      for (const event of events.toSorted(byKind)) {
        const userId = await recordEvent(tx, event, recording);
        if (userId !== null) {
          recorded.isMatched = true;
          // A gift was redeemed, or an attempt got its subscription, since the buyers were read.
          if (!buyers.has(userId)) await lockUsers(tx, [userId]);
          buyers.add(userId);
        } else if (event.kind === 'payment' && event.status !== 'created') unknown.push(event);
      }
      for (const userId of [...buyers].toSorted()) await settlePaid(tx, userId, recording);
      await recordAudit(tx, ...auditEntries.map((entry) => withParts(entry, recording)));
      recorded.unmatchedPayments = unknown.filter(({ status }) => status !== 'failed').map(({ id }) => id);
      if (source.kind !== 'look_up') for (const payment of unknown) await lookUpOnce(tx, payment, now);
      await finish(tx, [...buyers], recording);
      return recorded;
    },

    /**
     * Gives the access of a gift to this user, from now on, in the caller's transaction, which has locked the purchases
     * of both users and then the payment.
     */
    redeemGift: async (
      tx: Tx,
      { id: giftId, payment }: { id: string; payment: PaymentRow },
      userId: string,
    ): Promise<void> => {
      const { provider_payment_id: paymentId, mode } = payment;
      const source = { kind: 'user', id: userId } as const;
      const { recording, auditEntries } = await begin(tx, { source, mode }, { paymentIds: [paymentId] });
      const { timeZone } = recording.calendar;
      const redeemed = { user_id: userId, redeemed_at: recording.now, time_zone: timeZone, term_rule: TERM_RULE };
      await updatePayment(tx, paymentId, redeemed).execute();
      recording.audit({ kind: 'gift_redeemed', detail: { giftId }, userId, paymentId });
      await recordAudit(tx, ...auditEntries);
      await finish(tx, [userId], recording);
    },

    /**
     * Recomputes the projections after a change of a user's access or account, in the caller's transaction, which has locked the
     * user. Returns how many renewals ended with it.
     */
    accessChanged: async (tx: Tx, userId: string, source: Source): Promise<number> => {
      let endedRenewals = 0;
      for (const mode of MODES) {
        const at = { mode, now: clock.now(), calendar: await settings.calendar(tx), source };
        const changed = await recompute(tx, { userIds: [userId] }, at);
        await enqueueSales(tx, jobs, changed.days, mode);
        await enqueueCancels(tx, changed.endedRenewals);
        endedRenewals += changed.endedRenewals.length;
      }
      return endedRenewals;
    },
  };
};
