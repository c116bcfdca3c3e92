import type { z } from 'zod';
import type { ReceiptLink } from '#contract/payments.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import { toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { BillingParts } from '../parts.ts';
import { ReceiptDocument } from './document.ts';
import { createReceiptIssuer, type IssueReceipts, type Seller } from './issue.ts';
import { receiptEmail } from './receipt-email.ts';
import { sheetOf } from './receipt-sheet.ts';
import { findReceipt, receiptsOf } from './receipts.queries.ts';
import { sellerOf } from './seller.ts';

/** Receipts do not change, so the last PDFs are cached. */
const MAX_CACHED = 50;

export interface Receipts {
  /** Whether receipts are tax invoices, which name the buyer's state. */
  asksBuyerState(): Promise<boolean>;
  issue: IssueReceipts;
  /** A receipt as PDF, for its buyer and for admins. Throws `receipt_not_found` and `pdf_not_drawn`. */
  pdfOf(number: string, actor: Pick<Actor, 'id' | 'role'>): Promise<Buffer>;
  /** The receipts of these payments, by the payment's provider id. */
  linksOf(providerPaymentIds: readonly string[]): Promise<Map<string, z.input<typeof ReceiptLink>[]>>;
}

export const createReceipts = (
  { database, mailer, settings, branding, pdf, config: { currencySymbol } }: BillingParts,
  { giftSendTime }: { giftSendTime: (sendOn: string | null, calendar: SchoolCalendar, now: number) => number },
): Receipts => {
  const { db } = database;
  const seller = async (tx: Tx): Promise<Seller> =>
    sellerOf(await settings.seller(tx), { schoolName: (await settings.school(tx)).brandName, currencySymbol });
  const cached = new Map<string, Promise<Buffer>>();

  const draw = async (number: string, document: string, owner: string): Promise<Buffer> => {
    const calendar = await settings.calendar();
    const look = await branding.look();
    const name = [number, calendar.timeZone, look.accent, look.logo?.key].join(' ');
    const known = cached.get(name);
    if (known) return known;
    const sheet = sheetOf(ReceiptDocument.parse(JSON.parse(document)), { currencySymbol, calendar, look });
    const drawn = pdf.draw(sheet, owner);
    cached.set(name, drawn);
    drawn.catch(() => cached.delete(name));
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
    return drawn;
  };

  return {
    asksBuyerState: async () => (await settings.seller()).gstin !== '',
    issue: createReceiptIssuer(seller, async (tx, document, gift) => {
      const calendar = await settings.calendar(tx);
      const delivery = gift && {
        recipientName: gift.recipientName,
        at: giftSendTime(gift.sendOn, calendar, document.issuedAt),
      };
      await mailer.enqueue(tx, receiptEmail(document, { currencySymbol, calendar }, delivery));
    }),
    pdfOf: async (number, { id, role }) => {
      const row = await findReceipt(db, number);
      if (!row || (row.user_id !== id && role !== 'ADMIN')) throw fail('receipt_not_found');
      return draw(number, row.document, id);
    },
    linksOf: async (providerPaymentIds) => {
      const rows = providerPaymentIds.length === 0 ? [] : await receiptsOf(db, providerPaymentIds);
      const links = rows.map((row) => ({
        paymentId: row.payment_id,
        number: row.number,
        kind: row.kind,
        amountInPaise: row.amount_in_paise,
        issuedAt: toInstant(row.issued_at),
      }));
      return Map.groupBy(links, ({ paymentId }) => paymentId);
    },
  };
};
