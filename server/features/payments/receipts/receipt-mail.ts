import { salesMessages } from '#contract/sales-messages.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { formatPaise } from '../money-text.ts';
import type { ReceiptDocument } from './document.ts';
import type { PaperFacts } from './receipt-pdf.ts';

const words = salesMessages.receipt;

/** Tells the buyer of a paper that was issued, with what matters of it; the paper itself is in the profile. */
export const receiptMail = (paper: ReceiptDocument, { calendar, currencySymbol }: PaperFacts): Mail => {
  const sentences = paper.kind === 'credit_note' ? salesMessages.creditNoteMail : salesMessages.receiptMail;
  const { accessUntil, paidAt, accessFrom = paidAt, id } = paper.payment;
  const total = paper.kind === 'credit_note' ? words.totalRefunded : words.total;
  return {
    to: [paper.buyer.email],
    subject: sentences.subject(paper.number),
    heading: sentences.heading,
    parts: [
      ...(paper.isTest ? [{ kind: 'text' as const, text: words.testMode }] : []),
      { kind: 'text', text: sentences.text },
      {
        kind: 'facts',
        rows: [
          [words.number, paper.number],
          [words.item, salesMessages.item],
          ...(accessUntil === null || paper.refund !== null
            ? []
            : ([
                [words.period, words.fromTo(calendar.formatDate(accessFrom), calendar.formatDate(accessUntil))],
              ] satisfies [string, string][])),
          [total, formatPaise(paper.amountInPaise, currencySymbol)],
          [words.paymentId, id],
        ],
      },
      { kind: 'button', label: sentences.button, path: '/user/profile' },
    ],
  };
};
