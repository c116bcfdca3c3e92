import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { createCalendar } from '#server/calendar.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { endOfTerm, isForLife, renewalWindowOf } from './term.ts';

const calendar = createCalendar('Asia/Kolkata');

test.each<[PlanTerm, string, string]>([
  [{ unit: 'day', count: 10 }, '2026-06-15T04:30:00.000Z', '2026-06-25T04:30:00.000Z'],
  [{ unit: 'month', count: 1 }, '2026-01-31T04:30:00.000Z', '2026-02-28T04:30:00.000Z'],
  [{ unit: 'month', count: 3 }, '2026-06-30T20:00:00.000Z', '2026-09-30T20:00:00.000Z'],
  [{ unit: 'year', count: 2 }, '2028-02-29T04:30:00.000Z', '2030-02-28T04:30:00.000Z'],
  [{ unit: 'lifetime', count: 1 }, '2026-06-15T04:30:00.000Z', '9999-12-31T00:00:00.000Z'],
  [{ unit: 'year', count: 10 }, '9995-06-15T04:30:00.000Z', '9999-12-31T00:00:00.000Z'],
])('a term of %o that begins at %s ends at %s', (term, begin, end) => {
  expect(new Date(endOfTerm(Date.parse(begin), term, { calendar })).toISOString()).toBe(end);
});

test('access for life is what ends on the last day that a date can name', () => {
  expect(isForLife(Date.parse('9999-12-31T00:00:00Z'))).toBe(true);
  expect(isForLife(Date.parse('9999-12-30T23:59:59.999Z'))).toBe(false);
});

test.each<[PlanTerm, number]>([
  [{ unit: 'day', count: 10 }, 2.5],
  [{ unit: 'month', count: 1 }, 7.5],
  [{ unit: 'month', count: 4 }, 30],
  [{ unit: 'month', count: 5 }, 30],
  [{ unit: 'year', count: 1 }, 30],
  [{ unit: 'lifetime', count: 1 }, 0],
])('a term of %o can be renewed in its last %d days', (term, days) => {
  expect(renewalWindowOf(term)).toBe(days * DAY_MS);
});
