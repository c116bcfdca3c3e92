import { type Ladder, type LadderEvents, openLadder } from '#web/components/lecture-player/hls-stream.ts';
import type { Quality } from '#web/components/lecture-player/player-source.ts';

/** What the person wants of the video. Kept apart from it, because an error makes the video forget. */
export interface Wish {
  isPlaying: boolean;
  seconds: number;
}

/** What the buttons and keys know of the wish. */
export interface WishKeeper {
  seconds: () => number;
  /** A jump or a start counts from the moment it is asked for, even when the stream is not here yet or breaks. */
  remember: (wished: Partial<Wish>) => void;
}

interface StreamOptions extends LadderEvents {
  video: HTMLVideoElement;
  source: { file: string; ladder: string | null };
  quality: Quality;
  wish: Wish;
  onProgress: () => void;
}

export interface Opening {
  choose: (quality: Quality) => void;
  /** Ends the stream and frees its connection. */
  end: () => void;
}

const HLS_TYPE = 'application/vnd.apple.mpegurl';

const listen = ({ video, wish, onProgress, onFailure }: StreamOptions, signal: AbortSignal): void => {
  const startSeconds = wish.seconds;
  const listeners = {
    loadedmetadata: () => {
      if (wish.seconds > 0) video.currentTime = wish.seconds;
      // Browsers may refuse to start before a click; the play button stays then.
      if (wish.isPlaying) video.play().catch(() => undefined);
    },
    play: () => {
      wish.isPlaying = true;
    },
    pause: () => {
      if (!video.error) wish.isPlaying = false;
    },
    timeupdate: () => {
      if (video.error || video.seeking || video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
      wish.seconds = video.currentTime;
      if (wish.seconds > startSeconds + 1) onProgress();
    },
    error: () => onFailure('refused'),
  };
  for (const [name, listener] of Object.entries(listeners)) video.addEventListener(name, listener, { signal });
};

/** The ladder through the library, or else as this browser plays playlists, or else the one file. */
const openBest = async (options: StreamOptions, playlist: string, signal: AbortSignal): Promise<Ladder | undefined> => {
  const { video, source, wish, onHeights, onHeight, onFailure } = options;
  const unlessEnded = (fail: LadderEvents['onFailure']): LadderEvents['onFailure'] => {
    let hasFailed = false;
    return (reason) => {
      if (hasFailed || signal.aborted) return;
      hasFailed = true;
      fail(reason);
    };
  };
  try {
    const events = { onHeights, onHeight, onFailure: unlessEnded(onFailure) };
    const ladder = await openLadder({ video, address: playlist, startSeconds: wish.seconds, ...events });
    if (ladder) return ladder;
    if (!signal.aborted) video.src = video.canPlayType(HLS_TYPE) === '' ? source.file : playlist;
  } catch {
    // The library did not arrive; the one file needs none.
    if (!signal.aborted) video.src = source.file;
  }
  return undefined;
};

/** Opens a lecture at the wished place, playing as wished. */
export const openStream = (options: StreamOptions): Opening => {
  const { video, source } = options;
  const ending = new AbortController();
  let quality = options.quality;
  let ladder: Ladder | undefined;
  listen(options, ending.signal);
  if (source.ladder === null) video.src = source.file;
  else
    void openBest(options, source.ladder, ending.signal).then((opened) => {
      if (ending.signal.aborted) opened?.stop();
      else {
        ladder = opened;
        if (quality !== 'auto') ladder?.choose(quality);
      }
    });
  return {
    choose: (next) => {
      quality = next;
      ladder?.choose(next);
    },
    end: () => {
      ending.abort();
      video.pause();
      ladder?.stop();
      video.removeAttribute('src');
      video.load();
    },
  };
};
