import { GST_STATE_CODES, type IndianState } from '#contract/billing/indian-states.ts';
import { english } from '#contract/languages/language.ts';
import { type Said, say, type Sentence, valued, type Write } from '#contract/languages/say.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { toInstant } from '#server/clock.ts';
import { writerIn } from '#server/email/readers.ts';
import type { FormatMoney } from '#server/money.ts';
import type { SchoolLanguages } from '#server/own-words.ts';
import type { Sheet, SheetRow, SheetText } from '#server/pdf/sheet.ts';
import type { Look } from '#server/settings/branding.ts';
import { moneyOf, periodOf, type ReceiptDocument, type ReceiptFormat, returnOf, TEST_PAYMENT } from './document.ts';
import { itemOf } from './item.ts';

interface SheetFormat extends ReceiptFormat {
  look: Look;
  languageOf: SchoolLanguages['languageOf'];
}

type Row = [label: Said, value: Said | null];

const titleOf = ({ kind, tax }: ReceiptDocument): Sentence => {
  if (kind === 'credit_note') return tax === null ? say('Refund note') : say('Credit note');
  return kind === 'tax_invoice' ? say('Tax invoice') : say('Payment receipt');
};

const gstinLine = (gstin: string): Said => `GSTIN ${gstin}`;

const stateLine = (state: IndianState): Sentence =>
  say('State: {state} ({code})', { state, code: GST_STATE_CODES[state] });

const sellerLines = ({ seller: { name, address, gstin, state } }: ReceiptDocument): Said[] =>
  [name, address, gstin && gstinLine(gstin), gstin && state && stateLine(state)].filter((line) => line !== null);

const buyerLines = ({ buyer: { name, email, state, business }, tax }: ReceiptDocument): Said[] => {
  const { address, gstin } = business ?? {};
  return [name, address, gstin && gstinLine(gstin), email, tax && state && stateLine(state)].flatMap(
    (line) => line || [],
  );
};

const headRows = ({ number, issuedAt, refund, tax, buyer }: ReceiptDocument, write: Write): Row[] => {
  const { ofNumber = null, ofDate } = refund ?? {};
  const place = tax && buyer.state;
  return [
    [say('Number'), number],
    [say('Date'), write(valued({ time: toInstant(issuedAt) }))],
    [
      say('Corrects'),
      ofNumber && ofDate
        ? say('{number} of {date}', { number: ofNumber, date: { date: toInstant(ofDate) } })
        : ofNumber,
    ],
    [say('Place of supply'), place && `${place} (${GST_STATE_CODES[place]})`],
    [say('Reverse charge'), place && say('No')],
  ];
};

/** A rate of 18 % is 9 % for each half. */
const halfOf = (ratePercent: number): string =>
  ratePercent % 2 === 0 ? `${ratePercent / 2}` : `${(ratePercent - 1) / 2}.5`;

/** The price, and what was taken off it. */
const discountRows = (
  { priceInPaise, discount, deductions = [], amountInPaise }: ReceiptDocument,
  money: FormatMoney,
): Row[] => {
  const taken = [
    ...(discount
      ? [{ label: say('Discount with {code}', { code: discount.code }), inPaise: discount.amountInPaise }]
      : []),
    ...deductions.map((one) => ({
      label: say('Already paid: {plan}', { plan: one.name }),
      inPaise: one.amountInPaise,
    })),
  ];
  const sum = taken.reduce((price, { inPaise }) => price + inPaise, amountInPaise);
  const agreed = (priceInPaise ?? sum) - sum;
  const rows = agreed === 0 ? taken : [...taken, { label: say('Agreed with the school'), inPaise: agreed }];
  if (rows.length === 0) return [];
  return [[say('Price'), money(sum + agreed)], ...rows.map(({ label, inPaise }): Row => [label, `−${money(inPaise)}`])];
};

const taxAt = (tax: string, rate: string): Sentence => say('{tax} at {rate} %', { tax, rate });

