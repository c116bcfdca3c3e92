/** What a person chose once and expects in every lecture: speed and loudness. */
export interface PlayerPreferences {
  rate: number;
  volume: number;
  isMuted: boolean;
}

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const STORAGE_KEY = 'player';
const defaults: PlayerPreferences = { rate: 1, volume: 1, isMuted: false };

const parse = (stored: unknown): PlayerPreferences => {
  if (typeof stored !== 'object' || stored === null) return defaults;
  const { rate, volume, isMuted }: { rate?: unknown; volume?: unknown; isMuted?: unknown } = stored;
  return {
    rate: SPEEDS.find((speed) => speed === rate) ?? defaults.rate,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : defaults.volume,
    isMuted: isMuted === true,
  };
};

/** Reads the stored choice; anything unreadable is the default. */
const readPreferences = (): PlayerPreferences => {
  try {
    return parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
  } catch {
    return defaults;
  }
};

const storePreferences = (preferences: PlayerPreferences): void => {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences));
  } catch {
    // A browser that refuses storage plays all the same.
  }
};

/** Sets speed and loudness as they were left, and keeps what changes; the returned function stops that. */
export const keepPreferences = (video: HTMLVideoElement): (() => void) => {
  const { rate, volume, isMuted } = readPreferences();
  video.defaultPlaybackRate = rate;
  video.playbackRate = rate;
  video.volume = volume;
  video.muted = isMuted;
  const store = () => storePreferences({ rate: video.defaultPlaybackRate, volume: video.volume, isMuted: video.muted });
  video.addEventListener('ratechange', store);
  video.addEventListener('volumechange', store);
  return () => {
    video.removeEventListener('ratechange', store);
    video.removeEventListener('volumechange', store);
  };
};
