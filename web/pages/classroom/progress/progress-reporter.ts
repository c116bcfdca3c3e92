import type { Heartbeat, LectureProgress } from '#contract/progress.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { ProgressOutbox, Report } from './progress-outbox.ts';

export interface ProgressEvents {
  onProgress: (lectureId: string, progress: LectureProgress) => void;
  /** Access has ended, or another device plays. */
  onRefused: (error: ApiError) => void;
}

interface ReporterNeeds {
  outbox: ProgressOutbox;
  userId: string;
  /** Rejects with an ApiError. */
  send: (report: Report, isLast: boolean) => Promise<LectureProgress>;
}

/** The same report may succeed later: the network, a busy server, or an ended session. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status);

/**
 * Sends reports in order, one at a time. A report that fails temporarily stays in the outbox and is sent again with the
 * next one.
 */
export const createProgressReporter = ({ outbox, userId, send }: ReporterNeeds) => {
  let events: ProgressEvents | undefined;
  let running: Promise<void> | undefined;

  /** The first report of a playback that is not confirmed keeps the time. */
  const reportOf = (lectureId: string, beat: Heartbeat): Report => ({
    userId,
    lectureId,
    beat,
    startedAtMs: Date.now(),
  });

  const sendReport = async (report: Report, isLast: boolean): Promise<'settled' | 'pending'> => {
    try {
      const progress = await send(report, isLast);
      events?.onProgress(report.lectureId, progress);
    } catch (error) {
      if (isTemporary(error)) return 'pending';
      if (error instanceof ApiError && error.status === 403) events?.onRefused(error);
    }
    outbox.settle(report);
    return 'settled';
  };

  const sendAll = async (): Promise<void> => {
    for (let next = outbox.of(userId)[0]; next; next = outbox.of(userId)[0]) {
      if ((await sendReport(next, false)) === 'pending') return;
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
      outbox.add(reportOf(lectureId, heartbeat));
      return flush();
    },
    /** The page is about to close, so everything is sent in parallel. */
    reportLast: (lectureId: string, heartbeat: Heartbeat): void => {
      outbox.add(reportOf(lectureId, heartbeat));
      for (const report of outbox.of(userId)) void sendReport(report, true);
    },
    /** The position in a report that the server has not confirmed. */
    positionMsOf: (lectureId: string): number | undefined =>
      outbox.of(userId).findLast((report) => report.lectureId === lectureId)?.beat.positionMs,
  };
};

export type ProgressReporter = ReturnType<typeof createProgressReporter>;
