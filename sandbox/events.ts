import {
  disputeView,
  invoiceView,
  paymentInSubscriptionEvent,
  paymentView,
  refundView,
  subscriptionInEvent,
} from './entities.ts';
import type { Dispute, Invoice, Payment, Refund, Subscription } from './records.ts';

/** One webhook to be: what it says is fixed here, from the records as they are at this moment. */
export interface EventDraft {
  type: string;
  /** Events of one lane leave one after the other. */
  lane: string;
  contains: string[];
  payload: Record<string, { entity: object }>;
}

export const subscriptionEvent = (type: string, subscription: Subscription, payment?: Payment): EventDraft => ({
  type: `subscription.${type}`,
  lane: subscription.id,
  contains: payment === undefined ? ['subscription'] : ['subscription', 'payment'],
  payload: {
    subscription: { entity: subscriptionInEvent(subscription) },
    ...(payment === undefined ? {} : { payment: { entity: paymentInSubscriptionEvent(payment) } }),
  },
});

export const paymentEvent = (type: 'captured' | 'failed', payment: Payment): EventDraft => ({
  type: `payment.${type}`,
  lane: payment.subscription_id,
  contains: ['payment'],
  payload: { payment: { entity: paymentView(payment) } },
});

/** The moment before the capture, as the provider tells of it. */
export const paymentAuthorizedEvent = (payment: Payment): EventDraft => ({
  type: 'payment.authorized',
  lane: payment.subscription_id,
  contains: ['payment'],
  payload: {
    payment: {
      entity: { ...paymentView(payment), status: 'authorized', captured: false, fee: null, tax: null },
    },
  },
});

export const invoicePaidEvent = (invoice: Invoice, payment: Payment): EventDraft => ({
  type: 'invoice.paid',
  lane: invoice.subscription_id,
  contains: ['payment', 'order', 'invoice'],
  payload: {
    payment: { entity: paymentView(payment) },
    order: {
      entity: {
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
    },
    invoice: { entity: invoiceView(invoice) },
  },
});

export const refundEvent = (
  type: 'created' | 'processed' | 'failed',
  refund: Refund,
  payment: Payment,
): EventDraft => ({
  type: `refund.${type}`,
  lane: payment.subscription_id,
  contains: ['refund', 'payment'],
  payload: { refund: { entity: refundView(refund) }, payment: { entity: paymentView(payment) } },
});

export const disputeEvent = (type: string, dispute: Dispute, payment: Payment): EventDraft => ({
  type: `payment.dispute.${type}`,
  lane: payment.subscription_id,
  contains: ['payment', 'dispute'],
  payload: { payment: { entity: paymentView(payment) }, dispute: { entity: disputeView(dispute) } },
});
