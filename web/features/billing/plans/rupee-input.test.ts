import { expect, test } from 'vitest';
import { formatRupeeInput, parseRupees } from './rupee-input.ts';

test.each([
  ['499', 49_900],
  ['₹1,499.50', 149_950],
  [' 1 499.5 ', 149_950],
  ['0.07', 7],
  ['1234567', 123_456_700],
  ['12345678', undefined],
  ['4.999', undefined],
  ['4.', 400],
  ['.5', 50],
  ['१,२३४.५०', 123_450],
  ['1.234,50', 123_450],
  ['-5', undefined],
  ['ten', undefined],
  ['-4', undefined],
  ['4.', 400],
  ['x4', undefined],
  ['', undefined],
])('%j is %j in paise', (typed, paise) => {
  expect(parseRupees(typed)).toBe(paise);
});

test.each([
  [49_900, '499'],
  [49_950, '499.50'],
  [49_907, '499.07'],
  [0, '0'],
])('%d paise are entered as %j', (paise, typed) => {
  expect(formatRupeeInput(paise)).toBe(typed);
});
