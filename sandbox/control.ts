import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findPurchase, payInWindow, signedIds } from './checkout.ts';
import { currentKey, defaultSwitches, setWebhookSecret, validKeys, type Context } from './context.ts';
import { openDispute, settleDispute } from './disputes.ts';
import { disputeView, refundView, subscriptionView } from './entities.ts';
import { badRequest } from './errors.ts';
import { newKeyId, newSecret } from './ids.ts';
import { id, paise, read } from './input.ts';
import { disputePhases } from './records.ts';
import { settleRefund } from './refunds.ts';
import { cancel, findSubscription, isRunning, renew } from './subscriptions.ts';
import { attemptByButton } from './test-cards.ts';

const chargeBody = z.strictObject({ subscription_id: id, outcome: z.enum(['success', 'failure']) });
const payBody = chargeBody.extend({ subscription_id: id.optional(), order_id: id.optional() });
const subscriptionBody = z.strictObject({ subscription_id: id });
const paymentBody = z.strictObject({ payment_id: id });
const disputeBody = z.strictObject({
  payment_id: id,
  phase: z.enum(disputePhases).default('chargeback'),
  amount: paise.min(1).optional(),
});
const settleDisputeBody = z.strictObject({
  dispute_id: id,
  status: z.enum(['under_review', 'won', 'lost', 'closed']),
});
const settleRefundBody = z.strictObject({ refund_id: id, status: z.enum(['processed', 'failed']) });
const rotateBody = z.strictObject({
  which: z.enum(['key', 'webhook']),
  old_key_lives_seconds: z.int().min(0).max(86_400).default(86_400),
});

const testPayer = { name: '', email: 'void@razorpay.com', contact: '+919999999999' };

/** What buyers, banks and the owner of the account do. */
export const controlRoutes = (app: FastifyInstance, context: Context): void => {
  const { store } = context;
  app.post('/pay', (request) => {
    const asked = read(payBody, request.body);
    const purchase = findPurchase(context, asked);
    return payInWindow(context, purchase, attemptByButton(asked.outcome), {
      payer: testPayer,
      keySecret: currentKey(store).secret,
    });
  });
  app.post('/charge', (request) => subscriptionView(chargeNow(context, read(chargeBody, request.body))));
  app.post('/late-capture', (request) => lateCapture(context, read(paymentBody, request.body).payment_id));
  app.post('/mandate/cancel', (request) => {
    const { subscription_id: subscriptionId } = read(subscriptionBody, request.body);
    return subscriptionView(cancel(context, findSubscription(context, subscriptionId), { initiator: 'customer' }));
  });
  app.post('/disputes', (request) => {
    const { payment_id: paymentId, ...asked } = read(disputeBody, request.body);
    return disputeView(openDispute(context, { paymentId, ...asked }));
  });
  app.post('/disputes/settle', (request) => {
    const asked = read(settleDisputeBody, request.body);
    return disputeView(settleDispute(context, store.disputes.find(asked.dispute_id), asked.status));
  });
  app.post('/refunds/settle', (request) => {
    const asked = read(settleRefundBody, request.body);
    return refundView(settleRefund(context, store.refunds.find(asked.refund_id), asked.status));
  });
  app.post('/rotate', (request) => {
    const asked = read(rotateBody, request.body);
    if (asked.which === 'key') rotateKey(context, asked.old_key_lives_seconds);
    else setWebhookSecret(store, newSecret());
    return { key_ids: validKeys(context).map((key) => key.id) };
  });
  app.post('/reset', () => {
    const { clock_offset_seconds: offset } = context.switches();
    context.setSwitches({ ...defaultSwitches, clock_offset_seconds: offset });
    return context.switches();
  });
};

// Razorpay's "Charge this now": charges the next cycle before its day.
const chargeNow = (context: Context, asked: z.infer<typeof chargeBody>) => {
  const subscription = findSubscription(context, asked.subscription_id);
  if (!isRunning(subscription) || subscription.paid_count >= subscription.total_count) {
    throw badRequest(`Subscription cannot be charged in ${subscription.status} status.`);
  }
  return renew(context, subscription, context.nowSeconds(), asked.outcome);
};

const lateCapture = (context: Context, paymentId: string) => {
  const payment = context.store.payments.find(paymentId);
  if (payment.status === 'captured') throw badRequest('This payment has already been captured');
  const purchase = findPurchase(context, payment);
  if (purchase.refusal !== undefined) throw badRequest(purchase.refusal);
  return signedIds(purchase.captureLate(payment), currentKey(context.store).secret);
};

const maxKeys = 10;

const rotateKey = (context: Context, oldLivesSeconds: number): void => {
  const [current, ...older] = validKeys(context);
  if (current === undefined) return;
  const old = { ...current, dies_at: context.nowSeconds() + oldLivesSeconds };
  const keys = [{ id: newKeyId(), secret: newSecret(), dies_at: null }, old, ...older];
  context.store.changeSettings({ keys: keys.slice(0, maxKeys) });
};
