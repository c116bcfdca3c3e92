import { expect, test } from 'vitest';
import { qrCode } from './qr-squares.ts';

const drawn = (text: string): string[] | undefined =>
  qrCode(text)?.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));

/** As scanners read it. */
const CODE = [
  '#######..#.##.#######',
  '#.....#..###..#.....#',
  '#.###.#.##.##.#.###.#',
  '#.###.#..#.#..#.###.#',
  '#.###.#...#.#.#.###.#',
  '#.....#.....#.#.....#',
  '#######.#.#.#.#######',
  '........##.##........',
  '###.########.##...#..',
  '#.####..#.##..###...#',
  '##..###.#...##..#.###',
  '...##..#..#.#...#..#.',
  '#..#####...#...#.#...',
  '........##.###.##..##',
  '#######.#.#.###.#.###',
  '#.....#.#..###.##....',
  '#.###.#.#..#.....#.#.',
  '#.###.#..####.#.##.#.',
  '#.###.#.#####...#.#.#',
  '#.....#.###.....#..#.',
  '#######.##......##.##',
];

test('a short address is a code of version 1', () => {
  expect(drawn('https://a.in/')).toEqual(CODE);
});

test('longer texts take larger codes, up to 106 bytes', () => {
  const sizeOf = (length: number) => qrCode('a'.repeat(length))?.length;
  expect([17, 18, 32, 33, 53, 54, 78, 79, 106, 107].map(sizeOf)).toEqual([
    21,
    25,
    25,
    29,
    29,
    33,
    33,
    37,
    37,
    undefined,
  ]);
});
