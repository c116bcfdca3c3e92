import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readCsv } from './csv-rows.ts';
import { type Column, csvOf } from './csv.ts';

const MARK = '\uFEFF';
async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

test('rows are lines of quoted cells under their titles, with the mark of UTF-8', async () => {
  const columns: Column<[string, string | null]>[] = [
    ['Name', ([name]) => name],
    ['Paid ₹', ([, paid]) => paid],
  ];
  const rows: [string, string | null][] = [
    ['Asha "Ash" Rao', '499.00'],
    ['Café, Pune\nIndia', null],
    ['nul\u0000l', 'a=b'],
  ];
  expect(await text(csvOf(columns, each(rows)))).toBe(
    `${MARK}"Name","Paid ₹"\r\n"Asha ""Ash"" Rao","499.00"\r\n"Café, Pune\nIndia",""\r\n"null","a=b"\r\n`,
  );
  expect(await text(csvOf(columns, each<[string, string | null]>([])))).toBe(`${MARK}"Name","Paid ₹"\r\n`);
});

test.each(['=1+1', ' =1+1', '\t\n =1+1', '\u00A0=1+1', '\u0000=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1', '|cmd'])(
  '%j is text for a spreadsheet, not a formula',
  async (cell) => {
    const [, line] = (await text(csvOf([['a', (row: string) => row]], each([cell])))).split('\r\n"');
    expect(line).toBe(`'${cell.replace('\u0000', '')}"\r\n`);
  },
);

test('a table with more rows than any import takes says which are left out', () => {
  const rows = (count: number) => `Name,Age\n${'Asha,20\n'.repeat(count - 1)}`;
  expect(readCsv(`${rows(10_000)},\n\n`, () => 0).leftOut).toEqual([]);
  const { rows: read, leftOut } = readCsv(rows(10_002), () => 0);
  expect(read.length).toBe(9_999);
  expect(leftOut).toEqual([{ line: 10_001, why: 'The lines after row 10000' }]);
});
