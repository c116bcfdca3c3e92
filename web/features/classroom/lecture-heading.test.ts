import { expect, test } from 'vitest';
import { wasSkippedThrough } from './lecture-heading.tsx';

const at = (positionMs: number, isDone = false) => ({
  durationMs: 100_000,
  progress: { positionMs, resumeAtMs: 0, watchedPercent: 40, isDone },
});

test('a lecture was skipped through when its end was reached and it is not done', () => {
  expect([at(90_000), at(89_999), at(95_000, true)].map(wasSkippedThrough)).toEqual([true, false, false]);
  expect(wasSkippedThrough({ durationMs: null, progress: at(95_000).progress })).toBe(false);
  expect(wasSkippedThrough({ durationMs: 100_000, progress: null })).toBe(false);
});
