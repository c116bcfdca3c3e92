import { join } from 'node:path';
import { z } from 'zod';
import { FileReport } from '#contract/file-report.ts';
import { fileMessages } from '#contract/file-messages.ts';
import { foldText } from '#contract/fold-text.ts';
import { peopleMessages } from '#contract/people/people-messages.ts';
import { readTextFile } from '#contract/text-file.ts';
import { type CsvRow, readCsv } from '#server/http/file/csv-rows.ts';
import { fail } from '#server/errors.ts';
import { createTextReading } from '#server/processes/text-reading.ts';
import { EMAIL } from './check-lines.ts';

const { imports: messages } = peopleMessages;
const MAX_ROWS = 2000;
/** Much more than a name, an address or a date has. */
const MAX_CELL = 1000;

const PeopleFile = FileReport.omit({ read: true }).extend({
  /** The columns of a file without a header are numbered. */
  header: z.array(z.string()),
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
});
export type PeopleFile = z.output<typeof PeopleFile>;

/** The last row that names a column of addresses above the first address; without one, the first that has columns. */
const findHeader = (rows: readonly CsvRow[]): number => {
  const firstAddress = rows.findIndex(({ cells }) => cells.some((cell) => cell.includes('@')));
  const above = firstAddress === -1 ? rows : rows.slice(0, firstAddress);
  const isTitled = ({ cells }: CsvRow): boolean => cells.some((cell) => EMAIL.test(foldText(cell)));
  const titled = firstAddress === -1 ? above.findIndex(isTitled) : above.findLastIndex(isTitled);
  if (titled !== -1 || firstAddress === 0) return titled;
  return Math.max(
    0,
    above.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1),
  );
};

/** Reads a CSV file of any common kind. Throws `not_csv` and `damaged_csv`, with the reason as its sentence. */
export const readPeople = (bytes: Uint8Array): PeopleFile => {
  const file = readTextFile(bytes);
  if (!file) throw fail('not_csv', { message: fileMessages.unknownEncoding });
  const { header, rows, repaired, leftOut } = readCsv(file.text, findHeader);
  if (rows.length === 0) throw fail('damaged_csv', { message: messages.noRows });
  if (rows.length > MAX_ROWS) throw fail('damaged_csv', { message: messages.tooManyRows });
  const isLong = (cell: string): boolean => cell.length > MAX_CELL;
  const cut = rows.filter(({ cells }) => cells.some(isLong));
  return {
    header: header.map((title, index) => title.slice(0, MAX_CELL).toWellFormed() || messages.columnName(index + 1)),
    rows: rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.slice(0, MAX_CELL).toWellFormed()) })),
    repaired: [...file.repaired, ...repaired, ...cut.map(({ line }) => ({ line, what: fileMessages.cut(MAX_CELL) }))],
    leftOut,
  };
};

/** Throws as `readPeople` does, and `busy`. */
export const createPeopleReading = () =>
  createTextReading({
    program: join(import.meta.dirname, 'read-people.ts'),
    read: readPeople,
    schema: PeopleFile,
    unreadable: 'damaged_csv',
  });
