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
