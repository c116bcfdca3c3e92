import type { Dispute, Invoice, Order, Payment, Plan, Refund, Subscription } from './records.ts';

// Records as the provider writes them.

type Notes = Record<string, string>;
const notesView = (notes: Notes): Notes | [] => (Object.keys(notes).length === 0 ? [] : notes);

const gstPercent = 18;
const feePercent = 2;

export const planView = ({ id, period, interval, item_id, notes, ...item }: Plan) => ({
  id,
  entity: 'plan',
  interval,
  period,
  item: {
    ...item,
    id: item_id,
    active: true,
    unit_amount: item.amount,
    type: 'plan',
    unit: null,
    tax_inclusive: false,
    hsn_code: null,
    sac_code: null,
    tax_rate: null,
    tax_id: null,
    tax_group_id: null,
    updated_at: item.created_at,
  },
  notes: notesView(notes),
  created_at: item.created_at,
});

export const subscriptionView = ({
  cancel_at_cycle_end: _scheduled,
  cancel_initiated_by: _initiator,
  ...subscription
}: Subscription) => ({
  ...subscription,
  entity: 'subscription',
  notes: notesView(subscription.notes),
  short_url: `https://rzp.io/rzp/${subscription.id.slice(-8)}`,
  has_scheduled_changes: false,
  change_scheduled_at: null,
  source: 'api',
  remaining_count: subscription.total_count - subscription.paid_count,
});

export const orderView = ({ notes, ...order }: Order) => {
  const amountPaid = order.status === 'paid' ? order.amount : 0;
  return {
    ...order,
    entity: 'order',
    amount_paid: amountPaid,
    amount_due: order.amount - amountPaid,
    offer_id: null,
    notes: notesView(notes),
  };
};

/** A subscription inside a webhook has a few more fields. */
export const subscriptionInEvent = (subscription: Subscription) => ({
  ...subscriptionView(subscription),
  type: 2,
  offer_id: null,
  ...(subscription.cancel_initiated_by === null ? {} : { cancel_initiated_by: subscription.cancel_initiated_by }),
});

const instrumentView = ({ instrument, payer }: Payment) => {
  if (instrument.method === 'upi') return { ...instrument, card_id: null };
  const { method, card_id: id, ...card } = instrument;
  return {
    method,
    card_id: id,
    card: {
      ...card,
      id,
      entity: 'card',
      name: payer.name,
      issuer: null,
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
  const { instrument, payer, error, subscription_id: _subscription, ...visible } = payment;
  const captured = payment.status === 'captured';
  const fee = captured ? Math.round((payment.amount * feePercent * (100 + gstPercent)) / 10_000) : null;
  return {
    ...visible,
    ...instrumentView(payment),
    entity: 'payment',
    international: instrument.method === 'card' && instrument.international,
    refund_status: refundStatus(payment),
    captured,
    description: payment.subscription_id === null ? null : 'Recurring Payment via Subscription',
    bank: null,
    wallet: null,
    email: payer.email,
    contact: payer.contact,
    token_id: null,
    notes: [],
    fee,
    tax: fee === null ? null : Math.round((fee * gstPercent) / (100 + gstPercent)),
    error_code: error?.code ?? null,
    error_description: error?.description ?? null,
    error_source: error?.source ?? null,
    error_step: error?.step ?? null,
    error_reason: error?.reason ?? null,
    acquirer_data: { auth_code: captured ? payment.id.slice(-6) : null },
  };
};

/** Subscription events write `captured` as the string "1". */
export const paymentInSubscriptionEvent = (payment: Payment) => ({
  ...paymentView(payment),
  captured: payment.status === 'captured' ? '1' : '0',
  amount_transferred: 0,
});

export const invoiceView = ({ payer, description, ...invoice }: Invoice) => {
  const { amount, currency } = invoice;
  const amountPaid = invoice.status === 'paid' ? amount : 0;
  return {
    ...invoice,
    entity: 'invoice',
    type: 'invoice',
    customer_details: {
      ...payer,
      id: invoice.customer_id,
      gstin: null,
      billing_address: null,
      shipping_address: null,
    },
    line_items: [{ entity: 'line_item', name: description, amount, currency, quantity: 1, tax_amount: 0, taxes: [] }],
    amount_paid: amountPaid,
    amount_due: amount - amountPaid,
    tax_amount: 0,
    short_url: `https://rzp.io/i/${invoice.id.slice(-8)}`,
    notes: [],
    created_at: invoice.issued_at,
  };
};

export const refundView = ({ arn, speed, ...refund }: Refund) => ({
  ...refund,
  entity: 'refund',
  notes: notesView(refund.notes),
  acquirer_data: { arn },
  batch_id: null,
  speed_processed: 'normal',
  speed_requested: speed,
});

export const disputeView = (dispute: Dispute) => ({
  ...dispute,
  entity: 'dispute',
  evidence: { amount: dispute.amount, summary: null, submitted_at: null },
});
