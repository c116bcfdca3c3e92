import type { CourseProgress, Heartbeat, LectureProgress } from '#contract/classroom/progress.ts';

interface Watched {
  lectures: readonly { _id: string; progress: LectureProgress | null }[];
  progress: CourseProgress;
}

/** How much of a course is done, as the server counts it. */
export const doneOf = (lectures: Watched['lectures']): Pick<CourseProgress, 'doneLectures' | 'percent'> => {
  const doneLectures = lectures.filter(({ progress }) => progress?.isDone).length;
  return { doneLectures, percent: lectures.length === 0 ? 0 : Math.floor((doneLectures / lectures.length) * 100) };
};

/** A progress once its lecture is marked as watched, or not. */
export const markedAs = (isDone: boolean, progress: LectureProgress | null): LectureProgress => ({
  ...(progress ?? { positionMs: 0, resumeAtMs: 0, watchedPercent: 0 }),
  isDone,
});

/** Updates the progress of one lecture in a response, and that of the course with it. */
export const withProgress = <T extends Watched>(response: T, lectureId: string, progress: LectureProgress): T => {
  const lectures = response.lectures.map((lecture) => (lecture._id === lectureId ? { ...lecture, progress } : lecture));
  return { ...response, lectures, progress: { ...response.progress, ...doneOf(lectures) } };
};

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
    /** Returns the ranges played since the last call. */
    take: (): Range[] => {
      const taken = ranges;
      ranges = [];
      return taken;
    },
  };
};

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

/** A lecture marked as watched, or not. Stored in the browser like a report. */
export interface Mark {
  userId: string;
  lectureId: string;
  isDone: boolean;
}

/** The entries, in the order of sending. */
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

/** Of the browser. */
type QueueStorage = Pick<Storage, 'getItem'> & { setItem: (name: string, value: string) => unknown };

const read = (storage: QueueStorage): Unsent[] => {
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

/** The limit of one report. */
export const MAX_REWINDS = 20;

const joinedRewinds = (earlier: readonly number[] = [], later: readonly number[] = []): { rewinds?: number[] } => {
  const all = [...earlier, ...later].slice(0, MAX_REWINDS);
  return all.length > 0 ? { rewinds: all } : {};
};

/** One report instead of two: all watched ranges, and the latest position. */
const joined = (earlier: Report, later: Report): Report => ({
  ...later,
  ...(earlier.startedAtMs === undefined ? {} : { startedAtMs: earlier.startedAtMs }),
  beat: {
    ...later.beat,
    ranges: mergeRanges([...earlier.beat.ranges, ...later.beat.ranges]),
    ...(earlier.beat.ended ? { ended: true } : {}),
    ...joinedRewinds(earlier.beat.rewinds, later.beat.rewinds),
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
export const createProgressQueue = (storage: QueueStorage) => {
  // Without storage, they last as long as the page is open.
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
    /** Removes a confirmed entry, unless it changed meanwhile. */
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

export type ProgressQueue = ReturnType<typeof createProgressQueue>;
