import type { Heartbeat } from '#contract/progress.ts';
import { mergeRanges } from './watched-ranges.ts';

/** A heartbeat that the server has not confirmed. Stored in the browser, so that its names cannot change freely. */
export interface Report {
  userId: string;
  lectureId: string;
  beat: Heartbeat;
  /** By the clock of the device. */
  startedAtMs?: number;
}

/** The oldest reports are dropped. */
const MAX_REPORTS = 30;
const STORAGE_KEY = 'progress-outbox';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isReport = (value: unknown): value is Report => {
  if (!isRecord(value) || !isRecord(value['beat'])) return false;
  const { positionMs, ranges, rate, seq, sessionId } = value['beat'];
  return (
    typeof value['userId'] === 'string' &&
    typeof value['lectureId'] === 'string' &&
    [positionMs, rate, seq].every((part) => typeof part === 'number') &&
    typeof sessionId === 'string' &&
    Array.isArray(ranges)
  );
};

const read = (storage: Storage): Report[] => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isReport) : [];
  } catch {
    return [];
  }
};

const isSame = (a: Report, b: Report): boolean =>
  a.lectureId === b.lectureId && a.userId === b.userId && a.beat.sessionId === b.beat.sessionId;

/** One report instead of two: all watched ranges, and the latest position. */
const joined = (earlier: Report, later: Report): Report => ({
  ...later,
  ...(earlier.startedAtMs === undefined ? {} : { startedAtMs: earlier.startedAtMs }),
  beat: {
    ...later.beat,
    ranges: mergeRanges([...earlier.beat.ranges, ...later.beat.ranges]),
    ...(earlier.beat.ended ? { ended: true } : {}),
  },
});

/**
 * Unconfirmed reports, stored in the browser so that neither a lost connection nor a closed page loses progress. Each
 * playback of a lecture has one report; the server accepts it twice without effect.
 */
export const createProgressOutbox = (storage: Storage) => {
  // Without storage, reports are kept as long as the page is open.
  let reports = read(storage);
  const change = (next: (before: Report[]) => Report[]): void => {
    reports = next(reports).slice(-MAX_REPORTS);
    try {
      storage.setItem(STORAGE_KEY, JSON.stringify(reports));
    } catch {
      return;
    }
  };
  return {
    add: (report: Report): void =>
      change((before) => {
        const earlier = before.find((known) => isSame(known, report));
        return [...before.filter((known) => known !== earlier), earlier ? joined(earlier, report) : report];
      }),
    /** Removes a confirmed report, unless newer ranges were added meanwhile. */
    settle: (report: Report): void =>
      change((before) => before.filter((known) => !(isSame(known, report) && known.beat.seq <= report.beat.seq))),
    of: (userId: string): Report[] => reports.filter((report) => report.userId === userId),
  };
};

export type ProgressOutbox = ReturnType<typeof createProgressOutbox>;
