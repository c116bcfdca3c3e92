import { z } from 'zod';
import type { DisputeEvent, Money, PaymentEvent, RefundEvent, SubscriptionEvent } from '../provider.ts';

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

export const Payment = z.object({
  id: ProviderId,
  amount: paise,
  currency,
  status: word,
  invoice_id: maybeId,
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

export const Dispute = z.object({
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

const toMs = (unixSeconds: number): number => unixSeconds * 1000;

export const moneyOf = (entity: { amount: number; currency: string }): Money => ({
  amountInPaise: entity.amount,
  currency: entity.currency.toUpperCase(),
});

const FINAL_STATUSES = new Set(['cancelled', 'completed', 'expired']);
const RENEWING_STATUSES = new Set(['authenticated', 'active', 'pending']);

export const subscriptionEvent = (entity: Subscription, at: number): SubscriptionEvent => {
  const attemptId = entity.notes['attempt_id'];
  return {
    kind: 'subscription',
    ref: entity.id,
    status: entity.status,
    isOver: FINAL_STATUSES.has(entity.status),
    willRenew: RENEWING_STATUSES.has(entity.status) && entity.paid_count < entity.total_count && entity.paid_count > 0,
    at,
    ...(entity.current_end ? { periodEnd: toMs(entity.current_end) } : {}),
    ...(typeof attemptId === 'string' && /^\w{1,64}$/.test(attemptId) ? { attemptId } : {}),
  };
};

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

export interface PaymentContext {
  subscriptionRef?: string | null | undefined;
  /** Unix seconds. */
  paidAt?: number | null | undefined;
  /** Unix seconds. */
  periodEnd?: number | null | undefined;
}

export const paymentEvent = (entity: Payment, { subscriptionRef, paidAt, periodEnd }: PaymentContext): PaymentEvent => {
  const masked = maskedMethod(entity);
  const failure = entity.error_description ?? entity.error_code;
  return {
    kind: 'payment',
    id: entity.id,
    status: PAYMENT_STATUS[entity.status] ?? 'created',
    money: moneyOf(entity),
    initiatedAt: toMs(entity.created_at),
    isConfirmed: true,
    ...(subscriptionRef ? { subscriptionRef } : {}),
    ...(entity.invoice_id ? { invoiceRef: entity.invoice_id } : {}),
    ...(entity.method ? { method: entity.method } : {}),
    ...(masked === undefined ? {} : { masked }),
    ...(paidAt ? { paidAt: toMs(paidAt) } : {}),
    ...(periodEnd ? { periodEnd: toMs(periodEnd) } : {}),
    ...(failure ? { failure } : {}),
  };
};

const refundStatus = (status: string): RefundEvent['status'] =>
  status === 'processed' || status === 'failed' ? status : 'pending';

/** The note under which a refund carries our own key, so that its webhook finds the request that caused it. */
export const KEY_NOTE = 'request_key';

export const refundEvent = (entity: z.output<typeof Refund>): RefundEvent => {
  const key = entity.notes[KEY_NOTE];
  const bankReference = entity.acquirer_data?.arn ?? entity.acquirer_data?.rrn;
  return {
    kind: 'refund',
    id: entity.id,
    paymentId: entity.payment_id,
    money: moneyOf(entity),
    status: refundStatus(entity.status),
    at: toMs(entity.created_at),
    ...(typeof key === 'string' && /^[\w-]{1,128}$/.test(key) ? { idempotencyKey: key } : {}),
    ...(bankReference ? { bankReference } : {}),
  };
};

export const disputeEvent = (entity: z.output<typeof Dispute>): DisputeEvent => ({
  kind: 'dispute',
  id: entity.id,
  paymentId: entity.payment_id,
  money: moneyOf(entity),
  phase: entity.phase,
  status: entity.status,
  ...(entity.respond_by ? { respondBy: toMs(entity.respond_by) } : {}),
});
