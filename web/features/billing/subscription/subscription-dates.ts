import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { localAsUtc } from '#web/ui/text/local-time.ts';
import { dateFormat, ENGLISH } from '#contract/format.ts';

interface Part {
  count: number;
  unit: 'day' | 'hour' | 'minute';
}

const partsOf = (durationMs: number): Part[] => {
  const days = Math.floor(durationMs / DAY_MS);
  const hours = Math.floor((durationMs % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((durationMs % HOUR_MS) / MINUTE_MS);
  return [
    { count: days, unit: 'day' },
    { count: hours, unit: 'hour' },
    { count: minutes, unit: 'minute' },
  ];
};

/** The calendar day in a time zone, as a number of days. */
const calendarDay = (atMs: number, timeZone: string): number => Math.floor(localAsUtc(atMs, timeZone) / DAY_MS);

/** The time left in one number: calendar days, and within the last 24 hours hours, then minutes. */
export function remainingTime(nowMs: number, untilMs: number, timeZone: string): { count: number; words: string } {
  const leftMs = Math.max(untilMs - nowMs, 0);
  const days = calendarDay(untilMs, timeZone) - calendarDay(nowMs, timeZone);
  const { count, unit }: Part =
    leftMs >= DAY_MS
      ? { count: days, unit: 'day' }
      : (partsOf(leftMs).find((part) => part.count > 0) ?? { count: 0, unit: 'minute' });
  return { count, words: `${unit}${count === 1 ? '' : 's'} left` };
}

/** The remaining part of a span, from 0 to 1. */
export function fractionLeft(fromMs: number, untilMs: number, nowMs: number): number {
  if (untilMs <= fromMs) return 0;
  return Math.min(1, Math.max(0, (untilMs - nowMs) / (untilMs - fromMs)));
}

/** "17 Nov 2026", in a time zone. */
export const shortDate = (instant: string, timeZone: string, locale = 'en-IN'): string =>
  dateFormat(locale === ENGLISH ? 'en-IN' : locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(instant));
