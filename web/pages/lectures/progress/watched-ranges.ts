/** From and to, in whole milliseconds; `to` is not part of it. */
export type Range = [fromMs: number, toMs: number];

/** As many as one report may carry. */
const MAX_RANGES = 100;

/** The same time, told with as few ranges as possible; of too many, the shortest are left out. */
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
 * Keeps which parts of a video are played. `reach` is told each time that comes up while it plays, `leave` that the next
 * one does not follow: a jump, or another stream.
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
    /** What was played since it was asked last. */
    take: (): Range[] => {
      const taken = ranges;
      ranges = [];
      return taken;
    },
  };
};
