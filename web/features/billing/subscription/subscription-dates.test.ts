import { describe, expect, test } from 'vitest';
import { fractionLeft, remainingTime, shortDate } from './subscription-dates.ts';

describe('the largest unit of the time left', () => {
  test.each([
    ['a moment after buying', '2026-11-17T08:42:05Z', '2027-11-17T08:42:00Z', 365, 'days left'],
    ['in a leap year', '2027-03-01T08:00:00Z', '2028-03-01T08:00:00Z', 366, 'days left'],
    ['four days later', '2026-11-21T04:42:00Z', '2027-11-17T08:42:00Z', 361, 'days left'],
    ['late in the evening, on the calendar of India', '2026-11-21T18:45:00Z', '2026-11-24T08:42:00Z', 2, 'days left'],
    ['with 24 hours to go', '2026-11-21T08:42:00Z', '2026-11-22T08:42:00Z', 1, 'day left'],
    ['within the last 24 hours', '2026-11-21T08:43:00Z', '2026-11-22T08:42:00Z', 23, 'hours left'],
    ['with 90 minutes to go', '2026-11-22T07:12:00Z', '2026-11-22T08:42:00Z', 1, 'hour left'],
    ['with 59 minutes to go', '2026-11-22T07:43:00Z', '2026-11-22T08:42:00Z', 59, 'minutes left'],
    ['after the end', '2026-11-23T08:42:00Z', '2026-11-22T08:42:00Z', 0, 'minutes left'],
  ])('%s: from %s to %s is %d %s', (_, now, until, count, words) => {
    expect(remainingTime(Date.parse(now), Date.parse(until), 'Asia/Kolkata')).toEqual({ count, words });
  });
});

describe('the remaining share of a period', () => {
  test('runs from one to zero and stays within', () => {
    expect(fractionLeft(0, 100, 0)).toBe(1);
    expect(fractionLeft(0, 100, 75)).toBe(0.25);
    expect(fractionLeft(0, 100, 250)).toBe(0);
    expect(fractionLeft(50, 100, 0)).toBe(1);
  });

  test('is zero for a period without length', () => {
    expect(fractionLeft(100, 100, 50)).toBe(0);
  });
});

test('a date follows the calendar in the school’s time zone', () => {
  const lateInLondon = '2026-11-17T20:30:00.000Z';
  expect(shortDate(lateInLondon, 'Asia/Kolkata')).toBe('18 Nov 2026');
  expect(shortDate(lateInLondon, 'Europe/London')).toBe('17 Nov 2026');
});
