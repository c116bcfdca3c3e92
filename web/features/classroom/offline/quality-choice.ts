import type { Lecture } from '#contract/lectures.ts';
import type { KeptQuality } from './kept-store.ts';
import { nearestTo, readRenditions } from './renditions.ts';

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

/** What a lecture is kept in without a question; undefined where there is something to choose. */
export const knownQuality = ({ hls }: Pick<Lecture, 'hls'>): KeptQuality | undefined =>
  chosenQuality() ?? (hls === null ? 'original' : undefined);

export const nameOfQuality = (quality: KeptQuality): string => {
  if (quality === 'audio') return 'audio only';
  return quality === 'original' ? 'as uploaded' : `${quality}p`;
};

export interface QualityOffer {
  quality: KeptQuality;
  /** About how large a copy of this lecture is. */
  sizeBytes: number;
}

const attachedBytes = ({ attachments }: Lecture): number =>
  attachments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** What a lecture can be kept in; empty when there is nothing to choose. */
export const offersOf = async (lecture: Lecture): Promise<QualityOffer[]> => {
  const { hls, durationMs } = lecture;
  if (hls === null) return [];
  const response = await fetch(hls);
  if (!response.ok) return [];
  return readRenditions(await response.text(), hls).map(({ quality, bitsPerSecond }) => ({
    quality,
    sizeBytes: attachedBytes(lecture) + Math.round((bitsPerSecond / 8) * ((durationMs ?? 0) / 1000)),
  }));
};

const uploadedBytes = async (lecture: Lecture): Promise<number | null> => {
  const { ok, headers } = await fetch(lecture.lecture[0]?.secure_url ?? '', { method: 'HEAD' });
  const length = headers.get('content-length');
  return ok && length !== null ? attachedBytes(lecture) + Number(length) : null;
};

/** About how large a copy of a lecture is; null when that is unknown. */
export const sizeOfCopy = async (lecture: Lecture, quality: KeptQuality): Promise<number | null> => {
  if (lecture.hls === null || quality === 'original') return uploadedBytes(lecture);
  return nearestTo(quality, await offersOf(lecture))?.sizeBytes ?? null;
};
