import { expect, test } from 'vitest';
import { readTranscript, sentenceAt } from './transcript.ts';

const CAPTIONS = `WEBVTT

1
00:01.000 --> 00:04.000 align:start
<v Ila>October was the best month
the bakery</v> ever had.

00:00:04.200 --> 00:00:08.000
Sales of ₹3,20,000 &amp; a profit

00:00:08.000 --> 00:00:11.000
of ₹84,000 on paper.

NOTE nobody says this

00:00:12.000 --> 00:00:13.000
उसने बेचा।

00:00:13.100 --> 00:00:14.000
no full stop

01:00:20.500 --> 01:00:26.000
after a silence
`;

test('captions become sentences with the time at which each begins', () => {
  expect(readTranscript(CAPTIONS)).toEqual([
    { startSeconds: 1, text: 'October was the best month the bakery ever had.' },
    { startSeconds: 4.2, text: 'Sales of ₹3,20,000 & a profit of ₹84,000 on paper.' },
    { startSeconds: 12, text: 'उसने बेचा।' },
    { startSeconds: 13.1, text: 'no full stop' },
    { startSeconds: 3620.5, text: 'after a silence' },
  ]);
});

test('captions without any full stop are cut before they become too long', () => {
  const cues = Array.from(
    { length: 10 },
    (_, index) => `00:${10 + index}.000 --> 00:${11 + index}.000\n${'word '.repeat(20)}`,
  );
  expect(readTranscript(`WEBVTT\n\n${cues.join('\n\n')}`).map(({ startSeconds }) => startSeconds)).toEqual([
    10, 13, 16, 19,
  ]);
});

test('the current sentence is the last that has begun', () => {
  const sentences = readTranscript(CAPTIONS);
  expect([0, 1, 4.19, 500].map((seconds) => sentenceAt(sentences, seconds))).toEqual([-1, 0, 1, 3]);
});
