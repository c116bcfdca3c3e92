import { expect, test } from 'vitest';
import { cycleStart } from './india-time.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const next = (start: string, period: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly', index = 1) =>
  new Date(cycleStart(at(start), { period, interval: 1 }, index) * 1000).toISOString();

test('the first cycle begins at the payment, later ones at midnight in India', () => {
  expect(next('2026-12-26T10:24:00Z', 'monthly', 0)).toBe('2026-12-26T10:24:00.000Z');
  expect(next('2026-12-26T10:24:00Z', 'monthly', 2)).toBe('2027-02-25T18:30:00.000Z');
});

test('the day is that of India, also just after its midnight', () => {
  expect(next('2026-12-31T19:00:00Z', 'yearly')).toBe('2027-12-31T18:30:00.000Z');
});

test('a day that the month does not have becomes its last day', () => {
  expect(next('2028-02-29T06:00:00Z', 'yearly')).toBe('2029-02-27T18:30:00.000Z');
  expect(next('2026-01-31T06:00:00Z', 'monthly')).toBe('2026-02-27T18:30:00.000Z');
  expect(next('2026-01-31T06:00:00Z', 'quarterly')).toBe('2026-04-29T18:30:00.000Z');
});

test('periods of days and weeks are counted in days', () => {
  expect(next('2026-06-15T04:30:00Z', 'weekly')).toBe('2026-06-21T18:30:00.000Z');
  expect(next('2026-06-15T04:30:00Z', 'daily', 7)).toBe('2026-06-21T18:30:00.000Z');
});
