import type { z } from 'zod';
import type { ReceiptLink } from '#contract/payments.ts';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Config } from '#server/config.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Mailer } from '#server/email/mailer.ts';
import { createCalendar, type SchoolCalendar } from '#server/calendar.ts';
import { ReceiptDocument } from './document.ts';
import { createReceiptIssuer, type IssueReceipts } from './issue.ts';
import { receiptEmail } from './receipt-email.ts';
import { renderReceipt } from './receipt-pdf.ts';
import { findReceipt, receiptsOf } from './receipts.queries.ts';
import { sellerOf } from './seller.ts';

/** Receipts do not change, so the last PDFs are cached. */
const MAX_CACHED = 50;

export interface Receipts {
  /** Whether receipts are tax invoices, which name the buyer's state. */
  asksBuyerState: boolean;
  issue: IssueReceipts;
  /** A receipt as PDF, for its buyer and for admins. Throws `receipt_not_found`. */
  pdfOf(number: string, actor: Pick<Actor, 'id' | 'role'>): Promise<Buffer>;
  /** The receipts of these payments, by the payment's provider id. */
  linksOf(providerPaymentIds: readonly string[]): Promise<Map<string, z.input<typeof ReceiptLink>[]>>;
}

export interface ReceiptsNeeds {
  db: Db;
  calendar: SchoolCalendar;
  mailer: Pick<Mailer, 'enqueue'>;
  config: Pick<Config, 'currencySymbol' | 'brandName' | 'seller'>;
}

export const createReceipts = ({ db, calendar, mailer, config }: ReceiptsNeeds): Receipts => {
  const seller = sellerOf(config);
  const format = { calendar, currencySymbol: config.currencySymbol };
  const cached = new Map<string, Promise<Buffer>>();

  const draw = (number: string, document: string): Promise<Buffer> => {
    const known = cached.get(number);
    if (known) return known;
    const drawn = renderReceipt(ReceiptDocument.parse(JSON.parse(document)), format);
    cached.set(number, drawn);
    drawn.catch(() => cached.delete(number));
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
    return drawn;
  };

  return {
    asksBuyerState: seller.tax !== null,
    issue: createReceiptIssuer({
      // The financial year is India's, wherever the school is.
      calendar: createCalendar('Asia/Kolkata'),
      seller,
      onIssued: (tx, documents) => mailer.enqueue(tx, ...documents.map((document) => receiptEmail(document, format))),
    }),
    pdfOf: async (number, { id, role }) => {
      const row = await findReceipt(db, number);
      if (!row || (row.user_id !== id && role !== 'ADMIN')) throw fail('receipt_not_found');
      return draw(number, row.document);
    },
    linksOf: async (providerPaymentIds) => {
      const links = new Map<string, z.input<typeof ReceiptLink>[]>();
      if (providerPaymentIds.length === 0) return links;
      for (const row of await receiptsOf(db, providerPaymentIds)) {
        const { number, kind, payment_id: paymentId, amount_in_paise: amountInPaise, issued_at: issuedAt } = row;
        const link = { number, kind, amountInPaise, issuedAt: toInstant(issuedAt) };
        links.set(paymentId, [...(links.get(paymentId) ?? []), link]);
      }
      return links;
    },
  };
};
