import { z } from 'zod';
import { del, file, get, post, put, success, saying } from '../endpoint.ts';
import { Id, IMAGE_MAX_BYTES, Instant, orNothing, Paise, text } from '../fields.ts';
import { messages } from '../messages.ts';
import { joinErrors } from '../batches/batch-fields.ts';
import { couponErrors } from './coupons.ts';
import { InvoiceTo, PaymentOrder } from './payments.ts';
import { PaymentDetail } from './sales.ts';
import { AdminPaymentRequest, PaymentRequest, ReceivedPayment } from './way-fields.ts';
import { OwnWay, Way } from './way-names.ts';
import { Reference } from './way-reference.ts';

const words = messages.ways;

const Day = z.iso.date({ error: words.dayMissing });
/** What came: at most what a plan may cost. */
const Received = z.int({ error: words.amountMissing }).min(1, words.amountMissing).max(50_000_000, words.amountMissing);
const reason = text(500, words.reasonMissing);

const receipt = {
  amountInPaise: Received,
  /** The day on which the money came, in the school's calendar. */
  receivedOn: Day,
  /** From when access counts: the day on which the money came, or now. */
  accessFrom: z.enum(['received', 'confirmed']).default('received'),
  /** What was agreed; required when less than the price came. */
  reason: orNothing(reason).default(''),
  /** The caller has read `warning`. */
  isWarned: z.boolean().default(false),
  /** Computes what it would do, and writes nothing. */
  isDryRun: z.boolean().default(false),
};

const ofRequest = { params: z.object({ requestId: Id }), notFound: 'payment_request_not_found' } as const;
const ofPayment = { params: z.object({ paymentId: Id }), notFound: 'payment_not_found' } as const;
const decided = { request: AdminPaymentRequest };
const orderErrors = [
  'plan_not_found',
  ...couponErrors,
  ...joinErrors,
  'already_subscribed',
  'already_covered',
  'admin_has_access',
  'too_many_free_gifts',
  'parts_not_offered',
  'payment_not_found',
  'nothing_left_to_pay',
  'way_off',
] as const;

/** Pays parts of this purchase, of the same plan: the oldest first, whatever the amount. It is named by its first payment. */
const partsOf = Id.optional();

/** An amount of one way: what came, what went back, and what stays. */
const WaySum = z.object({
  way: Way,
  payments: z.int(),
  grossInPaise: Paise,
  returnedInPaise: Paise,
  netInPaise: Paise,
});

