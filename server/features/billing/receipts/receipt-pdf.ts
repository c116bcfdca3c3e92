import { join } from 'node:path';
import { GST_STATE_CODES, type IndianState } from '#contract/indian-states.ts';
import { receiptMessages } from '#contract/receipt-messages.ts';
import { accentLook } from '#contract/accent.ts';
import type { Look } from '#server/settings/branding.ts';
import { moneyOf, periodOf, type ReceiptDocument, type ReceiptFormat } from './document.ts';

const { receipt: words, item: bundle } = receiptMessages;

/** It has the rupee sign, Latin and Devanagari; the PDF carries the letters that it uses. */
const FONTS = {
  regular: join(import.meta.dirname, 'fonts/eczar-regular.ttf'),
  strong: join(import.meta.dirname, 'fonts/eczar-semibold.ttf'),
};
const INK = '#15252b';
const MUTED = '#48595f';
const LINE = '#d8dcd0';
const MARGIN = 56;
const LOGO_SIZE = 44;
const PAGE_WIDTH = 595.28;
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const COLUMN = WIDTH / 2 - 12;

interface PdfFormat extends ReceiptFormat {
  look: Look;
}

/** A row without a value is left out. */
type Row = [label: string, value: string | null];

const titleOf = ({ kind, tax }: ReceiptDocument): string => {
  if (kind === 'credit_note') return tax === null ? words.refundNote : words.creditNote;
  return kind === 'tax_invoice' ? words.taxInvoice : words.receipt;
};

const stateLine = (state: IndianState): string => words.state(state, GST_STATE_CODES[state]);

const sellerLines = ({ seller: { name, address, gstin, state } }: ReceiptDocument): string[] =>
  [name, address, gstin && words.gstin(gstin), gstin && state && stateLine(state)].filter((line) => line !== null);

const buyerLines = ({ buyer: { name, email, state, business }, tax }: ReceiptDocument): string[] => {
  const { address, gstin } = business ?? {};
  return [name, address, gstin && words.gstin(gstin), email, tax && state && stateLine(state)].filter(
    (line) => typeof line === 'string',
  );
};

const headRows = ({ number, issuedAt, refund, tax, buyer }: ReceiptDocument, { calendar }: ReceiptFormat): Row[] => {
  const { ofNumber = null, ofDate } = refund ?? {};
  const place = tax && buyer.state;
  return [
    [words.number, number],
    [words.date, calendar.formatTime(issuedAt)],
    [words.forDocument, ofNumber && ofDate ? words.ofDate(ofNumber, calendar.formatDate(ofDate)) : ofNumber],
    [words.placeOfSupply, place && `${place} (${GST_STATE_CODES[place]})`],
    [words.reverseCharge, place && words.no],
  ];
};

/** A rate of 18 % is 9 % for each half. */
const halfOf = (ratePercent: number): string =>
  ratePercent % 2 === 0 ? `${ratePercent / 2}` : `${(ratePercent - 1) / 2}.5`;

type FormatMoney = (inPaise: number) => string;

const discountRows = ({ discount, amountInPaise }: ReceiptDocument, money: FormatMoney): Row[] =>
  discount
    ? [
        [words.price, money(amountInPaise + discount.amountInPaise)],
        [words.discount(discount.code), `−${money(discount.amountInPaise)}`],
      ]
    : [];

const amountRows = ({ tax }: ReceiptDocument, money: FormatMoney): Row[] => {
  if (tax === null) return [];
  const parts: Row[] =
    tax.igstInPaise > 0
      ? [[words.tax('IGST', `${tax.ratePercent}`), money(tax.igstInPaise)]]
      : [
          [words.tax('CGST', halfOf(tax.ratePercent)), money(tax.cgstInPaise)],
          [words.tax('SGST', halfOf(tax.ratePercent)), money(tax.sgstInPaise)],
        ];
  return [[words.taxable, money(tax.taxableInPaise)], ...parts];
};

const paymentRows = ({ payment, refund }: ReceiptDocument, { calendar }: ReceiptFormat): Row[] => {
  const { id, paidAt, paidWith, refundableUntil: until } = payment;
  return [
    [words.refundId, refund && refund.id],
    [words.paymentId, id],
    [words.paidOn, calendar.formatTime(paidAt)],
    [words.paidWith, paidWith],
    [words.refundableUntil, refund !== null || until === null ? null : calendar.formatDate(until)],
  ];
};

