import { z } from 'zod';
import { Subscription } from './accounts.ts';
import { answer, endpoint } from './endpoint.ts';
import { messages } from './messages.ts';
import { Instant, MIB, Paise } from './values.ts';

export const PRICE_IN_PAISE = 49_900;
export const PAYMENT_WINDOW_COLOUR = '#F37254';

const providerId = z
  .string({ error: messages.payment.verifyFailed })
  .regex(/^\w{1,64}$/, messages.payment.verifyFailed);

/** Both spellings: the specification's client reads `success` here and `succes` elsewhere. */
const twelveMonths = z.array(z.int()).length(12);

export const PaymentItem = z.object({
  _id: z.string(),
  paymentId: z.string(),
  subscriptionId: z.string().nullable(),
  userName: z.string().nullable(),
  userEmail: z.string().nullable(),
  amountInPaise: Paise,
  refundedInPaise: Paise,
  currency: z.string(),
  status: z.string(),
  mode: z.enum(['test', 'live']),
  paidAt: Instant.nullable(),
  accessUntil: Instant.nullable(),
});

export const payments = {
  key: endpoint({
    method: 'GET',
    path: '/payments/razorpay-key',
    access: 'user',
    summary: 'The provider’s public key and the address of its checkout script',
    response: answer({ key: z.string(), checkoutScript: z.string() }),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/payments/subscribe',
    access: 'user',
    summary: 'Start buying: the id of the one open subscription attempt',
    response: answer({ subscription_id: z.string(), expiresAt: Instant }),
  }),
  verify: endpoint({
    method: 'POST',
    path: '/payments/verify',
    access: 'user',
    summary: 'Confirm a payment with what the payment window returned',
    body: z.object({
      razorpay_payment_id: providerId,
      razorpay_subscription_id: providerId,
      razorpay_signature: z.string({ error: messages.payment.verifyFailed }).max(256, messages.payment.verifyFailed),
    }),
    incomplete: messages.payment.verifyFailed,
    response: answer({ subscription: Subscription }),
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/payments/unsubscribe',
    access: 'user',
    summary: 'Cancel the bundle; inside the refund window the money goes back',
    response: answer({
      outcome: z.enum(['refund_initiated', 'refund_requested', 'renewal_off', 'unchanged']),
      subscription: Subscription,
    }),
  }),
  webhook: endpoint({
    method: 'POST',
    path: '/payments/webhook',
    access: 'public',
    summary: 'Events of the payment provider, signed over the raw bytes',
    rawBody: { maxBytes: MIB },
    response: answer({}),
  }),
  list: endpoint({
    method: 'GET',
    path: '/payments',
    access: 'admin',
    summary: 'What is sold: count, the newest payments, and sales by month of this year',
    query: z.object({ count: z.coerce.number().int().min(1).max(100).default(100) }),
    response: answer({
      allPayments: z.object({ count: z.int(), items: z.array(PaymentItem) }),
      finalMonths: z.record(z.string(), z.int()),
      monthlySalesRecord: twelveMonths,
      monthylySalesRecords: twelveMonths,
      grossInPaise: Paise,
      refundedInPaise: Paise,
      netInPaise: Paise,
    }),
  }),
};
