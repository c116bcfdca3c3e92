import type Hls from 'hls.js';
import type { HlsConfig, ManifestLoadedData, RetryConfig } from 'hls.js';
import { readConnectionSpeed, storeConnectionSpeed } from './connection-speed.ts';
import { linesOf, type Quality, type Rendition } from './quality-menu.ts';
import { parseUrl } from '#contract/parse-url.ts';

const NAME = /^#EXT-X-MAP:.*URI="([^"]+)"|^([^#\s].*)$/m;

/** A rendition is one file, so that the first address in its playlist is that of all. */
const readAgain = async (playlist: string): Promise<string | undefined> => {
  const response = await fetch(playlist, { cache: 'no-store' });
  if (!response.ok) return undefined;
  const [, map, line] = NAME.exec(await response.text()) ?? [];
  return parseUrl(map ?? line ?? '', playlist)?.href;
};

const isElsewhere = (file: string, playlist: string): boolean =>
  parseUrl(file)?.origin !== parseUrl(playlist, window.location.href)?.origin;

/**
 * Files of a playlist may be at another origin, under addresses that end while the lecture plays. Those are read again
 * from the playlist, whose own address lasts longer.
 */
export const createRenewedAddresses = () => {
  const playlists = new Map<string, string>();
  const addresses = new Map<string, Promise<string>>();
  /** Renewed, and not loaded since. */
  const renewing = new Set<string>();
  return {
    /** Remembers which playlist names a file. */
    noteListed: (file: string, playlist: string) => playlists.set(file, playlist),
    noteLoaded: (file: string) => renewing.delete(file),
    /** Reads the address of a refused file again. False when that would not help: it was just renewed, or is not elsewhere. */
    renew: (file: string): boolean => {
      const playlist = playlists.get(file);
      if (playlist === undefined || !isElsewhere(file, playlist) || renewing.delete(file)) return false;
      renewing.add(file);
      const again = readAgain(playlist).catch(() => undefined);
      addresses.set(
        file,
        again.then((address) => address ?? file),
      );
      return true;
    },
    isRenewing: (file: string): boolean => renewing.has(file),
    /** Where a file is now, by the address that the playlist had first. */
    addressOf: (file: string): Promise<string> => addresses.get(file) ?? Promise.resolve(file),
  };
};

type RenewedAddresses = ReturnType<typeof createRenewedAddresses>;

export interface LadderEvents {
  /** The available sizes, largest first, and the audio alone where it is one of them. */
  onRenditions: (renditions: readonly Rendition[], audioBitsPerSecond: number | undefined) => void;
  /** The current height. */
  onHeight: (height: number) => void;
  /** The line does not carry the size that played; a smaller one plays now. */
  onSlow: (height: number) => void;
  /** `refused`: a renewed address may help. `broken`: it would not. */
  onFailure: (reason: 'refused' | 'broken') => void;
}

interface LadderOptions extends LadderEvents {
  video: HTMLVideoElement;
  address: string;
  startSeconds: number;
  quality: LadderQuality;
}

/** `lowest`: the smallest size. */
export type LadderQuality = Exclude<Quality, 'original'> | 'lowest';

export interface Ladder {
  /** Another size; audio alone opens another stream. */
  choose: (quality: LadderQuality) => void;
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
  // Begins in the size that the line is expected to carry, instead of measuring with the smallest one first.
  abrEwmaDefaultEstimate: readConnectionSpeed(),
  testBandwidth: false,
  maxBufferLength: 30,
  maxMaxBufferLength: 60,
  backBufferLength: 60,
  startPosition,
});

/** The index in the levels of a library, whose first is the smallest; -1 leaves the choice to it. */
const levelOf = ({ levels }: Hls, quality: LadderQuality): number => {
  if (quality === 'lowest') return 0;
  return typeof quality === 'number' ? levels.findIndex((level) => linesOf(level) === quality) : -1;
};

type Listed = ManifestLoadedData['levels'][number];

