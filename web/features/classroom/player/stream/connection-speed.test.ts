import { expect, test } from 'vitest';
import { MINUTE_MS } from '#contract/durations.ts';
import { expectedBitsPerSecond } from './connection-speed.ts';

const NOW_MS = 1_800_000_000_000;

test('a lecture begins with what was measured within the hour, with some caution', () => {
  const stored = { bitsPerSecond: 5_000_000, atMs: NOW_MS - 59 * MINUTE_MS };
  expect(expectedBitsPerSecond(stored, 1.5, NOW_MS)).toBe(4_000_000);
});

test('otherwise it begins with what the browser says, or with a common line', () => {
  const stored = { bitsPerSecond: 5_000_000, atMs: NOW_MS - 60 * MINUTE_MS };
  expect(expectedBitsPerSecond(stored, 0.35, NOW_MS)).toBe(350_000);
  expect(expectedBitsPerSecond(stored, undefined, NOW_MS)).toBe(3_000_000);
  expect(expectedBitsPerSecond({ bitsPerSecond: '1' }, 0, NOW_MS)).toBe(3_000_000);
});
