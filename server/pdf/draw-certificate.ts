import { accentLook, contrastOf, TEXT_CONTRAST } from '#contract/school/accent.ts';
import type { Canvas } from './canvas.ts';
import { lettersNote } from './letters-note.ts';
import { pdfCanvas } from './pdf-canvas.ts';
import type { CertificateSheet } from './sheet.ts';
import { createSvgCanvas } from './svg-canvas.ts';
import { A4_LONG, A4_SHORT, writePage } from './write-page.ts';

const INK = '#15252b';
const MUTED = '#48595f';
const LIGHT = '#fdfefc';
const BAD = '#b3261e';
const MARGIN = 48;
const WIDTH = A4_LONG - 2 * MARGIN;
const LOGO_SIZE = 28;
const PANEL = { x: MARGIN, y: 160, width: 224, height: 322 };
const BAR = { x: 0, y: PANEL.y + PANEL.height, width: A4_LONG, height: 8 };
const FOOT = { x: 0, y: BAR.y + BAR.height, width: A4_LONG, height: A4_SHORT - BAR.y - BAR.height };
/** Beside the book, or over a picture. */
const BESIDE = { x: 318, y: 190, width: A4_LONG - 318 - MARGIN };
const OVER = { x: MARGIN, y: 190, width: WIDTH };
const QR = { x: MARGIN, y: 506, width: 66, height: 66 };
const SIGNATORY_WIDTH = 190;
const SIGNATURE = { x: A4_LONG - MARGIN - SIGNATORY_WIDTH, y: FOOT.y + 8, width: SIGNATORY_WIDTH, height: 42 };
const TIGHT = 1.3;
const NAME_SIZE = 46;
/** Below it, a long name takes two lines. */
const NAME_LEAST = 26;

interface Inks {
  ink: string;
  muted: string;
}

/** What can be read on the paper. */
const inksOn = (paper: string): Inks => {
  if (contrastOf(INK, paper) < contrastOf(LIGHT, paper)) return { ink: LIGHT, muted: LIGHT };
  return { ink: INK, muted: contrastOf(MUTED, paper) < TEXT_CONTRAST ? INK : MUTED };
};

const drawHead = (canvas: Canvas, { logo, issuer, heading, isGood }: CertificateSheet, { ink, muted }: Inks): void => {
  const indent = logo ? LOGO_SIZE + 10 : 0;
  if (logo) canvas.image(logo, { x: MARGIN, y: 38, width: LOGO_SIZE, height: LOGO_SIZE }, 'top left');
  canvas.write(issuer, {
    x: MARGIN + indent,
    y: 37,
    width: WIDTH / 2,
    size: 20,
    color: ink,
    weight: 'semibold',
    lineHeight: TIGHT,
  });
  canvas.write(heading, {
    x: MARGIN + WIDTH / 2 + 50,
    y: 43,
    width: WIDTH / 2 - 50,
    size: 13,
    color: isGood ? muted : BAD,
    weight: isGood ? 'regular' : 'semibold',
    align: 'right',
  });
};

/** A book in the accent colour, with the title of the course. */
const drawBook = (canvas: Canvas, { accent, courseTitle }: CertificateSheet): void => {
  const { x, y, width } = PANEL;
  const { content } = accentLook(accent, 'morning');
  canvas.rect(PANEL, accent);
  // Over each other, so that each is stronger than the one around it, on a light colour and on a dark one.
  canvas.arcs(
    PANEL,
    [1, 0.78, 0.56, 0.34].map((share) => share * width),
    content,
    0.16,
  );
  canvas.rect({ ...PANEL, width: 7 }, content, 0.16);
  canvas.write(courseTitle, {
    x: x + 26,
    y: y + 14,
    width: width - 46,
    size: 17,
    color: content,
    weight: 'semibold',
    lineHeight: TIGHT,
    lines: 3,
    least: 6,
  });
};

const around = ({ x, y, width, height }: typeof QR, margin: number) => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
});

