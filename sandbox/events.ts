import {
  disputeView,
  invoiceView,
  orderView,
  paymentInSubscriptionEvent,
  paymentView,
  refundView,
  subscriptionInEvent,
} from './entities.ts';
import type { Dispute, Invoice, Order, Payment, Refund, Subscription } from './records.ts';

/** A webhook before it is signed and queued. Its payload is a copy of the records at this moment. */
export interface EventDraft {
  type: string;
  /** Events of one subscription, or of one order, are delivered in order. */
  purchaseId: string;
  contains: string[];
  payload: Record<string, { entity: object }>;
}

const draft = (type: string, purchaseId: string, entities: Record<string, object>): EventDraft => ({
  type,
  purchaseId,
  contains: Object.keys(entities),
  payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
});

const purchaseOf = (payment: Payment): string => payment.subscription_id ?? payment.order_id;

export const subscriptionEvent = (type: string, subscription: Subscription, payment?: Payment): EventDraft =>
  draft(`subscription.${type}`, subscription.id, {
    subscription: subscriptionInEvent(subscription),
    ...(payment === undefined ? {} : { payment: paymentInSubscriptionEvent(payment) }),
  });

export const paymentEvent = (type: 'captured' | 'failed', payment: Payment): EventDraft =>
  draft(`payment.${type}`, purchaseOf(payment), { payment: paymentView(payment) });

/** The moment before the capture. */
export const paymentAuthorizedEvent = (payment: Payment): EventDraft =>
  draft('payment.authorized', purchaseOf(payment), {
    payment: { ...paymentView(payment), status: 'authorized', captured: false, fee: null, tax: null },
  });

export const invoicePaidEvent = (invoice: Invoice, payment: Payment): EventDraft =>
  draft('invoice.paid', invoice.subscription_id, {
    payment: paymentView(payment),
    order: {
      id: invoice.order_id,
      entity: 'order',
      amount: invoice.amount,
      amount_paid: invoice.amount,
      amount_due: 0,
      currency: invoice.currency,
      receipt: invoice.invoice_number,
      status: 'paid',
      attempts: 1,
      notes: [],
      created_at: invoice.issued_at,
    },
    invoice: invoiceView(invoice),
  });

export const orderPaidEvent = (order: Order, payment: Payment): EventDraft =>
  draft('order.paid', order.id, { payment: paymentView(payment), order: orderView(order) });

export const refundEvent = (type: 'created' | 'processed' | 'failed', refund: Refund, payment: Payment): EventDraft =>
  draft(`refund.${type}`, purchaseOf(payment), { refund: refundView(refund), payment: paymentView(payment) });

export const disputeEvent = (type: string, dispute: Dispute, payment: Payment): EventDraft =>
  draft(`payment.dispute.${type}`, purchaseOf(payment), {
    payment: paymentView(payment),
    dispute: disputeView(dispute),
  });
