import { expect, test } from 'vitest';
import { formatOneYearLater } from './one-year-later.ts';

test.each([
  ['2026-11-17T08:00:00.000Z', 'Asia/Kolkata', '17 November 2027'],
  ['2027-12-31T20:00:00.000Z', 'Asia/Kolkata', '1 January 2029'],
  ['2028-02-29T06:00:00.000Z', 'Asia/Kolkata', '28 February 2029'],
  ['2027-03-01T02:00:00.000Z', 'America/New_York', '28 February 2028'],
])('one year after %s in %s is %s', (instant, timeZone, day) => {
  expect(formatOneYearLater(instant, timeZone)).toBe(day);
});
