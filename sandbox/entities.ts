import type { Dispute, Invoice, Payment, Plan, Refund, Subscription } from './records.ts';

// Records as the provider writes them.

type Notes = Record<string, string>;
const notesView = (notes: Notes): Notes | [] => (Object.keys(notes).length === 0 ? [] : notes);

const gstPercent = 18;
const feePercent = 2;

export const planView = (plan: Plan) => ({
  id: plan.id,
  entity: 'plan',
  interval: plan.interval,
  period: plan.period,
  item: {
    id: plan.item_id,
    active: true,
    name: plan.name,
    description: plan.description,
    amount: plan.amount,
    unit_amount: plan.amount,
    currency: plan.currency,
    type: 'plan',
    unit: null,
    tax_inclusive: false,
    hsn_code: null,
    sac_code: null,
    tax_rate: null,
    tax_id: null,
    tax_group_id: null,
    created_at: plan.created_at,
    updated_at: plan.created_at,
  },
  notes: notesView(plan.notes),
  created_at: plan.created_at,
});

export const subscriptionView = (subscription: Subscription) => ({
  id: subscription.id,
  entity: 'subscription',
  plan_id: subscription.plan_id,
  customer_id: subscription.customer_id,
  status: subscription.status,
  current_start: subscription.current_start,
  current_end: subscription.current_end,
  ended_at: subscription.ended_at,
  quantity: subscription.quantity,
  notes: notesView(subscription.notes),
  charge_at: subscription.charge_at,
  start_at: subscription.start_at,
  end_at: subscription.end_at,
  auth_attempts: subscription.auth_attempts,
  total_count: subscription.total_count,
  paid_count: subscription.paid_count,
  customer_notify: subscription.customer_notify,
  created_at: subscription.created_at,
  expire_by: subscription.expire_by,
  short_url: `https://rzp.io/rzp/${subscription.id.slice(-8)}`,
  has_scheduled_changes: false,
  change_scheduled_at: null,
  source: 'api',
  remaining_count: subscription.total_count - subscription.paid_count,
});

/** A subscription inside a webhook carries a few more fields. */
export const subscriptionInEvent = (subscription: Subscription) => ({
  ...subscriptionView(subscription),
  type: 2,
  offer_id: null,
  ...(subscription.cancel_initiated_by === null ? {} : { cancel_initiated_by: subscription.cancel_initiated_by }),
});

const instrumentView = (payment: Payment) => {
  const { instrument } = payment;
  if (instrument.method === 'upi') {
    return { method: 'upi', card_id: null, vpa: instrument.vpa };
  }
  return {
    method: 'card',
    card_id: instrument.card_id,
    card: {
      id: instrument.card_id,
      entity: 'card',
      name: payment.payer.name,
      last4: instrument.last4,
      network: instrument.network,
      type: instrument.type,
      issuer: null,
      international: instrument.international,
      emi: false,
      sub_type: 'consumer',
      token_iin: null,
    },
    vpa: null,
  };
};

const refundStatus = (payment: Payment): 'partial' | 'full' | null => {
  if (payment.amount_refunded === 0) return null;
  return payment.amount_refunded < payment.amount ? 'partial' : 'full';
};

export const paymentView = (payment: Payment) => {
  const captured = payment.status === 'captured';
  const fee = captured ? Math.round((payment.amount * feePercent * (100 + gstPercent)) / 10_000) : null;
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    order_id: payment.order_id,
    invoice_id: payment.invoice_id,
    international: payment.instrument.method === 'card' && payment.instrument.international,
    amount_refunded: payment.amount_refunded,
    refund_status: refundStatus(payment),
    captured,
    description: 'Recurring Payment via Subscription',
    ...instrumentView(payment),
    bank: null,
    wallet: null,
    email: payment.payer.email,
    contact: payment.payer.contact,
    customer_id: payment.customer_id,
    token_id: null,
    notes: [],
    fee,
    tax: fee === null ? null : Math.round((fee * gstPercent) / (100 + gstPercent)),
    error_code: payment.error?.code ?? null,
    error_description: payment.error?.description ?? null,
    error_source: payment.error?.source ?? null,
    error_step: payment.error?.step ?? null,
    error_reason: payment.error?.reason ?? null,
    acquirer_data: captured ? { auth_code: payment.id.slice(-6) } : { auth_code: null },
    created_at: payment.created_at,
  };
};

/** Subscription events write `captured` as the string "1". */
export const paymentInSubscriptionEvent = (payment: Payment) => ({
  ...paymentView(payment),
  captured: payment.status === 'captured' ? '1' : '0',
  amount_transferred: 0,
});

export const invoiceView = (invoice: Invoice) => {
  const paid = invoice.status === 'paid';
  return {
    id: invoice.id,
    entity: 'invoice',
    type: 'invoice',
    invoice_number: invoice.invoice_number,
    customer_id: invoice.customer_id,
    customer_details: {
      id: invoice.customer_id,
      name: invoice.payer.name,
      email: invoice.payer.email,
      contact: invoice.payer.contact,
      gstin: null,
      billing_address: null,
      shipping_address: null,
    },
    order_id: invoice.order_id,
    subscription_id: invoice.subscription_id,
    payment_id: invoice.payment_id,
    status: invoice.status,
    line_items: [
      {
        entity: 'line_item',
        name: invoice.description,
        amount: invoice.amount,
        currency: invoice.currency,
        quantity: 1,
        tax_amount: 0,
        taxes: [],
      },
    ],
    amount: invoice.amount,
    amount_paid: paid ? invoice.amount : 0,
    amount_due: paid ? 0 : invoice.amount,
    currency: invoice.currency,
    tax_amount: 0,
    billing_start: invoice.billing_start,
    billing_end: invoice.billing_end,
    issued_at: invoice.issued_at,
    paid_at: invoice.paid_at,
    short_url: `https://rzp.io/i/${invoice.id.slice(-8)}`,
    notes: [],
    created_at: invoice.issued_at,
  };
};

export const refundView = (refund: Refund) => ({
  id: refund.id,
  entity: 'refund',
  amount: refund.amount,
  currency: refund.currency,
  payment_id: refund.payment_id,
  notes: notesView(refund.notes),
  receipt: refund.receipt,
  acquirer_data: { arn: refund.arn },
  created_at: refund.created_at,
  batch_id: null,
  status: refund.status,
  speed_processed: 'normal',
  speed_requested: refund.speed,
});

export const disputeView = (dispute: Dispute) => ({
  id: dispute.id,
  entity: 'dispute',
  payment_id: dispute.payment_id,
  amount: dispute.amount,
  currency: dispute.currency,
  amount_deducted: dispute.amount_deducted,
  reason_code: dispute.reason_code,
  respond_by: dispute.respond_by,
  status: dispute.status,
  phase: dispute.phase,
  evidence: { amount: dispute.amount, summary: null, submitted_at: null },
  created_at: dispute.created_at,
});
