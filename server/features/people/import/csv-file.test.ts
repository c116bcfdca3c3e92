import { expect, test } from 'vitest';
import { cpuMs } from '#test/cpu-time.ts';
import { readCsv } from './csv-file.ts';

const read = (text: string) => readCsv(Buffer.from(text));

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

test('numbers the columns of a file without a header', () => {
  const { header, rows } = read('meera@a.example,Meera Nair\n');
  expect([header, rows]).toEqual([['Column 1', 'Column 2'], [{ line: 1, cells: ['meera@a.example', 'Meera Nair'] }]]);
});

test('reads what spreadsheets on Windows write', () => {
  const { rows } = readCsv(Buffer.from('Name,Email\nRen\u00e9e,renee@a.example\n', 'latin1'));
  expect(rows[0]?.cells[0]).toBe('Renée');
});

test.each([
  ['', 'This file has no rows below its header'],
  ['Name,Email\n', 'This file has no rows below its header'],
  ['Name,Email\n"Meera,meera@a.example\n', 'The quotation mark in line 2 is never closed'],
  [`Name,Email\n${'a,b@c.example\n'.repeat(2001)}`, 'This file has more than 2,000 rows. Split it into several files.'],
])('refuses %.20j', (text, message) => {
  expect(() => read(text)).toThrow(message);
});

test('reads a hostile file of the largest size in a moment', () => {
  const begun = cpuMs();
  expect(() => read(`"${'""'.repeat(1_000_000)}`)).toThrow('never closed');
  expect(() => read(`a,b\n${'"x" y'.repeat(400_000)}`)).toThrow('never closed');
  expect(cpuMs() - begun).toBeLessThan(5000);
});
