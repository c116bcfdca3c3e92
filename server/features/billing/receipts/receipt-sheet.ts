import { GST_STATE_CODES, type IndianState } from '#contract/billing/indian-states.ts';
import { receiptMessages } from '#contract/billing/receipt-messages.ts';
import type { Sheet, SheetRow } from '#server/pdf/sheet.ts';
import type { FormatMoney } from '#server/money.ts';
import type { Look } from '#server/settings/branding.ts';
import { moneyOf, periodOf, returnOf, type ReceiptDocument, type ReceiptFormat } from './document.ts';

const { receipt: messages, item: bundle } = receiptMessages;

interface SheetFormat extends ReceiptFormat {
  look: Look;
}

const titleOf = ({ kind, tax }: ReceiptDocument): string => {
  if (kind === 'credit_note') return tax === null ? messages.refundNote : messages.creditNote;
  return kind === 'tax_invoice' ? messages.taxInvoice : messages.receipt;
};

const stateLine = (state: IndianState): string => messages.state(state, GST_STATE_CODES[state]);

const sellerLines = ({ seller: { name, address, gstin, state } }: ReceiptDocument): string[] =>
  [name, address, gstin && messages.gstin(gstin), gstin && state && stateLine(state)].filter((line) => line !== null);

const buyerLines = ({ buyer: { name, email, state, business }, tax }: ReceiptDocument): string[] => {
  const { address, gstin } = business ?? {};
  return [name, address, gstin && messages.gstin(gstin), email, tax && state && stateLine(state)].filter(
    (line) => typeof line === 'string',
  );
};

const headRows = (
  { number, issuedAt, refund, tax, buyer }: ReceiptDocument,
  { calendar }: ReceiptFormat,
): SheetRow[] => {
  const { ofNumber = null, ofDate } = refund ?? {};
  const place = tax && buyer.state;
  return [
    [messages.number, number],
    [messages.date, calendar.formatTime(issuedAt)],
    [messages.forDocument, ofNumber && ofDate ? messages.ofDate(ofNumber, calendar.formatDate(ofDate)) : ofNumber],
    [messages.placeOfSupply, place && `${place} (${GST_STATE_CODES[place]})`],
    [messages.reverseCharge, place && messages.no],
  ];
};

/** A rate of 18 % is 9 % for each half. */
const halfOf = (ratePercent: number): string =>
  ratePercent % 2 === 0 ? `${ratePercent / 2}` : `${(ratePercent - 1) / 2}.5`;

/** The price, and what was taken off it. */
const discountRows = (
  { discount, deductions = [], amountInPaise }: ReceiptDocument,
  money: FormatMoney,
): SheetRow[] => {
  const taken = [
    ...(discount ? [{ label: messages.discount(discount.code), inPaise: discount.amountInPaise }] : []),
    ...deductions.map((one) => ({ label: messages.deduction(one.name), inPaise: one.amountInPaise })),
  ];
  if (taken.length === 0) return [];
  const price = taken.reduce((sum, { inPaise }) => sum + inPaise, amountInPaise);
  return [
    [messages.price, money(price)],
    ...taken.map(({ label, inPaise }): SheetRow => [label, `−${money(inPaise)}`]),
  ];
};

const amountRows = ({ tax }: ReceiptDocument, money: FormatMoney): SheetRow[] => {
  if (tax === null) return [];
  const parts: SheetRow[] =
    tax.igstInPaise > 0
      ? [[messages.tax('IGST', `${tax.ratePercent}`), money(tax.igstInPaise)]]
      : [
          [messages.tax('CGST', halfOf(tax.ratePercent)), money(tax.cgstInPaise)],
          [messages.tax('SGST', halfOf(tax.ratePercent)), money(tax.sgstInPaise)],
        ];
  return [[messages.taxable, money(tax.taxableInPaise)], ...parts];
};

const paymentRows = ({ payment, refund }: ReceiptDocument, { calendar }: ReceiptFormat): SheetRow[] => {
  const { id, paidAt, paidWith, refundableUntil: until } = payment;
  return [
    [messages.refundId, refund && refund.id],
    [messages.paymentId, id],
    [messages.paidOn, calendar.formatTime(paidAt)],
    [messages.paidWith, paidWith],
    [messages.refundableUntil, refund !== null || until === null ? null : calendar.formatDate(until)],
  ];
};

/** The content of a receipt, an invoice or a credit note. */
export const sheetOf = (document: ReceiptDocument, { look, ...format }: SheetFormat): Sheet => {
  const { number, issuedAt, seller, isTest, kind, item, courses, tax, refund } = document;
  const money = moneyOf(document, format);
  const title = titleOf(document);
  return {
    title: `${title} ${number}`,
    author: seller.name,
    createdAt: issuedAt,
    accent: look.accent,
    logo: look.logo?.bytes,
    parts: [
      ...(isTest ? [{ kind: 'notice' as const, text: messages.testMode }] : []),
      { kind: 'heading', text: title },
      { kind: 'rows', rows: headRows(document, format) },
      { kind: 'line' },
      {
        kind: 'parties',
        parties: [
          { title: messages.seller, lines: sellerLines(document) },
          { title: messages.buyer, lines: buyerLines(document) },
        ],
      },
      { kind: 'line' },
      {
        kind: 'rows',
        rows: [
          [messages.item, [item ?? bundle, ...(tax === null ? [] : [messages.sac(tax.sac)])].join(', ')],
          [messages.courses, courses ? messages.courseList(courses) : null],
          [messages.period, periodOf(document, format)],
          ...discountRows(document, money),
          ...amountRows(document, money),
        ],
      },
      { kind: 'line' },
      {
        kind: 'total',
        label: kind === 'credit_note' ? messages.totalRefunded : messages.total,
        value: money(document.amountInPaise),
      },
      { kind: 'line' },
      { kind: 'rows', rows: paymentRows(document, format) },
      ...(refund === null ? [] : [{ kind: 'note' as const, text: returnOf(document) }]),
      ...(tax === null ? [] : [{ kind: 'note' as const, text: messages.signature(seller.name) }]),
    ],
  };
};
