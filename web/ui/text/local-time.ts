import { dateFormat } from '#contract/format.ts';

export interface LocalTime {
  year: number;
  /** From 1. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const numeric = 'numeric';
const all = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric } as const;
const inDigits = { ...all, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' } as const;

/** What calendar and clock show at a moment in a time zone. By parts: how a language writes a date changes between versions. */
export const localTime = (instant: string | number, timeZone: string): LocalTime => {
  const parts = dateFormat('en-US', { ...inDigits, timeZone }).formatToParts(new Date(instant));
  const valueOf = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return {
    year: valueOf('year'),
    month: valueOf('month'),
    day: valueOf('day'),
    hour: valueOf('hour'),
    minute: valueOf('minute'),
    second: valueOf('second'),
  };
};

/** What calendar and clock show, as if it were UTC. */
export const localAsUtc = (instant: string | number, timeZone: string): number => {
  const { year, month, day, hour, minute, second } = localTime(instant, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second);
};
