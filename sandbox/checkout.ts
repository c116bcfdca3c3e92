import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { amountOf, captureLate, charge } from './charging.ts';
import { validKeys, type Context } from './context.ts';
import { badRequest, idDoesNotExist } from './errors.ts';
import { id, read } from './input.ts';
import { captureOrder, payOrder } from './orders.ts';
import type { Charge } from './payments.ts';
import type { Payer, Payment, Subscription } from './records.ts';
import { signCheckout } from './signatures.ts';
import { findSubscription } from './subscriptions.ts';
import { attemptByButton, attemptByCard, attemptByUpi, type Attempt } from './test-cards.ts';

/** Why a subscription accepts no payment now, in the provider's words; undefined when it accepts one. */
const refusalOf = ({ status }: Subscription): string | undefined => {
  if (['created', 'pending', 'halted'].includes(status)) return undefined;
  return status === 'cancelled' || status === 'expired'
    ? 'Oops! Something went wrong. Payment failed.'
    : 'Customer payment is not allowed for the Subscription at this stage.';
};

/** What a window takes money for: the next cycle of a subscription, or an order. */
export interface Purchase {
  amount: number;
  currency: string;
  /** Why it accepts no payment now, in the provider's words. */
  refusal: string | undefined;
  pay(charge: Charge): Payment;
  captureLate(failed: Payment): Payment;
}

interface PurchaseIds {
  subscription_id?: string | null | undefined;
  order_id?: string | undefined;
}

/** The subscription, or the order where there is none. */
export const findPurchase = (
  context: Context,
  { subscription_id: subscriptionId, order_id: orderId }: PurchaseIds,
): Purchase => {
  if (typeof subscriptionId !== 'string') {
    const order = context.store.orders.find(orderId ?? '');
    return {
      amount: order.amount,
      currency: order.currency,
      refusal: order.status === 'paid' ? 'Payment already done for this order.' : undefined,
      pay: (how) => payOrder(context, order, how),
      captureLate: (failed) => captureOrder(context, order, failed),
    };
  }
  const subscription = findSubscription(context, subscriptionId);
  return {
    ...amountOf(context, subscription),
    refusal: refusalOf(subscription),
    pay: (how) => charge(context, subscription, how).payment,
    captureLate: (failed) => captureLate(context, subscription, failed),
  };
};

/** One attempt to pay in the checkout window. Only a success returns the signed ids. */
export const payInWindow = (
  context: Context,
  { refusal, pay }: Purchase,
  attempt: Attempt,
  { payer, keySecret }: { payer: Payer; keySecret: string },
) => {
  if (refusal !== undefined) throw badRequest(refusal);
  const payment = pay({ ...attempt, payer, at: context.nowSeconds() });
  if (payment.error === null) return signedIds(payment, keySecret);
  return { error: { ...payment.error, metadata: { payment_id: payment.id, order_id: payment.order_id } } };
};

/** What checkout.js passes to the page after a successful payment. */
export const signedIds = (
  { id: paymentId, subscription_id: subscriptionId, order_id: orderId }: Payment,
  secret: string,
) =>
  subscriptionId === null
    ? {
        razorpay_payment_id: paymentId,
        razorpay_order_id: orderId,
        razorpay_signature: signCheckout(secret, orderId, paymentId),
      }
    : {
        razorpay_payment_id: paymentId,
        razorpay_subscription_id: subscriptionId,
        razorpay_signature: signCheckout(secret, paymentId, subscriptionId),
      };

const shortText = z.string().max(256).default('');
const purchaseQuery = z.strictObject({ key_id: id, subscription_id: id.optional(), order_id: id.optional() });
const payBody = z.strictObject({
  ...purchaseQuery.shape,
  name: shortText,
  email: shortText,
  contact: shortText,
  method: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('button'), outcome: z.enum(['success', 'failure']) }),
    z.strictObject({ kind: z.literal('card'), number: z.string().max(32) }),
    z.strictObject({ kind: z.literal('upi'), vpa: z.string().max(64) }),
  ]),
});

const attemptOf = (method: z.infer<typeof payBody>['method']): Attempt => {
  if (method.kind === 'button') return attemptByButton(method.outcome);
  return method.kind === 'card' ? attemptByCard(method.number) : attemptByUpi(method.vpa);
};

const secretOf = (context: Context, keyId: string): string => {
  const key = validKeys(context).find((one) => one.id === keyId);
  if (key === undefined) throw idDoesNotExist();
  return key.secret;
};

/** The two requests of the checkout window. */
export const checkoutRoutes = (app: FastifyInstance, context: Context): void => {
  app.get('/checkout/purchase', (request, reply) => {
    const asked = read(purchaseQuery, request.query);
    secretOf(context, asked.key_id);
    const { amount, currency, refusal } = findPurchase(context, asked);
    reply.header('cache-control', 'no-store');
    return { amount, currency, refusal: refusal ?? null };
  });
  app.post('/checkout/pay', (request) => {
    const { key_id: keyId, subscription_id, order_id, method, ...payer } = read(payBody, request.body);
    const keySecret = secretOf(context, keyId);
    return payInWindow(context, findPurchase(context, { subscription_id, order_id }), attemptOf(method), {
      payer,
      keySecret,
    });
  });
};
