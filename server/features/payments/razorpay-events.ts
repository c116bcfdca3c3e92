import { z } from 'zod';
import type { Fact } from './provider.ts';
import {
  Dispute,
  disputeFact,
  Invoice,
  Payment,
  paymentFact,
  Refund,
  refundFact,
  Subscription,
  subscriptionFact,
} from './razorpay-shapes.ts';

const Envelope = z.object({
  event: z.string().max(100),
  created_at: z.number().int().nullish().catch(null),
  payload: z.record(z.string(), z.unknown()).catch({}),
});

const KNOWN = /^(subscription|payment|refund)\.|^invoice\.paid$/;
const TELLS_OF_CAPTURE = new Set(['payment.captured', 'subscription.charged', 'subscription.activated']);

const Wrapped = z.object({ entity: z.unknown() });

const entityOf = <T>(payload: Record<string, unknown>, name: string, schema: z.ZodType<T>): T | undefined => {
  const wrapped = Wrapped.safeParse(payload[name]);
  const entity = wrapped.success ? schema.safeParse(wrapped.data.entity) : undefined;
  return entity?.success ? entity.data : undefined;
};

/** The facts in a webhook's body. An event of a kind that is not known, or that cannot be read, has none. */
export const readEvent = (body: unknown, now: number): { type: string; facts: Fact[] } => {
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return { type: 'unreadable', facts: [] };
  const { event: type, payload } = envelope.data;
  if (!KNOWN.test(type)) return { type, facts: [] };

  // Some events carry their time inside the payload.
  const inner = z.number().int().safeParse(payload['created_at']);
  const at = envelope.data.created_at ?? (inner.success ? inner.data : undefined);
  const facts: Fact[] = [];
  const subscription = entityOf(payload, 'subscription', Subscription);
  if (subscription) facts.push(subscriptionFact(subscription, at === undefined ? now : at * 1000));
  const payment = entityOf(payload, 'payment', Payment);
  const invoice = entityOf(payload, 'invoice', Invoice);
  if (payment)
    facts.push(
      paymentFact(payment, {
        subscriptionRef: subscription?.id ?? invoice?.subscription_id,
        paidAt: invoice?.paid_at ?? (TELLS_OF_CAPTURE.has(type) ? at : undefined),
        periodEnd: invoice?.billing_end ?? subscription?.current_end,
      }),
    );
  const refund = entityOf(payload, 'refund', Refund);
  if (refund) facts.push(refundFact(refund));
  const dispute = entityOf(payload, 'dispute', Dispute);
  if (dispute) facts.push(disputeFact(dispute));
  return { type, facts };
};
