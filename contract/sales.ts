import { z } from 'zod';
import { answer, endpoint, file } from './endpoint.ts';
import { messages } from './messages.ts';
import { Mode, PaymentItem, ReceiptLink } from './payments.ts';
import { Id, Instant, Paise, searched, text } from './values.ts';

const { admin } = messages;

/** Where a payment stands, as one word; the first that fits, from the top. */
export const PaymentStatus = z.enum([
  'disputed',
  'refund_pending',
  'refund_failed',
  'refunded',
  'unmatched',
  'wrong_amount',
  'duplicate',
  'partly_refunded',
  'paid',
  'failed',
  'not_finished',
]);
export type PaymentStatus = z.output<typeof PaymentStatus>;

const paymentParams = z.object({ paymentId: Id });

const filter = {
  /** Without it: every payment whose money came. */
  status: PaymentStatus.optional(),
  /** A payment's or subscription's id in full, or how a name or an e-mail begins. */
  search: searched.optional(),
};

const reason = text(500, admin.reasonMissing);

export const SalesPayment = PaymentItem.extend({
  status: PaymentStatus,
  userId: z.string().nullable(),
  paidWith: z.string().nullable(),
  startedAt: Instant,
});

/** One thing that happened, from the first click to today. */
export const TimelineEntry = z.object({
  at: Instant,
  /** A sentence, such as "Paid ₹499.00 by UPI". */
  text: z.string(),
  /** Who or what brought it: `the buyer`, `a webhook`, an e-mail of an ADMIN. */
  by: z.string(),
});

export const PaymentDetail = SalesPayment.extend({
  failure: z.string().nullable(),
  invoiceId: z.string().nullable(),
  refundableUntil: Instant.nullable(),
  /** What may still be given back; 0 when nothing may. */
  refundableInPaise: Paise,
  /** Why there is nothing to give back, as a sentence. */
  refundRefusal: z.string().nullable(),
  isInRefundWindow: z.boolean(),
  isHandled: z.boolean(),
  refunds: z.array(
    z.object({
      refundId: z.string().nullable(),
      status: z.enum(['requested', 'pending', 'processed', 'failed', 'withdrawn']),
      amountInPaise: Paise,
      endsAccess: z.boolean(),
      requestedBy: z.string().nullable(),
      reason: z.string().nullable(),
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
  kind: z.enum(['unmatched', 'wrong_amount', 'duplicate', 'refund_owed', 'refund_failed', 'dispute']),
  paymentId: z.string(),
  userName: z.string().nullable(),
  userEmail: z.string().nullable(),
  amountInPaise: Paise,
  since: Instant,
  /** For a dispute: the last moment to answer. */
  respondBy: Instant.nullable(),
  /** What happened, and what to do: a sentence each. */
  happened: z.string(),
  advice: z.string(),
});

export const PreflightCheck = z.object({
  name: z.enum(['selling', 'plan', 'amount', 'currency', 'period', 'mode']),
  isOk: z.boolean(),
  expected: z.string(),
  found: z.string(),
});

export const Preflight = z.object({
  /** unknown: the provider has not answered yet; it is asked again, and selling goes on. */
  state: z.enum(['ok', 'mismatch', 'unknown', 'off']),
  isSelling: z.boolean(),
  mode: Mode,
  /** One clear line. */
  sentence: z.string(),
  checkedAt: Instant.nullable(),
  checks: z.array(PreflightCheck),
});

export const sales = {
  list: endpoint({
    method: 'GET',
    path: '/admin/payments',
    access: 'admin',
    summary: 'Payments, newest first, by status and search, page by page',
    query: z.object({
      ...filter,
      limit: z.coerce.number().int().min(1).max(100).default(25),
      /** `nextCursor` of the page before. */
      cursor: z.string().max(100).optional(),
    }),
    response: answer({ payments: z.array(SalesPayment), nextCursor: z.string().nullable() }),
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: '/admin/payments/export',
    access: 'admin',
    summary: 'The same payments as a CSV file',
    query: z.object(filter),
    produces: 'text/csv',
    response: file,
  }),
  toDo: endpoint({
    method: 'GET',
    path: '/admin/payments/to-do',
    access: 'admin',
    summary: 'Payments that need a person, with what happened and what to do',
    response: answer({ toDo: z.array(ToDo), hasMore: z.boolean() }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/admin/payments/:paymentId',
    access: 'admin',
    summary: 'One purchase from the first click to today',
    params: paymentParams,
    response: answer({ payment: PaymentDetail }),
  }),
  refund: endpoint({
    method: 'POST',
    path: '/admin/payments/:paymentId/refund',
    access: 'admin',
    summary: 'Give money back, inside or outside the window; all of it ends access, a part does not',
    params: paymentParams,
    body: z.object({
      /** All that is left when absent. */
      amountInPaise: Paise.min(100, admin.refundTooSmall).optional(),
      reason,
    }),
    incomplete: admin.reasonMissing,
    response: answer({ outcome: z.enum(['initiated', 'requested']), payment: PaymentDetail }),
  }),
  markHandled: endpoint({
    method: 'POST',
    path: '/admin/payments/:paymentId/handled',
    access: 'admin',
    summary: 'Take a payment off the to-do list: it was settled another way',
    params: paymentParams,
    body: z.object({ reason }),
    incomplete: admin.reasonMissing,
    response: answer({ payment: PaymentDetail }),
  }),
  preflight: endpoint({
    method: 'GET',
    path: '/admin/preflight',
    access: 'admin',
    summary: 'Whether the provider’s plan is what this school sells, as last checked',
    response: answer({ preflight: Preflight }),
  }),
  checkPreflight: endpoint({
    method: 'POST',
    path: '/admin/preflight',
    access: 'admin',
    summary: 'Ask the provider for the plan now',
    response: answer({ preflight: Preflight }),
  }),
};
