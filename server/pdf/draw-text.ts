import { fontFile, type Outlines, outlinesOf, type Weight } from './fonts.ts';
import { lettersOf, type Paragraph, paragraphOf, type Run } from './text-runs.ts';

/** Eczar's ascent in font sizes; other fonts have less. */
const ASCENT = 1.143;
const LINE_HEIGHT = 1.777;

export interface Style {
  weight: Weight;
  size: number;
  color: string;
}

export interface Place {
  x: number;
  y: number;
  width: number;
  align?: 'left' | 'right';
}

export const registerFonts = (pdf: PDFKit.PDFDocument): void => {
  pdf.registerFont('regular', fontFile('eczar', 'regular'));
  pdf.registerFont('semibold', fontFile('eczar', 'semibold'));
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

/** The start and end of each line of a paragraph. A word wider than a line is broken between letters. */
const linesOf = (text: string, width: number, widthOf: (part: string) => number): [start: number, end: number][] => {
  const words = text.split(/(?<= )/);
  const parts = words.flatMap((word) => (widthOf(word.trimEnd()) > width ? lettersOf(word) : [word]));
  const lines: [number, number][] = [];
  let [start, end, used] = [0, 0, 0];
  for (const part of parts) {
    if (end > start && used + widthOf(part.trimEnd()) > width) {
      lines.push([start, end]);
      [start, used] = [end, 0];
    }
    end += part.length;
    used += widthOf(part);
  }
  return [...lines, [start, end]];
};

/** Draws wrapped text of any script. Returns the position of the next line. */
export const drawText = (
  pdf: PDFKit.PDFDocument,
  text: string,
  style: Style,
  { x, y, width, align = 'left' }: Place,
): number => {
  const piecesOf = (runs: readonly Run[]): Piece[] => runs.map((run) => pieceOf(pdf, run, style));
  const widthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + piece.width, 0);

  const drawLine = (runs: readonly Run[], baseline: number): void => {
    const pieces = piecesOf(runs);
    let left = align === 'right' ? x + width - widthOf(pieces) : x;
    for (const piece of pieces) {
      piece.draw(left, baseline);
      left += piece.width;
    }
  };

  const drawParagraph = (paragraph: Paragraph, top: number): number => {
    const widthOfPart = (part: string): number => widthOf(piecesOf(paragraphOf(part).runsOf(0, part.length)));
    return linesOf(paragraph.text, width, widthOfPart).reduce((lineTop, [start, end]) => {
      const line = paragraph.text.slice(start, end).trimEnd();
      const runs = paragraph.runsOf(start, start + line.length);
      const isPlain = runs.every((run) => run.isPlain);
      if (!isPlain) pdf.markContent('Span', { actual: line });
      drawLine(runs, lineTop + ASCENT * style.size);
      if (!isPlain) pdf.endMarkedContent();
      return lineTop + LINE_HEIGHT * style.size;
    }, top);
  };

  return text.split('\n').reduce((top, paragraph) => drawParagraph(paragraphOf(paragraph), top), y);
};
