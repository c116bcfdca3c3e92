import { receiptMessages } from '#contract/receipt-messages.ts';
import type { Email } from '#server/email/mailer.ts';
import { moneyOf, periodOf, type ReceiptDocument, type ReceiptFormat } from './document.ts';

const messages = receiptMessages.receipt;

interface Delivery {
  recipientName: string;
  /** When the email of the gift is sent. */
  at: number;
}

const textOf = (
  { kind, isGift, issuedAt, courses }: ReceiptDocument,
  calendar: ReceiptFormat['calendar'],
  delivery: Delivery | undefined,
): string => {
  const { receiptEmail: paid, creditNoteEmail: refunded } = receiptMessages;
  if (kind === 'credit_note') return isGift ? refunded.giftText : refunded.text;
  if (!delivery) return courses ? paid.coursesText(courses) : paid.text;
  const { recipientName, at } = delivery;
  return at > issuedAt ? paid.giftScheduled(recipientName, calendar.formatDate(at)) : paid.giftSent(recipientName);
};

/** The email about a receipt or a credit note; the profile has its PDF too. `delivery` is that of a gift. */
export const receiptEmail = (
  document: ReceiptDocument,
  format: ReceiptFormat & { brandName: string },
  delivery?: Delivery,
): Email => {
  const email = document.kind === 'credit_note' ? receiptMessages.creditNoteEmail : receiptMessages.receiptEmail;
  const period = document.refund === null ? periodOf(document, format) : null;
  const amount = moneyOf(document, format)(document.amountInPaise);
  const total = document.kind === 'credit_note' ? messages.totalRefunded : messages.total;
  return {
    to: [document.buyer.email],
    subject: email.subject(format.brandName, amount.replace(/\.00$/, '')),
    heading: email.heading,
    parts: [
      ...(document.isTest ? [{ kind: 'text' as const, text: messages.testMode }] : []),
      { kind: 'text', text: textOf(document, format.calendar, delivery) },
      {
        kind: 'facts',
        rows: [
          [messages.number, document.number],
          [messages.item, document.item ?? receiptMessages.item],
          ...(period === null ? [] : ([[messages.period, period]] satisfies [string, string][])),
          [total, amount],
          [messages.paymentId, document.payment.id],
        ],
      },
      { kind: 'button', label: email.button, path: '/user/profile' },
    ],
  };
};
