import { z } from 'zod';

// What the state file contains. Fields are named as in the provider's JSON; times are Unix seconds and money is paise.
const text = z.string();
const count = z.int().min(0);
const at = z.int();
const notes = z.record(text, text);

export const periods = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Period = (typeof periods)[number];

const plan = z.object({
  id: text,
  item_id: text,
  period: z.enum(periods),
  interval: z.int().min(1),
  name: text,
  description: text.nullable(),
  amount: count,
  currency: text,
  notes,
  created_at: at,
});

const subscription = z.object({
  id: text,
  plan_id: text,
  customer_id: text.nullable(),
  status: z.enum(['created', 'active', 'pending', 'halted', 'cancelled', 'completed', 'expired']),
  current_start: at.nullable(),
  current_end: at.nullable(),
  ended_at: at.nullable(),
  quantity: z.int().min(1),
  notes,
  charge_at: at.nullable(),
  start_at: at.nullable(),
  end_at: at.nullable(),
  auth_attempts: count,
  total_count: z.int().min(1),
  paid_count: count,
  customer_notify: z.boolean(),
  created_at: at,
  expire_by: at.nullable(),
  cancel_at_cycle_end: z.boolean(),
  cancel_initiated_by: z.enum(['merchant', 'customer']).nullable(),
});

const paymentError = z.object({ code: text, description: text, source: text, step: text, reason: text });

const instrument = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('card'),
    card_id: text,
    last4: text,
    network: text,
    type: text,
    international: z.boolean(),
  }),
  z.object({ method: z.literal('upi'), vpa: text }),
]);

const payer = z.object({ name: text, email: text, contact: text });

const order = z.object({
  id: text,
  amount: count,
  currency: text,
  receipt: text.nullable(),
  notes,
  status: z.enum(['created', 'attempted', 'paid']),
  attempts: count,
  created_at: at,
});

/** Of a subscription's cycle, or of an order alone. */
const payment = z.object({
  id: text,
  subscription_id: text.nullable(),
  order_id: text,
  invoice_id: text.nullable(),
  customer_id: text.nullable(),
  amount: count,
  currency: text,
  status: z.enum(['failed', 'captured']),
  instrument,
  payer,
  amount_refunded: count,
  error: paymentError.nullable(),
  created_at: at,
});

const invoice = z.object({
  id: text,
  invoice_number: text,
  subscription_id: text,
  payment_id: text.nullable(),
  order_id: text,
  customer_id: text,
  payer,
  status: z.enum(['issued', 'paid']),
  description: text,
  amount: count,
  currency: text,
  billing_start: at,
  billing_end: at,
  issued_at: at,
  paid_at: at.nullable(),
});

const refund = z.object({
  id: text,
  payment_id: text,
  amount: count,
  currency: text,
  notes,
  receipt: text.nullable(),
  arn: text.nullable(),
  status: z.enum(['pending', 'processed', 'failed']),
  speed: z.enum(['normal', 'optimum']),
  created_at: at,
});

/** A refund's idempotency key; `id` is the key that the caller chose. */
const refundKey = z.object({ id: text, fingerprint: text, refund_id: text });

export const disputePhases = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'] as const;

const dispute = z.object({
  id: text,
  payment_id: text,
  amount: count,
  currency: text,
  amount_deducted: count,
  reason_code: text,
  respond_by: at,
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  phase: z.enum(disputePhases),
  created_at: at,
});

// The secret is stored because a retry is signed with the secret of the first attempt, even after a rotation.
const event = z.object({
  id: text,
  type: text,
  subscription_id: text,
  body: text,
  secret: text,
  created_at: at,
  is_queued: z.boolean(),
  attempts: count,
  forge_first: z.boolean(),
});

/** The last four give no response: they wait, or cut the connection at once, before or after the request is executed. */
export const faultEffects = [
  '409',
  '429',
  '500',
  'html-502',
  'low-balance',
  'hang',
  'cut',
  'commit-then-hang',
  'commit-then-cut',
] as const;

const switches = z.object({
  clock_offset_seconds: z.int(),
  complete_at_once: z.boolean(),
  failing_charges: count,
  refunds: z.enum(['processed', 'pending', 'failed']),
  webhooks: z.object({
    enabled: z.boolean(),
    duplicates: count,
    drop_next: count,
    forge_next: count,
    delay_ms: count,
    reverse: z.boolean(),
  }),
  faults: z.array(
    z.object({
      effect: z.enum(faultEffects),
      method: z.enum(['GET', 'POST']).nullable(),
      path_contains: text,
      times: z.int().min(1),
    }),
  ),
});

const settings = z.object({
  account_id: text,
  plan_id: text,
  keys: z.array(z.object({ id: text, secret: text, dies_at: at.nullable() })).min(1),
  webhook_secrets: z.array(text).min(1),
  switches,
});

export const stateSchema = z.object({
  settings,
  plans: z.array(plan),
  subscriptions: z.array(subscription),
  // Absent in the file of an earlier version.
  orders: z.array(order).default([]),
  payments: z.array(payment),
  invoices: z.array(invoice),
  refunds: z.array(refund),
  refundKeys: z.array(refundKey),
  disputes: z.array(dispute),
  events: z.array(event),
});

export type State = z.infer<typeof stateSchema>;
export type Settings = State['settings'];
export type Switches = Settings['switches'];
export type Fault = Switches['faults'][number];
export type Plan = State['plans'][number];
export type Subscription = State['subscriptions'][number];
export type Order = State['orders'][number];
export type Payment = State['payments'][number];
export type PaymentError = z.infer<typeof paymentError>;
export type Instrument = z.infer<typeof instrument>;
export type Payer = z.infer<typeof payer>;
export type Invoice = State['invoices'][number];
export type Refund = State['refunds'][number];
export type RefundKey = State['refundKeys'][number];
export type Dispute = State['disputes'][number];
export type WebhookEvent = State['events'][number];