const draw = (pdf: PDFKit.PDFDocument, document: ReceiptDocument, { look, ...format }: PdfFormat): void => {
  const money = moneyOf(document, format);
  const line = (y: number): void => {
    pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.75)
      .strokeColor(LINE)
      .stroke();
  };
  const rows = (list: Row[], gap = 4): void => {
    for (const [label, value] of list) {
      if (value === null) continue;
      const y = pdf.y;
      pdf.font('regular').fontSize(10.5).fillColor(MUTED).text(label, MARGIN, y, { width: COLUMN });
      const below = pdf.y;
      pdf.fillColor(INK).text(value, MARGIN + COLUMN + 24, y, { width: COLUMN, align: 'right' });
      pdf.y = Math.max(pdf.y, below) + gap;
    }
  };
  const party = (title: string, lines: string[], x: number, y: number): number => {
    pdf.font('regular').fontSize(9).fillColor(MUTED).text(title, x, y, { width: COLUMN });
    lines.forEach((text, index) =>
      pdf
        .font(index === 0 ? 'strong' : 'regular')
        .fontSize(10.5)
        .fillColor(INK)
        .text(text, x, pdf.y, { width: COLUMN }),
    );
    return pdf.y;
  };

  pdf.rect(0, 0, PAGE_WIDTH, 6).fill(look.accent);
  if (look.logo) pdf.image(look.logo.bytes, MARGIN + WIDTH - LOGO_SIZE, MARGIN - 12, { width: LOGO_SIZE });
  pdf.y = MARGIN;
  if (document.isTest)
    pdf
      .font('strong')
      .fontSize(10)
      .fillColor(accentLook(look.accent, 'morning').ink)
      .text(words.testMode, MARGIN, pdf.y, { width: WIDTH });
  pdf
    .font('strong')
    .fontSize(24)
    .fillColor(INK)
    .text(titleOf(document), MARGIN, pdf.y + 4, { width: WIDTH });
  pdf.y += 8;
  rows(headRows(document, format));
  line(pdf.y + 6);
  const top = pdf.y + 18;
  const left = party(words.seller, sellerLines(document), MARGIN, top);
  const right = party(words.buyer, buyerLines(document), MARGIN + COLUMN + 24, top);
  pdf.y = Math.max(left, right) + 12;
  line(pdf.y);
  pdf.y += 12;
  rows([
    [words.item, [document.item ?? bundle, ...(document.tax === null ? [] : [words.sac(document.tax.sac)])].join(', ')],
    [words.period, periodOf(document, format)],
    ...discountRows(document, money),
    ...amountRows(document, money),
  ]);
  line(pdf.y + 2);
  const y = pdf.y + 12;
  const total = document.kind === 'credit_note' ? words.totalRefunded : words.total;
  pdf.font('strong').fontSize(14).fillColor(INK).text(total, MARGIN, y, { width: COLUMN });
  pdf.text(money(document.amountInPaise), MARGIN + COLUMN + 24, y, { width: COLUMN, align: 'right' });
  pdf.y += 12;
  line(pdf.y);
  pdf.y += 12;
  rows(paymentRows(document, format));
  pdf.y += 8;
  pdf.font('regular').fontSize(9).fillColor(MUTED);
  if (document.refund !== null) pdf.text(words.refundNoticeText, MARGIN, pdf.y, { width: WIDTH });
  if (document.tax !== null) pdf.text(words.signature(document.seller.name), MARGIN, pdf.y + 6, { width: WIDTH });
};

/** Draws a receipt, an invoice or a credit note as one page of A4. The library and the fonts are loaded with the first one. */
export const renderReceipt = async (document: ReceiptDocument, format: PdfFormat): Promise<Buffer> => {
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    lang: 'en-IN',
    info: {
      Title: `${titleOf(document)} ${document.number}`,
      Author: document.seller.name,
      CreationDate: new Date(document.issuedAt),
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.registerFont('regular', FONTS.regular);
  pdf.registerFont('strong', FONTS.strong);
  draw(pdf, document, format);
  pdf.end();
  return done;
};
