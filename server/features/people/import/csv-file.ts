import { peopleMessages } from '#contract/people-messages.ts';
import { type CsvRow, readCsvRows } from '#server/http/csv-rows.ts';
import { fail } from '#server/errors.ts';

const { imports: messages } = peopleMessages;
const MAX_ROWS = 2000;

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

/** Reads a CSV file of any common kind. Throws `damaged_csv`, with the reason as its sentence. */
export const readCsv = (bytes: Buffer): CsvFile => {
  const rows = readCsvRows(decode(bytes).replaceAll('\u0000', ''));
  const [first] = rows;
  if (!first) throw fail('damaged_csv', { message: messages.noRows });
  const hasHeader = !first.cells.some((cell) => cell.includes('@'));
  const data = hasHeader ? rows.slice(1) : rows;
  if (data.length === 0) throw fail('damaged_csv', { message: messages.noRows });
  if (data.length > MAX_ROWS) throw fail('damaged_csv', { message: messages.tooManyRows });
  const header = first.cells.map((cell, index) => (hasHeader && cell !== '' ? cell : messages.columnName(index + 1)));
  return { header, rows: data };
};
