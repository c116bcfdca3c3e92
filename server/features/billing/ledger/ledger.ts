import { z } from 'zod';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Clock } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentRow, RefundRow } from '#server/database/payment-tables.ts';
import { fail } from '#server/errors.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import { lockUsers } from '../entitlement/entitlement.ts';
import { type AuditEntry, recordAudit, type Source } from '../audit/audit.ts';
import { MODES, type Mode, type PaymentEvent, type ProviderEvent } from '../provider/provider.ts';
import { enqueueReceipts } from '../receipts/receipts.ts';
import { enqueueSales } from '../reports/reports.ts';
import { recordDispute } from './dispute-events.ts';
import { findBought, lockPayment, paymentIdsOf, writeCouponExcess } from './ledger.queries.ts';
import { recordPayment } from './payment-events.ts';
import { recompute, recomputeStanding } from './recompute.ts';
import { settlePaid } from './recompute-terms.ts';
import type { CouponUse, Recording } from './recording.ts';
import { recordRefund } from './refund-events.ts';
import { recordSubscription } from './subscription-events.ts';

export { recompute, recomputeStanding, standingOf } from './recompute.ts';
export { termsIfRefunded } from './recompute-terms.ts';
export type { Difference } from './recomputing.ts';

/** Fetches a payment that the provider reported without its purchase. */
export const lookUpPayment = defineJob({
  name: 'payments.look-up',
  lane: 'money',
  payload: z.object({ paymentId: z.string() }),
});

/** By then the event that names the subscription has usually arrived. */
const LOOK_UP_AFTER_MS = 60_000;

/** Locks a payment until commit. Throws `payment_not_found`. */
export const lockKnownPayment = async (tx: Db, providerPaymentId: string, now: number): Promise<PaymentRow> => {
  const payment = await lockPayment(tx, providerPaymentId, now);
  if (!payment) throw fail('payment_not_found');
  return payment;
};

/** Terms follow from payments, so payments come after the subscriptions that they name, and before what refers to them. */
const ORDER: readonly ProviderEvent['kind'][] = ['subscription', 'payment', 'dispute', 'refund'];
const byKind = (a: ProviderEvent, b: ProviderEvent): number => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);

/** Returns the buyer, or null when the event belongs to no purchase made here. */
const recordEvent = (tx: Db, event: ProviderEvent, recording: Recording): Promise<string | null> => {
  if (event.kind === 'subscription') return recordSubscription(tx, event, recording);
  if (event.kind === 'payment') return recordPayment(tx, event, recording);
  return event.kind === 'dispute' ? recordDispute(tx, event, recording) : recordRefund(tx, event, recording);
};

export interface Recorded {
  /** Whether any of the events belongs to a purchase made here. */
  isMatched: boolean;
  /** Payments whose money has moved and that belong to no known purchase. */
  unmatchedPayments: string[];
}

export interface Ledger {
  /**
   * Records events and recomputes what follows from them, in the caller's transaction. The result is the same whatever the
   * order of the events and however often each arrives: rows are found by the provider's ids and statuses only move forward.
   */
  record(tx: Tx, events: readonly ProviderEvent[], origin: { source: Source; mode: Mode }): Promise<Recorded>;
  /**
   * Gives what a gift's payment grants to this user, from now on, in the caller's transaction, which has locked the purchases
   * of both users and then the payment.
   */
  redeemGift(tx: Tx, gift: { id: string; payment: PaymentRow }, userId: string): Promise<void>;
  /** Recomputes what follows from a change of a user's access, in the caller's transaction, which has locked the user. */
  accessChanged(tx: Tx, userId: string, source: Source): Promise<void>;
}

export interface LedgerNeeds {
  providerId: string;
  jobs: Jobs;
  clock: Clock;
  calendar: (tx: Tx) => Promise<SchoolCalendar>;
  /** Called in the transaction that records that a refund which ends access has failed. */
  onRefundFailed: (tx: Tx, refund: RefundRow, source: Source) => Promise<void>;
  /**
   * Which limit of its coupon a purchase went beyond; called in the transaction that records its payment, once. Other uses of
   * the same coupon may wait from then on.
   */
  couponExcess: (
    tx: Tx,
    use: CouponUse,
  ) => Promise<{ code: string; limit: NonNullable<PaymentRow['coupon_excess']> } | undefined>;
  /** Called in the transaction that records the payment of a gift, once. */
  onGiftPaid: (tx: Tx, giftId: string) => Promise<void>;
}

