import type { SchoolCalendar } from '#server/calendar.ts';

/** Days after the day of a part on which its buyer is reminded, while something of it is missing. */
const REMINDER_DAYS = [-2, 0, 3, 10, 17, 24] as const;
/** As other messages of a day. */
const HOUR = 9;

const timesOf = (dueOn: string, { add, startOf, nextHour }: SchoolCalendar): number[] =>
  REMINDER_DAYS.map((days) => nextHour(add(startOf(dueOn), days, 'day') - 1, HOUR));

/** How many reminders of a part are over by then. */
export const remindersBefore = (dueOn: string, calendar: SchoolCalendar, now: number): number =>
  timesOf(dueOn, calendar).filter((at) => at <= now).length;

/** When the next one is sent, after so many; null after the last one. */
export const reminderAt = (dueOn: string, calendar: SchoolCalendar, reminder: number): number | null =>
  timesOf(dueOn, calendar)[reminder] ?? null;
