import type Hls from 'hls.js';
import type { HlsConfig, RetryConfig } from 'hls.js';
import type { Quality } from '#web/components/lecture-player/player-source.ts';
import { createRenewedAddresses, type RenewedAddresses } from '#web/components/lecture-player/renewed-addresses.ts';

export interface LadderEvents {
  /** The available heights, largest first. */
  onHeights: (heights: readonly number[]) => void;
  /** The current height. */
  onHeight: (height: number) => void;
  /** `refused`: a renewed address may help. `broken`: it would not. */
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

/** A refused file elsewhere is requested once more, at its new address. */
const renewing = (library: typeof Hls, renewed: RenewedAddresses): Partial<HlsConfig> => {
  const { default: policy } = library.DefaultConfig.fragLoadPolicy;
  const shouldRetry: RetryConfig['shouldRetry'] = (_config, _count, _isTimeout, response, wouldRetry) =>
    wouldRetry || (response?.code === 403 && renewed.renew(response.url));
  return {
    fragLoadPolicy: {
      default: { ...policy, errorRetry: policy.errorRetry && { ...policy.errorRetry, shouldRetry } },
    },
    xhrSetup: async (xhr, url) => xhr.open('GET', await renewed.addressOf(url), true),
  };
};

const settings = (startPosition: number) => ({
  // The content security policy forbids blob workers, and fragmented MP4 needs none.
  enableWorker: false,
  capLevelToPlayerSize: true,
  // The first rendition is chosen before bandwidth is measured; most connections can play the middle one.
  abrEwmaDefaultEstimate: 3_000_000,
  maxBufferLength: 30,
  maxMaxBufferLength: 60,
  backBufferLength: 60,
  startPosition,
});

const listen = (library: typeof Hls, hls: Hls, renewed: RenewedAddresses, events: LadderEvents): void => {
  const { onHeights, onHeight, onFailure } = events;
  let hasRecovered = false;
  hls.on(library.Events.MANIFEST_PARSED, (_, { levels }) => {
    const heights = new Set(levels.flatMap(({ height }) => (height > 0 ? [height] : [])));
    onHeights([...heights].toSorted((a, b) => b - a));
  });
  hls.on(library.Events.LEVEL_SWITCHED, (_, { level }) => onHeight(hls.levels[level]?.height ?? 0));
  hls.on(library.Events.LEVEL_LOADED, (_, { details }) => {
    for (const { url } of details.fragments.slice(0, 1)) renewed.noteListed(url, details.url);
  });
  hls.on(library.Events.FRAG_LOADED, (_, { frag }) => renewed.noteLoaded(frag.url));
  hls.on(library.Events.ERROR, (_, { fatal, type, response, frag }) => {
    if (frag && !fatal && renewed.isRenewing(frag.url)) return;
    // A refusal applies to every rendition; letting the library try the others would only delay the recovery.
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
 * Plays renditions through Media Source Extensions, or returns nothing where they are missing; the browser then plays
 * the playlist natively, or the single file. Tried first, because Chrome claims that it may play playlists and then
 * fails.
 */
export const openLadder = async (options: LadderOptions): Promise<Ladder | undefined> => {
  const { default: library } = await import('hls.js/light');
  if (!library.isSupported()) return undefined;
  const renewed = createRenewedAddresses();
  const hls = new library({ ...settings(options.startSeconds), ...renewing(library, renewed) });
  listen(library, hls, renewed, options);
  hls.loadSource(options.address);
  hls.attachMedia(options.video);
  return {
    choose: (quality) => {
      hls.nextLevel = typeof quality === 'number' ? hls.levels.findIndex(({ height }) => height === quality) : -1;
    },
    stop: () => hls.destroy(),
  };
};
