import { salesMessages } from '#contract/sales-messages.ts';
import type { Email } from '#server/email/mailer.ts';
import { formatPaise } from '#server/money.ts';
import type { ReceiptDocument } from './document.ts';
import type { ReceiptFormat } from './receipt-pdf.ts';

const words = salesMessages.receipt;

/** The email about a receipt or a credit note; the PDF is in the profile. */
export const receiptEmail = (document: ReceiptDocument, { calendar, currencySymbol }: ReceiptFormat): Email => {
  const sentences = document.kind === 'credit_note' ? salesMessages.creditNoteMail : salesMessages.receiptEmail;
  const { accessUntil, paidAt, accessFrom = paidAt, id } = document.payment;
  const total = document.kind === 'credit_note' ? words.totalRefunded : words.total;
  return {
    to: [document.buyer.email],
    subject: sentences.subject(document.number),
    heading: sentences.heading,
    parts: [
      ...(document.isTest ? [{ kind: 'text' as const, text: words.testMode }] : []),
      { kind: 'text', text: sentences.text },
      {
        kind: 'facts',
        rows: [
          [words.number, document.number],
          [words.item, salesMessages.item],
          ...(accessUntil === null || document.refund !== null
            ? []
            : ([
                [words.period, words.fromTo(calendar.formatDate(accessFrom), calendar.formatDate(accessUntil))],
              ] satisfies [string, string][])),
          [total, formatPaise(document.amountInPaise, currencySymbol)],
          [words.paymentId, id],
        ],
      },
      { kind: 'button', label: sentences.button, path: '/user/profile' },
    ],
  };
};
