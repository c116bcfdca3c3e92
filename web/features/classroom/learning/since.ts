import { formatDay } from '#web/ui/text/format.ts';

const WEEKDAY_MAX_MS = 6 * 24 * 60 * 60_000;

/** "Tuesday" for a moment of the last six days, otherwise the date. */
export const sinceWhen = (instant: string, nowMs: number, timeZone: string): string =>
  nowMs - Date.parse(instant) <= WEEKDAY_MAX_MS
    ? new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone }).format(new Date(instant))
    : formatDay(instant, timeZone);
