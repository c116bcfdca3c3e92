import type { Heartbeat } from '#contract/progress.ts';
import { mergeRanges } from '#web/pages/lectures/progress/watched-ranges.ts';

/** A report that the server has not confirmed. */
export interface Report {
  userId: string;
  lectureId: string;
  beat: Heartbeat;
}

/** As many lectures as can wait for a connection; the oldest goes first. */
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

/** What was to be told, in one report: all that was played, and where it stands now. */
const joined = (earlier: Report, later: Report): Report => ({
  ...later,
  beat: {
    ...later.beat,
    ranges: mergeRanges([...earlier.beat.ranges, ...later.beat.ranges]),
    ...(earlier.beat.ended ? { ended: true } : {}),
  },
});

/**
 * Reports that wait to be sent, kept in the browser so that neither a dead connection nor a closed page loses what was
 * watched. One lecture has one report, whatever time it covers; telling it twice changes nothing on the server.
 */
export const createProgressOutbox = (storage: Storage) => {
  // A browser that refuses storage keeps the reports as long as the page.
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
    /** Forgets a report that the server confirmed, unless it has grown meanwhile. */
    settle: (report: Report): void =>
      change((before) => before.filter((known) => !(isSame(known, report) && known.beat.seq <= report.beat.seq))),
    of: (userId: string): Report[] => reports.filter((report) => report.userId === userId),
  };
};

export type ProgressOutbox = ReturnType<typeof createProgressOutbox>;
