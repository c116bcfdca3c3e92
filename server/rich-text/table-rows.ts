import type { Table } from '#contract/rich-text.ts';

export const COLUMNS_MAX = 100;

/** The parts of a row that are no border between cells; code is one part. */
const PARTS = /(`+)[^`]+\1(?!`)|`+|(?:[^|\\`]|\\\|?)+|\|/g;

/** Cells as GFM splits them: at each `|` without a backslash. */
const splitCells = (line: string): string[] => line.split(/(?<!\\)\|/);

const splitOutsideCode = (line: string): string[] => {
  const cells = [''];
  for (const [part] of line.matchAll(PARTS)) {
    if (part === '|') cells.push('');
    else cells[cells.length - 1] += part;
  }
  return cells;
};

const ESCAPED = /\\\|/g;

/** Without the empty ones before the first `|` and after the last. */
const trimmed = (split: string[]): string[] => {
  const cells = split.map((cell) => cell.trim().replaceAll(ESCAPED, '|'));
  return cells.slice(cells[0] === '' && cells.length > 1 ? 1 : 0, cells.at(-1) === '' ? -1 : undefined);
};

/**
 * The cells of a row. Where there are more than columns, a `|` in code was not escaped: it stays. Others stay in the last cell,
 * where GFM drops them.
 */
export const splitRow = (line: string, columns?: number): string[] => {
  const cells = trimmed(splitCells(line));
  if (columns === undefined || cells.length <= columns) return cells;
  const whole = trimmed(splitOutsideCode(line));
  const last = whole.slice(columns - 1).join(' | ');
  return [...whole.slice(0, columns - 1), ...(last === '' ? [] : [last])];
};

const DELIMITER = /^(:?)-+(:?)$/;

/** Of a line such as `| :-- | --: |`; undefined for another line. */
export const alignmentOf = (line: string): Table['align'] | undefined => {
  const align: Table['align'] = [];
  for (const cell of splitRow(line.trim())) {
    const found = DELIMITER.exec(cell);
    if (!found) return undefined;
    const [, start, end] = found;
    const sides = `${start}${end}`;
    if (sides === '::') align.push('center');
    else if (sides === '') align.push(null);
    else align.push(start === ':' ? 'start' : 'end');
  }
  return align;
};
