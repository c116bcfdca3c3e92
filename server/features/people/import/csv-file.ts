import { peopleMessages } from '#contract/people-messages.ts';
import { fail } from '#server/errors.ts';

const { imports: messages } = peopleMessages;
const MAX_ROWS = 2000;
const MAX_COLUMNS = 100;
const DELIMITERS = [',', ';', '\t'] as const;

/** A row of the file that is not empty, with the number of the line that it begins in. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export interface CsvFile {
  /** A file whose first row has an email address has no header: its columns are then numbered. */
  header: string[];
  rows: CsvRow[];
}

/** Spreadsheets on Windows save CSV in its own encoding unless UTF-8 is chosen. */
const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** The most frequent one in the first line. */
const delimiterOf = (text: string): string => {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: firstLine.split(delimiter).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
};

/** A cell, quoted or not, and its end. */
const cellPattern = (delimiter: string): RegExp =>
  new RegExp(
    `(?: *"((?:[^"]|"")*)"[^"${delimiter}\\r\\n]*|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\n|\\r|$)`,
    'y',
  );

const isEmpty = ({ cells }: CsvRow): boolean => cells.every((cell) => cell === '');

const parse = (text: string): CsvRow[] => {
  const pattern = cellPattern(delimiterOf(text));
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  while (pattern.lastIndex < text.length) {
    const [whole, quoted, plain = '', end] = pattern.exec(text) ?? [];
    if (whole === undefined || plain.trimStart().startsWith('"'))
      throw fail('damaged_csv', { message: messages.unclosedQuote(line) });
    if (row.cells.length < MAX_COLUMNS) row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (/[\r\n]/.test(end ?? '')) {
      rows.push(row);
      row = { line, cells: [] };
    }
  }
  return [...rows, row].filter((one) => !isEmpty(one));
};

/** Reads a CSV file of any common kind. Throws `damaged_csv`, with the reason as its sentence. */
export const readCsv = (bytes: Buffer): CsvFile => {
  const rows = parse(decode(bytes).replaceAll('\u0000', ''));
  const [first] = rows;
  if (!first) throw fail('damaged_csv', { message: messages.noRows });
  const hasHeader = !first.cells.some((cell) => cell.includes('@'));
  const data = hasHeader ? rows.slice(1) : rows;
  if (data.length === 0) throw fail('damaged_csv', { message: messages.noRows });
  if (data.length > MAX_ROWS) throw fail('damaged_csv', { message: messages.tooManyRows });
  const header = first.cells.map((cell, index) => (hasHeader && cell !== '' ? cell : messages.columnName(index + 1)));
  return { header, rows: data };
};
