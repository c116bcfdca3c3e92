import { expect, test } from 'vitest';
import { readWords } from './quiz-words.ts';

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
