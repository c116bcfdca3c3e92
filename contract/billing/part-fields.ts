import { z } from 'zod';
import { Instant, Paise } from '../fields.ts';
import { partMessages as words } from './part-messages.ts';

const MIN_PARTS = 2;
const MAX_PARTS = 12;
const MAX_GRACE_DAYS = 30;
const MAX_DUE_DAYS = 3650;
const MIN_PART_IN_PAISE = 100;

/** When a part is due: with the purchase, so many days after it, or on a day. */
const Due = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('at-start') }),
    z.object({
      kind: z.literal('days'),
      days: z.int({ error: words.dueMissing }).min(1, words.dueMissing).max(MAX_DUE_DAYS, words.dueMissing),
    }),
    z.object({ kind: z.literal('date'), date: z.iso.date({ error: words.dueMissing }) }),
  ],
  { error: words.dueMissing },
);

/** How a plan is paid in parts, where its buyer chooses that. The first part is due at the start. */
export const PlanParts = z.object({
  /** Days of access after the due day of an unpaid part. Then access pauses until the part is paid. */
  graceDays: z
    .int({ error: words.graceMissing })
    .min(0, words.graceMissing)
    .max(MAX_GRACE_DAYS, words.graceMissing)
    .default(3),
  list: z
    .array(
      z.object({
        amountInPaise: z.int({ error: words.amountMissing }).min(MIN_PART_IN_PAISE, words.amountTooSmall),
        due: Due,
      }),
    )
    .min(MIN_PARTS, words.tooFew)
    .max(MAX_PARTS, words.tooMany),
});
export type PlanParts = z.output<typeof PlanParts>;

/** A part that is still to be agreed: what is paid on which day if the plan is bought now. */
export const PartToPay = z.object({ n: z.int(), amountInPaise: Paise, dueOn: z.iso.date() });
export type PartToPay = z.output<typeof PartToPay>;

/** Which parts of how many a payment paid, such as 2 to 2 of 3. */
export const PaidParts = z.object({ from: z.int(), to: z.int(), of: z.int() });
export type PaidParts = z.output<typeof PaidParts>;

/**
 * open: due later; due: today; grace: overdue, with access; overdue: access is paused for it; cancelled: its
 * purchase was refunded; written-off: the school does not ask for it any more.
 */
export const PartState = z.enum(['open', 'due', 'grace', 'overdue', 'paid', 'cancelled', 'written-off']);
export type PartState = z.output<typeof PartState>;

/** complete: nothing is left to pay; disputed: the bank of the buyer has a payment of it back, or may get it. */
export const PartsState = z.enum(['running', 'paused', 'complete', 'cancelled', 'disputed']);
export type PartsState = z.output<typeof PartsState>;

/** A part of a purchase. */
export const Part = z.object({
  n: z.int(),
  amountInPaise: Paise,
  /** What is left to pay of it; 0 when it is paid, cancelled or written off. */
  missingInPaise: Paise,
  /** Postponed by the school, it is a later day than agreed. */
  dueOn: z.iso.date(),
  agreedOn: z.iso.date(),
  state: PartState,
});
export type Part = z.output<typeof Part>;

/** A purchase that is paid in parts. */
export const PurchaseInParts = z.object({
  /** Of its first part: the purchase is named by it. */
  paymentId: z.string(),
  planId: z.string(),
  planName: z.string(),
  state: PartsState,
  totalInPaise: Paise,
  paidInPaise: Paise,
  /** What is left to pay of all parts. */
  leftInPaise: Paise,
  /** The end of access once all is paid; null for life, and without access. */
  accessUntil: Instant.nullable(),
  /** Without another payment, access pauses then, or has been paused since; null when nothing is left to pay. */
  pausesAt: Instant.nullable(),
  parts: z.array(Part),
});
export type PurchaseInParts = z.output<typeof PurchaseInParts>;
