import { z } from 'zod';
import { Subscription } from '../accounts/accounts.ts';
import { joinErrors } from '../batches/batch-fields.ts';
import { CouponCode, couponErrors } from './coupons.ts';
import { file, get, post, success, saying } from '../endpoint.ts';
import { messages } from '../messages.ts';
import { GiftBody } from './gifts.ts';
import { Gstin, stateOfGstin } from './gstin.ts';
import { INDIAN_STATES } from './indian-states.ts';
import { Opened } from '../access/rights.ts';
import { PaidParts } from './part-fields.ts';
import { Way } from './way-names.ts';
import { Id, Instant, KIB, oneLine, Paise, text } from '../fields.ts';

const providerId = z
  .string({ error: messages.payment.verifyFailed })
  .regex(/^\w{1,64}$/, messages.payment.verifyFailed);

const LIST_MAX = 100;

/** A count out of range is taken as the nearest in range, and other text as the maximum. */
const listCount = z
  .preprocess((value) => (value === '' ? undefined : value), z.coerce.number())
  .catch(LIST_MAX)
  .transform((count) => Math.min(Math.max(Math.trunc(count), 1), LIST_MAX))
  .describe(`How many payments, from 1 to ${LIST_MAX}: fewer or more are taken as the nearest of these.`);

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

/** A receipt or, from a seller with a GSTIN, a tax invoice; a credit note for a refund. */
export const ReceiptLink = z.object({
  number: z.string(),
  kind: z.enum(['receipt', 'tax_invoice', 'credit_note']),
  issuedAt: Instant,
  amountInPaise: Paise,
});

/**
 * requested: the provider has not accepted it yet; initiated: it has; processed: the provider has paid, and the bank may
 * need days; delayed: it failed, and is requested again or paid another way; reversed: an offline payment did not stay, and
 * nothing is paid.
 */
const RefundState = z.enum(['requested', 'initiated', 'processed', 'delayed', 'reversed']);

export const Purchase = z.object({
  paymentId: z.string(),
  planName: z.string(),
  /** What it gives access to. */
  opens: Opened,
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
  way: Way,
  /** Of an offline payment; '' without one. */
  reference: z.string(),
  /** Such as `UPI` or `Visa ••••4366`. */
  paidWith: z.string().nullable(),
  paidAt: Instant,
  accessUntil: Instant.nullable(),
  refundableUntil: Instant.nullable(),
  /** Whether it is charged again at its end. */
  willRenew: z.boolean(),
  refunds: z.array(
    z.object({
      state: RefundState,
      amountInPaise: Paise,
      at: Instant,
      /** The buyer's bank finds the refund by it. */
      bankReference: z.string().nullable(),
    }),
  ),
  receipts: z.array(ReceiptLink),
  /** A gift: it gives the buyer no access. */
  isGift: z.boolean(),
  /** Which parts it paid, of a purchase in parts; null for others. */
  parts: PaidParts.nullable(),
});
export type Purchase = z.output<typeof Purchase>;

/** The recipient of a tax invoice instead of the buyer; the GSTIN contains the state. */
export const Business = z.object({
  gstin: Gstin.refine((gstin) => stateOfGstin(gstin) !== undefined, messages.fields.badGstin),
  name: oneLine(100, messages.payment.businessNameMissing),
  address: text(300, messages.payment.businessAddressMissing),
});
export type Business = z.output<typeof Business>;

/** Whom a tax invoice is made out to. */
export const InvoiceTo = z.object({
  /** The buyer's state; required with `asksBuyerState`. */
  state: z.enum(INDIAN_STATES, { error: messages.payment.chooseState }).optional(),
  /** For a tax invoice in the name of a business; without it, the invoice names the buyer. */
  business: Business.optional(),
});
export type InvoiceTo = z.output<typeof InvoiceTo>;

/** What is bought, by whom, and for whom. */
export const PaymentOrder = z.object({
  /**
   * The one that is chosen at first when absent, without a deduction: a subscription for the whole price. With it, what was
   * paid for single courses in the last 30 days is deducted from a plan that opens everything, and it is paid once.
   */
  planId: Id.optional(),
  couponCode: CouponCode.optional(),
  /** The batch that the buyer joins, of a course that the plan opens. Its place is held while the attempt is. Not with a gift. */
  batchId: Id.optional(),
  /** The recipient of a gift. A gift is paid once and gives the buyer no access. */
  gift: GiftBody.optional(),
  /** Pays the first part now and the others when they are due, as `GET /plans/:planId/price` returns them. No gift. */
  inParts: z.boolean().default(false),
  ...InvoiceTo.shape,
});

