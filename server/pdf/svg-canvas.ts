import type { Canvas, Writing } from './canvas.ts';
import { outlinesOf, type Weight } from './fonts.ts';
import { drawnText } from './letters.ts';
import { fitSize, linesOf } from './lines.ts';
import { paragraphOf, type Run } from './text-runs.ts';

/** Eczar's ascent in font sizes. */
const ASCENT = 1.143;
const LINE_HEIGHT = 1.777;
const LEAST = 5;
const PNG_START = 0x89;

const FITS = {
  fill: 'xMidYMid slice',
  'top left': 'xMinYMin meet',
  'bottom right': 'xMaxYMax meet',
} as const;

const shaped = (run: Run, weight: Weight) =>
  outlinesOf(run.text, { ...run, weight, isRightToLeft: run.level % 2 === 1 });

const lineSvg = (runs: readonly Run[], { weight = 'regular', size, color, ...place }: Writing, top: number): string => {
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
  return `<g fill="${color}">${drawn.join('')}</g>`;
};

const createMeasure = (weight: Weight) => {
  const known = new Map<string, number>();
  return (part: string): number => {
    const width =
      known.get(part) ??
      paragraphOf(part)
        .runsOf(0, part.length)
        .map((run) => shaped(run, weight))
        .reduce((sum, one) => sum + one.width / one.unitsPerEm, 0);
    known.set(part, width);
    return width;
  };
};

/** Draws an SVG of outlines only, in points; `svg` is what was drawn, as a document of this width in pixels. */
export const createSvgCanvas = ([width, height]: readonly [width: number, height: number]): Canvas & {
  svg: (widthInPixels: number) => string;
} => {
  const parts: string[] = [];
  return {
    write: (given, { lines = 1, least = LEAST, lineHeight = LINE_HEIGHT, ...style }) => {
      const paragraph = paragraphOf(drawnText(given));
      const widthOf = createMeasure(style.weight ?? 'regular');
      const size = fitSize(paragraph.text, (part) => widthOf(part) * style.size, { ...style, lines, least });
      let below = style.y;
      for (const [start, end] of linesOf(paragraph.text, style.width / size, widthOf)) {
        const line = paragraph.text.slice(start, end).trimEnd();
        parts.push(lineSvg(paragraph.runsOf(start, start + line.length), { ...style, size }, below));
        below += lineHeight * size;
      }
      return below;
    },
    rect: (box, color, opacity = 1) =>
      void parts.push(
        `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${color}" fill-opacity="${opacity}"/>`,
      ),
    arcs: ({ x, y, width: across, height: down }, radii, color, opacity) => {
      const id = `c${parts.length}`;
      const circles = radii.map(
        (radius) =>
          `<circle cx="${x + across}" cy="${y + down}" r="${radius}" fill="${color}" fill-opacity="${opacity}"/>`,
      );
      parts.push(
        `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${across}" height="${down}"/></clipPath>`,
        `<g clip-path="url(#${id})">${circles.join('')}</g>`,
      );
    },
    path: ({ path, size }, { x, y, width: across }, color) =>
      void parts.push(
        `<path transform="translate(${x} ${y}) scale(${across / size})" d="${path}" fill="${color}" shape-rendering="crispEdges"/>`,
      ),
    image: (bytes, box, fit) => {
      const type = bytes[0] === PNG_START ? 'image/png' : 'image/jpeg';
      const href = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
      parts.push(
        `<image x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" preserveAspectRatio="${FITS[fit]}" href="${href}"/>`,
      );
    },
    link: () => undefined,
    svg: (widthInPixels) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${widthInPixels}" height="${(widthInPixels * height) / width}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`,
  };
};
