import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Heartbeat } from '#contract/classroom/progress.ts';
import { onReconnect } from '#web/api/connection.ts';
import { notePlayed } from './minutes-today.ts';
import { createWatchedRanges, MAX_REWINDS } from './progress-queue.ts';
import { openProgressReporter, type ProgressEvents, type ProgressReporter } from './progress-reporter.ts';

const REPORT_EVERY_MS = 15_000;
/** Going back by less repeats a word. */
const REWIND_MS = 3000;

interface TrackingOptions {
  video: HTMLVideoElement;
  /** The position before playback. */
  positionMs: number;
  /** New for each opening of the player. */
  sessionId: string;
  onReport: (heartbeat: Heartbeat) => void;
  onLastReport: (heartbeat: Heartbeat) => void;
}

/**
 * Tracks what is played of a video, and reports it at the start, every 15 seconds, and before events after which no
 * report may follow. The returned functions report immediately, and stop with a last report.
 */
export const trackPlayback = ({ video, sessionId, onReport, onLastReport, ...given }: TrackingOptions) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const watched = createWatchedRanges();
  let seq = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let { positionMs } = given;
  let rewinds: number[] = [];
  let seekFromMs: number | undefined;

  const follow = () => {
    if (video.seeking || video.error || video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    if (!video.paused || video.ended) watched.reach(video.currentTime);
    positionMs = Math.round(video.currentTime * 1000);
  };
  const nextHeartbeat = (ended: boolean): Heartbeat => {
    seq += 1;
    const ranges = watched.take();
    const wentBack = rewinds.length > 0 ? { rewinds } : {};
    rewinds = [];
    return { positionMs, ranges, rate: video.playbackRate, seq, sessionId, ...(ended ? { ended } : {}), ...wentBack };
  };
  const report = (ended = false) => {
    follow();
    onReport(nextHeartbeat(ended));
  };
  const reportLast = () => {
    // Nothing was played.
    if (seq === 0) return;
    follow();
    onLastReport(nextHeartbeat(false));
  };
  const rest = () => clearInterval(timer);

  const listeners: Record<string, () => void> = {
    play: () => {
      report();
      rest();
      timer = setInterval(() => report(), REPORT_EVERY_MS);
    },
    timeupdate: follow,
    seeking: () => {
      seekFromMs ??= positionMs;
      watched.leave();
    },
    emptied: () => watched.leave(),
    seeked: () => {
      const toMs = Math.round(video.currentTime * 1000);
      const backMs = (seekFromMs ?? toMs) - toMs;
      seekFromMs = undefined;
      if (seq === 0) return;
      if (backMs > REWIND_MS && rewinds.length < MAX_REWINDS) rewinds.push(toMs);
      report();
    },
    pause: () => {
      rest();
      if (!video.seeking && !video.error) watched.reach(video.currentTime);
      if (seq > 0 && !video.ended) report();
      watched.leave();
    },
    ended: () => {
      rest();
      report(true);
    },
  };
  for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener, { signal });
  document.addEventListener('visibilitychange', () => document.hidden && reportLast(), { signal });
  window.addEventListener('pagehide', reportLast, { signal });

  return {
    report: () => report(),
    stop: () => {
      stopping.abort();
      rest();
      reportLast();
    },
  };
};

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
  const knownMs = useEffectEvent(() => positionMs);
  useEffect(() => {
    if (!video) return undefined;
    const started = trackPlayback({
      video,
      positionMs: knownMs(),
      sessionId: crypto.getRandomValues(new Uint32Array(4)).join('-'),
      onReport: (heartbeat) => {
        notePlayed(heartbeat.ranges);
        void reporter.report(lectureId, heartbeat);
      },
      onLastReport: (heartbeat) => {
        notePlayed(heartbeat.ranges);
        reporter.reportLast(lectureId, heartbeat);
      },
    });
    watching.current = started;
    return () => {
      started.stop();
      watching.current = undefined;
    };
  }, [video, lectureId, reporter]);
  return watching;
};
