import { eczarFile, type Outlines, outlinesOf, type Weight } from './fonts.ts';
import { fitSize, linesOf, type Measure } from './lines.ts';
import { type Paragraph, paragraphOf, type Run } from './text-runs.ts';

/** Eczar's ascent in font sizes; other fonts have less. */
const ASCENT = 1.143;
const LINE_HEIGHT = 1.777;

export interface Style {
  weight: Weight;
  size: number;
  color: string;
  /** The distance of lines in font sizes, where it is not that of running text. */
  lineHeight?: number;
}

export interface Place {
  x: number;
  y: number;
  width: number;
  align?: 'left' | 'right';
}

export const registerFonts = (pdf: PDFKit.PDFDocument): void => {
  pdf.registerFont('regular', eczarFile('regular'));
  pdf.registerFont('semibold', eczarFile('semibold'));
};

/** A measured run. */
interface Piece {
  width: number;
  /** Draws on the baseline. */
  draw: (x: number, baseline: number) => void;
}

const plainPiece = (pdf: PDFKit.PDFDocument, text: string, { weight, size, color }: Style): Piece => {
  const write = () => pdf.font(weight).fontSize(size).fillColor(color);
  return {
    width: write().widthOfString(text),
    draw: (x, baseline) => void write().text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' }),
  };
};

/** Outlines over a blank of the same width, which carries the text for selection. */
const outlinedPiece = (pdf: PDFKit.PDFDocument, { width, glyphs, unitsPerEm }: Outlines, style: Style): Piece => {
  const { weight, size, color } = style;
  const scale = size / unitsPerEm;
  return {
    width: width * scale,
    draw: (x, baseline) => {
      const characterSpacing = width * scale - pdf.font(weight).fontSize(size).widthOfString(' ');
      pdf.text(' ', x, baseline, { lineBreak: false, baseline: 'alphabetic', characterSpacing });
      pdf.save().translate(x, baseline).scale(scale, -scale);
      for (const glyph of glyphs) pdf.save().translate(glyph.x, glyph.y).path(glyph.path).fill(color).restore();
      pdf.restore();
    },
  };
};

const pieceOf = (pdf: PDFKit.PDFDocument, run: Run, style: Style): Piece => {
  if (run.isPlain) return plainPiece(pdf, run.text, style);
  const outlines = outlinesOf(run.text, { ...run, weight: style.weight, isRightToLeft: run.level % 2 === 1 });
  return outlinedPiece(pdf, outlines, style);
};

const piecesOf = (pdf: PDFKit.PDFDocument, runs: readonly Run[], style: Style): Piece[] =>
  runs.map((run) => pieceOf(pdf, run, style));

const totalWidth = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + piece.width, 0);

/** Measures a part of a text; each part is shaped once. */
const createMeasure = (pdf: PDFKit.PDFDocument, style: Style): Measure => {
  const known = new Map<string, number>();
  return (part) => {
    const width = known.get(part) ?? totalWidth(piecesOf(pdf, paragraphOf(part).runsOf(0, part.length), style));
    known.set(part, width);
    return width;
  };
};

/** The style in the largest size, from its own down to the least, in which the text needs no more lines than these. */
export const fitText = (
  pdf: PDFKit.PDFDocument,
  text: string,
  style: Style,
  { width, lines, least }: { width: number; lines: number; least: number },
): Style => {
  const size = fitSize(paragraphOf(text).text, createMeasure(pdf, style), { size: style.size, width, lines, least });
  return { ...style, size };
};

/** Draws wrapped text of any script. Returns the position of the next line. */
export const drawText = (
  pdf: PDFKit.PDFDocument,
  text: string,
  style: Style,
  { x, y, width, align = 'left' }: Place,
): number => {
  const { lineHeight = LINE_HEIGHT } = style;
  const measure = createMeasure(pdf, style);

  const drawLine = (runs: readonly Run[], baseline: number): void => {
    const pieces = piecesOf(pdf, runs, style);
    let left = align === 'right' ? x + width - totalWidth(pieces) : x;
    for (const piece of pieces) {
      piece.draw(left, baseline);
      left += piece.width;
    }
  };

  const drawParagraph = (paragraph: Paragraph, top: number): number =>
    linesOf(paragraph.text, width, measure).reduce((lineTop, [start, end]) => {
      const line = paragraph.text.slice(start, end).trimEnd();
      const runs = paragraph.runsOf(start, start + line.length);
      const isPlain = runs.every((run) => run.isPlain);
      if (!isPlain) pdf.markContent('Span', { actual: line });
      drawLine(runs, lineTop + ASCENT * style.size);
      if (!isPlain) pdf.endMarkedContent();
      return lineTop + lineHeight * style.size;
    }, top);

  return text.split('\n').reduce((top, paragraph) => drawParagraph(paragraphOf(paragraph), top), y);
};
