import { expect, test } from 'vitest';
import { cpuMs } from '#test/cpu-time.ts';
import { readPeople } from './csv-file.ts';

const read = (text: string) => readPeople(Buffer.from(text));

test.each([
  ['commas', 'Name,Email\nMeera Nair,meera@a.example\n'],
  ['semicolons', 'Name;Email\r\nMeera Nair;meera@a.example\r\n'],
  ['tabs', 'Name\tEmail\rMeera Nair\tmeera@a.example'],
  ['quotes and a byte order mark', '\uFEFF"Name","Email"\n"Meera Nair" , "meera@a.example"\n'],
  ['empty lines', 'Name,Email\n\n , \nMeera Nair,meera@a.example\n\n'],
])('reads a file with %s', (_, text) => {
  const { header, rows } = read(text);
  expect(header).toEqual(['Name', 'Email']);
  expect(rows.map(({ cells }) => cells)).toEqual([['Meera Nair', 'meera@a.example']]);
});

test('keeps what quotes enclose, and counts lines as an editor does', () => {
  const { rows } = read(
    'Name,Email,Note\n"Nair, Meera","meera@a.example","says ""hello""\nand goes"\nRavi,ravi@a.example\n',
  );
  expect(rows).toEqual([
    { line: 2, cells: ['Nair, Meera', 'meera@a.example', 'says "hello"\nand goes'] },
    { line: 4, cells: ['Ravi', 'ravi@a.example'] },
  ]);
});

test.each([
  ['a line that names the separator', 'sep=;\nName;Email\nNair, Meera;meera@a.example\n', 3, []],
  ['bars', 'Name|Email\nNair, Meera|meera@a.example\n', 2, []],
  ['commas in a text that has no quotation marks', 'Name;Email\nNair, Meera;meera@a.example\n', 2, []],
  ['empty columns at the end', 'Name;Email;;;\n"Nair, Meera";meera@a.example;;;\n;;;;\n', 2, []],
  ['texts that a spreadsheet wrote as formulas', 'Name,Email\n"=""Nair, Meera""",\'=meera@a.example\n', 2, []],
  ['links', 'Name\tEmail\n"Nair, Meera"\t"=HYPERLINK(""mailto:meera@a.example"",""Write to Meera"")"\n', 2, []],
  [
    'titles above the header',
    'Emails of 2026,\n\nPerson,\nName,Email\n"Nair, Meera",meera@a.example\n',
    5,
    [1, 3].map((line) => ({ line, why: 'Above the header' })),
  ],
])('reads a file with %s', (_, text, line, leftOut) => {
  const { header, rows, ...report } = read(text);
  expect(header).toEqual(['Name', 'Email']);
  expect(rows).toEqual([{ line, cells: ['Nair, Meera', expect.stringMatching(/^=?meera@a.example$/)] }]);
  expect(report).toEqual({ repaired: [], leftOut });
});

test('a damaged quotation mark costs no row, and is reported', () => {
  const { rows, repaired } = read(
    'Name,Email\n"Meera,meera@a.example\nRavi,ravi@a.example\n"Asha "the, first" Rao",asha@a.example\n"Dev" Shah,dev@a.example\n',
  );
  expect(rows).toEqual([
    { line: 2, cells: ['"Meera', 'meera@a.example'] },
    { line: 3, cells: ['Ravi', 'ravi@a.example'] },
    { line: 4, cells: ['Asha "the, first" Rao', 'asha@a.example'] },
    { line: 5, cells: ['Dev Shah', 'dev@a.example'] },
  ]);
  const what = 'A quotation mark without the other one was read as text';
  expect(repaired).toEqual([2, 4, 5].map((line) => ({ line, what })));
});

test('cells after the last column are reported', () => {
  const { rows, leftOut } = read(`email,name\n${'a@b.example,'.repeat(100)}more,\nb@b.example,B\n`);
  expect(rows.map(({ line, cells }) => [line, cells.length])).toEqual([
    [2, 100],
    [3, 2],
  ]);
  expect(leftOut).toEqual([{ line: 2, why: 'The cells after column 100' }]);
});

test('a cell that is too long is cut, and reported', () => {
  const { rows, repaired } = read(`email,note\na@b.example,${'न'.repeat(1001)}\nb@b.example,${'न'.repeat(1000)}\n`);
  expect(rows.map(({ cells }) => cells[1]?.length)).toEqual([1000, 1000]);
  expect(repaired).toEqual([{ line: 2, what: 'A text was cut after 1000 characters' }]);
});

test('numbers the columns of a file without a header', () => {
  const { header, rows } = read('meera@a.example,Meera Nair\n');
  expect([header, rows]).toEqual([['Column 1', 'Column 2'], [{ line: 1, cells: ['meera@a.example', 'Meera Nair'] }]]);
});

test('reads what spreadsheets on Windows write', () => {
  const { rows } = readPeople(Buffer.from('Name,Email\nRen\u00e9e,renee@a.example\n', 'latin1'));
  expect(rows[0]?.cells[0]).toBe('Renée');
});

test.each([
  ['', 'This file has no rows below its header'],
  ['Name,Email\n', 'This file has no rows below its header'],
  [`Name,Email\n${'a,b@c.example\n'.repeat(2001)}`, 'This file has more than 2,000 rows. Split it into several files.'],
])('refuses %.20j', (text, message) => {
  expect(() => read(text)).toThrow(message);
});

const tryToRead = (text: string): void => {
  const begun = cpuMs();
  try {
    read(text);
  } catch (error) {
    expect(error).toMatchObject({ code: 'damaged_csv' });
  }
  expect(cpuMs() - begun).toBeLessThan(5000);
};

test('reads a hostile file of the largest size in a moment', () => {
  tryToRead(`"${'""'.repeat(1_000_000)}`);
  for (const part of ['"x" y', '"a,', '""z\n', '"""\n', '"a\n', '"";"', '\n', 'a\n', ',,\n'])
    tryToRead(`email,name\n${part.repeat(2_000_000 / part.length)}`);
});
