import { expect, test } from 'vitest';
import type { PlanParts } from '#contract/billing/part-fields.ts';
import { createCalendar } from '#server/calendar.ts';
import { scheduleOf } from './schedule.ts';

const parts = (...dues: PlanParts['list'][number]['due'][]): PlanParts => ({
  graceDays: 3,
  list: [{ kind: 'at-start' } as const, ...dues].map((due) => ({ amountInPaise: 200_000, due })),
});
const monthly = parts({ kind: 'days', days: 30 }, { kind: 'days', days: 60 });

const schedule = (
  of: PlanParts,
  {
    totalInPaise = 600_000,
    at = '2026-06-15T04:30:00Z',
    zone = 'Asia/Kolkata',
    lastDay = undefined as string | undefined,
  } = {},
) =>
  scheduleOf(of, { totalInPaise, lastDay, calendar: createCalendar(zone), now: Date.parse(at) })?.map(
    ({ n, amountInPaise, dueOn }) => `${n}: ${amountInPaise} on ${dueOn}`,
  );

test('days count from the day of the purchase', () =>
  expect(schedule(monthly)).toEqual(['1: 200000 on 2026-06-15', '2: 200000 on 2026-07-15', '3: 200000 on 2026-08-14']));

test.each([
  ['Asia/Kolkata', '2026-06-16'],
  ['America/New_York', '2026-06-15'],
  ['Pacific/Kiritimati', '2026-06-16'],
])('the day is that of %s', (zone, day) =>
  expect(schedule(monthly, { zone, at: '2026-06-15T20:00:00Z' })?.[0]).toBe(`1: 200000 on ${day}`),
);

test('30 days over the change of clocks in New York are 30 days of the calendar', () =>
  expect(schedule(monthly, { zone: 'America/New_York', at: '2026-10-15T03:30:00Z' })?.[1]).toBe(
    '2: 200000 on 2026-11-13',
  ));

test('a discount is spread in proportion, with what rounding leaves on the last part', () =>
  expect(schedule(monthly, { totalInPaise: 400_001 })?.map((one) => one.split(' ')[1])).toEqual([
    '133333',
    '133333',
    '133335',
  ]));

test('a day that is over is paid at once, and what is left is one payment where all are over', () => {
  const dated = parts({ kind: 'date', date: '2026-06-10' }, { kind: 'date', date: '2026-07-10' });
  expect(schedule(dated)).toEqual(['1: 400000 on 2026-06-15', '2: 200000 on 2026-07-10']);
  expect(schedule(dated, { at: '2026-07-10T04:30:00Z' })).toBeUndefined();
});

test('none is later than the last day of access', () =>
  expect(schedule(monthly, { lastDay: '2026-07-20' })).toEqual([
    '1: 200000 on 2026-06-15',
    '2: 200000 on 2026-07-15',
    '3: 200000 on 2026-07-20',
  ]));

test('parts that no provider charges are not offered', () =>
  expect(schedule(monthly, { totalInPaise: 200 })).toBeUndefined());
