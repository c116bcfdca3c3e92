import { z } from 'zod';
import { INDIAN_STATES } from '#contract/indian-states.ts';
import { salesMessages } from '#contract/sales-messages.ts';
import type { ReceiptRow } from '#server/database/payment-tables.ts';
import type { BillingParts } from '../parts.ts';
import type { Mode } from '../provider/provider.ts';

/** A receipt, an invoice or a credit note, as it was issued. Times are epoch milliseconds. */
export const ReceiptDocument = z.object({
  number: z.string(),
  kind: z.enum(['receipt', 'tax_invoice', 'credit_note']),
  isTest: z.boolean(),
  issuedAt: z.int(),
  seller: z.object({
    name: z.string(),
    address: z.string().nullable(),
    gstin: z.string().nullable(),
    state: z.enum(INDIAN_STATES).nullable(),
  }),
  buyer: z.object({ name: z.string(), email: z.string(), state: z.enum(INDIAN_STATES).nullable() }),
  amountInPaise: z.int(),
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
    /** When the year that is paid for begins, where that is not the day of the payment. */
    accessFrom: z.int().optional(),
    refundableUntil: z.int().nullable(),
  }),
  /** For a credit note: the refund, and the number and date of the receipt that it corrects. */
  refund: z.object({ id: z.string(), at: z.int(), ofNumber: z.string(), ofDate: z.int().optional() }).nullable(),
});
export type ReceiptDocument = z.output<typeof ReceiptDocument>;

const LETTERS: Record<ReceiptRow['kind'], string> = { receipt: 'R', tax_invoice: 'I', credit_note: 'C' };

/** A series of numbers, such as `I2627` for invoices of April 2026 to March 2027; test mode has its own. */
export const seriesOf = (kind: ReceiptRow['kind'], mode: Mode, financialYear: number): string => {
  const twoDigits = (year: number): string => String(year % 100).padStart(2, '0');
  return `${mode === 'test' ? 'T' : ''}${LETTERS[kind]}${twoDigits(financialYear)}${twoDigits(financialYear + 1)}`;
};

/** At most 16 of the characters that a tax invoice may have, up to a billion a year. */
export const numberOf = (series: string, serial: number): string => `${series}-${String(serial).padStart(6, '0')}`;

/** What a document is written with. */
export type ReceiptFormat = Pick<BillingParts, 'calendar' | 'money'>;

/** From when until when the payment gives access; null when it gives none. */
export const periodOf = ({ payment }: ReceiptDocument, { calendar }: ReceiptFormat): string | null => {
  const { accessUntil, paidAt, accessFrom = paidAt } = payment;
  if (accessUntil === null) return null;
  return salesMessages.receipt.fromTo(calendar.formatDate(accessFrom), calendar.formatDate(accessUntil));
};
