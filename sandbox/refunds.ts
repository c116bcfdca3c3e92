import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from './context.ts';
import { badRequest, conflict } from './errors.ts';
import { refundEvent } from './events.ts';
import { newId } from './ids.ts';
import { daySeconds } from './india-time.ts';
import { notesInput, paise } from './input.ts';
import type { Payment, Refund } from './records.ts';

export const refundBody = z.strictObject({
  amount: paise.optional(),
  speed: z.enum(['normal', 'optimum']).default('normal'),
  notes: notesInput,
  receipt: z.string().max(40).nullable().default(null),
});
type RefundBody = z.infer<typeof refundBody>;

const keyForm = /^[A-Za-z0-9_-]{10,255}$/;
const refundableSeconds = 183 * daySeconds;
const minAmount = 100;

/** Refunds a payment. A repeated request with the same idempotency key and body returns the refund of the first one. */
export const createRefund = (
  context: Context,
  payment: Payment,
  asked: RefundBody,
  key: string | undefined,
): Refund => {
  if (key === undefined) return refund(context, payment, asked);
  if (!keyForm.test(key)) {
    throw badRequest('The X-Refund-Idempotency header must have at least 10 letters, digits, hyphens or underscores.');
  }
  const { refunds, refundKeys } = context.store;
  const fingerprint = fingerprintOf(payment, asked);
  const known = refundKeys.get(key);
  if (known === undefined) {
    const made = refund(context, payment, asked);
    refundKeys.put({ id: key, fingerprint, refund_id: made.id });
    return made;
  }
  if (known.fingerprint === fingerprint) return refunds.find(known.refund_id);
  throw conflict('Different request with the same idempotency key has already been processed.');
};

const fingerprintOf = (payment: Payment, { amount, speed, receipt, notes }: RefundBody): string => {
  const sortedNotes = Object.entries(notes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([payment.id, amount, speed, receipt, sortedNotes]))
    .digest('hex');
};

const refund = (context: Context, payment: Payment, asked: RefundBody): Refund => {
  const { store, publish } = context;
  const outcome = context.switches().refunds;
  const amount = amountToRefund(context, payment, asked.amount);
  const made = store.refunds.put({
    ...asked,
    id: newId('rfnd'),
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    arn: null,
    // The provider usually calls a refund processed at once, long before the bank has a reference for it.
    status: outcome === 'processed' ? 'processed' : 'pending',
    created_at: context.nowSeconds(),
  });
  const reduced = store.payments.put({ ...payment, amount_refunded: payment.amount_refunded + amount });
  publish([refundEvent('created', made, reduced)]);
  if (outcome === 'processed') publish([refundEvent('processed', made, reduced)]);
  if (outcome === 'failed') settleRefund(context, made, 'failed');
  return made;
};

const amountToRefund = (context: Context, payment: Payment, asked: number | undefined): number => {
  if (payment.status !== 'captured') {
    throw badRequest('The payment status should be captured for action to be taken');
  }
  const left = payment.amount - payment.amount_refunded;
  if (left <= 0) throw badRequest('The payment has been fully refunded already.');
  if (context.nowSeconds() - payment.created_at > refundableSeconds) {
    throw badRequest('The payment is more than 6 months old and cannot be refunded.');
  }
  const amount = asked ?? left;
  if (amount < minAmount) throw badRequest('The amount must be at least INR 1.00', 'amount');
  if (amount > left) {
    throw badRequest('The total refund amount is greater than the refund payment amount', 'amount');
  }
  return amount;
};

/** Ends a pending refund. The amount of a failed one can be refunded again. */
export const settleRefund = ({ store, publish }: Context, pending: Refund, status: 'processed' | 'failed'): Refund => {
  if (pending.status !== 'pending') throw badRequest(`The refund is already ${pending.status}.`);
  const payment = store.payments.find(pending.payment_id);
  const arn = status === 'processed' ? newId('rfnd').slice(-12).toUpperCase() : null;
  const settled = store.refunds.put({ ...pending, status, arn });
  const returned = status === 'failed' ? pending.amount : 0;
  const after = store.payments.put({ ...payment, amount_refunded: payment.amount_refunded - returned });
  publish([refundEvent(status, settled, after)]);
  return settled;
};
