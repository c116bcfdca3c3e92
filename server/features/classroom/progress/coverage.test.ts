import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCoverage, lengthOf, type Span } from './coverage.ts';

const anySpan = fc
  .tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 20_000 }))
  .map(([from, length]): Span => [from, from + length]);
const spans = fc.array(anySpan, { maxLength: 30 });
const everything = { durationMs: undefined, allowedMs: Number.MAX_SAFE_INTEGER };
const holds = (all: readonly Span[], atMs: number): boolean => all.some(([from, to]) => from <= atMs && atMs < to);

test('watched ranges are sorted, disjoint, contain everything played, and never shrink', { tags: ['VID-52'] }, () => {
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

test('at most the allowed time is added, and nothing beyond the length of the video', { tags: ['VID-52'] }, () => {
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

test('of very many ranges the longest are kept', () => {
  const ranges = Array.from({ length: 400 }, (_, index): Span => [index * 10_000, index * 10_000 + 100 + index]);
  const kept = addCoverage([], { ranges, ...everything });
  expect([kept.length, kept[0]?.[0]]).toEqual([200, 2_000_000]);
});

const add = (known: Span[], ranges: Span[], more: { durationMs?: number; allowedMs?: number } = {}): Span[] =>
  addCoverage(known, { ranges, durationMs: more.durationMs, allowedMs: more.allowedMs ?? 1e9 });

test('ranges merge across a gap of up to 100 ms', () => {
  expect(
    add(
      [],
      [
        [0, 1000],
        [1100, 2000],
      ],
    ),
  ).toEqual([[0, 2000]]);
  expect(
    add(
      [],
      [
        [0, 1000],
        [1101, 2000],
      ],
    ),
  ).toEqual([
    [0, 1000],
    [1101, 2000],
  ]);
  expect(
    add(
      [
        [5000, 6000],
        [0, 1000],
        [200, 300],
      ],
      [],
    ),
  ).toEqual([
    [0, 1000],
    [5000, 6000],
  ]);
  expect(
    lengthOf([
      [0, 1000],
      [5000, 5500],
    ]),
  ).toBe(1500);
});

test('only new time uses up the allowance, in the order played', () => {
  const known: Span[] = [
    [1000, 2000],
    [3000, 4000],
  ];
  expect(add(known, [[0, 5000]], { allowedMs: 1500 })).toEqual([
    [0, 2500],
    [3000, 4000],
  ]);
  expect(add(known, [[0, 5000]], { allowedMs: 2500 })).toEqual([[0, 4500]]);
  expect(add(known, [[1500, 3500]], { allowedMs: 1000 })).toEqual([[1000, 4000]]);
  expect(add(known, [[1500, 2000]], { allowedMs: 0 })).toEqual(known);
  expect(
    add(
      known,
      [
        [1000, 2000],
        [8000, 9000],
      ],
      { allowedMs: 500 },
    ),
  ).toEqual([...known, [8000, 8500]]);
  expect(add(known, [[6000, 7000]], { allowedMs: -5 })).toEqual(known);
  expect(
    add(
      [],
      [
        [8000, 9000],
        [0, 1000],
      ],
      { allowedMs: 1500 },
    ),
  ).toEqual([
    [0, 500],
    [8000, 9000],
  ]);
  expect(
    add(
      [
        [1000, 2000],
        [3000, 4000],
        [6000, 7000],
      ],
      [[2500, 3500]],
    ),
  ).toEqual([
    [1000, 2000],
    [2500, 4000],
    [6000, 7000],
  ]);
});

test('time after the end is cut off', () => {
  expect(add([], [[500, 1500]], { durationMs: 1000 })).toEqual([[500, 1000]]);
  expect(add([], [[1000, 1500]], { durationMs: 1000 })).toEqual([]);
  expect(
    add(
      [],
      [
        [700, 700],
        [800, 750],
      ],
    ),
  ).toEqual([]);
});

test('200 ranges are kept; of 201 the shortest is dropped', () => {
  const many = Array.from({ length: 200 }, (_, index): Span => [index * 10_000, index * 10_000 + 1000]);
  expect(add([], many)).toEqual(many);
  const short: Span = [55_000, 55_500];
  expect(add([], [...many, short])).toEqual(many);
});
