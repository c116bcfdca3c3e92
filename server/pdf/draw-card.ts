import sharp from 'sharp';
import { accentLook } from '#contract/school/accent.ts';
import { outlinesOf, type Weight } from './fonts.ts';
import { drawnText } from './letters.ts';
import { fitSize, linesOf } from './lines.ts';
import type { CardSheet } from './sheet.ts';
import { paragraphOf, type Run } from './text-runs.ts';

/** As messengers show it. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 64;
const PAPER = '#fdfdfb';
const INK = '#15252b';
const MUTED = '#48595f';
const BAD = '#b3261e';
const LOGO = { y: 46, size: 44 };
const BOOK = { x: MARGIN, y: 142, width: 292, height: 392 };
const BAR = { y: BOOK.y + BOOK.height, height: 12 };
const COLUMN = { x: 412, y: 138, width: WIDTH - 412 - MARGIN };
/** Eczar's ascent in font sizes. */
const ASCENT = 1.143;
const LINE_HEIGHT = 1.3;

interface Writing {
  x: number;
  y: number;
  width: number;
  size: number;
  colour: string;
  weight?: Weight;
  align?: 'left' | 'right';
  lines?: number;
  least?: number;
}

/** SVG, and where the next line begins. */
interface Written {
  svg: string;
  below: number;
}

const shaped = (run: Run, weight: Weight) =>
  outlinesOf(run.text, { ...run, weight, isRightToLeft: run.level % 2 === 1 });

const lineSvg = (
  runs: readonly Run[],
  { weight = 'regular', size, colour, ...place }: Writing,
  top: number,
): string => {
  const parts = runs.map((run) => shaped(run, weight));
  const widths = parts.map(({ width, unitsPerEm }) => (width * size) / unitsPerEm);
  const total = widths.reduce((sum, width) => sum + width, 0);
  let x = place.align === 'right' ? place.x + place.width - total : place.x;
  const drawn = parts.map(({ glyphs, unitsPerEm }, index) => {
    const scale = size / unitsPerEm;
    const paths = glyphs.map((glyph) => `<path transform="translate(${glyph.x} ${glyph.y})" d="${glyph.path}"/>`);
    const at = `translate(${x} ${top + ASCENT * size}) scale(${scale} ${-scale})`;
    x += widths[index] ?? 0;
    return `<g transform="${at}">${paths.join('')}</g>`;
  });
  return `<g fill="${colour}">${drawn.join('')}</g>`;
};

/** Text of any script as outlines, in the size that needs no more than these lines. */
const write = (given: string, { lines = 1, least = 10, ...style }: Writing): Written => {
  const paragraph = paragraphOf(drawnText(given));
  const known = new Map<string, number>();
  const widthOf = (part: string): number => {
    const widths = paragraphOf(part)
      .runsOf(0, part.length)
      .map((run) => shaped(run, style.weight ?? 'regular'))
      .map(({ width, unitsPerEm }) => width / unitsPerEm);
    const width = known.get(part) ?? widths.reduce((sum, one) => sum + one, 0);
    known.set(part, width);
    return width;
  };
  const size = fitSize(paragraph.text, (part) => widthOf(part) * style.size, { ...style, lines, least });
  const written: Written = { svg: '', below: style.y };
  for (const [start, end] of linesOf(paragraph.text, style.width / size, widthOf)) {
    const line = paragraph.text.slice(start, end).trimEnd();
    written.svg += lineSvg(paragraph.runsOf(start, start + line.length), { ...style, size }, written.below);
    written.below += LINE_HEIGHT * size;
  }
  return written;
};

const logoSvg = (logo: Uint8Array): string =>
  `<image x="${MARGIN}" y="${LOGO.y}" width="${LOGO.size}" height="${LOGO.size}" href="data:image/png;base64,${Buffer.from(logo).toString('base64')}"/>`;

const headSvg = ({ logo, issuer, heading, isGood }: CardSheet): string => {
  const indent = logo ? LOGO.size + 14 : 0;
  const half = (WIDTH - 2 * MARGIN) / 2;
  return [
    logo ? logoSvg(logo) : '',
    write(issuer, { x: MARGIN + indent, y: 40, width: half, size: 34, colour: INK, weight: 'semibold' }).svg,
    write(heading, {
      x: MARGIN + half + indent,
      y: 48,
      width: half - indent,
      size: 24,
      colour: isGood ? MUTED : BAD,
      align: 'right',
    }).svg,
  ].join('');
};

/** The book of the certificate: the colours of the school, with the title of the course. */
const bookSvg = ({ accent, courseTitle }: CardSheet): string => {
  const { x, y, width, height } = BOOK;
  const { content } = accentLook(accent, 'morning');
  const circle = (share: number): string =>
    `<circle cx="${x + width}" cy="${y + height}" r="${share * width}" fill="${content}" fill-opacity="0.16"/>`;
  const title = { x: x + 34, y: y + 18, width: width - 62, size: 24, colour: content, lines: 3 };
  return [
    `<clipPath id="book"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath><g clip-path="url(#book)">`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${accent}"/>`,
    ...[1, 0.78, 0.56, 0.34].map(circle),
    `<rect x="${x}" y="${y}" width="9" height="${height}" fill="${content}" fill-opacity="0.16"/></g>`,
    write(courseTitle, { ...title, weight: 'semibold' }).svg,
  ].join('');
};

const textsSvg = ({ holderName, statement, courseTitle, byline, completed, address }: CardSheet): string => {
  const { x, y, width } = COLUMN;
  const strong = { x, width, colour: INK, weight: 'semibold' } as const;
  const name = write(holderName, { ...strong, y, size: 66, lines: 2, least: 20 });
  const below = write(statement, { x, width, y: name.below + 4, size: 25, colour: MUTED });
  const course = write(courseTitle, { ...strong, y: below.below + 2, size: 40, lines: 2, least: 14 });
  const teacher = write(byline, { x, width, y: course.below + 4, size: 24, colour: INK });
  const date = write(completed, { x, width, y: teacher.below + 18, size: 24, colour: MUTED });
  const foot = { x: MARGIN, width: WIDTH - 2 * MARGIN, size: 26, colour: INK, weight: 'semibold' } as const;
  const link = write(address, { ...foot, y: BAR.y + BAR.height + 22 });
  return [name, below, course, teacher, date, link].map(({ svg }) => svg).join('');
};

/** The picture that messengers show with the link of a certificate, as a PNG. */
export const drawCard = (sheet: CardSheet): Promise<Buffer> => {
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>`,
    headSvg(sheet),
    bookSvg(sheet),
    textsSvg(sheet),
    `<rect y="${BAR.y}" width="${WIDTH}" height="${BAR.height}" fill="${INK}"/></svg>`,
  ].join('');
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
};
