import { readStored, store } from '#web/api/browser-storage.ts';
import type { Quality } from '#web/features/classroom/player/stream/quality-menu.ts';

/** Caption tracks, in the order of the menu. */
export const captionTracks = (video: HTMLVideoElement): TextTrack[] =>
  [...video.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');

/** Shows one track and hides the others; without a language, hides all. */
const showOnly = (video: HTMLVideoElement, shown: TextTrack | undefined): void => {
  for (const track of captionTracks(video)) track.mode = track === shown ? 'showing' : 'disabled';
};

export const SPEEDS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

export const CAPTION_SIZES = ['Small', 'Normal', 'Large', 'Largest'] as const;
export type CaptionSize = (typeof CAPTION_SIZES)[number];

export const CAPTION_BACKGROUNDS = ['Solid', 'Shaded', 'Outline'] as const;
export type CaptionBackground = (typeof CAPTION_BACKGROUNDS)[number];

const STORAGE_KEY = 'player';

const parseQuality = (stored: unknown): Quality =>
  typeof stored === 'number' || stored === 'original' || stored === 'audio' ? stored : 'auto';

/** Settings that apply to every lecture. Unreadable values become the defaults. */
export const readPreferences = () => {
  const stored = readStored(STORAGE_KEY);
  const values: Record<string, unknown> = typeof stored === 'object' ? { ...stored } : {};
  const { rate, volume, isMuted, showsCaptions, captionLanguage, quality, savesMobileData } = values;
  const { captionSize, captionBackground } = values;
  return {
    rate: SPEEDS.find((speed) => speed === rate) ?? 1,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
    isMuted: isMuted === true,
    showsCaptions: showsCaptions === true,
    /** The last chosen caption language, even while captions are hidden. */
    captionLanguage: typeof captionLanguage === 'string' ? captionLanguage : '',
    captionSize: CAPTION_SIZES.find((size) => size === captionSize) ?? CAPTION_SIZES[1],
    captionBackground:
      CAPTION_BACKGROUNDS.find((background) => background === captionBackground) ?? CAPTION_BACKGROUNDS[0],
    quality: parseQuality(quality),
    /** The smallest rendition while the device uses mobile data. */
    savesMobileData: savesMobileData === true,
  };
};

export const storePreferences = (change: Partial<ReturnType<typeof readPreferences>>): void =>
  store(STORAGE_KEY, { ...readPreferences(), ...change });

export const chooseCaptions = (video: HTMLVideoElement, language: string | null): void => {
  const wanted = language ?? '';
  showOnly(video, language === null ? undefined : captionTracks(video).find((track) => track.language === wanted));
  storePreferences(language === null ? { showsCaptions: false } : { showsCaptions: true, captionLanguage: wanted });
};

/** The language that "Show captions" turns on. */
export const preferredCaptions = (video: HTMLVideoElement): string | null => {
  const languages = captionTracks(video).map(({ language }) => language);
  const { captionLanguage } = readPreferences();
  return languages.find((language) => language === captionLanguage) ?? languages[0] ?? null;
};

/** Applies the stored settings and stores changes; returns a function that stops it. */
export const keepPreferences = (video: HTMLVideoElement): (() => void) => {
  const { rate, volume, isMuted } = readPreferences();
  video.defaultPlaybackRate = rate;
  video.playbackRate = rate;
  video.volume = volume;
  video.muted = isMuted;
  const save = () => storePreferences({ rate: video.defaultPlaybackRate, volume: video.volume, isMuted: video.muted });
  const applyCaptions = () => {
    const { showsCaptions } = readPreferences();
    const language = showsCaptions ? preferredCaptions(video) : null;
    showOnly(
      video,
      captionTracks(video).find((track) => track.language === language),
    );
  };
  const tracks = video.textTracks;
  applyCaptions();
  const leaving = new AbortController();
  const { signal } = leaving;
  for (const name of ['ratechange', 'volumechange']) video.addEventListener(name, save, { signal });
  tracks.addEventListener('addtrack', applyCaptions, { signal });
  return () => leaving.abort();
};
