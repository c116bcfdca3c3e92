import { Readable } from 'node:stream';

/** A column of a CSV file. */
export type Column<Row> = [title: string, value: (row: Row) => string | null];

/**
 * A cell that a spreadsheet would run as a formula becomes text. Those of East Asia read wide signs, too. A text that begins like a
 * protected one is protected again, so that `readCsv` finds it as it was.
 */
const cell = (value: string | null): string => {
  const text = (value ?? '').replaceAll('\u0000', '');
  const isFormula = /^'*\s*[=+\-@\t\r|＝＋－＠]/.test(text);
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`;
};

const lineOf = (cells: (string | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

async function* linesOf<Row>(columns: readonly Column<Row>[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  // The mark by which spreadsheets know UTF-8.
  yield `\uFEFF${lineOf(columns.map(([title]) => title))}`;
  for await (const row of rows) yield lineOf(columns.map(([, value]) => value(row)));
}

/** Rows as a CSV file, written while it is sent: only as many are in memory as `rows` reads at a time. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: AsyncIterable<Row>): Readable =>
  Readable.from(linesOf(columns, rows));
