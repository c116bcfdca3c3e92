import { z } from 'zod';
import { Subscription } from './accounts.ts';
import { answer, endpoint, file } from './endpoint.ts';
import { messages } from './messages.ts';
import { INDIAN_STATES } from './states.ts';
import { Id, Instant, MIB, Paise } from './values.ts';

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

export const Mode = z.enum(['test', 'live']);

/** A receipt or, from a seller with a GSTIN, a tax invoice; a credit note for money that went back. */
export const ReceiptLink = z.object({
  number: z.string(),
  kind: z.enum(['receipt', 'tax_invoice', 'credit_note']),
  issuedAt: Instant,
  amountInPaise: Paise,
});

/**
 * requested: the provider has not taken it yet; initiated: it has, and the bank is on its way; processed: the provider
 * is done, the bank may need days; delayed: it failed and is tried again or paid another way.
 */
export const RefundState = z.enum(['requested', 'initiated', 'processed', 'delayed']);

export const Purchase = z.object({
  paymentId: z.string(),
  status: z.enum([
    'paid',
    'refund_pending',
    'partly_refunded',
    'refunded',
    'disputed',
    'dispute_lost',
    'being_checked',
  ]),
  amountInPaise: Paise,
  currency: z.string(),
  /** Such as `UPI` or `Visa ••••4366`. */
  paidWith: z.string().nullable(),
  paidAt: Instant,
  accessUntil: Instant.nullable(),
  refundableUntil: Instant.nullable(),
  refunds: z.array(
    z.object({
      state: RefundState,
      amountInPaise: Paise,
      at: Instant,
      /** With it the bank can find the money. */
      bankReference: z.string().nullable(),
    }),
  ),
  receipts: z.array(ReceiptLink),
});
export type Purchase = z.output<typeof Purchase>;

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
    body: z.object({
      /** Where the buyer lives; needed when the site says `asksBuyerState`. */
      state: z.enum(INDIAN_STATES, { error: messages.payment.chooseState }).optional(),
    }),
    response: answer({
      subscription_id: z.string(),
      /** The provider's own payment page, to go to; null when its window opens on this site. */
      checkoutUrl: z.url().nullable(),
      expiresAt: Instant,
    }),
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
  purchases: endpoint({
    method: 'GET',
    path: '/payments/mine',
    access: 'user',
    summary: 'What the caller has bought, newest first, with refunds and receipts',
    response: answer({ purchases: z.array(Purchase) }),
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/payments/receipts/:receiptNumber',
    access: 'user',
    summary: 'A receipt as PDF: one’s own, or any for an ADMIN',
    params: z.object({ receiptNumber: Id }),
    produces: 'application/pdf',
    response: file,
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
      /** Taken back by disputes that were lost. */
      lostInPaise: Paise,
      netInPaise: Paise,
    }),
  }),
};
