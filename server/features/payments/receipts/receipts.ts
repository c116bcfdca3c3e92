import type { z } from 'zod';
import type { ReceiptLink } from '#contract/payments.ts';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import { ReceiptDocument } from './document.ts';
import { type PaperFacts, renderReceipt } from './receipt-pdf.ts';
import { findReceipt, receiptsOf } from './receipts.queries.ts';

/** Papers do not change, so the last ones asked for are kept: asking again and again costs nothing. */
const MOST_KEPT = 50;

export interface Receipts {
  /** The paper as PDF, for its buyer and for ADMINs. Throws `receipt_not_found`. */
  pdfOf(number: string, actor: Pick<Actor, 'id' | 'role'>): Promise<Buffer>;
  /** The papers of these payments, by the payment's provider id. */
  linksOf(providerPaymentIds: readonly string[]): Promise<Map<string, z.input<typeof ReceiptLink>[]>>;
}

export const createReceipts = (db: Db, facts: PaperFacts): Receipts => {
  const kept = new Map<string, Promise<Buffer>>();

  const draw = (number: string, document: string): Promise<Buffer> => {
    const known = kept.get(number);
    if (known) return known;
    const drawn = renderReceipt(ReceiptDocument.parse(JSON.parse(document)), facts);
    kept.set(number, drawn);
    drawn.catch(() => kept.delete(number));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return drawn;
  };

  return {
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
