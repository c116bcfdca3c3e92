import { describe, expect, test } from 'vitest';
import { ENGLISH } from '#contract/format.ts';
import { english } from '#contract/languages/language.ts';
import { calendarMonth, nameOfPeriod, rateOf, salesByMonth, shareOf, toRupees, withSign } from './figures.ts';

describe('Sales / Month', () => {
  test('has the twelve months in order', { tags: ['DSH-04'] }, () => {
    const months = salesByMonth([22, 26, 33, 29, 38, 44, 41, 53, 49, 68, 77, 5]);
    expect(months.map(({ month }) => month).join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
    expect(months[0]).toEqual({ month: 'Jan', sales: 22 });
    expect(months[11]).toEqual({ month: 'Dec', sales: 5 });
  });

  test('keeps twelve labels when the list is short', () => {
    expect(salesByMonth([3]).map(({ sales }) => sales)).toEqual([3, ...Array<number>(11).fill(0)]);
  });
});

describe('a share', () => {
  test.each([
    [480, 1284, '37%'],
    [0, 12, '0%'],
    [0, 0, '0%'],
    [1, 1000, 'under 1%'],
    [999, 1000, '99%'],
    [12, 12, '100%'],
    [15, 12, '125%'],
    [1, 0, '0%'],
    [-1, 12, '0%'],
    [1, 200, '1%'],
  ])('of %d in %d is %s', (part, whole, shown) => {
    expect(shareOf(part, whole, english)).toBe(shown);
  });
});

test('the month follows the calendar in the school’s time zone', { tags: ['ADD-03'] }, () => {
  const lastEveningOfTheYear = Date.parse('2026-12-31T20:00:00.000Z');
  expect(calendarMonth(lastEveningOfTheYear, 'Asia/Kolkata', ENGLISH)).toEqual({
    index: 0,
    name: 'January',
    year: '2027',
  });
  expect(calendarMonth(lastEveningOfTheYear, 'UTC', 'hi')).toEqual({ index: 11, name: 'दिसंबर', year: '2026' });
});

test('a period is named by its month and its day, a year by its number', () => {
  expect([nameOfPeriod('06', 'month'), nameOfPeriod('06-15', 'day'), nameOfPeriod('06-15', 'month')]).toEqual([
    'June',
    '15 June',
    'June',
  ]);
  expect([nameOfPeriod('2026', 'year'), nameOfPeriod('01', 'day'), nameOfPeriod('12-01', 'day')]).toEqual([
    '2026',
    'January',
    '1 December',
  ]);
});

test('a rate has one digit, and none when there is nothing to take a share of', () => {
  expect([rateOf(38, 1000), rateOf(1, 3), rateOf(0, 3), rateOf(1, 0)]).toEqual(['3.8%', '33.3%', '0%', '–']);
});

test('a change has its sign', () => {
  expect([withSign(1200), withSign(-3), withSign(0)]).toEqual(['+1,200', '-3', '0']);
});

test('reports are in whole rupees', () => {
  expect([toRupees(49_950), toRupees(49_949), toRupees(-49_951)]).toEqual([50_000, 49_900, -50_000]);
});
