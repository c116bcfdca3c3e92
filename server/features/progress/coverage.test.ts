import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCoverage, lengthOf, type Span } from './coverage.ts';

const anySpan = fc
  .tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 20_000 }))
  .map(([from, length]): Span => [from, from + length]);
const spans = fc.array(anySpan, { maxLength: 30 });
const everything = { durationMs: undefined, allowedMs: Number.MAX_SAFE_INTEGER };
const holds = (all: readonly Span[], atMs: number): boolean => all.some(([from, to]) => from <= atMs && atMs < to);

test('[VID-52] what was watched is in order, apart, holds all that was played, and never shrinks', () => {
  fc.assert(
    fc.property(spans, spans, fc.integer({ min: 0, max: 60_000 }), (first, second, atMs) => {
      const known = addCoverage([], { ranges: first, ...everything });
      const both = addCoverage(known, { ranges: second, ...everything });
      expect(both.every(([from, to], index) => from < to && (both[index - 1]?.[1] ?? -1) < from)).toBe(true);
      if (holds(first, atMs) || holds(second, atMs)) expect(holds(both, atMs)).toBe(true);
      expect(lengthOf(both)).toBeGreaterThanOrEqual(lengthOf(known));
      expect(addCoverage(both, { ranges: second, ...everything })).toEqual(both);
    }),
  );
});

test('[VID-52] no more than allowed is new, beyond the length of the video nothing is', () => {
  fc.assert(
    fc.property(spans, spans, fc.integer({ min: 0, max: 30_000 }), (first, second, allowedMs) => {
      const known = addCoverage([], { ranges: first, ...everything });
      const after = addCoverage(known, { ranges: second, durationMs: 50_000, allowedMs });
      const seamsMs = 100 * (second.length + known.length);
      expect(lengthOf(after) - lengthOf(known)).toBeLessThanOrEqual(allowedMs + seamsMs);
    }),
  );
  const late: Span[] = [[900_000, 1_000_000]];
  expect(addCoverage([], { ranges: late, durationMs: 600_000, allowedMs: 1e9 })).toEqual([]);
});

test('of very many stretches the longest stay', () => {
  const ranges = Array.from({ length: 400 }, (_, index): Span => [index * 10_000, index * 10_000 + 100 + index]);
  const kept = addCoverage([], { ranges, ...everything });
  expect([kept.length, kept[0]?.[0]]).toEqual([200, 2_000_000]);
});
