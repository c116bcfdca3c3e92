/** A stretch of a video that was played: [from, to) in milliseconds. */
export type Span = readonly [fromMs: number, toMs: number];

/** Players report a stretch in pieces whose ends are rounded: a smaller gap is none. */
const SEAM_MS = 100;
/** Of more stretches than this the shortest are forgotten. */
const MAX_SPANS = 200;

export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** The same stretches in order, those that meet as one. */
const merge = (spans: readonly Span[]): Span[] => {
  const merged: [number, number][] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1] + SEAM_MS) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
};

/** What of a stretch is not in `known`, whose stretches are in order and apart. */
const uncovered = (known: readonly Span[], [from, to]: Span): Span[] => {
  const pieces: Span[] = [];
  let start = from;
  for (const [knownFrom, knownTo] of known) {
    if (knownTo <= start) continue;
    if (knownFrom >= to) break;
    if (knownFrom > start) pieces.push([start, knownFrom]);
    start = Math.max(start, knownTo);
  }
  if (start < to) pieces.push([start, to]);
  return pieces;
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
  /** Undefined when nobody knows how long the video is. */
  durationMs: number | undefined;
  /** At most so much may be new; the rest is forgotten. */
  allowedMs: number;
}

/** What was watched with what is played now, in order and apart. */
export const addCoverage = (known: readonly Span[], { ranges, durationMs, allowedMs }: Played): Span[] => {
  const endMs = durationMs ?? Number.MAX_SAFE_INTEGER;
  let spans = merge(known);
  let leftMs = Math.max(0, allowedMs);
  for (const [from, to] of ranges) {
    const pieces = uncovered(spans, [from, Math.min(to, endMs)]);
    for (const [start, end] of pieces) {
      const taken = Math.min(end - start, leftMs);
      if (taken <= 0) continue;
      leftMs -= taken;
      spans = merge([...spans, [start, start + taken]]);
    }
  }
  return bounded(spans);
};
