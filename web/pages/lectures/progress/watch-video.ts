import type { Heartbeat } from '#contract/progress.ts';
import { createWatchedRanges } from '#web/pages/lectures/progress/watched-ranges.ts';

export const REPORT_EVERY_MS = 15_000;

interface Watching {
  video: HTMLVideoElement;
  /** Where it stands before anything is played. */
  positionMs: number;
  /** A name for this opening of the player, new each time. */
  sessionId: string;
  onReport: (beat: Heartbeat) => void;
  /** The page is about to close. */
  onLastReport: (beat: Heartbeat) => void;
}

/**
 * Follows a video and reports what of it is played: at the start, every 15 seconds, and whenever something happens after
 * which no more may come. The returned functions report at once, and stop with a last report.
 */
export const watchVideo = ({ video, sessionId, onReport, onLastReport, ...given }: Watching) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const watched = createWatchedRanges();
  let seq = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let { positionMs } = given;

  const follow = () => {
    if (video.seeking || video.error || video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    if (!video.paused || video.ended) watched.reach(video.currentTime);
    positionMs = Math.round(video.currentTime * 1000);
  };
  const beat = (ended: boolean): Heartbeat => {
    seq += 1;
    const ranges = watched.take();
    return { positionMs, ranges, rate: video.playbackRate, seq, sessionId, ...(ended ? { ended } : {}) };
  };
  const report = (ended = false) => {
    follow();
    onReport(beat(ended));
  };
  const reportLast = () => {
    // Nothing was played here: nothing to tell.
    if (seq === 0) return;
    follow();
    onLastReport(beat(false));
  };
  const rest = () => clearInterval(timer);

  const listeners: Record<string, () => void> = {
    play: () => {
      report();
      rest();
      timer = setInterval(() => report(), REPORT_EVERY_MS);
    },
    timeupdate: follow,
    seeking: () => watched.leave(),
    emptied: () => watched.leave(),
    seeked: () => seq > 0 && report(),
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
