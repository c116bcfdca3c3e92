import { type Said, say, type Sentence } from '#contract/languages/say.ts';
import { createCalendars } from '#server/calendar.ts';
import { toInstant } from '#server/clock.ts';
import type { Email, Mailer } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { moneyOf, periodOf, type ReceiptDocument, type ReceiptFormat, returnOf, TEST_PAYMENT } from './document.ts';
import { itemOf } from './item.ts';

interface Delivery {
  recipientName: string;
  /** When the email of the gift is sent. */
  at: number;
}

const sentBack = ({ isGift }: ReceiptDocument): Sentence =>
  isGift
    ? say(
        'The money for your gift was sent back. Banks usually show a refund within 5 to 7 working days. The gift can no longer be redeemed.',
      )
    : say('Your money was sent back. Banks usually show a refund within 5 to 7 working days.');

const textOf = (document: ReceiptDocument, zone: string, delivery?: Delivery): Sentence => {
  const { refund, issuedAt, courses } = document;
  if (refund) return returnOf(document, sentBack(document));
  if (!delivery)
    return courses
      ? say('Thank you. You have access to every lecture of {courses}.', { courses: { list: courses } })
      : say('Thank you. You have access to every lecture of every course.');
  const { recipientName: recipient, at } = delivery;
  return at > issuedAt
    ? say('Thank you for your gift to {recipient}. We’ll email it on {day}. Your profile shows when it is redeemed.', {
        recipient,
        day: { date: toInstant(at), zone },
      })
    : say('Thank you. We’ve emailed your gift to {recipient}. Your profile shows when it is redeemed.', { recipient });
};

const headOf = ({ kind, refund }: ReceiptDocument, values: { school: string; amount: string }) => {
  if (kind !== 'credit_note')
    return { subject: say('Your receipt from {school}: {amount}', values), heading: say('We received your payment') };
  return refund?.how === 'reversal'
    ? {
        subject: say('Your payment to {school} was reversed: {amount}', values),
        heading: say('Your payment was reversed'),
      }
    : { subject: say('Your refund from {school}: {amount}', values), heading: say('Your refund was processed') };
};

/** The email about a receipt or a credit note; the profile has its PDF too. `delivery` is that of a gift. */
export const receiptEmail = (
  document: ReceiptDocument,
  format: ReceiptFormat & { school: string },
  delivery?: Delivery,
): Email => {
  const { timeZone: zone } = format.calendar;
  const isCreditNote = document.kind === 'credit_note';
  const period = document.refund === null ? periodOf(document, zone) : null;
  const amount = moneyOf(document, format)(document.amountInPaise);
  const short = amount.replace(/\.00$/, '');
  const text = textOf(document, zone, delivery);
  return {
    to: [document.buyer.email],
    wording: {
      id: isCreditNote ? 'refund' : 'receipt',
      values: { amount: short, message: text, number: document.number },
    },
    ...headOf(document, { school: format.school, amount: short }),
    parts: [
      ...(document.isTest ? [{ kind: 'text' as const, text: TEST_PAYMENT, belongsTo: 'top' as const }] : []),
      { kind: 'text', text },
      {
        kind: 'facts',
        rows: [
          [say('Number'), document.number],
          [say('Item'), itemOf(document)],
          ...(period === null ? [] : ([[say('Period'), period]] satisfies [Said, Said][])),
          [isCreditNote ? say('Total refunded') : say('Total paid'), amount],
          [say('Payment'), document.payment.id],
        ],
      },
      { kind: 'button', label: say('Your purchases'), path: '/user/profile' },
    ],
  };
};

export const defineReceiptTexts = ({ define }: Mailer['texts'], currencySymbol: string): void => {
  const at = Date.UTC(2027, 5, 15);
  const format = { currencySymbol, calendar: createCalendars()('Asia/Kolkata'), school: EXAMPLE_SCHOOL };
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
