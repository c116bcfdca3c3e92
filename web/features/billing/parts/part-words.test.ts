import { expect, test } from 'vitest';
import type { Part } from '#contract/billing/part-fields.ts';
import { partsLabelOf } from '#contract/billing/part-messages.ts';
import { laterPartsOf, namesOf, overdueSentenceOf, partsToPay } from './part-words.ts';
import { english } from '#contract/languages/language.ts';

const toPay = (...parts: [amountInPaise: number, dueOn: string][]) =>
  parts.map(([amountInPaise, dueOn], index) => ({ n: index + 1, amountInPaise, dueOn }));

const part = (n: number, state: Part['state'], missingInPaise = 200_000): Part => ({
  n,
  amountInPaise: 200_000,
  missingInPaise,
  dueOn: `2026-1${n}-01`,
  agreedOn: `2026-1${n}-01`,
  state,
});

test.each([
  [toPay([200_000, '2026-11-29'], [200_000, '2027-01-01']), 'then ₹2,000 on 1 Jan 2027'],
  [
    toPay([200_000, '2026-11-29'], [200_000, '2027-01-01'], [200_000, '2027-02-01']),
    'then 2 × ₹2,000 on 1 Jan 2027 and 1 Feb 2027',
  ],
  [
    toPay([100_000, '2026-11-29'], [100_000, '2027-01-01'], [100_100, '2027-02-01']),
    'then ₹1,000 on 1 Jan 2027 and ₹1,001 on 1 Feb 2027',
  ],
  [
    toPay([1, '2026-11-29'], [100, '2027-01-01'], [100, '2027-02-01'], [100, '2027-03-01'], [101, '2027-04-01']),
    'then 4 more parts until 1 Apr 2027',
  ],
])('says what is paid later', (parts, sentence) => {
  expect(laterPartsOf(parts, '₹', english)).toBe(sentence);
});

test('all that is due is paid together, otherwise the next part', () => {
  const paid = part(0, 'paid', 0);
  const numbers = (...parts: Part[]) => partsToPay([paid, ...parts]).map(({ n }) => n);
  expect(numbers(part(1, 'overdue'), part(2, 'grace'), part(3, 'open'))).toEqual([1, 2]);
  expect(numbers(part(1, 'open'), part(2, 'open'))).toEqual([1]);
  expect(numbers(part(1, 'written-off', 0), part(2, 'open'))).toEqual([2]);
  expect(numbers()).toEqual([]);
});

test('parts are named by their numbers', () => {
  expect(namesOf([part(2, 'due')], english)).toBe('part 2');
  expect(namesOf([part(2, 'due'), part(3, 'due')], english)).toBe('parts 2 and 3');
  expect(namesOf([part(2, 'due'), part(3, 'due'), part(4, 'due')], english)).toBe('parts 2 to 4');
  expect([partsLabelOf({ from: 2, to: 2, of: 3 }), partsLabelOf({ from: 2, to: 3, of: 3 })]).toEqual([
    'Part 2 of 3',
    'Parts 2 to 3 of 3',
  ]);
});

test('the oldest part that is overdue is named with its day', () => {
  expect(overdueSentenceOf([part(1, 'paid', 0), part(2, 'overdue', 150_000)], '₹', english)).toBe(
    'Part 2, ₹1,500, was due on 1 December 2026. Pay it to continue where you left off.',
  );
  expect(overdueSentenceOf([part(2, 'grace')], '₹', english)).toBeUndefined();
});
