import { HLS_TYPE, type Ladder, type LadderEvents, type LadderQuality, openLadder } from './hls-stream.ts';
import { openNativeLadder } from './native-ladder.ts';

/**
 * A play or seek requested before the video is ready. One object while a lecture is open, outside the video
 * element, which loses both on an error.
 */
export interface PlaybackIntent {
  isPlaying: boolean;
  seconds: number;
}

export const hasData = ({ readyState }: HTMLVideoElement): boolean => readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;

/** A video that will play is not paused: it shows that at once, and not when its first data arrives. */
export const isPaused = (video: HTMLVideoElement, intent: PlaybackIntent): boolean =>
  video.paused && (hasData(video) || video.error !== null || !intent.isPlaying);

interface StreamOptions extends LadderEvents {
  video: HTMLVideoElement;
  source: { file: string; ladder: string | null };
  quality: LadderQuality;
  intent: PlaybackIntent;
  onProgress: () => void;
}

export interface Opening {
  choose: (quality: LadderQuality) => void;
  /** Ends the stream and frees its connection. */
  end: () => void;
}

/** Browsers may block playback before the first click; the play button shows then. */
const pauseIfBlocked = (video: HTMLVideoElement, error: unknown): void => {
  if (error instanceof DOMException && error.name === 'NotAllowedError') video.dispatchEvent(new Event('pause'));
};

const listen = ({ video, intent, onProgress, onFailure }: StreamOptions, signal: AbortSignal): void => {
  const startSeconds = intent.seconds;
  const listeners = {
    loadedmetadata: () => {
      if (intent.seconds > 0) video.currentTime = intent.seconds;
      if (intent.isPlaying) video.play().catch((error: unknown) => pauseIfBlocked(video, error));
    },
    play: () => {
      intent.isPlaying = true;
    },
    pause: () => {
      if (!video.error) intent.isPlaying = false;
    },
    timeupdate: () => {
      if (video.error || video.seeking || video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
      intent.seconds = video.currentTime;
      if (intent.seconds > startSeconds + 1) onProgress();
    },
    error: () => onFailure('refused'),
  };
  for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener, { signal });
};

/** The poster of a video that waits to be played goes before the library, which is several times as large. */
const whenPictured = async ({ video, intent }: StreamOptions, signal: AbortSignal): Promise<void> => {
  if (intent.isPlaying || video.poster === '') return;
  const picture = new Image();
  picture.fetchPriority = 'high';
  await new Promise((resolve) => {
    for (const name of ['load', 'error']) picture.addEventListener(name, resolve, { once: true });
    video.addEventListener('play', resolve, { once: true, signal });
    picture.src = video.poster;
  });
};

/** Opens the renditions with the library, or else the playlist natively, or else the single file. */
const openBest = async (options: StreamOptions, playlist: string, signal: AbortSignal): Promise<Ladder | undefined> => {
  const { video, source, intent, quality, onRenditions, onHeight, onSlow, onFailure } = options;
  const unlessEnded = (fail: LadderEvents['onFailure']): LadderEvents['onFailure'] => {
    let hasFailed = false;
    return (reason) => {
      if (hasFailed || signal.aborted) return;
      hasFailed = true;
      fail(reason);
    };
  };
  try {
    await whenPictured(options, signal);
    if (signal.aborted) return undefined;
    const events = { quality, onRenditions, onHeight, onSlow, onFailure: unlessEnded(onFailure) };
    const ladder = await openLadder({ video, address: playlist, startSeconds: intent.seconds, ...events });
    if (ladder) return ladder;
    if (video.canPlayType(HLS_TYPE) !== '')
      return await openNativeLadder({ ...events, video, address: playlist, signal });
    if (!signal.aborted) video.src = source.file;
  } catch {
    // The library or the playlist did not load; the single file plays without it.
    if (!signal.aborted) video.src = source.file;
  }
  return undefined;
};

/** Opens a lecture and applies the playback intent. */
export const openStream = (options: StreamOptions): Opening => {
  const { video, source } = options;
  const ending = new AbortController();
  let ladder: Ladder | undefined;
  listen(options, ending.signal);
  if (source.ladder === null) video.src = source.file;
  else
    void openBest(options, source.ladder, ending.signal).then((opened) => {
      if (ending.signal.aborted) opened?.stop();
      else ladder = opened;
    });
  return {
    choose: (quality) => ladder?.choose(quality),
    end: () => {
      ending.abort();
      video.pause();
      ladder?.stop();
      video.removeAttribute('src');
      for (const one of video.querySelectorAll('source')) one.remove();
      video.load();
    },
  };
};
