import { receiptMessages } from '#contract/billing/receipt-messages.ts';
import { createCalendars } from '#server/calendar.ts';
import type { Email, Mailer } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { moneyOf, periodOf, returnOf, type ReceiptDocument, type ReceiptFormat } from './document.ts';

const messages = receiptMessages.receipt;

interface Delivery {
  recipientName: string;
  /** When the email of the gift is sent. */
  at: number;
}

const textOf = (
  document: ReceiptDocument,
  calendar: ReceiptFormat['calendar'],
  delivery: Delivery | undefined,
): string => {
  const { receiptEmail: paid, creditNoteEmail: refunded } = receiptMessages;
  const { kind, isGift, issuedAt, courses, refund } = document;
  if (refund?.how !== undefined) return returnOf(document);
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
  const { receiptEmail: paid, creditNoteEmail: refunded, reversalEmail } = receiptMessages;
  const returned = document.refund?.how === 'reversal' ? reversalEmail : refunded;
  const email = document.kind === 'credit_note' ? returned : paid;
  const period = document.refund === null ? periodOf(document, format) : null;
  const amount = moneyOf(document, format)(document.amountInPaise);
  const total = document.kind === 'credit_note' ? messages.totalRefunded : messages.total;
  const short = amount.replace(/\.00$/, '');
  const text = textOf(document, format.calendar, delivery);
  return {
    to: [document.buyer.email],
    wording: {
      id: document.kind === 'credit_note' ? 'refund' : 'receipt',
      values: { amount: short, message: text, number: document.number },
    },
    subject: email.subject(format.brandName, short),
    heading: email.heading,
    parts: [
      ...(document.isTest ? [{ kind: 'text' as const, text: messages.testMode, belongsTo: 'top' as const }] : []),
      { kind: 'text', text },
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

export const defineReceiptTexts = ({ define }: Mailer['texts'], currencySymbol: string): void => {
  const at = Date.UTC(2027, 5, 15);
  const format = { currencySymbol, calendar: createCalendars()('Asia/Kolkata'), brandName: EXAMPLE_SCHOOL };
  const example: ReceiptDocument = {
    number: 'R/2027-28/00042',
    kind: 'receipt',
    isTest: false,
    issuedAt: at,
    seller: { name: EXAMPLE_SCHOOL, address: null, gstin: null, state: null },
    buyer: { name: 'Meera Nair', email: '', state: null },
    amountInPaise: 49_900,
    tax: null,
    payment: { id: 'pay_Example', paidAt: at, paidWith: null, accessUntil: null, refundableUntil: null },
    refund: null,
  };
  define(receiptEmail(example, format), ['details']);
  const refund = { id: 'rfnd_Example', at, ofNumber: example.number };
  define(receiptEmail({ ...example, number: 'C/2027-28/00007', kind: 'credit_note', refund }, format), ['details']);
};
