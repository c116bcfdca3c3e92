import { HOUR_MS } from '#contract/durations.ts';
import type { Heartbeat, LectureProgress } from '#contract/classroom/progress.ts';
import { ApiError, isTemporary } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { createProgressQueue, type ProgressQueue, type Report, type Unsent } from './progress-queue.ts';
import { deviceStorage } from '#web/api/browser-storage.ts';

export interface ProgressEvents {
  onProgress: (lectureId: string, progress: LectureProgress) => void;
  /** Access has ended, or another device plays. */
  onRefused: (error: ApiError) => void;
}

interface ReporterNeeds {
  queue: ProgressQueue;
  userId: string;
  /** Rejects with an ApiError. */
  send: (entry: Unsent, isLast: boolean) => Promise<LectureProgress>;
}

type Delivery = 'settled' | 'pending';

/**
 * Sends reports and marks in order, one at a time. After a temporary failure they stay in the queue and are sent again with the
 * next one.
 */
export const createProgressReporter = ({ queue, userId, send }: ReporterNeeds) => {
  let events: ProgressEvents | undefined;
  let running: Promise<void> | undefined;

  /** The first report of a playback that is not confirmed keeps the time. */
  const reportOf = (lectureId: string, beat: Heartbeat): Report => ({
    userId,
    lectureId,
    beat,
    startedAtMs: Date.now(),
  });

  /** Rejects when the server refuses. */
  const deliver = async (entry: Unsent, isLast: boolean): Promise<Delivery> => {
    try {
      const progress = await send(entry, isLast);
      events?.onProgress(entry.lectureId, progress);
    } catch (error) {
      if (isTemporary(error)) return 'pending';
      queue.settle(entry);
      throw error;
    }
    queue.settle(entry);
    return 'settled';
  };

  const sendEntry = async (entry: Unsent, isLast: boolean): Promise<Delivery> => {
    try {
      return await deliver(entry, isLast);
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) events?.onRefused(error);
      return 'settled';
    }
  };

  const sendAll = async (): Promise<void> => {
    for (let next = queue.of(userId)[0]; next; next = queue.of(userId)[0]) {
      if ((await sendEntry(next, false)) === 'pending') return;
    }
  };

  const flush = (): Promise<void> => {
    running ??= sendAll().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    /** Replaces the callbacks. */
    setEvents: (next: ProgressEvents): void => {
      events = next;
    },
    flush,
    report: (lectureId: string, heartbeat: Heartbeat): Promise<void> => {
      queue.add(reportOf(lectureId, heartbeat));
      return flush();
    },
    /** The page is about to close, so everything is sent in parallel. */
    reportLast: (lectureId: string, heartbeat: Heartbeat): void => {
      queue.add(reportOf(lectureId, heartbeat));
      for (const entry of queue.of(userId)) void sendEntry(entry, true);
    },
    /** Marks a lecture as watched or not. Rejects when the server refuses. */
    mark: async (lectureId: string, isDone: boolean): Promise<Delivery> => {
      const mark = { userId, lectureId, isDone };
      await flush();
      queue.add(mark);
      return deliver(mark, false);
    },
    /** The position in a report that the server has not confirmed. */
    positionMsOf: (lectureId: string): number | undefined =>
      queue
        .of(userId)
        .flatMap((entry) => ('beat' in entry && entry.lectureId === lectureId ? [entry.beat.positionMs] : []))
        .at(-1),
  };
};

export type ProgressReporter = ReturnType<typeof createProgressReporter>;

/** Longer counts no more. */
const LONGEST_MS = HOUR_MS;

/** The reporter of one user in this browser. */
export const openProgressReporter = (userId: string): ProgressReporter =>
  createProgressReporter({
    queue: createProgressQueue(deviceStorage),
    userId,
    send: async (entry, isKeptAlive) => {
      const params = { lectureId: entry.lectureId };
      if (!('beat' in entry)) {
        const { isDone } = entry;
        const marked = await call('PUT /lectures/:lectureId/done', { params, body: { isDone }, isKeptAlive });
        return marked.progress;
      }
      const { beat, startedAtMs } = entry;
      const sinceStartMs = startedAtMs === undefined ? 0 : Math.min(LONGEST_MS, Math.max(0, Date.now() - startedAtMs));
      const body = { ...beat, sinceStartMs };
      const { progress } = await call('POST /lectures/:lectureId/progress', { params, body, isKeptAlive });
      return progress;
    },
  });
