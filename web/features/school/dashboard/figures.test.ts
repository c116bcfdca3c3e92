import { describe, expect, test } from 'vitest';
import { calendarMonth, salesByMonth, shareOf } from './figures.ts';

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
  ])('of %d in %d is %s', (part, whole, shown) => {
    expect(shareOf(part, whole)).toBe(shown);
  });
});

test('the month follows the calendar in the school’s time zone', { tags: ['ADD-03'] }, () => {
  const lastEveningOfTheYear = Date.parse('2026-12-31T20:00:00.000Z');
  expect(calendarMonth(lastEveningOfTheYear, 'Asia/Kolkata')).toEqual({ index: 0, name: 'January', year: '2027' });
  expect(calendarMonth(lastEveningOfTheYear, 'UTC')).toEqual({ index: 11, name: 'December', year: '2026' });
});
