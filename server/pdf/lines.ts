import { lettersOf } from './letters.ts';

/** The width of a part of a text. */
export type Measure = (part: string) => number;

/** The start and end of each line of a paragraph. A word wider than a line is broken between letters. */
export const linesOf = (text: string, width: number, widthOf: Measure): [start: number, end: number][] => {
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

/** The largest size, from the given one down to the least, in which the text needs no more lines than these. */
export const fitSize = (
  text: string,
  measure: Measure,
  { size: given, width, lines, least }: { size: number; width: number; lines: number; least: number },
): number => {
  let size = given;
  // A smaller size is the same as a wider line.
  while (size > least && linesOf(text, (width * given) / size, measure).length > lines)
    size = Math.max(least, size - 0.5);
  return size;
};
