import { z } from 'zod';
import { file, get, post, success, saying } from '../endpoint.ts';
import { messages } from '../messages.ts';
import { Mode, PaymentItem, ReceiptLink } from './payments.ts';
import { Id, Instant, Paise, searchTerm, text } from '../fields.ts';
import { PaidParts } from './part-fields.ts';
import { OwnWay, Way } from './way-names.ts';
import { Reference } from './way-reference.ts';

const admin = messages.admin;

/** A payment's state as one word: the first that fits. */
export const PaymentStatus = z.enum([
  'disputed',
  'refund_pending',
  'refund_failed',
  'refunded',
  'unmatched',
  'wrong_amount',
  'duplicate',
  'paid_without_access',
  'charged_without_access',
  'coupon_exceeded',
  'partly_refunded',
  'paid',
  'failed',
  'not_finished',
]);
export type PaymentStatus = z.output<typeof PaymentStatus>;

/** By when payments were started, or by their amount; `-` means descending. */
export const PaymentSort = z.enum(['date', '-date', 'amount', '-amount']);
export type PaymentSort = z.output<typeof PaymentSort>;

const ofPayment = { params: z.object({ paymentId: Id }), notFound: 'payment_not_found' } as const;

const filter = {
  /** Without it: every payment, also those that failed. */
  status: PaymentStatus.optional(),
  /** A full id of a payment, subscription, refund or receipt, or the beginning of a name or an email. */
  search: searchTerm.optional(),
};

const reason = text(500, admin.reasonMissing);

/** For whom a payment is, when it is not for the buyer. */
const GiftOfPayment = z.object({
  recipientName: z.string(),
  recipientEmail: z.string(),
  sendOn: z.iso.date().nullable(),
  sentAt: Instant.nullable(),
  redeemedAt: Instant.nullable(),
  /** The user with the access. */
  redeemedBy: z.object({ _id: z.string(), fullName: z.string(), email: z.string() }).nullable(),
});

export const SalesPayment = PaymentItem.extend({
  status: PaymentStatus,
  /** The buyer. */
  userId: z.string().nullable(),
  gift: GiftOfPayment.nullable(),
  way: Way,
  /** Of an offline payment; '' without one. */
  reference: z.string(),
  paidWith: z.string().nullable(),
  /** The purchased plan; null for a payment that belongs to no purchase. */
  planName: z.string().nullable(),
  /** The version of the plan, whose price and terms hold for this purchase. */
  planVersion: z.int().nullable(),
  /** The discount of a coupon; null without one. */
  coupon: z.object({ code: z.string(), discountInPaise: Paise }).nullable(),
  /** Which parts it paid, of a purchase in parts; null for others. */
  parts: PaidParts.nullable(),
  startedAt: Instant,
  /** Why it failed, in the words of the provider; null for one that did not. */
  failure: z.string().nullable(),
});

/** One step of a purchase. */
export const TimelineEntry = z.object({
  at: Instant,
  /** No event: what is so at the time of the request. */
  isNow: z.literal(true).optional(),
  /** A sentence, such as "Paid ₹499.00 by UPI". */
  text: z.string(),
  /** Its source: `the buyer`, `webhook`, the email of an admin. */
  source: z.string(),
});

export const PaymentDetail = SalesPayment.extend({
  invoiceId: z.string().nullable(),
  refundableUntil: Instant.nullable(),
  /** The refundable amount. */
  refundableInPaise: Paise,
  /** Why nothing can be refunded, as a sentence. */
  refundRefusal: z.string().nullable(),
  isInRefundWindow: z.boolean(),
  isHandled: z.boolean(),
  /** An offline payment of which some is left, or owed. */
  isReversible: z.boolean(),
  refunds: z.array(
    z.object({
      refundId: z.string().nullable(),
      status: z.enum(['requested', 'pending', 'processed', 'failed', 'withdrawn']),
      amountInPaise: Paise,
      endsAccess: z.boolean(),
      requestedBy: z.string().nullable(),
      reason: z.string().nullable(),
      /** How a manual refund was paid back; null for the payment provider, while it is owed, and for a reversal. */
      paidBackBy: OwnWay.nullable(),
      bankReference: z.string().nullable(),
      at: Instant,
    }),
  ),
  disputes: z.array(
    z.object({
      disputeId: z.string(),
      phase: z.string(),
      status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
      amountInPaise: Paise,
      respondBy: Instant.nullable(),
    }),
  ),
  receipts: z.array(ReceiptLink),
  timeline: z.array(TimelineEntry),
});

