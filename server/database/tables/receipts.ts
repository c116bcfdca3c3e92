import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';
import { Mode } from '#contract/billing/payments.ts';

export const receipts = table('receipts', {
  key: ['number'],
  columns: {
    number: text,
    kind: oneOf('receipt', 'tax_invoice', 'credit_note'),
    mode: oneOf(Mode),
    user_id: text,
    payment_id: text,
    /** For a credit note: the refund, by the provider's id. */
    refund_id: text.orNull(),
    amount_in_paise: integer,
    issued_at: time,
    /** JSON: the document as it was issued. */
    document: json,
    /** 1 when its credit notes do not add up to it. */
    differs: flag.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'receipts',
    exported: ['number', 'kind', 'amount_in_paise', 'issued_at', 'document'],
    onDeletion: 'steps',
  },
  archive: { file: 'payments/receipts.jsonl', title: 'Receipts, tax invoices and credit notes, as they were issued.' },
});
export type ReceiptRow = RowOf<typeof receipts>;

export const receiptSeries = table('receipt_series', {
  key: ['series'],
  columns: {
    series: text,
    last: integer,
  },
  person: null,
  archive: { file: 'payments/receipt-series.csv', title: 'The last number of each series of receipts.' },
});
