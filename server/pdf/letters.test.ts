import { expect, test } from 'vitest';
import { charactersOf, FAMILIES } from './fonts.ts';
import { drawnText, lettersNotDrawn, visibleText } from './letters.ts';
import { paragraphOf } from './text-runs.ts';

/** `first-last` of each line, hexadecimal. */
const rangesOf = (codes: readonly number[]): string => {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges
    .map(([first, last]) => `${[...new Set([first, last])].map((code) => code.toString(16)).join('-')}\n`)
    .join('');
};

test('the list of letters is that of the fonts', async () => {
  const codes = [...new Set(FAMILIES.flatMap(charactersOf))].toSorted((a, b) => a - b);
  await expect(rangesOf(codes)).toMatchFileSnapshot('fonts/letters.txt');
});

const NAMES = [
  'శ్రీనివాస్ రావు',
  'હાર્દિક પટેલ',
  'ಕೃಷ್ಣ ಮೂರ್ತಿ',
  'മോഹൻലാൽ',
  'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  'ଜଗନ୍ନାଥ ଦାସ',
  'සුනිල් පෙරේරා',
  '王小明',
  '山田 太郎',
  '김민수',
  'יוסי כהן',
  'สมชาย ใจดี',
  'Zoë 🎉 Brontë',
  'Family 👩‍👩‍👧 1️⃣ ❤️',
  'आशा आনন্দ குமார் محمد',
  'ﬁrst 𝓐𝓼𝓱𝓪',
];

test.each(NAMES)('%s has no box', (name) => {
  expect(lettersNotDrawn(name)).toEqual([]);
  const { text, runsOf } = paragraphOf(name);
  expect(
    runsOf(0, text.length)
      .map((run) => run.text)
      .join(''),
  ).not.toContain('\ufffd');
});

test('a letter that no font has is named once, also before its document is drawn', () => {
  expect(lettersNotDrawn('Sok សុខ', 'សុខ Yangon ရ')).toEqual(['សុ', 'ខ', 'ရ']);
  expect(lettersNotDrawn('\u{10ffff}')).toEqual(['\u{10ffff}']);
  expect(lettersNotDrawn('a\u0000\u202eb\t', '')).toEqual([]);
});

test.each([
  ['Sok សុខ ភក្តី', 'Sok …'],
  ['သူရ Win', '… Win'],
  ['សុខ', '…'],
  ['మీరా Nair…', 'మీరా Nair…'],
  ['王小明', '王小明'],
])('a picture shows %s without boxes', (name, shown) => {
  expect(drawnText(name)).toBe(shown);
  expect(lettersNotDrawn(drawnText(name))).toEqual([]);
});

test('what is named is what is drawn as a box', () => {
  const every = (first: number, last: number): string[] =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  const letters = [...every(0x20, 0x20ff), ...every(0x1f300, 0x1f6ff)].filter(
    (letter) => visibleText(letter).trim() !== '',
  );
  const boxed = letters.filter((letter) => {
    const { text, runsOf } = paragraphOf(letter);
    return runsOf(0, text.length).some((run) => run.text.includes('\ufffd'));
  });
  expect(letters.filter((letter) => lettersNotDrawn(letter).length > 0)).toEqual(boxed);
});
