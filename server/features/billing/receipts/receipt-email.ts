import { salesMessages } from '#contract/sales-messages.ts';
import type { Email } from '#server/email/mailer.ts';
import { periodOf, type ReceiptDocument, type ReceiptFormat } from './document.ts';

const words = salesMessages.receipt;

/** The email about a receipt or a credit note; the PDF is in the profile. */
export const receiptEmail = (document: ReceiptDocument, format: ReceiptFormat): Email => {
  const sentences = document.kind === 'credit_note' ? salesMessages.creditNoteEmail : salesMessages.receiptEmail;
  const period = document.refund === null ? periodOf(document, format) : null;
  const total = document.kind === 'credit_note' ? words.totalRefunded : words.total;
  return {
    to: [document.buyer.email],
    subject: sentences.subject(document.number),
    heading: sentences.heading,
    parts: [
      ...(document.isTest ? [{ kind: 'text' as const, text: words.testMode }] : []),
      { kind: 'text', text: document.isGift ? sentences.giftText : sentences.text },
      {
        kind: 'facts',
        rows: [
          [words.number, document.number],
          [words.item, document.item ?? salesMessages.item],
          ...(period === null ? [] : ([[words.period, period]] satisfies [string, string][])),
          [total, format.money(document.amountInPaise)],
          [words.paymentId, document.payment.id],
        ],
      },
      { kind: 'button', label: sentences.button, path: '/user/profile' },
    ],
  };
};
