import { HOUR_MS } from '#contract/durations.ts';
import { countOf } from '#contract/format.ts';

/** "today", or "9 days ago". */
export const formatAgo = (instant: string, nowMs: number): string => {
  const hours = Math.floor((nowMs - Date.parse(instant)) / HOUR_MS);
  if (hours < 1) return 'just now';
  return hours < 24 ? `${countOf(hours, 'hour')} ago` : `${countOf(Math.floor(hours / 24), 'day')} ago`;
};
