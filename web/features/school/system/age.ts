const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const words = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Such as "3 hours", in whole units, days from two on; "less than a minute" before the first. */
export const timeBetween = (fromMs: number, toMs: number): string => {
  const passedMs = toMs - fromMs;
  if (passedMs < MINUTE_MS) return 'less than a minute';
  if (passedMs < HOUR_MS) return words(Math.floor(passedMs / MINUTE_MS), 'minute');
  const hours = Math.floor(passedMs / HOUR_MS);
  return hours < 48 ? words(hours, 'hour') : words(Math.floor(hours / 24), 'day');
};

/** How long ago a moment was. */
export const ageOf = (instant: string, nowMs: number): string => timeBetween(Date.parse(instant), nowMs);
