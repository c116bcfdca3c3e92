import { accentLook } from '#contract/school/accent.ts';
import { drawText, fitText, type Place, type Style } from './draw-text.ts';
import { lettersNote } from './letters-note.ts';
import type { CertificateSheet } from './sheet.ts';
import { A4_LONG, A4_SHORT, writePage } from './write-page.ts';

const INK = '#15252b';
const MUTED = '#48595f';
const LINE = '#d8dcd0';
const BAD = '#b3261e';
const MARGIN = 48;
const WIDTH = A4_LONG - 2 * MARGIN;
const LOGO_SIZE = 28;
const PANEL = { x: MARGIN, y: 160, width: 224, height: 322 };
const BAR = { y: PANEL.y + PANEL.height, height: 8 };
const COLUMN = { x: 318, y: 104, width: A4_LONG - 318 - MARGIN };
const QR = { x: MARGIN, y: 506, size: 66 };
const SIGNATORY_WIDTH = 190;
const TIGHT = 1.3;

const NORMAL: Style = { weight: 'regular', size: 10, color: INK, lineHeight: 1.5 };
const LABEL: Style = { ...NORMAL, color: MUTED };
const STRONG: Style = { ...NORMAL, weight: 'semibold' };
const TITLE: Style = { ...STRONG, lineHeight: TIGHT };

type Pdf = PDFKit.PDFDocument;

/** Draws text in the size that needs no more than these lines. */
const write = (
  pdf: Pdf,
  text: string,
  style: Style,
  { lines = 1, least = 5, ...place }: Place & { lines?: number; least?: number },
): number => drawText(pdf, text, fitText(pdf, text, style, { width: place.width, lines, least }), place);

const drawHead = (pdf: Pdf, { logo, issuer, heading, isGood }: CertificateSheet): void => {
  const indent = logo ? LOGO_SIZE + 10 : 0;
  if (logo) pdf.image(Buffer.from(logo), MARGIN, 38, { width: LOGO_SIZE });
  write(pdf, issuer, { ...TITLE, size: 20 }, { x: MARGIN + indent, y: 37, width: WIDTH / 2 });
  const style = isGood ? { ...LABEL, size: 13 } : { ...STRONG, size: 13, color: BAD };
  write(pdf, heading, style, { x: MARGIN + WIDTH / 2 + 50, y: 43, width: WIDTH / 2 - 50, align: 'right' });
};

/** A book in the colours of the school, with the title of the course. */
const drawBook = (pdf: Pdf, { accent, courseTitle }: CertificateSheet): void => {
  const { x, y, width, height } = PANEL;
  const { content } = accentLook(accent, 'morning');
  pdf.save().rect(x, y, width, height).clip();
  pdf.rect(x, y, width, height).fill(accent);
  // Over each other, so that each is stronger than the one around it, on a light colour and on a dark one.
  pdf.fillOpacity(0.16);
  for (const share of [1, 0.78, 0.56, 0.34]) pdf.circle(x + width, y + height, share * width).fill(content);
  pdf.rect(x, y, 7, height).fill(content);
  pdf.restore();
  write(
    pdf,
    courseTitle,
    { ...TITLE, size: 17, color: content },
    { x: x + 26, y: y + 14, width: width - 46, lines: 3, least: 6 },
  );
};

/** The name in one line, or a long one in two smaller ones. */
const drawName = (pdf: Pdf, name: string): number => {
  const { x, y, width } = COLUMN;
  const oneLine = fitText(pdf, name, { ...TITLE, size: 46 }, { width, lines: 1, least: 26 });
  return drawText(pdf, name, fitText(pdf, name, oneLine, { width, lines: oneLine.size > 26 ? 1 : 2, least: 6 }), {
    x,
    y,
    width,
  });
};

const drawFacts = (pdf: Pdf, { facts }: CertificateSheet, top: number): number => {
  const step = COLUMN.width / facts.length;
  const width = step - 20;
  const sizes = facts.map(
    ({ value }) => fitText(pdf, value, { ...TITLE, size: 18 }, { width, lines: 1, least: 5 }).size,
  );
  const valueStyle = { ...TITLE, size: Math.min(...sizes) };
  facts.forEach(({ label, value, note }, index) => {
    const x = COLUMN.x + index * step;
    if (index > 0) pdf.rect(x - 12, top + 2, 0.75, 50).fill(LINE);
    write(pdf, label, { ...LABEL, size: 9 }, { x, width, y: top });
    drawText(pdf, value, valueStyle, { x, width, y: top + 13 });
    write(pdf, note, { ...LABEL, size: 9 }, { x, width, y: top + 37 });
  });
  return top + 52;
};

const drawFoot = (pdf: Pdf, { check, signatory, qr }: CertificateSheet): void => {
  pdf.rect(0, BAR.y, A4_LONG, BAR.height).fill(INK);
  const scale = QR.size / qr.size;
  pdf.save().translate(QR.x, QR.y).scale(scale).path(qr.path).fill(INK).restore();
  pdf.link(QR.x, QR.y, QR.size, QR.size, check.address);
  const x = QR.x + QR.size + 18;
  const width = A4_LONG - MARGIN - SIGNATORY_WIDTH - 24 - x;
  const y = write(pdf, check.title, { ...STRONG, size: 12 }, { x, y: QR.y, width });
  pdf.link(x, QR.y, width, y - QR.y, check.address);
  write(pdf, check.text, { ...LABEL, size: 9.5 }, { x, y: y + 1, width, lines: 2 });
  const right = { x: A4_LONG - MARGIN - SIGNATORY_WIDTH, width: SIGNATORY_WIDTH, align: 'right' } as const;
  const below = write(pdf, signatory.name, STRONG, { ...right, y: QR.y + 4 });
  write(pdf, signatory.title, { ...LABEL, size: 9.5 }, { ...right, y: below, lines: 2 });
};

/** Draws a certificate on one page, in smaller letters where its words are long. */
export const drawCertificate = (sheet: CertificateSheet): Promise<Buffer> =>
  writePage(sheet, [A4_LONG, A4_SHORT], (pdf) => {
    const { x, width } = COLUMN;
    drawHead(pdf, sheet);
    drawBook(pdf, sheet);
    drawFoot(pdf, sheet);
    const afterName = drawName(pdf, sheet.holderName);
    const afterStatement = write(pdf, sheet.statement, { ...LABEL, size: 15 }, { x, width, y: afterName + 4 });
    const title = { ...TITLE, size: 26 };
    const afterTitle = write(pdf, sheet.courseTitle, title, { x, width, y: afterStatement, lines: 2 });
    const afterByline = write(pdf, sheet.byline, { ...NORMAL, size: 13 }, { x, width, y: afterTitle + 2, lines: 2 });
    const afterFacts = drawFacts(pdf, sheet, afterByline + 14);
    const { issuer, heading, holderName, statement, courseTitle, byline, signatory } = sheet;
    const drawn = [issuer, heading, holderName, statement, courseTitle, byline, signatory.name, signatory.title];
    [...sheet.notes, ...lettersNote(drawn)].reduce(
      (y, note) => write(pdf, note, { ...LABEL, size: 9 }, { x, width, y, lines: 2 }) + 1,
      afterFacts + 10,
    );
  });
