import { z } from 'zod';
import { INDIAN_STATES } from '#contract/billing/indian-states.ts';
import { PaidParts } from '#contract/billing/part-fields.ts';
import { Term } from '#contract/billing/plans.ts';
import { OwnWay } from '#contract/billing/way-names.ts';
import { LanguageCode } from '#contract/school/languages.ts';
import { byOwnWay } from '#contract/billing/by-way.ts';
import { say, type Sentence } from '#contract/languages/say.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import { toInstant } from '#server/clock.ts';
import { type FormatMoney, formatPaise } from '#server/money.ts';
import { isForLife } from '../plans/plans.ts';

/** A receipt, an invoice or a credit note, as it was issued. Times are epoch milliseconds. */
export const ReceiptDocument = z.object({
  number: z.string(),
  /** The language of the school, and that of the buyer where it is another; English alone when absent. */
  languages: z.array(LanguageCode).min(1).max(2).optional(),
  /** The purchased plan as it was called; the bundle when absent. */
  plan: z.object({ name: z.string(), term: Term }).optional(),
  /** Which of the parts of its price were paid. */
  parts: PaidParts.optional(),
  /** In English, as versions before named what was bought. */
  item: z.string().optional(),
  /** The courses that it opens, by their titles; everything when absent. */
  courses: z.array(z.string()).optional(),
  /** A gift: it gives the buyer no access. */
  isGift: z.literal(true).optional(),
  kind: z.enum(['receipt', 'tax_invoice', 'credit_note']),
  isTest: z.boolean(),
  issuedAt: z.int(),
  seller: z.object({
    name: z.string(),
    address: z.string().nullable(),
    gstin: z.string().nullable(),
    state: z.enum(INDIAN_STATES).nullable(),
  }),
  buyer: z.object({
    name: z.string(),
    email: z.string(),
    state: z.enum(INDIAN_STATES).nullable(),
    /** For a tax invoice that is made out to a business; `name` is then its name. */
    business: z.object({ gstin: z.string(), address: z.string() }).optional(),
  }),
  amountInPaise: z.int(),
  /** Earlier versions stored none. */
  currencySymbol: z.string().optional(),
  /** What the plan cost, where the school agreed to less. */
  priceInPaise: z.int().optional(),
  /** The discount of a coupon, on a receipt. */
  discount: z.object({ code: z.string(), amountInPaise: z.int() }).optional(),
  /** What single courses cost that the price was reduced by, on a receipt. */
  deductions: z.array(z.object({ name: z.string(), amountInPaise: z.int() })).optional(),
  tax: z
    .object({
      sac: z.string(),
      ratePercent: z.int(),
      taxableInPaise: z.int(),
      cgstInPaise: z.int(),
      sgstInPaise: z.int(),
      igstInPaise: z.int(),
    })
    .nullable(),
  payment: z.object({
    id: z.string(),
    paidAt: z.int(),
    paidWith: z.string().nullable(),
    accessUntil: z.int().nullable(),
    /** When the term that is paid for begins, where that is not the day of the payment. */
    accessFrom: z.int().optional(),
    refundableUntil: z.int().nullable(),
  }),
  /** For a credit note: the refund, and the number and date of the receipt that it corrects. */
  refund: z
    .object({
      id: z.string(),
      at: z.int(),
      ofNumber: z.string(),
      ofDate: z.int().optional(),
      /** How people paid it back, or that the payment did not stay; absent for the payment provider. */
      how: z.enum([...OwnWay.options, 'reversal']).optional(),
      reference: z.string().optional(),
    })
    .nullable(),
});
export type ReceiptDocument = z.output<typeof ReceiptDocument>;

/** Formats of a document. */
export interface ReceiptFormat {
  calendar: SchoolCalendar;
  /** For documents that name none. */
  currencySymbol: string;
}

/** Formats amounts as on the day when the document was issued. */
export const moneyOf =
  (document: ReceiptDocument, format: Pick<ReceiptFormat, 'currencySymbol'>): FormatMoney =>
  (inPaise) =>
    formatPaise(inPaise, document.currencySymbol ?? format.currencySymbol);

export const TEST_PAYMENT = say('TEST PAYMENT: no money was charged. This document has no value.');

/** How the money of a credit note goes back; `byProvider` where the payment provider sends it. */
export const returnOf = ({ refund }: ReceiptDocument, byProvider: Sentence): Sentence => {
  const { how, reference = '' } = refund ?? {};
  if (how === undefined) return byProvider;
  if (how === 'reversal')
    return say('The payment did not stay with the school, so that it was reversed. Nothing is paid back.');
  const way = byOwnWay[how];
  return say('The school has paid it back {how}.', {
    how: reference === '' ? way : say('{way}, {reference}', { way, reference }),
  });
};

/** From when until when the payment gives access; null when it gives none. */
export const periodOf = ({ payment }: ReceiptDocument, zone: string): Sentence | null => {
  const { accessUntil, paidAt, accessFrom = paidAt } = payment;
  if (accessUntil === null) return null;
  const from = { date: toInstant(accessFrom), zone };
  return isForLife(accessUntil)
    ? say('{from}, without an end date', { from })
    : say('{from} to {until}', { from, until: { date: toInstant(accessUntil), zone } });
};
