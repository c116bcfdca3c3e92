import { z } from 'zod';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Clock } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { DisputeRow, PaymentRow, PaymentStanding, RefundRow } from '#server/database/payment-tables.ts';
import { fail } from '#server/errors.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import { type AccessChange, lockUsers, recomputeAccess } from '../entitlement/entitlement.ts';
import { type AuditEntry, recordAudit, type Source } from '../audit/audit.ts';
import type { Mode, PaymentEvent, ProviderEvent } from '../provider/provider.ts';
import { recomputeDay } from '../reports/reports.ts';
import { recordDispute } from './dispute-events.ts';
import { disputesOf, findBought, lockPayment, paymentIdsOf, refundsOf } from './ledger.queries.ts';
import { recordPayment } from './payment-events.ts';
import { recomputeTerms } from './recompute-terms.ts';
import type { Recording } from './recording.ts';
import { recordRefund } from './refund-events.ts';
import { recordSubscription } from './subscription-events.ts';

export { termsIfRefunded } from './recompute-terms.ts';

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

const IS_ACCEPTED = new Set<RefundRow['status']>(['pending', 'processed']);
const IS_OPEN = new Set<RefundRow['status']>(['requested', 'pending']);
const BLOCKS_MONEY = new Set<DisputeRow['status']>(['open', 'under_review', 'lost']);

/** A payment's state as one word: the first that fits. */
export const standingOf = (
  payment: Pick<PaymentRow, 'status' | 'amount_in_paise' | 'problem'>,
  refunds: readonly Pick<RefundRow, 'status' | 'amount_in_paise'>[],
  disputes: readonly Pick<DisputeRow, 'status'>[],
): PaymentStanding => {
  if (payment.status === 'failed') return 'failed';
  if (payment.status !== 'captured') return 'not_finished';
  if (disputes.some(({ status }) => BLOCKS_MONEY.has(status))) return 'disputed';
  if (refunds.some(({ status }) => IS_OPEN.has(status))) return 'refund_pending';
  const accepted = refunds.filter(({ status }) => IS_ACCEPTED.has(status));
  const refundedInPaise = accepted.reduce((sum, refund) => sum + refund.amount_in_paise, 0);
  if (accepted.length > 0 && refundedInPaise >= payment.amount_in_paise) return 'refunded';
  if (refunds.some(({ status }) => status === 'failed')) return 'refund_failed';
  if (payment.problem !== null) return payment.problem;
  return refundedInPaise > 0 ? 'partly_refunded' : 'paid';
};

/**
 * Recomputes a payment's standing, in the transaction that changed the payment, a refund or a dispute of it. The lock comes
 * first, in a statement of its own, so that what is read next is complete. A changed standing puts the payment back on the
 * to-do list. Returns undefined for an unknown payment.
 */
export const recomputeStanding = async (
  tx: Db,
  paymentId: string,
  now: number,
): Promise<{ stored: PaymentStanding | null; computed: PaymentStanding; capturedAt: number | null } | undefined> => {
  const payment = await lockPayment(tx, paymentId, now);
  if (!payment) return undefined;
  const { standing: stored, captured_at: capturedAt } = payment;
  const computed = standingOf(payment, await refundsOf(tx, paymentId), await disputesOf(tx, paymentId));
  if (computed !== stored)
    await tx
      .updateTable('payments')
      .set({ standing: computed, handled_at: null })
      .where('id', '=', payment.id)
      .execute();
  return { stored, computed, capturedAt };
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

const hasMovedMoney = (event: ProviderEvent): event is PaymentEvent =>
  event.kind === 'payment' && (event.status === 'captured' || event.status === 'authorized');

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
}

export interface LedgerNeeds {
  providerId: string;
  jobs: Jobs;
  clock: Clock;
  calendar: (tx: Tx) => Promise<SchoolCalendar>;
  /** Issues the receipts and credit notes that are due to these users. */
  issueReceipts: (tx: Tx, userIds: readonly string[], at: { mode: Mode; now: number }) => Promise<void>;
  /** Called in the transaction that records that a refund which ends access has failed. */
  onRefundFailed: (tx: Tx, refund: RefundRow, source: Source) => Promise<void>;
  /** Called in the transaction that records the payment of a gift, once. */
  onGiftPaid: (tx: Tx, giftId: string) => Promise<void>;
}

