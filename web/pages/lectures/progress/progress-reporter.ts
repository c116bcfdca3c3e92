import type { Heartbeat, LectureProgress } from '#contract/progress.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { ProgressOutbox, Report } from '#web/pages/lectures/progress/progress-outbox.ts';

export interface ProgressEvents {
  onProgress: (lectureId: string, progress: LectureProgress) => void;
  /** The server will not hear of this lecture: access is lost, or too many devices play. */
  onRefused: (error: ApiError) => void;
}

interface ReporterNeeds {
  outbox: ProgressOutbox;
  userId: string;
  /** Tells the server; rejects with an ApiError. */
  send: (report: Report, isLast: boolean) => Promise<LectureProgress>;
}

/** Worth another try as it is: the network, a busy server, a sign-in that has ended. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status);

/**
 * Tells the server what was watched, one report after another in their order. What does not get through stays in the
 * outbox and is tried again with the next report.
 */
export const createProgressReporter = ({ outbox, userId, send }: ReporterNeeds) => {
  let events: ProgressEvents | undefined;
  let running: Promise<void> | undefined;

  const tell = async (report: Report, isLast: boolean): Promise<'told' | 'waits'> => {
    try {
      const progress = await send(report, isLast);
      events?.onProgress(report.lectureId, progress);
    } catch (error) {
      if (isPassing(error)) return 'waits';
      if (error instanceof ApiError && error.status === 403) events?.onRefused(error);
    }
    outbox.settle(report);
    return 'told';
  };

  const tellAll = async (): Promise<void> => {
    for (let next = outbox.of(userId)[0]; next; next = outbox.of(userId)[0]) {
      if ((await tell(next, false)) === 'waits') return;
    }
  };

  const flush = (): Promise<void> => {
    running ??= tellAll().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    /** Who hears what comes of the reports; the last one that was given. */
    tellTo: (next: ProgressEvents): void => {
      events = next;
    },
    flush,
    report: (lectureId: string, beat: Heartbeat): Promise<void> => {
      outbox.add({ userId, lectureId, beat });
      return flush();
    },
    /** The page is about to close: everything goes out at once, without waiting for each other. */
    reportLast: (lectureId: string, beat: Heartbeat): void => {
      outbox.add({ userId, lectureId, beat });
      for (const report of outbox.of(userId)) void tell(report, true);
    },
    /** Where a lecture stands that the server has not heard of yet. */
    positionMsOf: (lectureId: string): number | undefined =>
      outbox.of(userId).findLast((report) => report.lectureId === lectureId)?.beat.positionMs,
  };
};

export type ProgressReporter = ReturnType<typeof createProgressReporter>;
