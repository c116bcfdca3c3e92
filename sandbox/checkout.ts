import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { charge } from './charging.ts';
import { liveKeys } from './context.ts';
import type { Context } from './context.ts';
import { badRequest, idDoesNotExist } from './errors.ts';
import { read } from './input.ts';
import { attemptByButton, attemptByCard, attemptByUpi } from './instruments.ts';
import type { Attempt } from './instruments.ts';
import type { Payer, Payment, PaymentError, Subscription } from './records.ts';
import { signCheckout } from './signatures.ts';
import { amountOf, findSubscription } from './subscriptions.ts';

export interface CheckoutSuccess {
  razorpay_payment_id: string;
  razorpay_subscription_id: string;
  razorpay_signature: string;
}
export interface CheckoutFailure {
  error: PaymentError & { metadata: { payment_id: string; order_id: string } };
}

const unusable = 'Oops! Something went wrong. Payment failed.';
const notAtThisStage = 'Customer payment is not allowed for the Subscription at this stage.';

/** Why a subscription takes no payment now, in the provider's words; undefined when it takes one. */
export const refusal = (subscription: Subscription): string | undefined => {
  if (['created', 'pending', 'halted'].includes(subscription.status)) return undefined;
  const ended = subscription.status === 'cancelled' || subscription.status === 'expired';
  return ended ? unusable : notAtThisStage;
};

/** One try to pay in the window. Only a success carries the signed triple. */
export const payInWindow = (
  context: Context,
  subscription: Subscription,
  attempt: Attempt,
  how: { payer: Payer; keySecret: string },
): CheckoutSuccess | CheckoutFailure => {
  const refused = refusal(subscription);
  if (refused !== undefined) throw badRequest(refused);
  const at = context.nowSeconds();
  const { payment } = charge(context, subscription, { ...attempt, payer: how.payer, at });
  return payment.error === null
    ? signedTriple(payment, how.keySecret)
    : {
        error: {
          ...payment.error,
          metadata: { payment_id: payment.id, order_id: payment.order_id },
        },
      };
};

export const signedTriple = (payment: Payment, keySecret: string): CheckoutSuccess => ({
  razorpay_payment_id: payment.id,
  razorpay_subscription_id: payment.subscription_id,
  razorpay_signature: signCheckout(keySecret, payment.id, payment.subscription_id),
});

const shortText = z.string().max(256).default('');
const subscriptionQuery = z.strictObject({
  key_id: z.string().max(64),
  subscription_id: z.string().max(64),
});
const payBody = z.strictObject({
  ...subscriptionQuery.shape,
  name: shortText,
  email: shortText,
  contact: shortText,
  by: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('button'), outcome: z.enum(['success', 'failure']) }),
    z.strictObject({ kind: z.literal('card'), number: z.string().max(32) }),
    z.strictObject({ kind: z.literal('upi'), vpa: z.string().max(64) }),
  ]),
});

const attemptOf = (by: z.infer<typeof payBody>['by']): Attempt => {
  if (by.kind === 'button') return attemptByButton(by.outcome);
  return by.kind === 'card' ? attemptByCard(by.number) : attemptByUpi(by.vpa);
};

const secretOf = (context: Context, keyId: string): string => {
  const key = liveKeys(context).find((live) => live.id === keyId);
  if (key === undefined) throw idDoesNotExist();
  return key.secret;
};

const frameHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
};

const files = [
  { path: '/checkout.js', file: 'checkout.js', type: 'text/javascript; charset=utf-8' },
  { path: '/checkout/frame', file: 'frame.html', type: 'text/html; charset=utf-8' },
  { path: '/checkout/frame.js', file: 'frame.js', type: 'text/javascript; charset=utf-8' },
  { path: '/checkout/frame.css', file: 'frame.css', type: 'text/css; charset=utf-8' },
  { path: '/checkout/look.css', file: '../look.css', type: 'text/css; charset=utf-8' },
];

/** What the buyer's browser talks to: the script, the window inside its frame, and the two calls the window makes. */
export const checkoutRoutes = async (app: FastifyInstance, context: Context): Promise<void> => {
  for (const { path, file, type } of files) {
    const content = await readFile(new URL(`./window/${file}`, import.meta.url));
    app.get(path, (_request, reply) =>
      reply.headers({ ...frameHeaders, 'cache-control': 'no-cache', 'content-type': type }).send(content),
    );
  }
  app.get('/checkout/subscription', (request, reply) => {
    const asked = read(subscriptionQuery, request.query);
    secretOf(context, asked.key_id);
    const subscription = findSubscription(context, asked.subscription_id);
    reply.header('cache-control', 'no-store');
    return { ...amountOf(context, subscription), refusal: refusal(subscription) ?? null };
  });
  app.post('/checkout/pay', (request) => {
    const asked = read(payBody, request.body);
    const keySecret = secretOf(context, asked.key_id);
    const subscription = findSubscription(context, asked.subscription_id);
    const payer = { name: asked.name, email: asked.email, contact: asked.contact };
    return payInWindow(context, subscription, attemptOf(asked.by), { payer, keySecret });
  });
};
