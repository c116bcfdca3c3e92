import { expect, test } from 'vitest';
import type { AttemptQuestion } from './quiz-fields.ts';
import { pointsSoFar, readWords } from './quiz-words.ts';

const NONE = 'This is not read as a number. Write it without words or a unit, such as 12.5.';

test.each([
  ['', undefined],
  [' 12.5 ', undefined],
  ['1,234', 'Read as 1234'],
  ['०,१२५', 'Read as 0.125'],
  ['–5', 'Read as -5'],
  ['8 weeks', NONE],
  ['1/2', NONE],
])('what is said of %j', (typed, words) => {
  expect(readWords(typed)).toBe(words);
});

const question = (
  earned: number | null,
  verdict: 'right' | 'wrong' | 'waiting' | null,
  points = 1,
): AttemptQuestion => ({
  type: 'short',
  text: 'Why?',
  blocks: [],
  points,
  options: [],
  lefts: [],
  leftMedia: [],
  gaps: 0,
  position: 0,
  answer: { choices: [], text: '', parts: [], file: null },
  seq: 1,
  isLocked: true,
  isLate: false,
  result: { verdict, earned, comment: '', parts: [], solution: null },
});

test.each<[AttemptQuestion[], string | undefined]>([
  [[], undefined],
  [[question(100, 'right'), question(0, 'wrong', 2)], '1 of 3 points'],
  [[question(100, 'right'), question(null, 'waiting', 5)], '1 of 1 point, 1 answer waiting for your teacher'],
  [[question(null, 'waiting'), question(null, 'waiting')], '2 answers waiting for your teacher'],
  [[question(-50, 'wrong'), question(null, null)], '0 of 1 point'],
])('the points so far are those that are graded and shown', (questions, words) => {
  expect(pointsSoFar(questions)).toBe(words);
});
