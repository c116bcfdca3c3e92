import { expect, test } from 'vitest';
import { isTextStart, readText, readTextFile } from './text-file.ts';

const TEXT = 'Wo liegt Zürich – und wie heißt der Fluß?\nनमस्ते 你好\n';
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

test.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-8 with two marks', Buffer.from(`\uFEFF\uFEFF${TEXT}`)],
  ['UTF-16 with its mark', utf16(`\uFEFF${TEXT}`)],
  ['UTF-16 of the other order', utf16(`\uFEFF${TEXT}`).swap16()],
  ['UTF-16 without a mark', utf16(TEXT)],
  ['UTF-16 of the other order without a mark', utf16(TEXT).swap16()],
  ['ends of lines of Windows', Buffer.from(TEXT.replaceAll('\n', '\r\n'))],
  ['ends of lines of old Macs', Buffer.from(TEXT.replaceAll('\n', '\r'))],
  ['the end of file of DOS', Buffer.from(`${TEXT}\u001A`)],
])('reads %s', (_, bytes) => {
  expect(readTextFile(bytes)).toEqual({ text: TEXT, repaired: [] });
  expect(isTextStart(bytes)).toBe(true);
});

test('reads what spreadsheets of Windows and Macs write without UTF-8, and says so with the first line that shows it', () => {
  const windows = Buffer.from('a\r\nZ\u00FCrich \u0096 Gr\u00F6\u00DFe, na\u00EFve', 'latin1');
  const said = (name: string) =>
    `Read as ${name}, because it is not UTF-8. If letters look wrong, save the file as UTF-8.`;
  expect(readTextFile(windows)).toEqual({
    text: 'a\nZürich – Größe, naïve',
    repaired: [{ line: 2, what: said('Windows-1252') }],
  });
  const mac = Buffer.from('Ren\u008Ee, Z\u009Frich, ma\u0096ana', 'latin1');
  expect(readTextFile(mac)).toEqual({
    text: 'Renée, Zürich, mañana',
    repaired: [{ line: 1, what: said('Mac Roman') }],
  });
});

test('keeps a text in UTF-8 that has one damaged character, and names its line', () => {
  const bytes = Buffer.concat([Buffer.from('Zürich – Genève\nCaf'), Buffer.from([0xe9]), Buffer.from('\nüäö')]);
  expect(readTextFile(bytes)).toEqual({
    text: 'Zürich – Genève\nCaf�\nüäö',
    repaired: [{ line: 2, what: 'A character cannot be read, and is shown as �' }],
  });
});

test.each<[string, Uint8Array]>([
  ['nothing', Buffer.from('')],
  ['bytes of a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 0, 0, 3])],
  ['zeros in both places', Buffer.from('a\0b\0\0')],
])('%s cannot be the start of a text', (_, bytes) => {
  expect(isTextStart(bytes)).toBe(false);
});

test('an encoding that cannot be told is not guessed', () => {
  const windows1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0]);
  const shiftJis = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc]);
  expect([readTextFile(windows1251), readTextFile(shiftJis)]).toEqual([undefined, undefined]);
});

test('characters that cannot be stored are removed and reported, up to a bound', () => {
  expect(readText('a\u0001\nb\n\u0007c')).toEqual({
    text: 'a\nb\nc',
    repaired: [
      { line: 1, what: 'Characters that cannot be stored were removed' },
      { line: 3, what: 'Characters that cannot be stored were removed' },
    ],
  });
  const { repaired } = readText('\u0001\n'.repeat(500));
  expect([repaired.length, repaired.at(-1)]).toEqual([
    51,
    { line: 51, what: 'Characters that cannot be stored were removed. The same for 449 more lines' },
  ]);
});
