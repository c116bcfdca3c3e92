import { expect, test } from 'vitest';
import { lectureAt } from '#web/features/classroom/player/player-for-test.tsx';
import { sumOf } from './download-section.tsx';

const lecture = lectureAt('https://school.example/a.mp4');
const video = (...sizes: [number, number][]) => ({
  lecture,
  offers: sizes.map(([quality, sizeBytes]) => ({ quality, sizeBytes })),
  sizeBytes: 0,
});
const file = (sizeBytes: number) => ({ lecture, offers: [], sizeBytes });

test.each([
  ['of files alone', [file(5), file(7)], [{ quality: 'original', sizeBytes: 12 }]],
  [
    'of videos and a file, each in the nearest quality that it has',
    [file(5), video([720, 100], [480, 60]), video([480, 40])],
    [
      { quality: 720, sizeBytes: 145 },
      { quality: 480, sizeBytes: 105 },
    ],
  ],
])('a section %s shows its total size', (_case, all, expected) => {
  expect(sumOf(all)).toEqual(expected);
});
