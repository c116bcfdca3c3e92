import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { captureLate } from './charging.ts';
import { payInWindow, refusal, signedTriple } from './checkout.ts';
import { defaultSwitches, liveKeys } from './context.ts';
import type { Context } from './context.ts';
import { openDispute, settleDispute } from './disputes.ts';
import { disputeView, refundView, subscriptionView } from './entities.ts';
import { badRequest } from './errors.ts';
import { newKeyId, newSecret } from './ids.ts';
import { paise, read } from './input.ts';
import { attemptByButton } from './instruments.ts';
import { findPayment } from './payments.ts';
import { findRefund, settleRefund } from './refunds.ts';
import { cancel, findSubscription, renew } from './subscriptions.ts';

const id = z.string().max(64);
const outcome = z.enum(['success', 'failure']);

const payBody = z.strictObject({ subscription_id: id, outcome });
const subscriptionBody = z.strictObject({ subscription_id: id });
const lateBody = z.strictObject({ payment_id: id });
const openBody = z.strictObject({
  payment_id: id,
  phase: z.enum(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']).default('chargeback'),
  amount: paise.min(1).optional(),
});
const disputeBody = z.strictObject({
  dispute_id: id,
  status: z.enum(['under_review', 'won', 'lost', 'closed']),
});
const refundBody = z.strictObject({ refund_id: id, status: z.enum(['processed', 'failed']) });
const rotateBody = z.strictObject({
  which: z.enum(['key', 'webhook']),
  old_key_lives_seconds: z.int().min(0).max(86_400).default(86_400),
});

const testPayer = { name: '', email: 'void@razorpay.com', contact: '+919999999999' };

/** What buyers, banks and the account's owner do, at once and without sign-in. */
export const controlRoutes = (app: FastifyInstance, context: Context): void => {
  app.post('/pay', (request) => {
    const asked = read(payBody, request.body);
    return payInWindow(context, findSubscription(context, asked.subscription_id), attemptByButton(asked.outcome), {
      payer: testPayer,
      keySecret: currentSecret(context),
    });
  });
  app.post('/charge', (request) => {
    const asked = read(payBody, request.body);
    return subscriptionView(chargeNow(context, asked.subscription_id, asked.outcome));
  });
  app.post('/late-capture', (request) => lateCapture(context, read(lateBody, request.body).payment_id));
  app.post('/mandate/cancel', (request) => {
    const { subscription_id: subscriptionId } = read(subscriptionBody, request.body);
    const subscription = findSubscription(context, subscriptionId);
    return subscriptionView(cancel(context, subscription, { by: 'customer' }));
  });
  app.post('/disputes', (request) => {
    const { payment_id: paymentId, ...asked } = read(openBody, request.body);
    return disputeView(openDispute(context, { paymentId, ...asked }));
  });
  app.post('/disputes/settle', (request) => {
    const asked = read(disputeBody, request.body);
    return disputeView(settleDispute(context, asked.dispute_id, asked.status));
  });
  app.post('/refunds/settle', (request) => {
    const asked = read(refundBody, request.body);
    return refundView(settleRefund(context, findRefund(context, asked.refund_id), asked.status));
  });
  app.post('/rotate', (request) => {
    const asked = read(rotateBody, request.body);
    if (asked.which === 'key') rotateKey(context, asked.old_key_lives_seconds);
    else rotateWebhookSecret(context);
    return { key_ids: liveKeys(context).map((key) => key.id) };
  });
  app.post('/reset', () => {
    const { clock_offset_seconds: offset } = context.switches();
    context.flip({ ...defaultSwitches, clock_offset_seconds: offset });
    return context.switches();
  });
};

const currentSecret = (context: Context): string => {
  const [current] = context.settings().keys;
  if (current === undefined) throw new Error('the test payments have no key');
  return current.secret;
};

// The Dashboard's "Charge this now": the next cycle's money, before its day.
const chargeNow = (context: Context, subscriptionId: string, forced: 'success' | 'failure') => {
  const subscription = findSubscription(context, subscriptionId);
  const running = ['active', 'pending', 'halted'].includes(subscription.status);
  if (!running || subscription.paid_count >= subscription.total_count) {
    throw badRequest(`Subscription cannot be charged in ${subscription.status} status.`);
  }
  return renew(context, subscription, context.nowSeconds(), forced);
};

const lateCapture = (context: Context, paymentId: string) => {
  const payment = findPayment(context, paymentId);
  if (payment.status === 'captured') throw badRequest('This payment has already been captured');
  const subscription = findSubscription(context, payment.subscription_id);
  const refused = refusal(subscription);
  if (refused !== undefined) throw badRequest(refused);
  const captured = captureLate(context, subscription, payment);
  return signedTriple(captured.payment, currentSecret(context));
};

const rotateKey = (context: Context, oldLivesSeconds: number): void => {
  const settings = context.settings();
  const [current, ...older] = settings.keys;
  if (current === undefined) return;
  const diesAt = context.nowSeconds() + oldLivesSeconds;
  const alive = older.filter((key) => key.dies_at !== null && key.dies_at > context.nowSeconds());
  context.store.put('settings', {
    ...settings,
    keys: [{ id: newKeyId(), secret: newSecret(), dies_at: null }, { ...current, dies_at: diesAt }, ...alive],
  });
};

const rotateWebhookSecret = (context: Context): void => {
  const settings = context.settings();
  context.store.put('settings', {
    ...settings,
    webhook_secrets: [newSecret(), ...settings.webhook_secrets].slice(0, 2),
  });
};