export const ways = {
  list: get('/payments/ways', {
    access: 'user',
    summary: 'List the ways of paying that the school offers now, and whom to ask about a payment',
    response: success({
      ways: z.array(z.object({ way: Way, text: z.string(), upiId: z.string().optional() })),
      /** '' for what is not set. */
      ask: z.object({ name: z.string(), hours: z.string(), phone: z.string(), email: z.string() }),
    }),
  }),
  order: post('/payments/orders', {
    access: 'user',
    summary: 'Begin an offline payment: keeps the price for a day, and returns the number to pay with',
    body: PaymentOrder.extend({
      partsOf,
      /** The last part that is paid with it; the next one when absent. */
      upTo: z.int().min(2).max(12).optional(),
    }),
    errors: orderErrors,
    response: success({
      order: z.object({
        _id: z.string(),
        /** To write with the payment, such as `7K3F-9QXZ`. */
        number: z.string(),
        amountInPaise: Paise,
        keptUntil: Instant,
        /** Opens an app for UPI with payee, amount and number; the content of the QR code. Null where UPI is off. */
        upiLink: z.string().nullable(),
        /** A coupon left nothing to pay: it is bought. */
        isPaid: z.boolean(),
      }),
    }),
  }),
  send: post('/payments/requests', {
    access: 'user',
    summary:
      'Say that you have paid offline: access opens when the school confirms it. Repeated for the same plan, it changes what you sent',
    body: PaymentOrder.extend({
      planId: Id,
      partsOf,
      courseId: Id.optional(),
      way: OwnWay,
      reference: Reference,
      paidOn: Day,
      /** From `POST /payments/orders`: its price holds. Without it, the price of now. Of a request that waits: that one changes. */
      orderId: Id.optional(),
      /** What you paid, if it is not the price. */
      amountInPaise: Received.optional(),
    }),
    rateLimit: { perUser: 60 },
    errors: [
      ...orderErrors,
      'reference_used',
      'too_many_payment_requests',
      'course_not_found',
      'payment_request_decided',
      'payment_request_not_found',
    ],
    response: saying(words.sent, { request: PaymentRequest }),
  }),
  mine: get('/payments/requests', {
    access: 'user',
    summary: 'List your offline payments that wait or were decided, newest first',
    response: success({ requests: z.array(PaymentRequest).max(20) }),
  }),
  withdraw: del('/payments/requests/:requestId', {
    access: 'user',
    summary: 'Withdraw your request while it waits',
    ...ofRequest,
    errors: ['payment_request_decided'],
    response: saying(words.withdrawn, { request: PaymentRequest }),
  }),
  sendPicture: put('/payments/requests/:requestId/picture', {
    access: 'user',
    summary: 'Add a picture of the payment to your request while it waits; only those who confirm it see it',
    ...ofRequest,
    form: { fields: z.object({}), files: { picture: { accept: 'image', maxBytes: IMAGE_MAX_BYTES } } },
    rateLimit: { perUser: 60 },
    errors: ['payment_request_decided'],
    response: saying(words.pictureSaved, { request: PaymentRequest }),
  }),
  listAll: get('/admin/payment-requests', {
    access: 'payments',
    summary: 'List offline payments that wait, the oldest first, or those decided, the newest first',
    query: z.object({
      state: z.enum(['waiting', 'decided']).default('waiting'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(100).optional(),
    }),
    response: success({
      requests: z.array(AdminPaymentRequest),
      nextCursor: z.string().nullable(),
      /** Of those that wait. */
      waiting: z.object({ count: z.int(), amountInPaise: Paise }),
    }),
  }),
  picture: get('/admin/payment-requests/:requestId/picture', {
    access: 'payments',
    summary: 'Get the picture of a payment, until 90 days after it was decided',
    ...ofRequest,
    errors: ['file_not_found'],
    produces: 'image/webp',
    response: file,
  }),
  confirm: post('/admin/payment-requests/:requestId/confirm', {
    access: 'payments',
    audit: 'itself',
    summary: 'Confirm that the money came: it becomes a payment with access and a receipt',
    ...ofRequest,
    body: z.object({
      ...receipt,
      /** What the caller compared with the bank: it is not confirmed when the buyer has changed it since. */
      way: OwnWay.optional(),
      reference: Reference.unwrap().optional(),
      /** Which batch the buyer joins, where they chose none. */
      batchId: Id.optional(),
    }),
    incomplete: words.amountMissing,
    errors: [
      'payment_request_decided',
      'payment_request_changed',
      'plan_not_found',
      'payment_warning',
      'reference_used',
      'coupon_not_valid',
      'coupon_used_up',
      ...joinErrors,
    ],
    response: saying(words.confirmed, { ...decided, payment: ReceivedPayment }),
  }),
  refuse: post('/admin/payment-requests/:requestId/refuse', {
    access: 'payments',
    audit: 'itself',
    summary: 'Refuse a payment, with the reason that its buyer reads',
    ...ofRequest,
    body: z.object({ reason }),
    incomplete: words.reasonMissing,
    errors: ['payment_request_decided'],
    response: saying(words.refused, decided),
  }),
  record: post('/admin/people/:userId/payments', {
    access: 'payments',
    audit: 'itself',
    summary: 'Record an offline payment of a person',
    params: z.object({ userId: Id }),
    notFound: 'person_not_found',
    body: z.object({
      ...InvoiceTo.shape,
      planId: Id,
      /** Only the first part came; the others are due as the plan says. */
      inParts: z.boolean().default(false),
      partsOf,
      /** The batch that they join with it. */
      batchId: Id.optional(),
      way: OwnWay,
      /** Cash needs none. */
      reference: Reference,
      ...receipt,
      /** The same when a request is repeated: it is recorded once. */
      idempotencyKey: z
        .string()
        .regex(/^[\w-]{16,64}$/)
        .optional(),
    }),
    incomplete: words.amountMissing,
    errors: [
      'plan_not_found',
      'parts_not_offered',
      'payment_not_found',
      'nothing_left_to_pay',
      ...joinErrors,
      'payment_key_reused',
      'reference_used',
      'payment_warning',
      'admin_has_access',
    ],
    response: saying(words.recorded, { payment: ReceivedPayment }),
  }),
  payBack: post('/admin/payments/:paymentId/paid-back', {
    access: 'admin',
    audit: 'itself',
    needsConfirmation: true,
    summary: 'Say how the refund of an offline payment was paid back',
    ...ofPayment,
    body: z.object({ refundId: Id, way: OwnWay, reference: Reference }),
    errors: ['refund_not_possible'],
    response: saying(words.paidBack, { payment: PaymentDetail }),
  }),
  reverse: post('/admin/payments/:paymentId/reverse', {
    access: 'admin',
    audit: 'itself',
    needsConfirmation: true,
    summary: 'Reverse a payment that did not stay, such as a bounced cheque, or that is of another person',
    ...ofPayment,
    body: z.object({ reason }),
    incomplete: words.reasonMissing,
    errors: ['refund_not_possible'],
    response: saying(words.reversed, { payment: PaymentDetail }),
  }),
  sums: get('/admin/reports/ways', {
    access: 'admin',
    summary: 'Get what came, went back and stays by way of paying, and by day and way: a cash book',
    query: z.object({ from: Day, to: Day }),
    response: success({
      ways: z.array(WaySum),
      /** Days with payments or refunds, newest first: what came and what was paid back on each. */
      days: z.array(z.object({ day: z.iso.date(), way: Way, inInPaise: Paise, outInPaise: Paise })).max(2000),
    }),
  }),
};
