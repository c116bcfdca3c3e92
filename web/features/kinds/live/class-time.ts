import { dateFormat, ENGLISH, formatTime } from '#contract/format.ts';

/** Tue 24 Nov, in the school's time zone. */
export const classDay = (instant: string, timeZone: string, locale = ENGLISH): string =>
  dateFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone }).format(new Date(instant));

/** Tue 24 Nov, 18:00, in the school's time zone. */
export const classMoment = (instant: string, timeZone: string, locale = ENGLISH): string =>
  `${classDay(instant, timeZone, locale)}, ${formatTime(instant, timeZone, locale)}`;
