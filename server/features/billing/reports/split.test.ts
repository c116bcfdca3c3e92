import { expect, test } from 'vitest';
import { splitEvenly } from './split.ts';

test.each([
  [29_900, 1, [29_900]],
  [100, 3, [34, 33, 33]],
  [101, 3, [34, 34, 33]],
  [2, 3, [1, 1, 0]],
  [0, 2, [0, 0]],
])('%i paise of %i courses are %j', (inPaise, parts, expected) => {
  expect(splitEvenly(inPaise, parts)).toEqual(expected);
});
