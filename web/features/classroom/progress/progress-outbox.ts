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

/** The oldest are dropped. */
const MAX_UNSENT = 30;
const STORAGE_KEY = 'progress-outbox';

/** What somebody said about a lecture: that it is watched, or not. Stored in the browser like a report. */
export interface Mark {
  userId: string;
  lectureId: string;
  isDone: boolean;
}

/** What is sent to the server in this order. */
export type Unsent = Report | Mark;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isUnsent = (value: unknown): value is Unsent => {
  if (!isRecord(value) || typeof value['userId'] !== 'string' || typeof value['lectureId'] !== 'string') return false;
  if (!isRecord(value['beat'])) return typeof value['isDone'] === 'boolean';
  const { positionMs, ranges, rate, seq, sessionId } = value['beat'];
  return (
    [positionMs, rate, seq].every((part) => typeof part === 'number') &&
    typeof sessionId === 'string' &&
    Array.isArray(ranges)
  );
};

const read = (storage: Storage): Unsent[] => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isUnsent) : [];
  } catch {
    return [];
  }
};

const isOfOneLecture = (a: Unsent, b: Unsent): boolean => a.lectureId === b.lectureId && a.userId === b.userId;

const isOfOnePlayback = (a: Report, b: Report): boolean =>
  isOfOneLecture(a, b) && a.beat.sessionId === b.beat.sessionId;

/** A confirmed mark confirms every equal one; a confirmed report those before it. */
const isConfirmedBy = (known: Unsent, confirmed: Unsent): boolean => {
  if ('beat' in known)
    return 'beat' in confirmed && isOfOnePlayback(known, confirmed) && known.beat.seq <= confirmed.beat.seq;
  return !('beat' in confirmed) && isOfOneLecture(known, confirmed) && known.isDone === confirmed.isDone;
};

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

/** One entry instead of two that follow each other in one lecture; undefined when both count. */
const merged = (earlier: Unsent, later: Unsent): Unsent | undefined => {
  if (!('beat' in earlier)) return 'beat' in later ? undefined : later;
  return 'beat' in later && isOfOnePlayback(earlier, later) ? joined(earlier, later) : undefined;
};

/**
 * Unconfirmed reports and marks, stored in the browser so that neither a lost connection nor a closed page loses
 * progress. Each playback of a lecture has one report between two marks; the server accepts all of it twice without
 * effect.
 */
export const createProgressOutbox = (storage: Storage) => {
  // Without storage, they are kept as long as the page is open.
  let entries = read(storage);
  const change = (next: (before: Unsent[]) => Unsent[]): void => {
    entries = next(entries).slice(-MAX_UNSENT);
    try {
      storage.setItem(STORAGE_KEY, JSON.stringify(entries));
    } catch {
      return;
    }
  };
  return {
    add: (entry: Unsent): void =>
      change((before) => {
        const last = before.findLast((known) => isOfOneLecture(known, entry));
        const one = last && merged(last, entry);
        return one ? [...before.filter((known) => known !== last), one] : [...before, entry];
      }),
    /** Removes what is confirmed, unless it changed meanwhile. */
    settle: (confirmed: Unsent): void => change((before) => before.filter((known) => !isConfirmedBy(known, confirmed))),
    of: (userId: string): Unsent[] => entries.filter((entry) => entry.userId === userId),
    /** Whether lectures are watched, as far as it is unconfirmed. */
    marksOf: (userId: string): ReadonlyMap<string, boolean> =>
      new Map(
        entries.flatMap((entry) =>
          entry.userId === userId && !('beat' in entry) ? [[entry.lectureId, entry.isDone]] : [],
        ),
      ),
  };
};

export type ProgressOutbox = ReturnType<typeof createProgressOutbox>;
