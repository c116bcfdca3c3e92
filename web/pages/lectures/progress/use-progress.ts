import { useEffect, useMemo, useRef } from 'react';
import { call } from '#web/api/call.ts';
import { createProgressOutbox } from '#web/pages/lectures/progress/progress-outbox.ts';
import {
  createProgressReporter,
  type ProgressEvents,
  type ProgressReporter,
} from '#web/pages/lectures/progress/progress-reporter.ts';
import { watchVideo } from '#web/pages/lectures/progress/watch-video.ts';

/** Sends what this person watches; reports that an earlier visit could not send go out first. */
export const useProgressReporter = (userId: string, events: ProgressEvents): ProgressReporter => {
  const reporter = useMemo(
    () =>
      createProgressReporter({
        outbox: createProgressOutbox(localStorage),
        userId,
        send: async ({ lectureId, beat }, isKeptAlive) => {
          const params = { lectureId };
          const { progress } = await call('POST /lectures/:lectureId/progress', { params, body: beat, isKeptAlive });
          return progress;
        },
      }),
    [userId],
  );
  useEffect(() => reporter.tellTo(events));
  useEffect(() => {
    const flush = () => void reporter.flush();
    flush();
    window.addEventListener('online', flush);
    return () => window.removeEventListener('online', flush);
  }, [reporter]);
  return reporter;
};

interface WatchedVideo {
  video: HTMLVideoElement | undefined;
  lectureId: string;
  /** Where the lecture stands before anything is played. */
  positionMs: number;
  reporter: ProgressReporter;
}

/** Follows the open video of a lecture; what it returns can report at once. */
export const useWatchedVideo = ({ video, lectureId, positionMs, reporter }: WatchedVideo) => {
  const watching = useRef<ReturnType<typeof watchVideo>>(undefined);
  const known = useRef(positionMs);
  useEffect(() => {
    known.current = positionMs;
  }, [positionMs]);
  useEffect(() => {
    if (!video) return undefined;
    const started = watchVideo({
      video,
      positionMs: known.current,
      sessionId: crypto.getRandomValues(new Uint32Array(4)).join('-'),
      onReport: (beat) => void reporter.report(lectureId, beat),
      onLastReport: (beat) => reporter.reportLast(lectureId, beat),
    });
    watching.current = started;
    return () => {
      started.stop();
      watching.current = undefined;
    };
  }, [video, lectureId, reporter]);
  return watching;
};
