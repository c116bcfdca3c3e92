import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
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
