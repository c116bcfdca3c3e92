import { DAY_MS } from '#server/clock.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';

/** India has one time zone and no summer time. */
const OFFSET_MS = 5.5 * 60 * 60_000;
const FOR_LIFE = Date.parse('9999-12-31T00:00:00Z');

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The same time so many months on, on the last day of a month that is too short. */
const addMonths = (at: number, months: number): number => {
  const local = new Date(at + OFFSET_MS);
  const first = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1));
  const day = Math.min(local.getUTCDate(), daysIn(first.getUTCFullYear(), first.getUTCMonth()));
  const timeOfDay = (at + OFFSET_MS) % DAY_MS;
  return first.getTime() + (day - 1) * DAY_MS + timeOfDay - OFFSET_MS;
};

/** The last millisecond of a day such as `2027-03-31`. */
export const endOfDate = (day: string): number => Date.parse(day) + DAY_MS - OFFSET_MS - 1;

export const addTerm = (at: number, term: PlanTerm): number => {
  if (term.unit === 'lifetime') return FOR_LIFE;
  if (term.unit === 'until') return endOfDate(term.date);
  const { unit, count } = term;
  return unit === 'day' ? at + count * DAY_MS : addMonths(at, unit === 'month' ? count : 12 * count);
};

/** The last millisecond of the day that is `days` after the day of `at`. */
export const endOfDay = (at: number, days: number): number =>
  (Math.floor((at + OFFSET_MS) / DAY_MS) + days + 1) * DAY_MS - OFFSET_MS - 1;

/** How long before the end of a term the next one can be bought: its last quarter, and at most thirty days. */
export const windowOf = (term: PlanTerm): number => {
  if (term.unit === 'lifetime') return 0;
  return term.unit === 'until'
    ? 30 * DAY_MS
    : Math.min(30, (term.count * { day: 1, month: 30, year: 365 }[term.unit]) / 4) * DAY_MS;
};
