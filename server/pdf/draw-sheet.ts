import { accentLook } from '#contract/school/accent.ts';
import { drawText, type Place, type Style } from './draw-text.ts';
import { lettersNote } from './letters-note.ts';
import type { Party, Sheet, SheetPart, SheetRow, SheetText } from './sheet.ts';
import { A4_LONG, A4_SHORT, writePage } from './write-page.ts';

const INK = '#15252b';
const MUTED = '#48595f';
const LINE = '#d8dcd0';
const MARGIN = 56;
const LOGO_SIZE = 44;
const WIDTH = A4_SHORT - 2 * MARGIN;
const COLUMN = WIDTH / 2 - 12;
const RIGHT = MARGIN + COLUMN + 24;

const NORMAL: Style = { weight: 'regular', size: 10.5, color: INK };
const LABEL: Style = { ...NORMAL, color: MUTED };
const SMALL: Style = { ...LABEL, size: 9 };
/** The other language of a text. */
const belowOf = ({ size }: Style): Style => ({
  ...LABEL,
  size: Math.max(8, Math.min(size * 0.8, 12)),
  lineHeight: 1.4,
});
const STRONG: Style = { ...NORMAL, weight: 'semibold' };

/** Draws the parts, and returns the end of the last one. */
const drawParts = (pdf: PDFKit.PDFDocument, { accent, parts }: Sheet): number => {
  const write = (text: SheetText, style: Style, at: Partial<Place> & { y: number }): number => {
    const place = { x: MARGIN, width: WIDTH, ...at };
    if (typeof text === 'string') return drawText(pdf, text, style, place);
    // Closer to each other than to the next text.
    const y = drawText(pdf, text[0], { ...style, lineHeight: 1.45 }, place);
    return drawText(pdf, text[1], belowOf(style), { ...place, y }) + 3;
  };

  const pair = ([label, value]: [SheetText, SheetText], styles: [Style, Style], y: number): number =>
    Math.max(
      write(label, styles[0], { y, width: COLUMN }),
      write(value, styles[1], { y, x: RIGHT, width: COLUMN, align: 'right' }),
    );

  const rows = (list: readonly SheetRow[], top: number): number =>
    list.reduce((y, [label, value]) => (value === null ? y : pair([label, value], [LABEL, NORMAL], y) + 4), top);

  const party = ({ title, lines }: Party, x: number, top: number): number =>
    lines.reduce(
      (y, line, index) => write(line, index === 0 ? STRONG : NORMAL, { y, x, width: COLUMN }),
      write(title, SMALL, { y: top, x, width: COLUMN }),
    );

  const line = (y: number): number => {
    pdf
      .moveTo(MARGIN, y + 6)
      .lineTo(MARGIN + WIDTH, y + 6)
      .lineWidth(0.75)
      .strokeColor(LINE)
      .stroke();
    return y + 18;
  };

  const drawPart = (part: SheetPart, y: number): number => {
    switch (part.kind) {
      case 'notice':
        return write(part.text, { ...STRONG, size: 10, color: accentLook(accent, 'morning').ink }, { y });
      case 'heading':
        return write(part.text, { ...STRONG, size: 24 }, { y: y + 4 }) + 8;
      case 'note':
        return write(part.text, SMALL, { y: y + 8 });
      case 'line':
        return line(y);
      case 'rows':
        return rows(part.rows, y);
      case 'total': {
        const style = { ...STRONG, size: 14 };
        return pair([part.label, part.value], [style, style], y - 4) + 3;
      }
      case 'parties':
        return Math.max(party(part.parties[0], MARGIN, y), party(part.parties[1], RIGHT, y)) + 6;
      default:
        return part satisfies never;
    }
  };

  return parts.reduce((y, part) => drawPart(part, y), MARGIN);
};

const drawPage = async (sheet: Sheet, height: number): Promise<{ bytes: Buffer; bottom: number }> => {
  let bottom = 0;
  const bytes = await writePage(sheet, [A4_SHORT, height], (pdf) => {
    pdf.rect(0, 0, A4_SHORT, 6).fill(sheet.accent);
    if (sheet.logo) pdf.image(Buffer.from(sheet.logo), MARGIN + WIDTH - LOGO_SIZE, MARGIN - 12, { width: LOGO_SIZE });
    bottom = drawParts(pdf, sheet);
  });
  return { bytes, bottom };
};

const textsOf = (part: SheetPart): SheetText[] => {
  switch (part.kind) {
    case 'line':
      return [];
    case 'rows':
      return part.rows.flatMap(([label, value]) => [label, value ?? '']);
    case 'parties':
      return part.parties.flatMap(({ title, lines }) => [title, ...lines]);
    case 'total':
      return [part.label, part.value];
    default:
      return [part.text];
  }
};

/** Draws one A4 page, or a higher one for longer text. */
export const drawSheet = async (given: Sheet): Promise<Buffer> => {
  const notes = lettersNote(given.parts.flatMap(textsOf).flat()).map((text): SheetPart => ({ kind: 'note', text }));
  const sheet = { ...given, parts: [...given.parts, ...notes] };
  const { bytes, bottom } = await drawPage(sheet, A4_LONG);
  return bottom <= A4_LONG - MARGIN ? bytes : (await drawPage(sheet, bottom + MARGIN)).bytes;
};