/** Always plain, so that it can be checked: of a dark paper, what is read by cameras or written in ink lies on light ground. */
const drawFoot = (canvas: Canvas, sheet: CertificateSheet): void => {
  const { check, signatory, signature, qr, notes, barColor, paper } = sheet;
  const dark = !paper.picture && inksOn(paper.color).ink === LIGHT ? inksOn(paper.color) : undefined;
  const { ink, muted } = dark ?? { ink: INK, muted: MUTED };
  canvas.rect(FOOT, dark ? paper.color : LIGHT);
  canvas.rect(BAR, barColor ?? ink);
  if (dark) canvas.rect(around(QR, 5), LIGHT);
  if (dark && signature) canvas.rect(SIGNATURE, LIGHT);
  canvas.path(qr, QR, INK);
  canvas.link(QR, check.address);
  const x = QR.x + QR.width + 18;
  const width = SIGNATURE.x - 24 - x;
  const strong = { size: 10, color: ink, weight: 'semibold', lineHeight: 1.5 } as const;
  const label = { size: 9.5, color: muted, lineHeight: 1.5, lines: 2 } as const;
  const y = canvas.write(check.title, { ...strong, size: 12, x, y: QR.y, width });
  canvas.link({ x, y: QR.y, width, height: y - QR.y }, check.address);
  notes.reduce((top, note) => canvas.write(note, { ...label, x, y: top, width }), y + 1);
  if (signature) canvas.image(signature, SIGNATURE, 'bottom right');
  const under = signature ? SIGNATURE.y + SIGNATURE.height + 1 : QR.y + 4;
  if (signature) canvas.rect({ ...SIGNATURE, y: under, height: 0.75 }, muted);
  const right = { x: SIGNATURE.x, width: SIGNATURE.width, align: 'right' } as const;
  const below = canvas.write(signatory.name, { ...strong, ...right, y: under + 1 });
  canvas.write(signatory.title, { ...label, ...right, y: below - 1, lines: signature ? 1 : 2 });
};

/** Name, course and what is said of them, in smaller letters where they are long. */
const drawTexts = (canvas: Canvas, sheet: CertificateSheet, { ink, muted }: Inks): void => {
  const { holderName, statement, courseTitle, details, paper, titleColor } = sheet;
  const { x, y, width } = paper.picture ? OVER : BESIDE;
  const strong = { x, width, color: ink, weight: 'semibold', lineHeight: TIGHT } as const;
  const afterName = canvas.write(holderName, { ...strong, y, size: NAME_SIZE, lines: 2, least: NAME_LEAST / 2 });
  const afterStatement = canvas.write(statement, { x, width, y: afterName + 4, size: 15, color: muted });
  const title = { ...strong, color: titleColor ?? ink, y: afterStatement, size: 26, lines: 2 };
  const afterTitle = canvas.write(courseTitle, title);
  if (details !== '') canvas.write(details, { x, width, y: afterTitle + 2, size: 13, color: ink, lines: 3 });
};

const drawPaper = (canvas: Canvas, { color, picture }: CertificateSheet['paper']): void => {
  const page = { x: 0, y: 0, width: A4_LONG, height: A4_SHORT };
  canvas.rect(page, color);
  if (picture) canvas.image(picture, page, 'fill');
};

const drawPage = (canvas: Canvas, sheet: CertificateSheet): void => {
  const inks = inksOn(sheet.paper.color);
  drawPaper(canvas, sheet.paper);
  drawHead(canvas, sheet, inks);
  if (!sheet.paper.picture) drawBook(canvas, sheet);
  drawFoot(canvas, sheet);
  drawTexts(canvas, sheet, inks);
};

const withLettersNote = (sheet: CertificateSheet): CertificateSheet => {
  const { issuer, heading, holderName, statement, courseTitle, details, signatory } = sheet;
  const drawn = [issuer, heading, holderName, statement, courseTitle, details, signatory.name, signatory.title];
  return { ...sheet, notes: [...sheet.notes, ...lettersNote(drawn)] };
};

/** Draws a certificate: one page of A4, as a PDF, as a picture of it, or as the card with it that messengers show. */
export const drawCertificate = async (sheet: CertificateSheet): Promise<Buffer> => {
  if (sheet.as === 'pdf')
    return writePage(sheet, [A4_LONG, A4_SHORT], (pdf) => drawPage(pdfCanvas(pdf), withLettersNote(sheet)));
  const canvas = createSvgCanvas([A4_LONG, A4_SHORT]);
  drawPage(canvas, sheet);
  // The image library is large, and PDFs do not need it.
  const { pageCard, pagePicture } = await import('./draw-picture.ts');
  return sheet.as === 'card' ? pageCard(canvas.svg, sheet.accent) : pagePicture(canvas.svg);
};
