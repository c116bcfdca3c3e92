import { msg } from '@lingui/core/macro';
import { kinds } from '#web/features/kinds/kinds.ts';
import { fileAddressOf } from '#web/features/kinds/file-address.ts';
import { linesOf } from '#web/features/classroom/player/stream/quality-menu.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { OfflineQuality } from './offline-store.ts';
import { deviceStorage } from '#web/api/browser-storage.ts';
import type { Language } from '#contract/languages/language.ts';

/** One of the lines of a master playlist. */
interface Rendition {
  quality: OfflineQuality;
  bitsPerSecond: number;
  /** The tag that describes it. */
  tag: string;
  address: string;
}

const ENTRY = /^(#EXT-X-STREAM-INF:.*)\n(\S.*)$/gm;

/** The qualities that a lecture can be downloaded in: the largest first, the audio alone last. */
export const readRenditions = (master: string, base: string): Rendition[] =>
  [...master.matchAll(ENTRY)]
    .map(([, tag = '', name = '']): Rendition => {
      const [, width, height] = /RESOLUTION=(\d+)x(\d+)/.exec(tag) ?? [];
      const bits = /AVERAGE-BANDWIDTH=(\d+)/.exec(tag)?.[1] ?? /[:,]BANDWIDTH=(\d+)/.exec(tag)?.[1];
      return {
        quality: height === undefined ? 'audio' : linesOf({ width: Number(width), height: Number(height) }),
        bitsPerSecond: Number(bits),
        tag,
        address: new URL(name, base).href,
      };
    })
    .toSorted((a, b) => heightOf(b.quality) - heightOf(a.quality));

const heightOf = (quality: OfflineQuality): number => (typeof quality === 'number' ? quality : 0);

/** The nearest to the wanted one that is not larger, or else the smallest. */
export const nearestTo = <T extends { quality: OfflineQuality }>(
  wanted: OfflineQuality,
  renditions: readonly T[],
): T | undefined => {
  const videos = renditions.filter(({ quality }) => quality !== 'audio');
  if (wanted === 'audio') return renditions.find(({ quality }) => quality === 'audio') ?? videos.at(-1);
  return videos.find(({ quality }) => heightOf(quality) <= heightOf(wanted)) ?? videos.at(-1);
};

const NAMES = /^(?!#)\S.*$|(?<=URI=")[^"]+(?=")/gm;

/** A rendition is one file, whose last segment says how long it is. */
export const readMediaPlaylist = (playlist: string, base: string, nameOfCopy: string) => {
  const [name = ''] = playlist.match(NAMES) ?? [];
  const ends = [...playlist.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(
    ([, length, offset]) => Number(length) + Number(offset),
  );
  return {
    /** The file that every segment is a part of. */
    address: new URL(name, base).href,
    sizeBytes: Math.max(0, ...ends),
    /** The playlist, for the copy of the file. */
    text: playlist.replaceAll(NAMES, nameOfCopy),
  };
};

/** The master playlist of a copy. */
export const masterOfCopy = ({ tag }: Rendition, nameOfPlaylist: string): string =>
  `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${tag}\n${nameOfPlaylist}\n`;

const NAME = 'kept-quality';

/** The chosen quality of all downloads; undefined before the first choice. */
export const chosenQuality = (): OfflineQuality | undefined => {
  const stored = deviceStorage.getItem(NAME);
  if (stored === null) return undefined;
  return stored === 'audio' || stored === 'original' ? stored : Number(stored);
};

export const storeQuality = (quality: OfflineQuality | undefined): void => {
  if (quality === undefined) deviceStorage.removeItem(NAME);
  else deviceStorage.setItem(NAME, String(quality));
};

/** The quality of the download, if it needs no question. */
export const knownQuality = ({ hls }: Pick<Lecture, 'hls'>): OfflineQuality | undefined =>
  chosenQuality() ?? (hls === null ? 'original' : undefined);

export const nameOfQuality = (quality: OfflineQuality, { _ }: Language): string => {
  if (quality === 'audio') return _(msg`audio only`);
  return quality === 'original' ? _(msg`as uploaded`) : `${quality}p`;
};

export interface QualityOffer {
  quality: OfflineQuality;
  /** About how large a copy of this lecture is. */
  sizeBytes: number;
}

const attachedBytes = ({ attachments }: Lecture): number =>
  attachments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** The qualities to choose from; empty when there is no choice. */
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
  const { ok, headers } = await fetch(fileAddressOf(lecture), { method: 'HEAD' });
  const length = headers.get('content-length');
  return ok && length !== null ? attachedBytes(lecture) + Number(length) : null;
};

/** About how large a download is; null when that is unknown. */
export const sizeOfDownload = async (lecture: Lecture, quality: OfflineQuality): Promise<number | null> => {
  if (kinds[lecture.kind].offline === 'attempt') return null;
  if (lecture.hls === null || quality === 'original') return uploadedBytes(lecture);
  return nearestTo(quality, await offersOf(lecture))?.sizeBytes ?? null;
};
