import { percentile } from '../measure.ts';
import type { Attempt } from '../visitor.ts';

const WINDOW_MS = 2000;
const STEP_MS = 500;
/** What counts as normal: half as slow again as the slowest window before the first outage, for the noise of one machine. */
const TOLERANCE = 1.5;

const windowAt = (attempts: readonly Attempt[], fromMs: number): Attempt[] =>
  attempts.filter(({ endedAtMs }) => endedAtMs >= fromMs && endedAtMs < fromMs + WINDOW_MS);

/** A request that failed took longer than any that did not. */
const p99 = (attempts: readonly Attempt[]): number =>
  percentile(
    attempts.map(({ problem, tookMs }) => (problem === undefined ? tookMs : Number.POSITIVE_INFINITY)),
    0.99,
  );

/** The highest p99 of all windows between two moments. */
export const worstP99 = (attempts: readonly Attempt[], fromMs: number, untilMs: number): number => {
  let worst = 0;
  for (let at = fromMs; at + WINDOW_MS <= untilMs; at += STEP_MS) worst = Math.max(worst, p99(windowAt(attempts, at)));
  return worst;
};

/**
 * How long after an outage the last window ends whose p99 is above normal; looked at until `untilMs`. Infinite when requests
 * failed before it: then nothing is normal.
 */
export const recoveryMs = (
  attempts: readonly Attempt[],
  { normalMs, brokenAtMs, untilMs }: { normalMs: number; brokenAtMs: number; untilMs: number },
): number => {
  if (!Number.isFinite(normalMs)) return Number.POSITIVE_INFINITY;
  let recoveredAtMs = brokenAtMs;
  for (let at = brokenAtMs; at + WINDOW_MS <= untilMs; at += STEP_MS)
    if (p99(windowAt(attempts, at)) > normalMs * TOLERANCE) recoveredAtMs = at + WINDOW_MS;
  return recoveredAtMs - brokenAtMs;
};
