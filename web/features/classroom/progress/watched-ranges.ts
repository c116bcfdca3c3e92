/** In whole milliseconds; `toMs` is excluded. */
export type Range = [fromMs: number, toMs: number];

/** The limit of one report. */
const MAX_RANGES = 100;

/** Merges overlapping ranges; beyond the limit, the shortest are dropped. */
export const mergeRanges = (ranges: readonly Range[]): Range[] => {
  const merged: Range[] = [];
  for (const [from, to] of [...ranges].toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) merged.push([from, to]);
  }
  return merged
    .toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))
    .slice(0, MAX_RANGES)
    .toSorted((a, b) => a[0] - b[0]);
};

/**
 * Collects the played parts of a video. `reach` extends the current range to a position; `leave` ends it, before a seek
 * or another stream.
 */
export const createWatchedRanges = () => {
  let ranges: Range[] = [];
  let lastMs: number | undefined;
  return {
    reach: (seconds: number): void => {
      const nowMs = Math.round(seconds * 1000);
      if (lastMs !== undefined && nowMs > lastMs) ranges = mergeRanges([...ranges, [lastMs, nowMs]]);
      lastMs = nowMs;
    },
    leave: (): void => {
      lastMs = undefined;
    },
    /** Returns what was played since the last call. */
    take: (): Range[] => {
      const taken = ranges;
      ranges = [];
      return taken;
    },
  };
};
