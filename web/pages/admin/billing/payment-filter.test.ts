import { expect, test } from 'vitest';
import { tableStateIn } from '#web/components/table/use-table.ts';
import { formatRupeeInput, parseRupees } from './rupee-input.ts';
import { filterOf } from './use-payment-filter.ts';

test('an address filters the payments; unknown parameters are ignored', () => {
  const filterIn = (address: string) => filterOf(tableStateIn(new URLSearchParams(address)));
  expect(filterIn('status=refund_pending&search=meera&cursor=abc')).toEqual({
    status: 'refund_pending',
    search: 'meera',
  });
  expect(filterIn('status=toString')).toEqual({});
});

test.each([
  ['499', 49_900],
  ['1,499.50', 149_950],
  ['₹ 0.07', 7],
  ['4.5', 450],
  ['19.99', 1999],
  ['', undefined],
  ['-5', undefined],
  ['1.999', undefined],
  ['12e3', undefined],
  ['four', undefined],
])('%s is read as %s paise', (typed, paise) => {
  expect(parseRupees(typed)).toBe(paise);
});

test('an amount is formatted as it would be typed', () => {
  expect([49_900, 49_950, 7].map(formatRupeeInput)).toEqual(['499', '499.50', '0.07']);
});
