import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from './context.ts';
import { refundView } from './entities.ts';
import { badRequest, conflict, idDoesNotExist } from './errors.ts';
import { refundEvent } from './events.ts';
import { newId } from './ids.ts';
import { daySeconds } from './india-time.ts';
import { collection, idParam, notesInput, page, paise, read } from './input.ts';
import { findPayment } from './payments.ts';
import type { Payment, Refund } from './records.ts';

const createBody = z.strictObject({
  amount: paise.optional(),
  speed: z.enum(['normal', 'optimum']).default('normal'),
  notes: notesInput,
  receipt: z.string().max(40).nullable().default(null),
});
type Asked = z.infer<typeof createBody>;

const listQuery = z.strictObject(page);
const keyForm = /^[A-Za-z0-9_-]{10,255}$/;
const refundableSeconds = 183 * daySeconds;
const leastAmount = 100;

export const refundRoutes = (rest: FastifyInstance, context: Context): void => {
  rest.post('/payments/:id/refund', (request) => {
    const payment = findPayment(context, read(idParam, request.params).id);
    const asked = read(createBody, request.body);
    const key = request.headers['x-refund-idempotency'];
    return refundView(
      key === undefined ? refund(context, payment, asked) : refundOnce(context, payment, asked, String(key)),
    );
  });
  rest.get('/payments/:id/refunds', (request) => {
    const payment = findPayment(context, read(idParam, request.params).id);
    return collection(
      context.store.childrenOf('refund', payment.id),
      read(listQuery, request.query),
      (one) => one.created_at,
      refundView,
    );
  });
  rest.get('/refunds/:id', (request) => refundView(findRefund(context, read(idParam, request.params).id)));
};

export const findRefund = (context: Context, id: string): Refund => {
  const found = context.store.get('refund', id);
  if (found === undefined) throw idDoesNotExist();
  return found;
};

const refundOnce = (context: Context, payment: Payment, asked: Asked, key: string): Refund => {
  if (!keyForm.test(key)) {
    throw badRequest('The X-Refund-Idempotency header must have at least 10 letters, digits, hyphens or underscores.');
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([payment.id, asked.amount, asked.speed, asked.receipt, sorted(asked.notes)]))
    .digest('hex');
  const seen = context.store.get('refundKey', key);
  if (seen === undefined) {
    return context.store.change(() => {
      const made = refund(context, payment, asked);
      context.store.put('refundKey', { id: key, fingerprint, refund_id: made.id });
      return made;
    });
  }
  if (seen.fingerprint === fingerprint) return findRefund(context, seen.refund_id);
  throw conflict('Different request with the same idempotency key has already been processed.');
};

const sorted = (notes: Record<string, string>): [string, string][] =>
  Object.entries(notes).toSorted(([a], [b]) => (a < b ? -1 : 1));

const refund = (context: Context, payment: Payment, asked: Asked): Refund =>
  context.store.change(() => {
    const made: Refund = {
      id: newId('rfnd'),
      payment_id: payment.id,
      amount: amountToRefund(context, payment, asked.amount),
      currency: payment.currency,
      notes: asked.notes,
      receipt: asked.receipt,
      arn: null,
      status: 'pending',
      speed: asked.speed,
      created_at: context.nowSeconds(),
    };
    const mode = context.switches().refunds;
    // The provider usually calls a refund processed at once, long before the bank has a reference for it.
    const first: Refund = mode === 'processed' ? { ...made, status: 'processed' } : made;
    const reduced = { ...payment, amount_refunded: payment.amount_refunded + made.amount };
    context.store.put('refund', first);
    context.store.put('payment', reduced);
    context.publish([refundEvent('created', first, reduced)]);
    if (mode === 'processed') context.publish([refundEvent('processed', first, reduced)]);
    if (mode === 'failed') settleRefund(context, first, 'failed');
    return first;
  });

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
  if (amount < leastAmount) throw badRequest('The amount must be at least INR 1.00', 'amount');
  if (amount > left) {
    throw badRequest('The total refund amount is greater than the refund payment amount', 'amount');
  }
  return amount;
};

/** Ends a pending refund. A failed one gives its amount back to the payment, so that it can be tried again. */
export const settleRefund = (context: Context, pending: Refund, status: 'processed' | 'failed'): Refund =>
  context.store.change(() => {
    if (pending.status !== 'pending') throw badRequest(`The refund is already ${pending.status}.`);
    const payment = findPayment(context, pending.payment_id);
    const arn = status === 'processed' ? newId('rfnd').slice(-12).toUpperCase() : null;
    const settled: Refund = { ...pending, status, arn };
    const owed = status === 'failed' ? pending.amount : 0;
    const after = { ...payment, amount_refunded: payment.amount_refunded - owed };
    context.store.put('refund', settled);
    context.store.put('payment', after);
    context.publish([refundEvent(status, settled, after)]);
    return settled;
  });
