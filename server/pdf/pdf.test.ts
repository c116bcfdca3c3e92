import { inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createPdf } from './pdf.ts';
import type { Sheet } from './sheet.ts';

const pdf = createPdf();
afterAll(() => pdf.close());

const sheetOf = (names: readonly string[]): Sheet => ({
  title: 'Names',
  author: 'A school',
  createdAt: 0,
  accent: '#F37254',
  logo: undefined,
  parts: names.map((text) => ({ kind: 'note', text })),
});

/** Numbers from 0 up to `below`, the same ones every time. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

/** Words of these characters in any order, as nobody writes them. */
const wordsOf = (characters: readonly string[], count: number): string[] => {
  const random = createRandom(count);
  const word = (): string =>
    Array.from({ length: 2 + random(9) }, () => characters[random(characters.length)]).join('');
  return Array.from({ length: count }, () => `${word()} ${word()}`);
};

const JOINERS = ['\u200c', '\u200d'];
const NAMES_ON_A_PAGE = 25;

/** Syllables as they are written: consonants that the sign between them joins, with a vowel or a mark. */
const syllablesOf = (consonants: string[], join: string, signs: string[], count: number): string[] => {
  const random = createRandom(count);
  const pick = (list: string[]): string => list[random(list.length)] ?? '';
  const syllable = (): string =>
    [
      pick(consonants),
      ...Array.from({ length: random(3) }, () => join + pick(consonants)),
      random(3) > 0 ? pick(signs) : '',
    ].join('');
  return Array.from({ length: count }, () => Array.from({ length: 2 + random(3) }, syllable).join(''));
};

test.each([
  ['Devanagari', between(0x900, 0x97f), syllablesOf(between(0x915, 0x939), '\u094d', between(0x93e, 0x94c), 150)],
  ['Bengali', between(0x980, 0x9fe), syllablesOf(between(0x995, 0x9b9), '\u09cd', between(0x9be, 0x9cc), 150)],
  ['Tamil', between(0xb80, 0xbff), syllablesOf(between(0xb95, 0xbb9), '\u0bcd', between(0xbbe, 0xbcc), 150)],
  ['Arabic', between(0x600, 0x6ff), wordsOf([...between(0x621, 0x63a), ...between(0x641, 0x652)], 150)],
])('hundreds of names in %s are drawn, each page of them in time', async (_, characters, names) => {
  const all = ['सारथी वर्मा', 'विद्यार्थी', ...names, ...wordsOf([...characters, ...JOINERS], 150)];
  for (let first = 0; first < all.length; first += NAMES_ON_A_PAGE) {
    const drawn = await pdf.draw(sheetOf(all.slice(first, first + NAMES_ON_A_PAGE)), 'a buyer');
    expect(drawn.subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('text of any characters is drawn', async () => {
  const random = createRandom(1);
  const text = (): string =>
    Array.from({ length: 20 }, () => String.fromCodePoint(random(4) > 0 ? random(0x3000) : random(0x11_0000))).join('');
  const drawn = await pdf.draw(sheetOf(['', ' ', '\n', '\ud800', ...Array.from({ length: 100 }, text)]), 'a buyer');
  expect(drawn.subarray(0, 5).toString()).toBe('%PDF-');
});

const heightsOf = (drawn: Buffer): number[] =>
  [...drawn.toString('latin1').matchAll(/\/MediaBox \[0 0 595\.28 ([\d.]+)\]/g)].map(([, height]) => Number(height));

test('a page is A4, and higher where its text needs it', async () => {
  expect(heightsOf(await pdf.draw(sheetOf(['Meera Nair']), 'a buyer'))).toEqual([841.89]);
  const [height, ...more] = heightsOf(
    await pdf.draw(sheetOf([Array.from({ length: 100 }, () => 'a').join('\n')]), 'a buyer'),
  );
  expect(more).toEqual([]);
  expect(height).toBeGreaterThan(100 * 9 * 1.7);
});

test('what is drawn as outlines can be searched and copied, also where no font has its letters', async () => {
  const drawn = (await pdf.draw(sheetOf(['सारथी', 'Sok សុខ']), 'a buyer')).toString('latin1');
  const streams = [...drawn.matchAll(/stream\n([^]*?)\nendstream/g)].map(([, bytes = '']) => bytes);
  const page = inflateSync(Buffer.from(streams[0] ?? '', 'latin1')).toString('latin1');
  const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f' };
  const unescaped = page.replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);
  for (const text of ['सारथी', 'Sok សុខ'])
    expect(unescaped).toContain(`/ActualText (${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1')})`);
});
