import { z } from 'zod';
import { Instant, Paise } from '../fields.ts';
import { Opened } from '../access/rights.ts';
import { Batch, CourseWithBatches } from '../batches/batch-fields.ts';
import { PaidParts } from './part-fields.ts';
import { OwnWay, RequestState } from './way-names.ts';

/** What every view of a request has. */
const requestFields = {
  _id: z.string(),
  state: RequestState,
  /** What the buyer and the bank statement call it, such as `7K3F-9QXZ`. */
  order: z.string(),
  planId: z.string(),
  planName: z.string(),
  opens: Opened,
  /** Where it was bought from; null for elsewhere. */
  courseId: z.string().nullable(),
  way: OwnWay,
  reference: z.string(),
  /** The day on which it was paid, as the buyer says. */
  paidOn: z.iso.date(),
  /** The price that is kept for it. */
  amountInPaise: Paise,
  /** What the buyer says that they paid; null where they did not say. */
  statedInPaise: Paise.nullable(),
  sentAt: Instant,
  /** The price and the place of the coupon are kept until then. */
  keptUntil: Instant,
  hasPicture: z.boolean(),
  isGift: z.boolean(),
  /** The batch that it is for, of which a place is kept while it waits; null for none. */
  batch: Batch.pick({ _id: true, name: true, startsOn: true, endsOn: true }).nullable(),
  /** The first part of a purchase that is paid in parts, or later ones; null for neither. */
  parts: z.enum(['first', 'later']).nullable(),
  /**
   * Which of the parts it pays: while it waits, by what was paid until now and what the buyer says that they paid. Null for none, and where
   * it was not confirmed.
   */
  paysParts: PaidParts.nullable(),
  /** When it was confirmed, refused, withdrawn, paid otherwise, or expired; null while it waits. */
  decidedAt: Instant.nullable(),
  /** Of a refusal, or of an amount that was agreed; '' without one. */
  reason: z.string(),
};

/** A request as its buyer sees it. */
export const PaymentRequest = z.object(requestFields);
export type PaymentRequest = z.output<typeof PaymentRequest>;

/** A request as those see it who confirm it. */
export const AdminPaymentRequest = z.object({
  ...requestFields,
  user: z.object({
    _id: z.string(),
    fullName: z.string(),
    /** Null for a teacher or an assistant. */
    email: z.string().nullable(),
  }),
  coupon: z.object({ code: z.string(), discountInPaise: Paise }).nullable(),
  /** Those of which a batch can be chosen when it is confirmed: none where its buyer chose one, and for gifts and later parts. */
  coursesWithBatches: z.array(CourseWithBatches),
  /**
   * Another request or payment with this reference, of the same way or, of UPI and bank, the other: the first. For teachers and
   * assistants without its ids and its buyer.
   */
  usedBy: z
    .object({
      requestId: z.string().nullable(),
      order: z.string(),
      userName: z.string().nullable(),
      paymentId: z.string().nullable(),
      at: Instant,
    })
    .nullable(),
  /** The reference has another form than those of this way. */
  isUnusual: z.boolean(),
  /** What to know before confirming, as a sentence; null for nothing. Confirming it needs `isWarned`. */
  warning: z.string().nullable(),
  /** Of a confirmed one. */
  paymentId: z.string().nullable(),
  receivedInPaise: Paise.nullable(),
  receivedOn: z.iso.date().nullable(),
  /** Who decided; null for nobody, and for somebody whose account is deleted. */
  decidedBy: z.string().nullable(),
});
export type AdminPaymentRequest = z.output<typeof AdminPaymentRequest>;

/** What a payment did, or with `isDryRun` would do. */
export const ReceivedPayment = z.object({
  /** `null` in a dry run. */
  paymentId: z.string().nullable(),
  amountInPaise: Paise,
  /** Null for a gift, and for a payment that gives no access. */
  accessFrom: Instant.nullable(),
  accessUntil: Instant.nullable(),
  /** More than the price came: this has to be paid back. */
  excessInPaise: Paise,
});
export type ReceivedPayment = z.output<typeof ReceivedPayment>;
