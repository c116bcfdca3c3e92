import { expect, test } from 'vitest';
import { findIn } from './find-in.ts';

test('what is searched for is found in any case, and taken literally', () => {
  expect(findIn('Cash is not CASH.', 'cash')).toEqual([
    { text: 'Cash', isFound: true },
    { text: ' is not ', isFound: false },
    { text: 'CASH', isFound: true },
    { text: '.', isFound: false },
  ]);
  expect(findIn('a.b', '.')).toHaveLength(3);
  expect(findIn('a.b', '')).toEqual([{ text: 'a.b', isFound: false }]);
});

test.each([
  ['Das Café zahlt', 'cafe', 'Café'],
  ['żółć i ryby', 'zolc', 'żółć'],
  ['हिन्दी में सीखें', 'हिंदी', 'हिन्दी'],
  ['don’t wait', "don't", 'don’t'],
  ['A cœur vaillant', 'coeur', 'cœur'],
  ['Cafe\u0301s', 'café', 'Cafe\u0301'],
])('in “%s”, “%s” finds “%s”', (text, wanted, found) => {
  expect(findIn(text, wanted).filter(({ isFound }) => isFound)).toEqual([{ text: found, isFound: true }]);
});
