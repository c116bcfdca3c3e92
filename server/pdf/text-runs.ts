import createBidi, { type EmbeddingLevels } from 'bidi-js/dist/bidi.mjs';
import { type Family, familyOf } from './fonts.ts';
import { lettersOf, visibleText } from './letters.ts';

/** Text of one font family and direction, either all plain or not. */
export interface Run {
  family: Family;
  /** In reading order. */
  text: string;
  /** The level of the bidirectional algorithm; odd levels run from right to left. */
  level: number;
  /** Left to right, in a script that the PDF library can shape: drawn as text. */
  isPlain: boolean;
}

const PLAIN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Common}]*$/u;
/** Replaces a letter that no font has; fonts draw it as a box. */
const BOX = '\ufffd';

const bidi = createBidi();

/** A letter whose marks are in another font is drawn in parts. */
const drawableParts = (letter: string): string[] => (familyOf(letter) ? [letter] : Array.from(letter));

/** In reading order. */
const logicalRuns = (text: string, { levels }: EmbeddingLevels, start: number): Run[] => {
  const runs: Run[] = [];
  let at = start;
  for (const letter of lettersOf(text).flatMap(drawableParts)) {
    const level = levels[at] ?? 0;
    at += letter.length;
    const found = familyOf(letter);
    const run: Run = {
      family: found ?? 'eczar',
      text: found ? letter : BOX,
      level,
      isPlain: found === 'eczar' && level % 2 === 0 && PLAIN.test(letter),
    };
    const last = runs.at(-1);
    if (last?.family === run.family && last.level === level && last.isPlain === run.isPlain) last.text += run.text;
    else runs.push(run);
  }
  return runs;
};

/** From left to right: reverses each stretch of a level, from the highest level down. */
const leftToRight = (runs: readonly Run[]): Run[] => {
  const order = [...runs];
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let end = 0; end < order.length; end += 1) {
      const start = end;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end += 1;
      order.splice(start, end - start, ...order.slice(start, end).toReversed());
    }
  return order;
};

export interface Paragraph {
  /** Composed, with spaces for white space and without invisible characters. */
  text: string;
  /** The runs of a part of it on one line, from left to right. */
  runsOf(start: number, end: number): Run[];
}

export const paragraphOf = (given: string): Paragraph => {
  const text = visibleText(given);
  const levels = bidi.getEmbeddingLevels(text, 'auto');
  return { text, runsOf: (start, end) => leftToRight(logicalRuns(text.slice(start, end), levels, start)) };
};