/** Reports the levels, once: after that the playlist may be that of the audio alone. */
const listRenditions = (levels: readonly Listed[], { onRenditions }: LadderEvents): Listed | undefined => {
  const bitsOf = ({ attrs, bitrate }: Listed): number => attrs.decimalInteger('AVERAGE-BANDWIDTH') || bitrate;
  const audio = levels.find(({ height, videoCodec }) => !height && !videoCodec);
  const sizes = new Map(levels.flatMap((level) => (level.height ? [[linesOf(level), bitsOf(level)]] : [])));
  const renditions = [...sizes].map(([height, bitsPerSecond]) => ({ height, bitsPerSecond }));
  onRenditions(
    renditions.toSorted((a, b) => b.height - a.height),
    audio && bitsOf(audio),
  );
  return audio;
};

/** Whether a smaller size plays because of the connection: it was not chosen, and a larger one would fit the player. */
export const isSlow = (
  { autoLevelEnabled, autoLevelCapping }: Pick<Hls, 'autoLevelEnabled' | 'autoLevelCapping'>,
  before: number | undefined,
  level: number,
): boolean => {
  const isRoomy = autoLevelCapping === -1 || level < autoLevelCapping;
  return before !== undefined && level < before && autoLevelEnabled && isRoomy;
};

const noteSizes = (library: typeof Hls, hls: Hls, { onHeight, onSlow }: LadderEvents): void => {
  let before: number | undefined;
  hls.on(library.Events.LEVEL_SWITCHED, (_, { level }) => {
    const playing = hls.levels[level];
    const height = playing ? linesOf(playing) : 0;
    onHeight(height);
    if (isSlow(hls, before, level)) onSlow(height);
    before = level;
  });
};

const listen = (library: typeof Hls, hls: Hls, renewed: RenewedAddresses, options: LadderOptions): void => {
  const { onFailure, quality } = options;
  let hasRecovered = false;
  hls.once(library.Events.MANIFEST_PARSED, () => {
    if (quality !== 'auto' && quality !== 'audio') hls.loadLevel = levelOf(hls, quality);
  });
  hls.once(library.Events.MANIFEST_LOADED, (_, { levels }) => {
    const audio = listRenditions(levels, options);
    if (quality === 'audio' && audio) hls.loadSource(audio.url);
  });
  noteSizes(library, hls, options);
  hls.on(library.Events.LEVEL_LOADED, (_, { details }) => {
    for (const { url } of details.fragments.slice(0, 1)) renewed.noteListed(url, details.url);
  });
  hls.on(library.Events.FRAG_LOADED, (_, { frag }) => {
    renewed.noteLoaded(frag.url);
    storeConnectionSpeed(hls.bandwidthEstimate);
  });
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

export const HLS_TYPE = 'application/vnd.apple.mpegurl';

/** Safari plays on a television only what that can fetch by itself: the playlist, as the second source. */
const offerTelevision = ({ video, address }: LadderOptions): void => {
  if (!('ManagedMediaSource' in globalThis) || !video.querySelector('source')) return;
  const source = document.createElement('source');
  source.type = HLS_TYPE;
  source.src = address;
  video.append(source);
  video.disableRemotePlayback = false;
};

/**
 * Plays renditions through Media Source Extensions, or returns nothing where they are missing; the browser then plays
 * the playlist natively, or the single file. Tried first, because Chrome claims that it may play playlists and then
 * fails.
 */
export const openLadder = async (options: LadderOptions): Promise<Ladder | undefined> => {
  const { default: library } = await import('hls.js/light');
  if (!library.isSupported()) return undefined;
  // The browser responds between evaluating the library and starting it.
  await new Promise((resolve) => setTimeout(resolve));
  const renewed = createRenewedAddresses();
  const hls = new library({ ...settings(options.startSeconds), ...renewing(library, renewed) });
  listen(library, hls, renewed, options);
  hls.loadSource(options.address);
  hls.attachMedia(options.video);
  offerTelevision(options);
  return {
    choose: (quality) => {
      hls.nextLevel = levelOf(hls, quality);
    },
    stop: () => hls.destroy(),
  };
};
