import type { Lecture } from '#contract/lectures.ts';
import type { KeptQuality } from './kept-store.ts';
import { readRenditions } from './renditions.ts';

const NAME = 'kept-quality';

/** What somebody chose for every lecture that they keep; undefined until they were asked. */
export const chosenQuality = (): KeptQuality | undefined => {
  const stored = localStorage.getItem(NAME);
  if (stored === null) return undefined;
  return stored === 'audio' || stored === 'original' ? stored : Number(stored);
};

export const storeQuality = (quality: KeptQuality | undefined): void => {
  if (quality === undefined) localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, String(quality));
};

export const nameOfQuality = (quality: KeptQuality): string => {
  if (quality === 'audio') return 'audio only';
  return quality === 'original' ? 'as uploaded' : `${quality}p`;
};

export interface QualityOffer {
  quality: KeptQuality;
  /** About how large a copy of this lecture is. */
  sizeBytes: number;
}

/** What a lecture can be kept in; empty when there is nothing to choose. */
export const offersOf = async ({ hls, durationMs, attachments }: Lecture): Promise<QualityOffer[]> => {
  if (hls === null) return [];
  const response = await fetch(hls);
  if (!response.ok) return [];
  const attachedBytes = attachments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return readRenditions(await response.text(), hls).map(({ quality, bitsPerSecond }) => ({
    quality,
    sizeBytes: attachedBytes + Math.round((bitsPerSecond / 8) * ((durationMs ?? 0) / 1000)),
  }));
};
