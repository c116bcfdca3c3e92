import type { Context } from './context.ts';
import { badRequest, idDoesNotExist } from './errors.ts';
import { disputeEvent } from './events.ts';
import { newId } from './ids.ts';
import { daySeconds } from './india-time.ts';
import { findPayment } from './payments.ts';
import type { Dispute } from './records.ts';

const daysToRespond = 7;
const open: ReadonlySet<Dispute['status']> = new Set(['open', 'under_review']);

/** The buyer's bank takes up a payment: the full amount, unless only a part is contested. */
export const openDispute = (
  context: Context,
  asked: { paymentId: string; phase: Dispute['phase']; amount?: number | undefined },
): Dispute =>
  context.store.change(() => {
    const payment = findPayment(context, asked.paymentId);
    if (payment.status !== 'captured') throw badRequest('Only a captured payment can be disputed.');
    const now = context.nowSeconds();
    const dispute: Dispute = {
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
    };
    context.store.put('dispute', dispute);
    context.publish([disputeEvent('created', dispute, payment)]);
    return dispute;
  });

export const settleDispute = (
  context: Context,
  disputeId: string,
  status: 'under_review' | 'won' | 'lost' | 'closed',
): Dispute =>
  context.store.change(() => {
    const dispute = context.store.get('dispute', disputeId);
    if (dispute === undefined) throw idDoesNotExist();
    if (!open.has(dispute.status)) throw badRequest(`The dispute is already ${dispute.status}.`);
    const deducted = status === 'lost' ? dispute.amount : 0;
    const settled: Dispute = { ...dispute, status, amount_deducted: deducted };
    context.store.put('dispute', settled);
    context.publish([disputeEvent(status, settled, findPayment(context, dispute.payment_id))]);
    return settled;
  });