/** What a payment window is opened with. */
export const StartedCheckout = {
  /** The input of the payment window: a subscription, or the order of what is paid once. */
  subscription_id: z.string(),
  /** The provider's own payment page, to go to; null when its window opens on this site. */
  checkoutUrl: z.url().nullable(),
  expiresAt: Instant,
};

export const payments = {
  key: get('/payments/razorpay-key', {
    access: 'user',
    summary: 'Get the provider’s public key and the address of its checkout script',
    errors: ['selling_off'],
    response: success({ key: z.string(), checkoutScript: z.string() }),
  }),
  subscribe: post('/payments/subscribe', {
    access: 'user',
    summary: 'Start a checkout: returns the ID of the one open subscription',
    body: PaymentOrder,
    errors: [
      'plan_not_found',
      ...couponErrors,
      ...joinErrors,
      'already_subscribed',
      'already_covered',
      'admin_has_access',
      'parts_not_offered',
      'too_many_free_gifts',
      'selling_off',
      'provider_failed',
    ],
    response: saying(messages.payment.started, {
      ...StartedCheckout,
      /** A coupon left nothing to pay: it is bought, and no payment window is needed. */
      isPaid: z.boolean(),
    }),
  }),
  windowOpened: post('/payments/window-opened', {
    access: 'user',
    summary: 'Report that the payment window of your checkout is open, for the admin’s report',
    body: z.object({ subscription_id: providerId }),
    response: saying('Payment window opened', {}),
  }),
  verify: post('/payments/verify', {
    access: 'user',
    summary: 'Verify a payment with what the payment window returned',
    body: z.object({
      razorpay_payment_id: providerId,
      /** The one of a plan that is charged by subscription. */
      razorpay_subscription_id: providerId.optional(),
      /** The one of a plan that is paid once. */
      razorpay_order_id: providerId.optional(),
      razorpay_signature: z.string({ error: messages.payment.verifyFailed }).max(256, messages.payment.verifyFailed),
    }),
    incomplete: messages.payment.verifyFailed,
    errors: ['payment_unverified', 'selling_off'],
    response: saying(messages.payment.verified, { subscription: Subscription }),
  }),
  unsubscribe: post('/payments/unsubscribe', {
    access: 'user',
    summary: 'Cancel the bundle, or one purchase; within the refund window the payment is refunded',
    body: z.object({
      /** A purchase of your own. The bundle when absent. */
      paymentId: providerId.optional(),
    }),
    errors: ['payment_not_found', 'refund_not_possible'],
    response: success({
      outcome: z.enum(['refund_initiated', 'refund_requested', 'renewal_off', 'unchanged']),
      subscription: Subscription,
    }),
  }),
  purchases: get('/payments/mine', {
    access: 'user',
    summary: 'List what you bought, also as gifts, newest first, with refunds and receipts',
    response: success({
      purchases: z.array(Purchase),
      /** The refund if you cancel now; 0 when nothing can be refunded, or a refund is already pending. */
      refundInPaise: Paise,
      /** How long access lasts if you cancel and get the refund now; null when it ends at once, or nothing can be refunded. */
      keptUntil: Instant.nullable(),
    }),
  }),
  receipt: get('/payments/receipts/:receiptNumber', {
    access: 'user',
    summary: 'Download a receipt as PDF: your own, or any as an admin',
    params: z.object({ receiptNumber: Id }),
    notFound: 'receipt_not_found',
    errors: ['forbidden', 'pdf_not_drawn'],
    produces: 'application/pdf',
    response: file,
  }),
  webhook: post('/payments/webhook', {
    access: 'public',
    summary: 'Webhook for events of the payment provider, signed over the raw bytes',
    rawBody: { maxBytes: 256 * KIB },
    errors: ['bad_signature', 'selling_off'],
    response: saying('Received', {}),
  }),
  list: get('/payments', {
    access: 'admin',
    summary: 'Sales: count, newest payments, and sales by month of the current year',
    query: z.object({ count: listCount }),
    response: saying(messages.payment.recordsFetched, {
      allPayments: z.object({ count: z.int(), items: z.array(PaymentItem) }),
      finalMonths: z.record(z.string(), z.int()),
      monthlySalesRecord: twelveMonths,
      monthylySalesRecords: twelveMonths,
      /** For pages of versions before `soldInPaise`: whether everything was paid at the price of the bundle. Ends with 0.5. */
      isBundleAlone: z.boolean(),
      /** The amount paid for the purchases in `allPayments.count`, which are not fully refunded. */
      soldInPaise: Paise,
      /** Everything that was paid. */
      grossInPaise: Paise,
      refundedInPaise: Paise,
      /** Lost in disputes. */
      lostInPaise: Paise,
      netInPaise: Paise,
    }),
  }),
};