export const createLedger = ({
  providerId,
  jobs,
  clock,
  calendar,
  onRefundFailed,
  couponExcess,
  onGiftPaid,
}: LedgerNeeds): Ledger => {
  /** Nothing else reports what a failed payment was for; of others the event that does is given time. */
  const lookUpOnce = (tx: Tx, { id: paymentId, status }: PaymentEvent, now: number): Promise<void> => {
    const id = `${lookUpPayment.name}:${paymentId}`;
    const once = status === 'failed' ? { id: `${id}:failed` } : { id, runAtMs: now + LOOK_UP_AFTER_MS };
    return jobs.enqueue(tx, lookUpPayment, { paymentId }, once);
  };

  /**
   * Checks the limits of the coupons that have just been paid with. Who paid keeps the access; what is beyond a limit becomes a
   * to-do. Coupons are locked in their order, and after the payments.
   */
  const checkCoupons = async (tx: Tx, { couponUses, now, source }: Recording): Promise<void> => {
    for (const use of couponUses.toSorted((a, b) => a.couponId.localeCompare(b.couponId))) {
      const excess = await couponExcess(tx, use);
      if (!excess) continue;
      const { userId, attemptId, paymentId } = use;
      await writeCouponExcess(tx, paymentId, excess.limit);
      await recomputeStanding(tx, paymentId, now);
      await recordAudit(tx, { at: now, source, userId, attemptId, paymentId, kind: 'coupon_exceeded', detail: excess });
    }
  };

  const begin = async (
    tx: Tx,
    { source, mode }: { source: Source; mode: Mode },
    {
      paymentIds,
      bySubscription = new Map(),
    }: { paymentIds: readonly string[]; bySubscription?: Recording['bySubscription'] },
  ) => {
    const now = clock.now();
    const auditEntries: AuditEntry[] = [];
    const recording: Recording = {
      provider: providerId,
      mode,
      source,
      now,
      calendar: await calendar(tx),
      bySubscription,
      audit: (entry) => auditEntries.push({ at: now, source, ...entry }),
      paymentIds: new Set(paymentIds),
      days: new Set(),
      failedRefunds: [],
      couponUses: [],
      paidGifts: [],
    };
    return { recording, auditEntries };
  };

  /** Recomputes what follows, and enqueues what other purchases would wait for: receipts and the sales of days. */
  const finish = async (tx: Tx, userIds: readonly string[], recording: Recording): Promise<void> => {
    const { mode, paymentIds, days } = recording;
    const changed = await recompute(tx, { userIds, paymentIds, days }, recording);
    await checkCoupons(tx, recording);
    await enqueueReceipts(tx, jobs, userIds, mode);
    await enqueueSales(tx, jobs, changed.days, mode);
  };

  return {
    record: async (tx, events, origin) => {
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
      await recordAudit(tx, ...auditEntries);
      recorded.unmatchedPayments = unknown.filter(({ status }) => status !== 'failed').map(({ id }) => id);
      if (source.kind !== 'look_up') for (const payment of unknown) await lookUpOnce(tx, payment, now);
      for (const refund of recording.failedRefunds) await onRefundFailed(tx, refund, source);
      for (const giftId of recording.paidGifts) await onGiftPaid(tx, giftId);
      await finish(tx, [...buyers], recording);
      return recorded;
    },

    redeemGift: async (tx, { id: giftId, payment }, userId) => {
      const { provider_payment_id: paymentId, mode } = payment;
      const source = { kind: 'user', id: userId } as const;
      const { recording, auditEntries } = await begin(tx, { source, mode }, { paymentIds: [paymentId] });
      await tx
        .updateTable('payments')
        .set({ user_id: userId, redeemed_at: recording.now, time_zone: recording.calendar.timeZone })
        .where('id', '=', payment.id)
        .execute();
      recording.audit({ kind: 'gift_redeemed', detail: { giftId }, userId, paymentId });
      await recordAudit(tx, ...auditEntries);
      await finish(tx, [userId], recording);
    },

    accessChanged: async (tx, userId, source) => {
      for (const mode of MODES) {
        const at = { mode, now: clock.now(), calendar: await calendar(tx), source };
        const { days } = await recompute(tx, { userIds: [userId] }, at);
        await enqueueSales(tx, jobs, days, mode);
      }
    },
  };
};
