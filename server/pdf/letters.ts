import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the fonts have, as ranges of characters, so that the process that serves loads no font. */
const FILE = join(import.meta.dirname, 'fonts/letters.txt');

/** Joiners and variation selectors shape the letters beside them. */
export const SHAPING = /\u200c|\u200d|[\u{fe00}-\u{fe0f}]/gu;
/** Invisible characters, except those that shape letters. */
const INVISIBLE = /[\p{Cc}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Grapheme clusters. */
export const lettersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** `first-last` of each line, hexadecimal. */
const parseRanges = (text: string): [first: number, last: number][] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [first = '', last = first] = line.split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    });

let ranges: ReturnType<typeof parseRanges> | undefined;

const hasGlyph = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  ranges ??= parseRanges(readFileSync(FILE, 'utf8'));
  let [from, to] = [0, ranges.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const [first, last] = ranges[middle] ?? [0, 0];
    if (code < first) to = middle;
    else if (code > last) from = middle + 1;
    else return true;
  }
  return false;
};

/** A text as it is drawn: composed, with spaces for white space, without invisible characters, and with plain letters for ﬁ and 𝓐. */
export const visibleText = (given: string): string =>
  given
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/[^ -~]/gu, (letter) => (hasGlyph(letter) ? letter : letter.normalize('NFKC')));

const isDrawn = (letter: string): boolean => Array.from(letter.replace(SHAPING, '')).every(hasGlyph);

/** A text for a picture, which cannot explain a box: with an ellipsis in place of letters that no font has. */
export const drawnText = (given: string): string =>
  lettersOf(visibleText(given))
    .map((letter) => (isDrawn(letter) ? letter : '…'))
    .join('')
    .replaceAll(/…(?: *…)+/g, '…');

/** More of them say nothing more. */
const NAMED_MAX = 10;

/** The different letters of texts that no document and no picture can show, the first ones. */
export const lettersNotDrawn = (...texts: readonly string[]): string[] => {
  const missing = texts.flatMap((text) => lettersOf(visibleText(text))).filter((letter) => !isDrawn(letter));
  return [...new Set(missing)].slice(0, NAMED_MAX);
};
