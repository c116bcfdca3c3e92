import type { Db, Tx } from '#server/database/database.ts';
import type { DisputeRow, PaymentRow, PaymentStanding, RefundRow } from '#server/database/tables/purchases.ts';
import { EVERYTHING, recomputeAccess } from '../entitlement/entitlement.ts';
import { updatePayment } from '../purchase-rows/purchase-rows.ts';
import { isOpenDispute, isWhollyRefunded, readReturns, refundedInPaise } from '../returns/returns.ts';
import { endGroundless } from './mandates.ts';
import { recomputeTerms } from './recompute-terms.ts';
import type { Difference, Recomputing } from './recording.ts';

/** A payment's state as one word: the first that fits. */
export const standingOf = (
  payment: Pick<PaymentRow, 'status' | 'amount_in_paise' | 'problem' | 'coupon_excess'>,
  refunds: readonly Pick<RefundRow, 'status' | 'amount_in_paise'>[],
  disputes: readonly Pick<DisputeRow, 'status'>[],
): PaymentStanding => {
  if (payment.status === 'failed') return 'failed';
  if (payment.status !== 'captured') return 'not_finished';
  if (disputes.some((dispute) => dispute.status === 'lost' || isOpenDispute(dispute))) return 'disputed';
  if (refunds.some(({ status }) => status === 'requested' || status === 'pending')) return 'refund_pending';
  const paid = { amountInPaise: payment.amount_in_paise, refundedInPaise: refundedInPaise(refunds) };
  if (isWhollyRefunded(paid)) return 'refunded';
  if (refunds.some(({ status }) => status === 'failed')) return 'refund_failed';
  if (payment.problem !== null) return payment.problem;
  if (payment.coupon_excess !== null) return 'coupon_exceeded';
  return paid.refundedInPaise > 0 ? 'partly_refunded' : 'paid';
};

/**
 * Recomputes a payment's standing, in the transaction that changed the payment, a refund or a dispute of it. The lock comes
 * first, in a statement of its own, so that the next reads are complete. A changed standing puts the payment back on the
 * to-do list. Returns undefined for an unknown payment.
 */
export const recomputeStanding = async (
  tx: Db,
  paymentId: string,
  now: number,
): Promise<{ stored: PaymentStanding | null; computed: PaymentStanding; capturedAt: number | null } | undefined> => {
  // It writes what is there.
  const payment = await updatePayment(tx, paymentId, { provider_payment_id: paymentId })
    .returning(['status', 'amount_in_paise', 'problem', 'coupon_excess', 'standing', 'captured_at'])
    .executeTakeFirst();
  if (!payment) return undefined;
  const { standing: stored, captured_at: capturedAt } = payment;
  const { refunds, disputes } = (await readReturns(tx, [paymentId]))(paymentId);
  const computed = standingOf(payment, refunds, disputes);
  if (computed !== stored)
    await updatePayment(tx, paymentId, { standing: computed, handled_at: null, updated_at: now }).execute();
  return { stored, computed, capturedAt };
};

/** The same for many payments. Most standings are right: they are read, and only the others locked and written. */
export const recomputeStandings = async (
  tx: Db,
  payments: readonly Pick<
    PaymentRow,
    'provider_payment_id' | 'status' | 'amount_in_paise' | 'problem' | 'coupon_excess' | 'standing'
  >[],
  now: number,
): Promise<Difference[]> => {
  const returnsOf = await readReturns(
    tx,
    payments.map((payment) => payment.provider_payment_id),
  );
  const differences: Difference[] = [];
  for (const { provider_payment_id: id, ...payment } of payments) {
    const { refunds, disputes } = returnsOf(id);
    if (standingOf(payment, refunds, disputes) === payment.standing) continue;
    const row = await recomputeStanding(tx, id, now);
    if (row) differences.push({ what: `standing of ${id}`, stored: row.stored, computed: row.computed });
  }
  return differences;
};

/**
 * Recomputes the projections of users, which the caller has locked, and of payments: the terms, the standings
 * and each user's access; and ends mandates that have no ground any more. Returns the differences in terms and access, the days
 * whose sales change with them, and the attempts whose mandate ended.
 */
export const recompute = async (
  tx: Tx,
  {
    userIds,
    paymentIds = [],
    days = [],
  }: { userIds: readonly string[]; paymentIds?: Iterable<string>; days?: Iterable<string> },
  at: Recomputing,
): Promise<{ differences: Difference[]; days: string[]; endedRenewals: string[] }> => {
  const { mode, now, calendar } = at;
  const found: Difference[] = [];
  const endedRenewals: string[] = [];
  const changedPayments = new Set(paymentIds);
  const changedDays = new Set(days);
  const endRenewals = async (of: readonly string[]): Promise<void> => {
    for (const attemptId of await endGroundless(tx, of, at)) {
      endedRenewals.push(attemptId);
      found.push({ what: `${mode} renewal of ${attemptId}`, stored: 'on', computed: 'off' });
    }
  };
  const users = userIds.toSorted();
  if (users.length > 0) {
    await endRenewals(users);
    const { differences: terms, changedUsers, changesOf } = await recomputeTerms(tx, users, at);
    // A new term may take the place of one that renews.
    if (changedUsers.length > 0) await endRenewals(changedUsers);
    const { ends, continuedAt } = await recomputeAccess(tx, users, { mode, now, changesOf });
    for (const id of terms.keys()) changedPayments.add(id);
    for (const capturedAt of continuedAt) changedDays.add(calendar.dayOf(capturedAt));
    found.push(...terms.values());
    for (const { scope, userId, ...end } of ends)
      found.push({ what: `${mode} access of ${userId}${scope === EVERYTHING ? '' : ` to ${scope}`}`, ...end });
  }
  for (const paymentId of [...changedPayments].toSorted()) {
    const { capturedAt = null } = (await recomputeStanding(tx, paymentId, now)) ?? {};
    if (capturedAt !== null) changedDays.add(calendar.dayOf(capturedAt));
  }
  const differences = found.filter(({ stored, computed }) => stored !== computed);
  return { differences, days: [...changedDays].toSorted(), endedRenewals };
};
