import type Hls from 'hls.js';
import type { Quality } from '#web/components/lecture-player/player-source.ts';

export interface LadderEvents {
  /** The heights that can be chosen, the best first. */
  onHeights: (heights: readonly number[]) => void;
  /** The height that plays now. */
  onHeight: (height: number) => void;
  /** `refused`: a fresh address may help. `broken`: it would not. */
  onFailure: (reason: 'refused' | 'broken') => void;
}

interface LadderOptions extends LadderEvents {
  video: HTMLVideoElement;
  address: string;
  startSeconds: number;
}

export interface Ladder {
  choose: (quality: Quality) => void;
  stop: () => void;
}

const settings = (startPosition: number) => ({
  // The content policy allows no worker of a blob; what is cut already needs none.
  enableWorker: false,
  capLevelToPlayerSize: true,
  // The first picture is chosen before anything is measured: most lines today carry the middle of the ladder.
  abrEwmaDefaultEstimate: 3_000_000,
  maxBufferLength: 30,
  maxMaxBufferLength: 60,
  backBufferLength: 60,
  startPosition,
});

const listen = (library: typeof Hls, hls: Hls, { onHeights, onHeight, onFailure }: LadderEvents): void => {
  let hasRecovered = false;
  hls.on(library.Events.MANIFEST_PARSED, (_, { levels }) => {
    const heights = new Set(levels.flatMap(({ height }) => (height > 0 ? [height] : [])));
    onHeights([...heights].toSorted((a, b) => b - a));
  });
  hls.on(library.Events.LEVEL_SWITCHED, (_, { level }) => onHeight(hls.levels[level]?.height ?? 0));
  hls.on(library.Events.ERROR, (_, { fatal, type, response }) => {
    // A refusal holds for every quality: waiting for the library to try the others would only stop the picture longer.
    if (response?.code === 403) onFailure('refused');
    else if (!fatal) return;
    else if (type === library.ErrorTypes.NETWORK_ERROR) onFailure('refused');
    else if (type === library.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true;
      hls.recoverMediaError();
    } else onFailure('broken');
  });
};

/**
 * Plays a ladder of qualities through Media Source Extensions. Nothing when this browser has none; it then plays the
 * playlist itself, or the one file. Asked first, because Chrome says of playlists that it may play them and then fails.
 */
export const openLadder = async (options: LadderOptions): Promise<Ladder | undefined> => {
  const { default: library } = await import('hls.js/light');
  if (!library.isSupported()) return undefined;
  const hls = new library(settings(options.startSeconds));
  listen(library, hls, options);
  hls.loadSource(options.address);
  hls.attachMedia(options.video);
  return {
    choose: (quality) => {
      hls.nextLevel = typeof quality === 'number' ? hls.levels.findIndex(({ height }) => height === quality) : -1;
    },
    stop: () => hls.destroy(),
  };
};
