import { expect, test } from 'vitest';
import { tableStateIn } from '#web/ui/table/use-table.ts';
import { formatRupeeInput, parseRupees } from '#web/features/billing/plans/rupee-input.ts';
import { english } from '#contract/languages/language.ts';
import { filterOf, sortOf, statusFilter } from './payments.tsx';

test('an address filters the payments; unknown parameters are ignored', () => {
  const filterIn = (address: string) => filterOf(tableStateIn(new URLSearchParams(address)));
  expect(filterIn('status=refund_pending&search=meera&cursor=abc')).toEqual({
    status: 'refund_pending',
    search: 'meera',
  });
  expect(filterIn('status=toString')).toEqual({});
});

test('an address sorts the payments, newest first without a known order', () => {
  const sortIn = (address: string) => sortOf(tableStateIn(new URLSearchParams(address)));
  expect(['sort=-amount', 'sort=date', 'sort=buyer', ''].map(sortIn)).toEqual(['-amount', 'date', '-date', '-date']);
});

test('chips count the payments of a status, and all of them', () => {
  const counts = { paid: 7, refunded: 2, partly_refunded: 1, failed: 4, not_finished: 3 };
  const { total, options } = statusFilter({}, counts, english);
  expect(total).toBe(17);
  expect(options.map(({ label, count }) => `${label} ${count}`)).toEqual([
    'Paid 7',
    'Refund pending 0',
    'Refunded 2',
    'Failed 4',
    'Disputed 0',
    'Unmatched 0',
  ]);
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
  ['12e3', 1_200_000],
  ['₹1,499/-', 149_900],
  ['१,४९९', 149_900],
  ['four', undefined],
])('%s is read as %s paise', (typed, paise) => {
  expect(parseRupees(typed)).toBe(paise);
});

test('an amount is formatted as it would be typed', () => {
  expect([49_900, 49_950, 7].map(formatRupeeInput)).toEqual(['499', '499.50', '0.07']);
});
