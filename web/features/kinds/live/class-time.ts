import { formatTime } from '#contract/format.ts';

/** Tue 24 Nov, in the school's time zone. */
export const classDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone }).format(
    new Date(instant),
  );

/** Tue 24 Nov, 18:00, in the school's time zone. */
export const classMoment = (instant: string, timeZone: string): string =>
  `${classDay(instant, timeZone)}, ${formatTime(instant, timeZone)}`;
