import { createHmac } from 'node:crypto';
import { newId } from '#server/ids.ts';
import { JUNE_MORNING_MS } from '../fake-clock.ts';
import type { OpenBilling } from './open-billing.ts';

/** The header with which Razorpay signs a webhook. */
export const signatureOf = (body: string, secret: string): { 'x-razorpay-signature': string } => ({
  'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
});

/** Posts a webhook with a valid signature and a new event id, unless `headers` has others. */
export const postWebhook = async (
  { origin, sandbox }: Pick<OpenBilling, 'origin' | 'sandbox'>,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${origin}/api/v1/payments/webhook`, {
    method: 'POST',
    body,
    headers: {
      ...signatureOf(body, sandbox.current()?.webhookSecret ?? ''),
      'x-razorpay-event-id': newId(),
      ...headers,
    },
  });
  return { status: response.status, body: await response.json() };
};

/** The webhook of a subscription's first charge. `over` changes its payment. */
export const chargedWebhook = (subscriptionId: string, over: object = {}): string => {
  const payment = {
    id: 'pay_00000000000009',
    amount: 49_900,
    currency: 'INR',
    status: 'captured',
    created_at: JUNE_MORNING_MS / 1000,
    ...over,
  };
  const subscription = { id: subscriptionId, status: 'active', total_count: 1, paid_count: 1, notes: [] };
  return JSON.stringify({
    event: 'subscription.charged',
    payload: { subscription: { entity: subscription }, payment: { entity: payment } },
    created_at: JUNE_MORNING_MS / 1000,
  });
};
