import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { amountOf, charge } from './charging.ts';
import { validKeys, type Context } from './context.ts';
import { badRequest, idDoesNotExist } from './errors.ts';
import { id, read } from './input.ts';
import type { Payer, Payment, Subscription } from './records.ts';
import { signCheckout } from './signatures.ts';
import { findSubscription } from './subscriptions.ts';
import { attemptByButton, attemptByCard, attemptByUpi, type Attempt } from './test-cards.ts';

/** Why a subscription accepts no payment now, in the provider's words; undefined when it accepts one. */
export const refusal = ({ status }: Subscription): string | undefined => {
  if (['created', 'pending', 'halted'].includes(status)) return undefined;
  return status === 'cancelled' || status === 'expired'
    ? 'Oops! Something went wrong. Payment failed.'
    : 'Customer payment is not allowed for the Subscription at this stage.';
};

/** One attempt to pay in the checkout window. Only a success returns the signed ids. */
export const payInWindow = (
  context: Context,
  subscription: Subscription,
  attempt: Attempt,
  { payer, keySecret }: { payer: Payer; keySecret: string },
) => {
  const refused = refusal(subscription);
  if (refused !== undefined) throw badRequest(refused);
  const { payment } = charge(context, subscription, { ...attempt, payer, at: context.nowSeconds() });
  if (payment.error === null) return signedIds(payment, keySecret);
  return { error: { ...payment.error, metadata: { payment_id: payment.id, order_id: payment.order_id } } };
};

/** What checkout.js passes to the page after a successful payment. */
export const signedIds = (payment: Payment, keySecret: string) => ({
  razorpay_payment_id: payment.id,
  razorpay_subscription_id: payment.subscription_id,
  razorpay_signature: signCheckout(keySecret, payment.id, payment.subscription_id),
});

const shortText = z.string().max(256).default('');
const subscriptionQuery = z.strictObject({ key_id: id, subscription_id: id });
const payBody = z.strictObject({
  ...subscriptionQuery.shape,
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
  app.get('/checkout/subscription', (request, reply) => {
    const asked = read(subscriptionQuery, request.query);
    secretOf(context, asked.key_id);
    const subscription = findSubscription(context, asked.subscription_id);
    reply.header('cache-control', 'no-store');
    return { ...amountOf(context, subscription), refusal: refusal(subscription) ?? null };
  });
  app.post('/checkout/pay', (request) => {
    const { key_id: keyId, subscription_id: subscriptionId, method, ...payer } = read(payBody, request.body);
    const keySecret = secretOf(context, keyId);
    return payInWindow(context, findSubscription(context, subscriptionId), attemptOf(method), { payer, keySecret });
  });
};
