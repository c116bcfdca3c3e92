import { expect, test } from 'vitest';
import { createCalendar } from '#server/calendar.ts';
import { daysBefore, daysOfYear, PREFIX_LENGTHS, monthBefore, periodsOf } from './periods.ts';

test('a day begins with its month and its year', () => {
  const day = '2026-06-15';
  expect([
    day.slice(0, PREFIX_LENGTHS.day),
    day.slice(0, PREFIX_LENGTHS.month),
    day.slice(0, PREFIX_LENGTHS.year),
  ]).toEqual(['2026-06-15', '2026-06', '2026']);
});

test('a year has all its days, or those up to one of them', () => {
  expect(daysOfYear(2026)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(daysOfYear(2026, '03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' });
});

test('periods are every day or month of a year, up to the last one', () => {
  const days = periodsOf(2027, 'day', '2027-12-31');
  expect([days.length, days[0], days[58], days[59], days[364]]).toEqual([
    365,
    '2027-01-01',
    '2027-02-28',
    '2027-03-01',
    '2027-12-31',
  ]);
  expect(periodsOf(2028, 'day', '2029')).toHaveLength(366);
  expect(periodsOf(2027, 'day', '2027-01-02')).toEqual(['2027-01-01', '2027-01-02']);
  expect(periodsOf(2027, 'month', '2027-03-31')).toEqual(['2027-01', '2027-02', '2027-03']);
  expect(periodsOf(2027, 'month', '2028')).toHaveLength(12);
  expect(periodsOf(2027, 'month', '2026-12-31')).toEqual([]);
});

test('months are counted back across years', () => {
  expect([monthBefore('2026-06-15', 0), monthBefore('2026-03-31', 1), monthBefore('2026-02-28', 5)]).toEqual([
    '2026-06-01',
    '2026-02-01',
    '2025-09-01',
  ]);
});

test('the last days end with the day of the school', () => {
  const at = Date.parse('2026-06-30T20:00:00Z');
  expect(daysBefore(createCalendar('Asia/Kolkata'), at, 30)).toEqual({ from: '2026-06-02', to: '2026-07-01' });
  expect(daysBefore(createCalendar('UTC'), at, 1)).toEqual({ from: '2026-06-30', to: '2026-06-30' });
});
