import { expect, test } from 'vitest';
import { dataPerHour, linesOf, qualityChoices } from './quality-menu.ts';
import { english } from '#contract/languages/language.ts';

test('data per hour has two figures', () => {
  expect([777_000, 66_000, 1_566_000, 4_000].map(dataPerHour)).toEqual([
    '~350 MB/h',
    '~30 MB/h',
    '~700 MB/h',
    '~1.8 MB/h',
  ]);
});

const renditions = [
  { height: 720, bitsPerSecond: 1_550_000 },
  { height: 240, bitsPerSecond: 260_000 },
];

test('a lecture offers its renditions with their data, and says what plays now', () => {
  const offer = { renditions, audioBitsPerSecond: 66_000, chosen: 'auto' as const, playing: 240 };
  expect(qualityChoices(offer).map(({ name, detail, data }) => [english._(name), english._(detail), data])).toEqual([
    ['Auto', '240p now', '~120 MB/h'],
    ['High', '720p', '~700 MB/h'],
    ['Data saver', '240p', '~120 MB/h'],
    ['Audio only', 'screen may sleep', '~30 MB/h'],
    ['Original', 'as uploaded', undefined],
  ]);
});

test('audio alone is offered only where it exists; a chosen rendition is not automatic', () => {
  const offer = { renditions, audioBitsPerSecond: undefined, chosen: 720, playing: 720 };
  expect(qualityChoices(offer).map(({ quality, detail }) => [quality, english._(detail)])).toEqual([
    ['auto', ''],
    [720, '720p'],
    [240, '240p'],
    ['original', 'as uploaded'],
  ]);
});

test('an upright video has the quality of its shorter side', () => {
  const sizes = [
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 406, height: 720 },
  ];
  expect(sizes.map(linesOf)).toEqual([1080, 1080, 406]);
});
