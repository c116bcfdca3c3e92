/** What a line begins. `length`: of the mark, after which the text of the block begins. */
export type BlockStart =
  | { kind: 'quote'; length: number }
  | { kind: 'item'; length: number; start: number | null; marker: string }
  | { kind: 'heading'; text: string }
  | { kind: 'rule' }
  | { kind: 'indented'; text: string }
  | { kind: 'fence'; sign: string; indent: number }
  /** Below a paragraph: of a heading, or of the head of a table. */
  | { kind: 'underline'; isHeading: boolean };

export interface Surroundings {
  /** A paragraph is open, which only some blocks may interrupt. */
  interrupts: boolean;
  /** The line may continue a paragraph, so its indent is no code. */
  isText: boolean;
  mayNest: boolean;
}

const MARKS = /^\uFEFF?[\s>*+\-#\u200B\d.)]*/;

export const isBlank = (line: string): boolean => line.trim() === '';

/** How many spaces are there. */
export const indentAt = (line: string, at = 0): number => {
  let end = at;
  while (line[end] === ' ') end += 1;
  return end - at;
};

/** What indents an entry of a list. */
const INDENT = /^\s+(?=(?:[-+*]|\d{1,9}[.)]) )/;

/**
 * Tabs and other spaces among the marks of a line as spaces: no-break spaces come from word processors and from Option+Space, wide
 * ones from Japanese keyboards.
 */
export const withSpaces = (line: string): string => {
  if (isBlank(line)) return '';
  const marks = MARKS.exec(line)?.[0] ?? '';
  if (!/[^\S ]|\u200B/.test(marks)) return line;
  const plain = marks
    .replaceAll(/[\uFEFF\u200B]/g, '')
    .replaceAll(/(?<=[>*+\-#.)])[^\S\t]/g, ' ')
    .replace(INDENT, (indent) => indent.replaceAll(/[^\S\t]/g, ' '));
  let column = 0;
  let spaced = '';
  for (const sign of plain) {
    const text = sign === '\t' ? ' '.repeat(4 - (column % 4)) : sign;
    spaced += text;
    column += text.length;
  }
  return spaced + line.slice(marks.length);
};

const HEADING = /^#{1,6}(?= |$)/;
const RULE = /^(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/;
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const SETEXT = /^(?:=+|-+) *$/;
const TABLE = /^[ :|-]+$/;
const ITEM = /^(?:[-+*]|(\d{1,9})[.)])(?= |$)/;

const headingText = (line: string, mark: string): string => {
  const text = line.slice(mark.length).trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  // Signs at the end close the heading if a space is before them.
  return end === 0 || text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text;
};

const itemAt = (
  rest: string,
  { interrupts }: Surroundings,
): Omit<BlockStart & { kind: 'item' }, 'kind'> | undefined => {
  const found = ITEM.exec(rest);
  if (!found) return undefined;
  const [mark, number] = found;
  const spaces = indentAt(rest, mark.length);
  const isEmpty = mark.length + spaces === rest.length;
  if (interrupts && (isEmpty || (number !== undefined && Number(number) !== 1))) return undefined;
  const start = number === undefined ? null : Number(number);
  return { length: mark.length + (isEmpty || spaces > 4 ? 1 : spaces), start, marker: mark.at(-1) ?? '' };
};

/** Undefined for a line of text. */
export const blockStart = (line: string, around: Surroundings): BlockStart | undefined => {
  const indent = indentAt(line);
  const rest = line.slice(indent);
  if (rest === '') return undefined;
  if (indent > 3) return around.isText ? undefined : { kind: 'indented', text: line.slice(4) };
  if (rest.startsWith('>') && around.mayNest)
    return { kind: 'quote', length: indent + (rest.startsWith('> ') ? 2 : 1) };
  const heading = HEADING.exec(rest);
  if (heading) return { kind: 'heading', text: headingText(rest, heading[0]) };
  const fence = FENCE.exec(rest);
  if (fence) return { kind: 'fence', sign: fence[0], indent };
  if (around.interrupts && SETEXT.test(rest)) return { kind: 'underline', isHeading: true };
  if (around.interrupts && rest.includes('|') && rest.includes('-') && TABLE.test(rest))
    return { kind: 'underline', isHeading: false };
  if (RULE.test(rest)) return { kind: 'rule' };
  const item = around.mayNest ? itemAt(rest, around) : undefined;
  return item && { kind: 'item', ...item, length: item.length + indent };
};
