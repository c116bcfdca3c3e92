import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import * as harfbuzz from 'harfbuzzjs';
import { SHAPING } from './letters.ts';

const FOLDER = join(import.meta.dirname, 'fonts');
/** In order of preference. Eczar has most of Latin, Greek, Devanagari, digits and signs. Those without a script are large. */
export const FAMILIES = [
  'eczar',
  'noto-serif-latin-ext',
  'noto-serif-vietnamese',
  'noto-serif-cyrillic',
  'noto-sans-tamil',
  'noto-sans-bengali',
  'noto-naskh-arabic',
  'noto-sans-telugu',
  'noto-sans-gujarati',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-gurmukhi',
  'noto-sans-oriya',
  'noto-sans-sinhala',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-emoji',
  'noto-sans-hangul',
  'noto-sans-han',
] as const;
export type Family = (typeof FAMILIES)[number];
export type Weight = 'regular' | 'semibold';

/** The glyphs of a text, from left to right, in font sizes. */
export interface Outlines {
  width: number;
  /** With positions; y grows upwards. */
  glyphs: { path: string; x: number; y: number }[];
  /** The size of the font, in the units of the paths. */
  unitsPerEm: number;
}

const opened = new Map<string, harfbuzz.Font>();

/** Too large for a second weight. */
const ONE_WEIGHT: ReadonlySet<Family> = new Set(['noto-emoji', 'noto-sans-hangul', 'noto-sans-han']);

/** The PDF library reads this file by itself. */
export const eczarFile = (weight: Weight): string => join(FOLDER, `eczar-${weight}.ttf`);

const readFont = (family: Family, weight: Weight): Buffer =>
  family === 'eczar'
    ? readFileSync(eczarFile(weight))
    : brotliDecompressSync(readFileSync(join(FOLDER, `${family}-${weight}.ttf.br`)));

const open = (family: Family, given: Weight): harfbuzz.Font => {
  const weight = ONE_WEIGHT.has(family) ? 'regular' : given;
  const name = `${family}-${weight}`;
  const known = opened.get(name);
  if (known) return known;
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(readFont(family, weight))));
  opened.set(name, font);
  return font;
};

/** The first family with a letter; undefined without one. */
export const familyOf = (letter: string): Family | undefined => {
  const characters = Array.from(letter.replace(SHAPING, ''), (character) => character.codePointAt(0) ?? 0);
  return FAMILIES.find((family) => {
    const font = open(family, 'regular');
    return characters.every((character) => font.nominalGlyph(character) !== undefined);
  });
};

/** Every character that a family has, ascending. */
export const charactersOf = (family: Family): number[] =>
  Array.from(open(family, 'regular').face.collectUnicodes()).toSorted((a, b) => a - b);

/** Shapes text by the rules of its script. The text is in reading order. */
export const outlinesOf = (
  text: string,
  { family, weight, isRightToLeft }: { family: Family; weight: Weight; isRightToLeft: boolean },
): Outlines => {
  const font = open(family, weight);
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  harfbuzz.shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  const outlines: Outlines = { width: 0, glyphs: [], unitsPerEm: font.face.upem };
  for (const [index, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
    outlines.glyphs.push({ path: font.glyphToPath(glyph), x: outlines.width + xOffset, y: yOffset });
    outlines.width += xAdvance;
  }
  return outlines;
};
