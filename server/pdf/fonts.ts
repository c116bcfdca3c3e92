import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as harfbuzz from 'harfbuzzjs';

const FOLDER = join(import.meta.dirname, 'fonts');
/** In order of preference. Eczar has most of Latin, Greek, Devanagari, digits and signs. */
const FAMILIES = [
  'eczar',
  'noto-serif-latin-ext',
  'noto-serif-vietnamese',
  'noto-serif-cyrillic',
  'noto-sans-tamil',
  'noto-sans-bengali',
  'noto-naskh-arabic',
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

export const fontFile = (family: Family, weight: Weight): string => join(FOLDER, `${family}-${weight}.ttf`);

const open = (family: Family, weight: Weight): harfbuzz.Font => {
  const name = `${family}-${weight}`;
  const known = opened.get(name);
  if (known) return known;
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(readFileSync(fontFile(family, weight)))));
  opened.set(name, font);
  return font;
};

/** Joiners and variation selectors shape the letters beside them. */
const SHAPING = /\u200c|\u200d|[\u{fe00}-\u{fe0e}]/gu;

/** The first family with a letter; undefined without one. */
export const familyOf = (letter: string): Family | undefined => {
  const characters = Array.from(letter.replace(SHAPING, ''), (character) => character.codePointAt(0) ?? 0);
  return FAMILIES.find((family) => {
    const font = open(family, 'regular');
    return characters.every((character) => font.nominalGlyph(character) !== undefined);
  });
};

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
