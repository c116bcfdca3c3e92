import { peopleMessages } from '#contract/people-messages.ts';
import { fail } from '#server/errors.ts';

const MAX_COLUMNS = 100;
const DELIMITERS = [',', ';', '\t'] as const;

/** A row of a CSV file that is not empty, with the number of the line that it begins in. */
export interface CsvRow {
  line: number;
  cells: string[];
}

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

/** Reads rows with commas, semicolons or tabs. Throws `damaged_csv`. */
export const readCsvRows = (text: string): CsvRow[] => {
  const pattern = cellPattern(delimiterOf(text));
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  while (pattern.lastIndex < text.length) {
    const [whole, quoted, plain = '', end] = pattern.exec(text) ?? [];
    if (whole === undefined || plain.trimStart().startsWith('"'))
      throw fail('damaged_csv', { message: peopleMessages.imports.unclosedQuote(line) });
    if (row.cells.length < MAX_COLUMNS) row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (/[\r\n]/.test(end ?? '')) {
      rows.push(row);
      row = { line, cells: [] };
    }
  }
  return [...rows, row].filter((one) => !isEmpty(one));
};
