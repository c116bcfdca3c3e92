import { DAY_MS } from '#server/clock.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Days } from './trends.queries.ts';

/** The lengths of the prefixes of a day, such as `2026-06-15`, that name the day, its month and its year. */
export const PREFIX_LENGTHS = { day: 10, month: 7, year: 4 } as const;

export const ALL_DAYS: Days = { from: '0', to: '9' };

export const daysOfYear = (year: number, lastDay = '12-31'): Days => ({
  from: `${year}-01-01`,
  to: `${year}-${lastDay}`,
});

/** Every day of a year, or every month, up to `last`. */
export const periodsOf = (year: number, per: 'day' | 'month', last: string): string[] => {
  const count = per === 'day' ? 366 : 12;
  const all = Array.from({ length: count }, (_, index) => {
    const date = per === 'day' ? new Date(Date.UTC(year, 0, 1 + index)) : new Date(Date.UTC(year, index, 1));
    return date.toISOString().slice(0, PREFIX_LENGTHS[per]);
  });
  return all.filter((period) => period.startsWith(String(year)) && period <= last);
};

/** The first day of the month that is `back` months before that of `day`. */
export const monthBefore = (day: string, back: number): string => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10);
};

/** So many days, up to that of `at`. */
export const daysBefore = (calendar: Pick<SchoolCalendar, 'dayOf'>, at: number, count: number): Days => ({
  from: calendar.dayOf(at - (count - 1) * DAY_MS),
  to: calendar.dayOf(at),
});
