/** A span of a video that was played: [from, to) in milliseconds. */
export type Span = readonly [fromMs: number, toMs: number];

/** Players report a range in parts whose ends are rounded: a smaller gap counts as none. */
const SEAM_MS = 100;
/** Of more spans than this the shortest are dropped. */
const MAX_SPANS = 200;

export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** Sorts the spans, and joins those that meet. */
const merge = (spans: readonly Span[]): Span[] => {
  const merged: [number, number][] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1] + SEAM_MS) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
};

/** The parts of a span that are not in `known`, whose spans are sorted and do not meet. */
const uncovered = (known: readonly Span[], [from, to]: Span): Span[] => {
  const parts: Span[] = [];
  let start = from;
  for (const [knownFrom, knownTo] of known) {
    if (knownTo <= start) continue;
    if (knownFrom >= to) break;
    if (knownFrom > start) parts.push([start, knownFrom]);
    start = Math.max(start, knownTo);
  }
  if (start < to) parts.push([start, to]);
  return parts;
};

const bounded = (spans: Span[]): Span[] =>
  spans.length <= MAX_SPANS
    ? spans
    : spans
        .toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))
        .slice(0, MAX_SPANS)
        .toSorted((a, b) => a[0] - b[0]);

export interface Played {
  ranges: readonly Span[];
  /** Undefined while the length of the video is unknown. */
  durationMs: number | undefined;
  /** At most this much may be new; the rest is dropped. */
  allowedMs: number;
}

/** Adds what is played now to what was watched; the result is sorted and its spans do not meet. */
export const addCoverage = (known: readonly Span[], { ranges, durationMs, allowedMs }: Played): Span[] => {
  const endMs = durationMs ?? Number.MAX_SAFE_INTEGER;
  let spans = merge(known);
  let leftMs = Math.max(0, allowedMs);
  for (const [from, to] of ranges) {
    const parts = uncovered(spans, [from, Math.min(to, endMs)]);
    for (const [start, end] of parts) {
      const taken = Math.min(end - start, leftMs);
      if (taken <= 0) continue;
      leftMs -= taken;
      spans = merge([...spans, [start, start + taken]]);
    }
  }
  return bounded(spans);
};
