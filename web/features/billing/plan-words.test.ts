import { expect, it } from 'vitest';
import type { Plan } from '#contract/plans.ts';
import { bestValue, eachOf, firstChoice, formatEnd, lengthLabelOf, lengthOf, monthlyInPaise } from './plan-words.ts';

const plan = (id: string, priceInPaise: number, unit: Plan['term']['unit'], count = 1): Plan => ({
  _id: id,
  name: id,
  priceInPaise,
  comparePriceInPaise: null,
  term: { unit, count },
  isRenewing: false,
  refundDays: 7,
});
const monthly = plan('monthly', 9900, 'month');
const yearly = plan('yearly-bundle', 49_900, 'year');
const forLife = plan('life', 149_900, 'lifetime');

it('a term is written as a length and as a repetition', () => {
  expect([lengthOf(yearly.term), lengthOf({ unit: 'day', count: 30 }), lengthOf(forLife.term)]).toEqual([
    '1 year',
    '30 days',
    'a lifetime',
  ]);
  expect([lengthLabelOf(yearly.term), lengthLabelOf(forLife.term)]).toEqual(['1 year', 'For life']);
  expect([eachOf(monthly.term), eachOf({ unit: 'month', count: 3 })]).toEqual(['each month', 'every 3 months']);
});

it('the first plan is chosen at first, and the cheapest month is the best value', () => {
  expect(firstChoice([monthly, yearly, forLife])).toBe(yearly);
  expect(firstChoice([monthly, forLife])).toBe(monthly);
  expect(bestValue([monthly, yearly, forLife])).toBe(yearly);
  expect(bestValue([yearly, forLife])).toBeUndefined();
  expect([monthlyInPaise(yearly), monthlyInPaise(monthly), monthlyInPaise(forLife)]).toEqual([
    4200,
    undefined,
    undefined,
  ]);
});

it('the end of a term is a date of the school’s calendar', () => {
  const begin = '2026-11-21T20:00:00.000Z';
  expect(formatEnd(begin, yearly.term, 'Asia/Kolkata')).toBe('22 November 2027');
  expect(formatEnd('2028-01-31T06:00:00.000Z', monthly.term, 'Asia/Kolkata')).toBe('29 February 2028');
  expect(formatEnd(begin, { unit: 'day', count: 30 }, 'UTC')).toBe('21 December 2026');
  expect(formatEnd(begin, yearly.term, 'Asia/Kolkata', 'medium')).toBe('22 Nov 2027');
  expect(formatEnd(begin, forLife.term, 'UTC')).toBeUndefined();
});
