import { z } from 'zod';
import type { DisputeEvent, Money, PaymentEvent, ProviderEvent, RefundEvent, SubscriptionEvent } from '../provider.ts';
import { failureReasonOf } from './failure-reasons.ts';

// Razorpay's entities, parsed leniently: fields come and go, and a status may be one that is not documented.

export const ProviderId = z.string().regex(/^\w{3,64}$/);
const maybeId = ProviderId.nullish().catch(null);
const seconds = z.number().int().nonnegative();
const maybeSeconds = seconds.nullish().catch(null);
const paise = z.coerce.number().int().nonnegative();
const currency = z.string().regex(/^[A-Za-z]{3}$/);
const word = z.string().max(64);
const maybeText = z.string().max(500).nullish().catch(null);
/** Razorpay sends an empty list instead of an empty object. */
const notes = z.record(z.string(), z.unknown()).catch({});

export const Subscription = z.object({
  id: ProviderId,
  status: word,
  current_end: maybeSeconds,
  total_count: z.coerce.number().int().catch(1),
  paid_count: z.coerce.number().int().catch(0),
  created_at: maybeSeconds,
  expire_by: maybeSeconds,
  notes,
});
export type Subscription = z.output<typeof Subscription>;

/** A price that is paid once. */
export const Order = z.object({ id: ProviderId, status: word, notes });
export type Order = z.output<typeof Order>;

export const Payment = z.object({
  id: ProviderId,
  amount: paise,
  currency,
  status: word,
  invoice_id: maybeId,
  order_id: maybeId,
  /** Includes the tax on it. */
  fee: paise.nullish().catch(null),
  method: maybeText,
  card: z
    .object({
      network: maybeText,
      last4: z
        .string()
        .regex(/^\d{4}$/)
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  amount_refunded: paise.nullish().catch(null),
  refund_status: maybeText,
  error_code: maybeText,
  error_description: maybeText,
  error_reason: maybeText,
  created_at: seconds,
});
export type Payment = z.output<typeof Payment>;

export const Refund = z.object({
  id: ProviderId,
  payment_id: ProviderId,
  amount: paise,
  currency: currency.catch('INR'),
  status: word,
  notes,
  acquirer_data: z.object({ arn: maybeText, rrn: maybeText }).nullish().catch(null),
  created_at: seconds,
});

export const Invoice = z.object({
  id: ProviderId,
  subscription_id: maybeId,
  payment_id: maybeId,
  billing_end: maybeSeconds,
  paid_at: maybeSeconds,
});
export type Invoice = z.output<typeof Invoice>;

const Dispute = z.object({
  id: ProviderId,
  payment_id: ProviderId,
  amount: paise,
  currency: currency.catch('INR'),
  phase: word,
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  respond_by: maybeSeconds,
});

export const Plan = z.object({
  id: z.string(),
  period: word,
  interval: z.coerce.number().int(),
  item: z.object({ amount: z.coerce.number().int(), currency: z.string().max(8) }),
});

/** An item that cannot be read is left out, so that it does not hide the others. */
export const listOf = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) =>
    items.flatMap((one): z.output<S>[] => {
      const parsed = item.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    }),
  );

/** Razorpay has 0 or null where there is no time. */
const toMs = (unixSeconds: number | null | undefined): number | undefined =>
  unixSeconds ? unixSeconds * 1000 : undefined;

export const moneyOf = (entity: { amount: number; currency: string }): Money => ({
  amountInPaise: entity.amount,
  currency: entity.currency.toUpperCase(),
});

const FINAL_STATUSES = new Set(['cancelled', 'completed', 'expired']);
const RENEWING_STATUSES = new Set(['authenticated', 'active', 'pending']);

const textIn = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

export const subscriptionEvent = (entity: Subscription, at: number): SubscriptionEvent => ({
  kind: 'subscription',
  ref: entity.id,
  status: entity.status,
  isOver: FINAL_STATUSES.has(entity.status),
  willRenew: RENEWING_STATUSES.has(entity.status) && entity.paid_count < entity.total_count && entity.paid_count > 0,
  at,
  periodEnd: toMs(entity.current_end),
  attemptId: textIn(entity.notes['attempt_id'], /^\w{1,64}$/),
});

