import { HOUR_MS } from '#contract/durations.ts';

/** How long an answer takes, in words: "about 5 hours". */
export const aboutLong = (ms: number): string => {
  const [count, unit] =
    ms < HOUR_MS ? [ms / 60_000, 'minute'] : ms < 48 * HOUR_MS ? [ms / HOUR_MS, 'hour'] : [ms / (24 * HOUR_MS), 'day'];
  const whole = Math.max(1, Math.round(count));
  return `about ${whole} ${unit}${whole === 1 ? '' : 's'}`;
};

/** The same in one letter: "5 h". */
export const shortWait = (ms: number): string => {
  if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / 60_000))} min`;
  return ms < 48 * HOUR_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / (24 * HOUR_MS))} days`;
};
