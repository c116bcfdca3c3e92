import { z } from 'zod';
import type { ProviderEvent } from '../provider.ts';
import {
  Dispute,
  disputeEvent,
  Invoice,
  Payment,
  paymentEvent,
  Refund,
  refundEvent,
  Subscription,
  subscriptionEvent,
} from './entities.ts';

const Envelope = z.object({
  event: z.string().max(100),
  created_at: z.number().int().nullish().catch(null),
  payload: z.record(z.string(), z.unknown()).catch({}),
});

const KNOWN = /^(subscription|payment|refund)\.|^invoice\.paid$/;
const MEANS_CAPTURE = new Set(['payment.captured', 'subscription.charged', 'subscription.activated']);

const Wrapped = z.object({ entity: z.unknown() });

const entityOf = <T>(payload: Record<string, unknown>, name: string, schema: z.ZodType<T>): T | undefined => {
  const wrapped = Wrapped.safeParse(payload[name]);
  const entity = wrapped.success ? schema.safeParse(wrapped.data.entity) : undefined;
  return entity?.success ? entity.data : undefined;
};

/** Empty for a webhook of an unknown type, and for one that cannot be read. */
export const readWebhook = (body: unknown, now: number): { type: string; events: ProviderEvent[] } => {
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return { type: 'unreadable', events: [] };
  const { event: type, payload } = envelope.data;
  if (!KNOWN.test(type)) return { type, events: [] };

  // Some webhooks carry their time inside the payload.
  const inner = z.number().int().safeParse(payload['created_at']);
  const at = envelope.data.created_at ?? (inner.success ? inner.data : undefined);
  const events: ProviderEvent[] = [];
  const subscription = entityOf(payload, 'subscription', Subscription);
  if (subscription) events.push(subscriptionEvent(subscription, at === undefined ? now : at * 1000));
  const payment = entityOf(payload, 'payment', Payment);
  const invoice = entityOf(payload, 'invoice', Invoice);
  if (payment)
    events.push(
      paymentEvent(payment, {
        subscriptionRef: subscription?.id ?? invoice?.subscription_id,
        paidAt: invoice?.paid_at ?? (MEANS_CAPTURE.has(type) ? at : undefined),
        periodEnd: invoice?.billing_end ?? subscription?.current_end,
      }),
    );
  const refund = entityOf(payload, 'refund', Refund);
  if (refund) events.push(refundEvent(refund));
  const dispute = entityOf(payload, 'dispute', Dispute);
  if (dispute) events.push(disputeEvent(dispute));
  return { type, events };
};