export const ToDo = z.object({
  kind: z.enum([
    'unmatched',
    'wrong_amount',
    'duplicate',
    'paid_without_access',
    'charged_without_access',
    'renewal_ended',
    'credit_notes_differ',
    'coupon_exceeded',
    'batch_exceeded',
    'refund_owed',
    'refund_failed',
    'pay_back',
    'overpaid',
    'dispute',
  ]),
  paymentId: z.string(),
  userName: z.string().nullable(),
  userEmail: z.string().nullable(),
  amountInPaise: Paise,
  since: Instant,
  /** For a dispute: the last moment to respond. */
  respondBy: Instant.nullable(),
  /** The problem and the advice, a sentence each. */
  happened: z.string(),
  advice: z.string(),
});

const PlanCheckItem = z.object({
  name: z.enum(['selling', 'plan', 'amount', 'currency', 'period', 'mode']),
  isOk: z.boolean(),
  expected: z.string(),
  found: z.string(),
});

export const PlanCheckReport = z.object({
  /** unknown: the provider has not responded yet; the check is repeated, and selling continues. */
  state: z.enum(['ok', 'mismatch', 'unknown', 'off']),
  isSelling: z.boolean(),
  mode: Mode,
  sentence: z.string(),
  checkedAt: Instant.nullable(),
  checks: z.array(PlanCheckItem),
});

export const sales = {
  list: get('/admin/payments', {
    access: 'admin',
    scope: 'payments:read',
    summary:
      'List payments by status and search, newest first or in another order, with how many there are of each status',
    query: z.object({
      ...filter,
      sort: PaymentSort.default('-date'),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      /** `nextCursor` of the page before, in the same order. */
      cursor: z.string().max(100).optional(),
    }),
    response: success({
      payments: z.array(SalesPayment),
      nextCursor: z.string().nullable(),
      /** Of all payments, whatever is searched; statuses without any are left out. */
      counts: z.partialRecord(PaymentStatus, z.int()),
    }),
  }),
  exportCsv: get('/admin/payments/export', {
    access: 'admin',
    scope: 'payments:read',
    audit: 'data_exported',
    needsConfirmation: true,
    summary: 'Export payments as a CSV file',
    query: z.object(filter),
    produces: 'text/csv',
    response: file,
  }),
  toDo: get('/admin/payments/to-do', {
    access: 'admin',
    summary: 'List payments that need attention, with what happened and what to do',
    response: success({ toDo: z.array(ToDo), hasMore: z.boolean() }),
  }),
  detail: get('/admin/payments/:paymentId', {
    access: 'admin',
    scope: 'payments:read',
    summary: 'Get a payment with its timeline',
    ...ofPayment,
    response: success({ payment: PaymentDetail }),
  }),
  refund: post('/admin/payments/:paymentId/refund', {
    access: 'admin',
    audit: 'itself',
    needsConfirmation: true,
    summary: 'Refund a payment, inside or outside the refund window; a full refund ends access, a partial one does not',
    ...ofPayment,
    body: z.object({
      /** All that is left when absent. */
      amountInPaise: Paise.min(100, admin.refundTooSmall).optional(),
      reason,
      /** How an offline payment was paid back; without it, the refund is owed. */
      paidBackBy: z.object({ way: OwnWay, reference: Reference }).optional(),
      /** A new one for each refund, the same one when the request is repeated: it is refunded once. */
      idempotencyKey: z.string({ error: admin.refundKey }).regex(/^[\w-]{16,64}$/, admin.refundKey),
    }),
    incomplete: admin.reasonMissing,
    errors: ['refund_not_possible', 'refund_key_reused'],
    response: success({
      outcome: z.enum(['initiated', 'requested']),
      /** The refund that this request, or the first with its key, requested. */
      refund: z.object({ id: Id, amountInPaise: Paise }),
      payment: PaymentDetail,
    }),
  }),
  markHandled: post('/admin/payments/:paymentId/handled', {
    access: 'admin',
    audit: 'itself',
    summary: 'Mark a payment as resolved',
    ...ofPayment,
    body: z.object({ reason }),
    incomplete: admin.reasonMissing,
    response: saying(messages.admin.resolved, { payment: PaymentDetail }),
  }),
  planCheck: get('/admin/plan-check', {
    access: 'admin',
    summary: 'Get the last plan check: whether the provider’s plan matches the bundle',
    response: success({ planCheck: PlanCheckReport }),
  }),
  checkPlan: post('/admin/plan-check', {
    access: 'admin',
    summary: 'Check the plan at the provider now',
    response: saying('Plan check', { planCheck: PlanCheckReport }),
  }),
};
