import { expect, test } from 'vitest';
import { dayOf, endOfDay, instantOf, localTimeOf, startOfDay } from './days.ts';

test.each([
  ['2026-11-30', 'Asia/Kolkata', '2026-11-29T18:30:00.000Z', '2026-11-30T18:30:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['2026-12-31', 'America/New_York', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
])('%s in %s begins at %s and is over at %s', (day, timeZone, start, end) => {
  expect([startOfDay(day, timeZone), endOfDay(day, timeZone)]).toEqual([start, end]);
  expect(dayOf(start, timeZone)).toBe(day);
  expect(dayOf(Date.parse(end) - 1, timeZone)).toBe(day);
});

test.each([
  ['2026-11-24T18:00', 'Asia/Kolkata', '2026-11-24T12:30:00.000Z'],
  ['2026-03-29T18:00', 'Europe/Berlin', '2026-03-29T16:00:00.000Z'],
  ['2026-11-01T00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
])('%s in %s is %s', (localTime, timeZone, instant) => {
  expect([instantOf(localTime, timeZone), localTimeOf(instant, timeZone)]).toEqual([instant, localTime]);
});
