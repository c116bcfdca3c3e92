import { damaged } from './damaged-archive.ts';

/** A record may have this many characters. */
const MAX_RECORD = 4 * 1024 * 1024;
/** What a spreadsheet would run as a formula, and the sign that marks it. */
const MARKED = /^(?:['\t\r]|\s*[=+\-@|＝＋－＠])/;

/** Null is an empty cell, and an empty text `""`. */
const cellOf = (value: string | null, isText: boolean): string => {
  if (value === null) return '';
  const text = isText && MARKED.test(value) ? `'${value}` : value;
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export interface CsvCell {
  value: string | null;
  /** Text begins with a mark where a spreadsheet would see a formula. */
  isText: boolean;
}

export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map(({ value, isText }) => cellOf(value, isText)).join(',')}\r\n`;

/** The text of a cell without its mark. */
export const unmarked = (text: string): string =>
  text.startsWith("'") && MARKED.test(text.slice(1)) ? text.slice(1) : text;

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|$)/y;

const cellsOf = (record: string): (string | null)[] => {
  const cells: (string | null)[] = [];
  CELL.lastIndex = 0;
  for (;;) {
    const [, quoted, plain = '', end] = CELL.exec(record) ?? [];
    if (end === undefined) throw damaged('a line is not CSV');
    cells.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (end === '') return cells;
  }
};

const quotesIn = (line: string): number => line.split('"').length - 1;

/** The cells of each record, of the lines of a file. */
export async function* csvRecords(lines: AsyncIterable<string>): AsyncGenerator<(string | null)[]> {
  let record: string | undefined;
  let isOpen = false;
  for await (const line of lines) {
    record = record === undefined ? line : `${record}\n${line}`;
    if (record.length > MAX_RECORD) throw damaged('a line is too long');
    if (quotesIn(line) % 2 === 1) isOpen = !isOpen;
    if (isOpen) continue;
    yield cellsOf(record.endsWith('\r') ? record.slice(0, -1) : record);
    record = undefined;
  }
  if (isOpen) throw damaged('a quotation mark is not closed');
}
