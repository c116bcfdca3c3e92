import { describe, expect, it } from 'vitest';
import { createCalendar } from '#server/calendar.ts';
import { Failure } from '#server/errors.ts';
import { assertSendDay, sendTime } from './send-day.ts';

const calendar = createCalendar('Asia/Kolkata');
/** Ten in the morning in India. */
const now = Date.parse('2026-06-15T04:30:00.000Z');

/** The details of the error that a day causes; undefined for a day that is accepted. */
const refusalOf = (sendOn: string | undefined): unknown => {
  try {
    assertSendDay(sendOn, { calendar, now, path: 'gift.sendOn' });
    return undefined;
  } catch (error) {
    return error instanceof Failure ? { code: error.code, details: error.details } : error;
  }
};

describe('the day of a gift', () => {
  it.each([undefined, '2026-06-15', '2026-06-16', '2027-06-15'])('%s is accepted', (day) => {
    expect(refusalOf(day)).toBeUndefined();
  });

  it.each([
    ['2026-06-14', 'Choose today or a later day'],
    ['2027-06-16', 'Choose a day within a year'],
  ])('%s is refused', (day, message) => {
    expect(refusalOf(day)).toEqual({ code: 'validation_failed', details: [{ path: 'gift.sendOn', message }] });
  });
});

it.each([
  [null, '2026-06-15T04:30:00.000Z'],
  ['2026-06-20', '2026-06-20T02:30:00.000Z'],
  ['2026-06-15', '2026-06-15T04:30:00.000Z'],
])('a gift of the day %s is sent at %s', (day, sentAt) => {
  expect(new Date(sendTime(day, calendar, now)).toISOString()).toBe(sentAt);
});

it.each([
  ['Europe/Berlin', '2027-03-28', '2027-03-28T06:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-25T07:00:00.000Z'],
  ['America/New_York', '2027-03-14', '2027-03-14T12:00:00.000Z'],
  // Where the clocks change at midnight, the day begins at one.
  ['Asia/Beirut', '2027-03-28', '2027-03-28T05:00:00.000Z'],
])('a gift in %s is sent at eight by the clock on %s', (timeZone, day, sentAt) => {
  expect(new Date(sendTime(day, createCalendar(timeZone), now)).toISOString()).toBe(sentAt);
});