const amountRows = ({ tax }: ReceiptDocument, money: FormatMoney): Row[] => {
  if (tax === null) return [];
  const parts: Row[] =
    tax.igstInPaise > 0
      ? [[taxAt('IGST', `${tax.ratePercent}`), money(tax.igstInPaise)]]
      : [
          [taxAt('CGST', halfOf(tax.ratePercent)), money(tax.cgstInPaise)],
          [taxAt('SGST', halfOf(tax.ratePercent)), money(tax.sgstInPaise)],
        ];
  return [[say('Taxable value'), money(tax.taxableInPaise)], ...parts];
};

const paymentRows = ({ payment, refund }: ReceiptDocument, write: Write): Row[] => {
  const { id, paidAt, paidWith, refundableUntil: until } = payment;
  return [
    [say('Refund'), refund && refund.id],
    [say('Payment'), id],
    [say('Paid on'), write(valued({ time: toInstant(paidAt) }))],
    [say('Paid with'), paidWith],
    [say('Refundable until'), refund !== null || until === null ? null : write(valued({ date: toInstant(until) }))],
  ];
};

const notesOf = (document: ReceiptDocument): Sentence[] => {
  const { refund, tax, seller } = document;
  return [
    ...(refund ? [returnOf(document, say('Banks usually show a refund within 5 to 7 working days.'))] : []),
    ...(tax
      ? [
          say('For {seller}: authorised signatory. Computer-generated; valid without a signature.', {
            seller: seller.name,
          }),
        ]
      : []),
  ];
};

/** Writes in the languages of a document. A plain text, such as a name or a date, stands once. */
const writersOf = (
  { languages = [SOURCE_LANGUAGE] }: ReceiptDocument,
  { calendar, currencySymbol, languageOf }: Omit<SheetFormat, 'look'>,
) => {
  const [write = writerIn(english, calendar, currencySymbol), below] = languages.map((code) =>
    writerIn(languageOf(code), calendar, currencySymbol),
  );
  const text = (said: Said): SheetText => {
    const [first, second] = [write(said), below?.(said)];
    return second === undefined || second === first ? first : [first, second];
  };
  return { write, text };
};

/** The content of a receipt, an invoice or a credit note, in the language of the school with that of the buyer below. */
export const sheetOf = (document: ReceiptDocument, { look, ...format }: SheetFormat): Sheet => {
  const { number, issuedAt, seller, isTest, kind, courses, tax } = document;
  const [item, money] = [itemOf(document), moneyOf(document, format)];
  const { write, text } = writersOf(document, format);
  const rows = (list: Row[]): Sheet['parts'][number] => ({
    kind: 'rows',
    rows: list.map(([label, said]): SheetRow => [text(label), said === null ? null : text(said)]),
  });
  const title = titleOf(document);
  return {
    title: `${write(title)} ${number}`,
    author: seller.name,
    createdAt: issuedAt,
    accent: look.accent,
    logo: look.logo?.bytes,
    parts: [
      ...(isTest ? [{ kind: 'notice' as const, text: text(TEST_PAYMENT) }] : []),
      { kind: 'heading', text: text(title) },
      rows(headRows(document, write)),
      { kind: 'line' },
      {
        kind: 'parties',
        parties: [
          { title: text(say('Sold by')), lines: sellerLines(document).map(text) },
          { title: text(say('Sold to')), lines: buyerLines(document).map(text) },
        ],
      },
      { kind: 'line' },
      rows([
        [say('Item'), tax === null ? item : say('{item}, {sac}', { item, sac: `SAC ${tax.sac}` })],
        [say('Opens'), courses ? write(valued({ list: courses })) : null],
        [say('Period'), periodOf(document, format.calendar.timeZone)],
        ...discountRows(document, money),
        ...amountRows(document, money),
      ]),
      { kind: 'line' },
      {
        kind: 'total',
        label: text(kind === 'credit_note' ? say('Total refunded') : say('Total paid')),
        value: money(document.amountInPaise),
      },
      { kind: 'line' },
      rows(paymentRows(document, write)),
      ...notesOf(document).map((said) => ({ kind: 'note' as const, text: text(said) })),
    ],
  };
};
