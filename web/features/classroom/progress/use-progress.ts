import { useEffect, useMemo, useRef } from 'react';
import { onReconnect } from '#web/api/online.ts';
import { openProgressReporter } from './open-reporter.ts';
import type { ProgressEvents, ProgressReporter } from './progress-reporter.ts';
import { trackPlayback } from './track-playback.ts';

/** Sends progress reports; those left from an earlier visit are sent first. */
export const useProgressReporter = (userId: string, events: ProgressEvents): ProgressReporter => {
  const reporter = useMemo(() => openProgressReporter(userId), [userId]);
  useEffect(() => reporter.setEvents(events));
  useEffect(() => {
    const flush = () => void reporter.flush();
    flush();
    return onReconnect(flush);
  }, [reporter]);
  return reporter;
};

interface TrackedVideo {
  video: HTMLVideoElement | undefined;
  lectureId: string;
  /** The position before playback. */
  positionMs: number;
  reporter: ProgressReporter;
}

/** Tracks the open video of a lecture; the returned ref can report immediately. */
export const usePlaybackTracking = ({ video, lectureId, positionMs, reporter }: TrackedVideo) => {
  const watching = useRef<ReturnType<typeof trackPlayback>>(undefined);
  const known = useRef(positionMs);
  useEffect(() => {
    known.current = positionMs;
  }, [positionMs]);
  useEffect(() => {
    if (!video) return undefined;
    const started = trackPlayback({
      video,
      positionMs: known.current,
      sessionId: crypto.getRandomValues(new Uint32Array(4)).join('-'),
      onReport: (heartbeat) => void reporter.report(lectureId, heartbeat),
      onLastReport: (heartbeat) => reporter.reportLast(lectureId, heartbeat),
    });
    watching.current = started;
    return () => {
      started.stop();
      watching.current = undefined;
    };
  }, [video, lectureId, reporter]);
  return watching;
};
