import type { Context } from './context.ts';
import { badRequest } from './errors.ts';
import { disputeEvent } from './events.ts';
import { newId } from './ids.ts';
import { daySeconds } from './india-time.ts';
import type { Dispute } from './records.ts';

const daysToRespond = 7;

/** The buyer's bank contests a payment: the full amount, unless a part is given. */
export const openDispute = (
  { store, nowSeconds, publish }: Context,
  asked: { paymentId: string; phase: Dispute['phase']; amount?: number | undefined },
): Dispute => {
  const payment = store.payments.find(asked.paymentId);
  if (payment.status !== 'captured') throw badRequest('Only a captured payment can be disputed.');
  const now = nowSeconds();
  const dispute = store.disputes.put({
    id: newId('disp'),
    payment_id: payment.id,
    amount: Math.min(asked.amount ?? payment.amount, payment.amount),
    currency: payment.currency,
    amount_deducted: 0,
    reason_code: asked.phase === 'fraud' ? 'fraudulent_transaction' : 'goods_or_services_not_received',
    respond_by: now + daysToRespond * daySeconds,
    status: 'open',
    phase: asked.phase,
    created_at: now,
  });
  publish([disputeEvent('created', dispute, payment)]);
  return dispute;
};

export const settleDispute = (
  { store, publish }: Context,
  dispute: Dispute,
  status: 'under_review' | 'won' | 'lost' | 'closed',
): Dispute => {
  if (!['open', 'under_review'].includes(dispute.status)) {
    throw badRequest(`The dispute is already ${dispute.status}.`);
  }
  const payment = store.payments.find(dispute.payment_id);
  const settled = store.disputes.put({
    ...dispute,
    status,
    amount_deducted: status === 'lost' ? dispute.amount : 0,
  });
  publish([disputeEvent(status, settled, payment)]);
  return settled;
};
