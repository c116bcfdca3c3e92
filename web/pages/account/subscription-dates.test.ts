import { describe, expect, test } from 'vitest';
import { fractionLeft, largestLeft, shortDate, timeLeft } from '#web/pages/account/subscription-dates.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('time left', () => {
  test.each([
    [3 * DAY + 4 * HOUR + 59 * MINUTE, '3 days 4 hours'],
    [7 * DAY, '7 days'],
    [DAY + HOUR, '1 day 1 hour'],
    [DAY + 5 * MINUTE, '1 day'],
    [4 * HOUR + 12 * MINUTE + 59_999, '4 hours 12 minutes'],
    [HOUR, '1 hour'],
    [MINUTE, '1 minute'],
    [MINUTE - 1, 'less than a minute'],
    [0, 'less than a minute'],
    [-DAY, 'less than a minute'],
  ])('%d ms are told as "%s"', (durationMs, words) => {
    expect(timeLeft(durationMs)).toBe(words);
  });
});

describe('the largest unit left', () => {
  test.each([
    [361 * DAY + 4 * HOUR, 361, 'days left'],
    [DAY, 1, 'day left'],
    [DAY - 1, 23, 'hours left'],
    [90 * MINUTE, 1, 'hour left'],
    [59 * MINUTE, 59, 'minutes left'],
    [-HOUR, 0, 'minutes left'],
  ])('%d ms are %d %s', (durationMs, count, words) => {
    expect(largestLeft(durationMs)).toEqual({ count, words });
  });
});

describe('the part left of a span', () => {
  test('runs from all to nothing and stays inside', () => {
    expect(fractionLeft(0, 100, 0)).toBe(1);
    expect(fractionLeft(0, 100, 75)).toBe(0.25);
    expect(fractionLeft(0, 100, 250)).toBe(0);
    expect(fractionLeft(50, 100, 0)).toBe(1);
  });

  test('a span without length has nothing left', () => {
    expect(fractionLeft(100, 100, 50)).toBe(0);
  });
});

test('a date is that of the calendar in the school’s time zone', () => {
  const lateInLondon = '2026-11-17T20:30:00.000Z';
  expect(shortDate(lateInLondon, 'Asia/Kolkata')).toBe('18 Nov 2026');
  expect(shortDate(lateInLondon, 'Europe/London')).toBe('17 Nov 2026');
});
