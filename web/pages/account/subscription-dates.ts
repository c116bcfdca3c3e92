const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Part {
  count: number;
  unit: 'day' | 'hour' | 'minute';
}

const worded = ({ count, unit }: Part): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

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

/** A duration in its largest unit and the next one, rounded down: "3 days 4 hours". Never promises time that is not there. */
export function timeLeft(durationMs: number): string {
  const parts = partsOf(durationMs);
  const first = parts.findIndex(({ count }) => count > 0);
  if (durationMs <= 0 || first < 0) return 'less than a minute';
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(worded)
    .join(' ');
}

/** The one number that a person asks about a subscription: days left, and on the last day hours, then minutes. */
export function largestLeft(durationMs: number): { count: number; words: string } {
  const { count, unit } = partsOf(Math.max(durationMs, 0)).find((part) => part.count > 0) ?? {
    count: 0,
    unit: 'minute',
  };
  return { count, words: `${unit}${count === 1 ? '' : 's'} left` };
}

/** How much of a span is still to come, from 0 to 1. */
export function fractionLeft(fromMs: number, untilMs: number, nowMs: number): number {
  if (untilMs <= fromMs) return 0;
  return Math.min(1, Math.max(0, (untilMs - nowMs) / (untilMs - fromMs)));
}

/** "17 Nov 2026", as the calendar of the school's time zone says. */
export const shortDate = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-IN', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(instant),
  );
