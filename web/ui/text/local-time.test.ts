import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatEnd } from '#web/features/billing/plan-terms.tsx';
import { remainingTime } from '#web/features/billing/subscription/subscription-dates.ts';
import { dayOf, instantOf, localTimeOf } from './days.ts';
import { localTime } from './local-time.ts';

const numericMonth = (format: Intl.DateTimeFormat): boolean => {
  const { month, dateStyle } = format.resolvedOptions();
  return month === 'numeric' || month === '2-digit' || dateStyle === 'short';
};

/** Browsers with ICU 72 write Canadian days with the month first, and later ones put other spaces into times. */
const { prototype } = Intl.DateTimeFormat;
const written = Object.getOwnPropertyDescriptor(prototype, 'format');
beforeEach(() => {
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat): unknown {
      return numericMonth(this) ? () => '11/28/2026, 9:05:00\u{202f}PM' : written?.get?.call(this);
    },
  });
});
afterEach(() => void Object.defineProperty(prototype, 'format', written ?? {}));

const MOMENT = '2026-11-28T18:45:07Z';

test.each([
  ['Asia/Kolkata', { year: 2026, month: 11, day: 29, hour: 0, minute: 15, second: 7 }],
  ['America/New_York', { year: 2026, month: 11, day: 28, hour: 13, minute: 45, second: 7 }],
  ['Asia/Kathmandu', { year: 2026, month: 11, day: 29, hour: 0, minute: 30, second: 7 }],
])('the clock in %s is read however dates are written', (timeZone, expected) => {
  expect(localTime(MOMENT, timeZone)).toEqual(expected);
});

test('days, terms and what is left of them do not depend on how dates are written', () => {
  expect(dayOf(MOMENT, 'Asia/Kolkata')).toBe('2026-11-29');
  expect(localTimeOf(MOMENT, 'Asia/Kolkata')).toBe('2026-11-29T00:15');
  expect(instantOf('2026-11-29T00:15', 'Asia/Kolkata')).toBe('2026-11-28T18:45:00.000Z');
  expect(formatEnd(MOMENT, { unit: 'year', count: 1 }, 'Asia/Kolkata')).toBe('29 November 2027');
  const later = Date.parse('2026-12-01T18:45:07Z');
  expect(remainingTime(Date.parse(MOMENT), later, 'Asia/Kolkata')).toEqual({ count: 3, words: 'days left' });
});