export const createLedger = ({
  providerId,
  jobs,
  clock,
  calendar,
  issueReceipts,
  onRefundFailed,
  onGiftPaid,
}: LedgerNeeds): Ledger => {
  const lookUpLater = (tx: Tx, paymentId: string, now: number): Promise<void> => {
    const once = { id: `${lookUpPayment.name}:${paymentId}`, runAtMs: now + LOOK_UP_AFTER_MS };
    return jobs.enqueue(tx, lookUpPayment, { paymentId }, once);
  };

  /**
   * Days come last: whoever sells on the same day waits for this transaction from there on. They are locked in their order,
   * so that two transactions do not wait for each other.
   */
  const recomputeProjections = async (
    tx: Tx,
    changes: ReadonlyMap<string, AccessChange[] | undefined>,
    recording: Recording,
  ): Promise<void> => {
    const { mode, now, days, calendar } = recording;
    for (const paymentId of [...recording.paymentIds].toSorted()) {
      const { capturedAt = null } = (await recomputeStanding(tx, paymentId, now)) ?? {};
      if (capturedAt !== null) days.add(calendar.dayOf(capturedAt));
    }
    for (const [userId, changesOfUser] of changes) {
      const { continuedAt } = await recomputeAccess(tx, userId, { mode, now, changes: changesOfUser });
      for (const at of continuedAt) days.add(calendar.dayOf(at));
    }
    await issueReceipts(tx, [...changes.keys()], { mode, now });
    for (const day of [...days].toSorted()) await recomputeDay(tx, day, { mode, calendar });
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
      paidGifts: [],
    };
    return { recording, auditEntries };
  };

  return {
    record: async (tx, events, origin) => {
      const { buyers, bySubscription } = await findBought(tx, events, origin.mode);
      await lockUsers(tx, buyers);
      const { recording, auditEntries } = await begin(tx, origin, { paymentIds: paymentIdsOf(events), bySubscription });
      const { source, now } = recording;
      const recorded: Recorded = { isMatched: false, unmatchedPayments: [] };
      for (const event of events.toSorted(byKind)) {
        const userId = await recordEvent(tx, event, recording);
        if (userId !== null) {
          recorded.isMatched = true;
          // A gift was redeemed, or an attempt got its subscription, since the buyers were read.
          if (!buyers.has(userId)) await lockUsers(tx, [userId]);
          buyers.add(userId);
        } else if (hasMovedMoney(event)) recorded.unmatchedPayments.push(event.id);
      }
      const userIds = [...buyers].toSorted();
      const changes = new Map<string, AccessChange[] | undefined>();
      for (const userId of userIds) changes.set(userId, await recomputeTerms(tx, userId, recording));
      await recordAudit(tx, ...auditEntries);
      for (const paymentId of recorded.unmatchedPayments) await lookUpLater(tx, paymentId, now);
      for (const refund of recording.failedRefunds) await onRefundFailed(tx, refund, source);
      for (const giftId of recording.paidGifts) await onGiftPaid(tx, giftId);
      await recomputeProjections(tx, changes, recording);
      return recorded;
    },

    redeemGift: async (tx, { id: giftId, payment }, userId) => {
      const { provider_payment_id: paymentId, mode } = payment;
      const source = { kind: 'user', id: userId } as const;
      const { recording, auditEntries } = await begin(tx, { source, mode }, { paymentIds: [paymentId] });
      await tx
        .updateTable('payments')
        .set({ user_id: userId, redeemed_at: recording.now })
        .where('id', '=', payment.id)
        .execute();
      recording.audit({ kind: 'gift_redeemed', detail: { giftId }, userId, paymentId });
      const changes = new Map([[userId, await recomputeTerms(tx, userId, recording)]]);
      await recordAudit(tx, ...auditEntries);
      await recomputeProjections(tx, changes, recording);
    },
  };
};
