import { z } from 'zod';
import type { DisputeFact, Money, PaymentFact, RefundFact, SubscriptionFact } from './provider.ts';

// What the provider sends, read leniently: fields come and go, and statuses may be ones that nobody has seen.

export const ProviderId = z.string().regex(/^\w{3,64}$/);
const maybeId = ProviderId.nullish().catch(null);
const seconds = z.number().int().nonnegative();
const maybeSeconds = seconds.nullish().catch(null);
const paise = z.coerce.number().int().nonnegative();
const currency = z.string().regex(/^[A-Za-z]{3}$/);
const word = z.string().max(64);
const maybeText = z.string().max(500).nullish().catch(null);
/** An object, or an empty list when there are none. */
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

/** Items that cannot be read are left out rather than hiding the others. */
export const listOf = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) =>
    items.flatMap((one): z.output<S>[] => {
      const parsed = item.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    }),
  );

const toMs = (unixSeconds: number): number => unixSeconds * 1000;

const money = (entity: { amount: number; currency: string }): Money => ({
  amountInPaise: entity.amount,
  currency: entity.currency.toUpperCase(),
});

const OVER = new Set(['cancelled', 'completed', 'expired']);
const RENEWING = new Set(['authenticated', 'active', 'pending']);

export const subscriptionFact = (entity: Subscription, at: number): SubscriptionFact => {
  const attemptId = entity.notes['attempt_id'];
  return {
    t: 'subscription',
    ref: entity.id,
    status: entity.status,
    isOver: OVER.has(entity.status),
    willRenew: RENEWING.has(entity.status) && entity.paid_count < entity.total_count && entity.paid_count > 0,
    at,
    ...(entity.current_end ? { periodEnd: toMs(entity.current_end) } : {}),
    ...(typeof attemptId === 'string' && /^\w{1,64}$/.test(attemptId) ? { attemptId } : {}),
  };
};

/** `refunded` is what some answers call a captured payment whose money went back. */
const PAYMENT_STATUS: Record<string, PaymentFact['status']> = {
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

export const paymentFact = (entity: Payment, { subscriptionRef, paidAt, periodEnd }: PaymentContext): PaymentFact => {
  const masked = maskedMethod(entity);
  const failure = entity.error_description ?? entity.error_code;
  return {
    t: 'payment',
    id: entity.id,
    status: PAYMENT_STATUS[entity.status] ?? 'created',
    money: money(entity),
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

const refundStatus = (status: string): RefundFact['status'] =>
  status === 'processed' || status === 'failed' ? status : 'pending';

/** The note under which a refund carries our own key, so that its webhook finds the request that caused it. */
export const KEY_NOTE = 'request_key';

export const refundFact = (entity: z.output<typeof Refund>): RefundFact => {
  const key = entity.notes[KEY_NOTE];
  const bankReference = entity.acquirer_data?.arn ?? entity.acquirer_data?.rrn;
  return {
    t: 'refund',
    id: entity.id,
    paymentId: entity.payment_id,
    money: money(entity),
    status: refundStatus(entity.status),
    at: toMs(entity.created_at),
    ...(typeof key === 'string' && /^[\w-]{1,128}$/.test(key) ? { idempotencyKey: key } : {}),
    ...(bankReference ? { bankReference } : {}),
  };
};

export const disputeFact = (entity: z.output<typeof Dispute>): DisputeFact => ({
  t: 'dispute',
  id: entity.id,
  paymentId: entity.payment_id,
  money: money(entity),
  phase: entity.phase,
  status: entity.status,
  ...(entity.respond_by ? { respondBy: toMs(entity.respond_by) } : {}),
});
