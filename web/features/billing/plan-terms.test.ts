import { expect, it } from 'vitest';
import type { Plan } from '#contract/billing/plans.ts';
import { eachOf, lengthLabelOf, lengthOf, spanOf, validityOf } from '#contract/billing/plan-term.ts';
import {
  bestValue,
  firstChoice,
  daysLeftOf,
  formatEnd,
  isForLife,
  monthlyInPaise,
  refundPromiseOf,
  renewalOf,
} from './plan-terms.tsx';
import { english } from '#contract/languages/language.ts';

type Unit = Exclude<Plan['term']['unit'], 'until'>;

const plan = (id: string, priceInPaise: number, unit: Unit, count = 1): Plan => ({
  _id: id,
  name: id,
  opens: 'everything',
  priceInPaise,
  comparePriceInPaise: null,
  term: { unit, count },
  isRenewing: false,
  refundDays: 7,
  parts: null,
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

it('a term is written as a span, and as how long a purchase is valid', () => {
  const terms = [yearly.term, { unit: 'month', count: 2 } as const, forLife.term];
  expect(terms.map(spanOf)).toEqual(['for a year', 'for 2 months', 'for life']);
  expect(terms.map(validityOf)).toEqual(['valid for 1 year', 'valid for 2 months', 'for life']);
});

it('renewal and the end of the refund window are shown before the payment', () => {
  expect(renewalOf(yearly, english)).toBe('Does not renew automatically.');
  expect(renewalOf({ ...plan('p', 1, 'month', 3), isRenewing: true }, english)).toBe(
    'Renews automatically every 3 months until you turn off renewal in your profile.',
  );
  expect([refundPromiseOf({ refundDays: 7 }, english), refundPromiseOf({ refundDays: 1 }, english)]).toEqual([
    '100% refund on cancellation within 7 days of purchase',
    '100% refund on cancellation within 1 day of purchase',
  ]);
  expect(refundPromiseOf({ refundDays: 0 }, english)).toBeUndefined();
});

it('access for life has no end', () => {
  expect([isForLife('9999-12-31T00:00:00.000Z'), isForLife('2027-06-15T04:30:00.000Z'), isForLife(null)]).toEqual([
    true,
    false,
    false,
  ]);
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
  expect(firstChoice([])).toBeUndefined();
  expect(bestValue([])).toBeUndefined();
  const [days, short] = [plan('days', 20_000, 'day', 60), plan('short', 8000, 'day', 30)];
  expect(bestValue([days, yearly, short])).toBe(yearly);
  expect(bestValue([days, monthly, short])).toBe(short);
  expect([monthlyInPaise(days), monthlyInPaise(short)]).toEqual([10_000, undefined]);
  expect(monthlyInPaise(plan('odd', 49_950, 'month', 3))).toBe(16_700);
});

it('the end of a term is a date of the school’s calendar', () => {
  const begin = '2026-11-21T20:00:00.000Z';
  expect(formatEnd(begin, yearly.term, 'Asia/Kolkata')).toBe('22 November 2027');
  expect(formatEnd('2028-01-31T06:00:00.000Z', monthly.term, 'Asia/Kolkata')).toBe('29 February 2028');
  expect(formatEnd('2026-01-31T06:00:00.000Z', { unit: 'month', count: 13 }, 'UTC')).toBe('28 February 2027');
  expect(formatEnd(begin, { unit: 'year', count: 2 }, 'UTC')).toBe('21 November 2028');
  expect(formatEnd('2026-12-05T06:00:00.000Z', { unit: 'day', count: 30 }, 'UTC')).toBe('4 January 2027');
  expect(formatEnd(begin, { unit: 'day', count: 30 }, 'UTC')).toBe('21 December 2026');
  expect(formatEnd(begin, yearly.term, 'Asia/Kolkata', 'medium')).toBe('22 Nov 2027');
  expect(formatEnd(begin, forLife.term, 'UTC')).toBeUndefined();
});

it('what ends on a date says until when, and how many days are left with today', () => {
  const exam = { unit: 'until', date: '2027-04-30' } as const;
  expect([lengthOf(exam), lengthLabelOf(exam), spanOf(exam), validityOf(exam)]).toEqual([
    'until 30 April 2027',
    'Until 30 April 2027',
    'until 30 April 2027',
    'valid until 30 April 2027',
  ]);
  expect(formatEnd('2026-12-05T06:00:00.000Z', exam, 'Asia/Kolkata')).toBe('30 April 2027');
  const leftAt = (moment: string, timeZone = 'Asia/Kolkata') => daysLeftOf(exam, Date.parse(moment), timeZone, english);
  expect(leftAt('2026-11-28T18:31:00Z')).toBe(', 153 days');
  expect(leftAt('2026-11-28T18:31:00Z', 'UTC')).toBe(', 154 days');
  expect([leftAt('2027-04-30T18:29:59Z'), leftAt('2027-04-30T18:30:00Z')]).toEqual([', 1 day', '']);
});
