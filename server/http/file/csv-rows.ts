import { fileMessages as messages } from '#contract/file-messages.ts';
import type { SkippedEntry, Repaired } from '#contract/file-report.ts';

const COLUMNS_MAX = 100;
/** More than any import takes. */
const ROWS_MAX = 10_000;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Rows that tell the delimiter, and above which a header is. */
const FIRST_ROWS = 20;
const FIRST_CHARACTERS = 100_000;
/** How far the second quotation mark may be from one that is not doubled. */
const QUOTED_MAX = 10_000;

/** A row of a CSV file that is not empty, with the number of the line that it begins in. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export interface CsvTable {
  /** A cell for each column, empty for a file without a header. */
  header: string[];
  headerLine: number;
  rows: CsvRow[];
  repaired: Repaired[];
  leftOut: SkippedEntry[];
}

type Rows = Pick<CsvTable, 'rows' | 'repaired' | 'leftOut'>;

const LINK = /^=HYPERLINK\("(mailto:)?([^"]*)"(?:[,;]\s*"([^"]*)")?\)$/i;

/** What a spreadsheet shows for a cell: `="007"` is a text, and `'=` protects one that looks like a formula. */
const shown = (cell: string): string => {
  const text = cell.trim();
  if (/^'+\s*[=+\-@\t\r|＝＋－＠]/.test(text)) return text.slice(1).trim();
  if (!text.startsWith('=')) return text;
  const [link, mailto, target, label] = LINK.exec(text) ?? [];
  if (link !== undefined) return mailto === undefined ? (label ?? target ?? '') : (target ?? '');
  return /^="([^"]*)"$/.exec(text)?.[1] ?? text;
};

const afterSpaces = (text: string, from: number): number => {
  let at = from;
  while (text[at] === ' ') at += 1;
  return at;
};

interface Cell {
  text: string;
  /** Of the delimiter or the end of the line after it. */
  end: number;
  isRepaired: boolean;
}

const orEnd = (text: string, index: number): number => (index === -1 ? text.length : index);

/**
 * The mark that closes a quoted cell: the one before a delimiter. A mark in the middle of the first line was not doubled by
 * its writer; where no other closes the cell, that one does.
 */
const closingOf = (text: string, open: number, delimiter: string): number | undefined => {
  const lineEnd = orEnd(text, text.indexOf('\n', open));
  let doubtful: number | undefined;
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (doubtful !== undefined && at > Math.min(lineEnd, open + QUOTED_MAX)) return doubtful;
    const next = text[afterSpaces(text, at + 1)];
    if (next === undefined || next === delimiter || next === '\n') return at;
    if (text[at + 1] === '"') at += 1;
    else if (at > lineEnd) return undefined;
    else doubtful ??= at;
  }
  return doubtful;
};

const readCell = (text: string, from: number, delimiter: string): Cell => {
  const start = afterSpaces(text, from);
  const close = text[start] === '"' ? closingOf(text, start, delimiter) : undefined;
  let end = close === undefined ? from : close + 1;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
  if (close === undefined) return { text: text.slice(from, end), end, isRepaired: text[start] === '"' };
  const quoted = text.slice(start + 1, close);
  const rest = text.slice(close + 1, end).trimEnd();
  const isRepaired = rest !== '' || quoted.replaceAll('""', '').includes('"');
  return { text: `${quoted.replaceAll('""', '"')}${rest}`, end, isRepaired };
};

/** Reads the rows from a place, the beginning of a line. */
const readRows = (text: string, delimiter: string, from: { at: number; line: number }, rowsMax: number): Rows => {
  const read: Rows = { rows: [], repaired: [], leftOut: [] };
  let { at, line } = from;
  while (at < text.length && read.rows.length < rowsMax) {
    if (text[at] === '\n') {
      at += 1;
      line += 1;
      continue;
    }
    const row: CsvRow = { line, cells: [] };
    const begun = at;
    let isRepaired = false;
    let isWhole = false;
    while (!isWhole && row.cells.length < COLUMNS_MAX) {
      const cell = readCell(text, at, delimiter);
      row.cells.push(shown(cell.text));
      isRepaired ||= cell.isRepaired;
      isWhole = text[cell.end] !== delimiter;
      at = cell.end + 1;
    }
    const end = isWhole ? at - 1 : orEnd(text, text.indexOf('\n', at));
    if (text.slice(at, end).replaceAll(delimiter, '').trim() !== '')
      read.leftOut.push({ line, why: messages.columns(COLUMNS_MAX) });
    at = end + 1;
    line += text.slice(begun, end).split('\n').length;
    if (row.cells.every((cell) => cell === '')) continue;
    read.rows.push(row);
    if (isRepaired) read.repaired.push({ line: row.line, what: messages.quote });
  }
  if (text.slice(at).replaceAll(delimiter, '').trim() !== '') read.leftOut.push({ line, why: messages.rows(rowsMax) });
  return read;
};

/** How many of the first rows have columns, how many of them as many as most, and how many columns that is. */
const fitOf = (text: string, delimiter: string): number[] => {
  const widths = readRows(text, delimiter, { at: 0, line: 1 }, FIRST_ROWS).rows.map(({ cells }) => cells.length);
  const several = widths.filter((width) => width > 1);
  const alike = [...Map.groupBy(several, (width) => width)].map(([width, { length }]) => [length, width] as const);
  const [common = 0, width = 0] = alike.toSorted((a, b) => b[0] - a[0] || b[1] - a[1])[0] ?? [];
  return [several.length, common, width];
};

const delimiterOf = (whole: string): string => {
  const text = whole.slice(0, FIRST_CHARACTERS);
  const fits = DELIMITERS.map((delimiter) => ({ delimiter, fit: fitOf(text, delimiter) }));
  const better = (a: number[], b: number[]): number =>
    a.map((value, index) => value - (b[index] ?? 0)).find(Boolean) ?? 0;
  return fits.toSorted((a, b) => better(b.fit, a.fit))[0]?.delimiter ?? ',';
};

/**
 * Reads a table as spreadsheets write it: with commas, semicolons, tabs or bars, a first line `sep=;` or none, and titles above
 * its header. `findHeader` gets the first rows, and returns the index of the header, or -1 when there is none. Columns after the
 * last one with a text are left away.
 */
export const readCsv = (text: string, findHeader: (firstRows: readonly CsvRow[]) => number): CsvTable => {
  const [separator, named] = /^"?sep=(.)"?[;,\t ]*(?:\n|$)/i.exec(text) ?? [];
  const from = separator === undefined ? { at: 0, line: 1 } : { at: separator.length, line: 2 };
  const delimiter = named ?? delimiterOf(text);
  const { rows, repaired, leftOut } = readRows(text, delimiter, from, ROWS_MAX);
  const at = findHeader(rows.slice(0, FIRST_ROWS));
  const width = Math.max(
    0,
    ...rows.slice(Math.max(0, at)).map(({ cells }) => cells.findLastIndex((cell) => cell !== '') + 1),
  );
  const kept = rows.map(({ line, cells }) => ({ line, cells: cells.slice(0, width) }));
  const above = kept.slice(0, Math.max(0, at)).map(({ line }) => ({ line, why: messages.aboveHeader }));
  return {
    header: Array.from({ length: width }, (_, index) => kept[at]?.cells[index] ?? ''),
    headerLine: kept[at]?.line ?? 1,
    rows: kept.slice(at + 1),
    repaired,
    leftOut: [...above, ...leftOut],
  };
};