/** To the ledger an order is a subscription of one charge; a try to pay that failed leaves it as it was. */
export const orderEvent = ({ id, status, notes: orderNotes }: Order, at: number): SubscriptionEvent => ({
  kind: 'subscription',
  ref: id,
  status: status === 'paid' ? 'completed' : 'created',
  isOver: status === 'paid',
  willRenew: false,
  at,
  attemptId: textIn(orderNotes['attempt_id'], /^\w{1,64}$/),
});

/** Some responses call a captured payment `refunded` after its refund. */
const PAYMENT_STATUS: Record<string, PaymentEvent['status']> = {
  created: 'created',
  failed: 'failed',
  authorized: 'authorized',
  captured: 'captured',
  refunded: 'captured',
};

const maskedMethod = ({ method, card }: Payment): string | undefined => {
  if (method === 'upi') return 'UPI';
  if (card?.last4) return `${card.network ?? 'Card'} ••••${card.last4}`;
  return method ?? undefined;
};

/** Facts about a payment in other entities; times in Unix seconds. */
export interface PaymentContext {
  subscriptionRef?: string | null | undefined;
  paidAt?: number | null | undefined;
  periodEnd?: number | null | undefined;
}

export const paymentEvent = (entity: Payment, context: PaymentContext): PaymentEvent => ({
  kind: 'payment',
  id: entity.id,
  // The invoices of a subscription have orders of their own, which say nothing here.
  subscriptionRef: context.subscriptionRef ?? (entity.invoice_id ? undefined : (entity.order_id ?? undefined)),
  invoiceRef: entity.invoice_id ?? undefined,
  status: PAYMENT_STATUS[entity.status] ?? 'created',
  money: moneyOf(entity),
  feeInPaise: entity.fee ?? undefined,
  method: entity.method ?? undefined,
  masked: maskedMethod(entity),
  initiatedAt: entity.created_at * 1000,
  paidAt: toMs(context.paidAt),
  periodEnd: toMs(context.periodEnd),
  failure: entity.error_description ?? entity.error_code ?? undefined,
  failureReason: failureReasonOf(entity.error_reason),
  isConfirmed: true,
});

/** The note under which a refund carries our own key, so that its webhook finds the request that caused it. */
export const KEY_NOTE = 'request_key';

export const refundEvent = (entity: z.output<typeof Refund>): RefundEvent => ({
  kind: 'refund',
  id: entity.id,
  paymentId: entity.payment_id,
  money: moneyOf(entity),
  status: entity.status === 'processed' || entity.status === 'failed' ? entity.status : 'pending',
  idempotencyKey: textIn(entity.notes[KEY_NOTE], /^[\w-]{1,128}$/),
  bankReference: entity.acquirer_data?.arn ?? entity.acquirer_data?.rrn ?? undefined,
  at: entity.created_at * 1000,
});

const disputeEvent = (entity: z.output<typeof Dispute>): DisputeEvent => ({
  kind: 'dispute',
  id: entity.id,
  paymentId: entity.payment_id,
  money: moneyOf(entity),
  phase: entity.phase,
  status: entity.status,
  respondBy: toMs(entity.respond_by),
});

const Envelope = z.object({
  event: z.string().max(100),
  created_at: z.number().int().nullish().catch(null),
  payload: z.record(z.string(), z.unknown()).catch({}),
});

const KNOWN = /^(subscription|payment|refund)\.|^(invoice|order)\.paid$/;
const MEANS_CAPTURE = new Set(['payment.captured', 'order.paid', 'subscription.charged', 'subscription.activated']);

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
  const order = type === 'order.paid' ? entityOf(payload, 'order', Order) : undefined;
  if (order) events.push(orderEvent(order, at === undefined ? now : at * 1000));
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
