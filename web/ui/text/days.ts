import { DAY_MS } from '#contract/durations.ts';
import { localAsUtc } from './local-time.ts';

/** The time zones that the browser knows, and the one that is set, as the options of a choice. */
export const timeZoneOptions = (current: string): [string, string][] =>
  [...new Set([current, ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((name) => [name, name.replaceAll('_', ' ')]);

/** By how much the clocks of a time zone are ahead of UTC at a moment. */
const offsetAt = (epochMs: number, timeZone: string): number => localAsUtc(epochMs, timeZone) - epochMs;

/** The day of a moment in a time zone, such as `2026-11-30`. */
export const dayOf = (instant: string | number, timeZone: string): string =>
  localTimeOf(instant, timeZone).slice(0, 10);

/** The date and time of a moment in a time zone, such as `2026-11-30T18:00`. */
export const localTimeOf = (instant: string | number, timeZone: string): string =>
  new Date(localAsUtc(instant, timeZone)).toISOString().slice(0, 16);

/** The moment of a date and time such as `2026-11-30T18:00` in a time zone. */
export const instantOf = (localTime: string, timeZone: string): string => {
  const asUtc = Date.parse(`${localTime}Z`);
  // The clocks may have changed between the guess and the moment.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(guess, timeZone)).toISOString();
};

/** The first moment of a day such as `2026-11-30` in a time zone. */
export const startOfDay = (day: string, timeZone: string): string => instantOf(`${day}T00:00:00`, timeZone);

/** The first moment after a day. */
export const endOfDay = (day: string, timeZone: string): string =>
  startOfDay(dayOf(Date.parse(`${day}T00:00:00Z`) + DAY_MS, 'UTC'), timeZone);
