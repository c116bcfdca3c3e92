import { call } from '#web/api/call.ts';
import { createProgressOutbox } from './progress-outbox.ts';
import { createProgressReporter, type ProgressReporter } from './progress-reporter.ts';

/** Longer counts no more. */
const LONGEST_MS = 60 * 60_000;

/** The reporter of one user in this browser. */
export const openProgressReporter = (userId: string): ProgressReporter =>
  createProgressReporter({
    outbox: createProgressOutbox(localStorage),
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
