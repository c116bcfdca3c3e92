import type { KeptQuality } from './kept-store.ts';

/** One of the lines of a master playlist. */
interface Rendition {
  quality: KeptQuality;
  bitsPerSecond: number;
  /** The tag that describes it. */
  tag: string;
  address: string;
}

const ENTRY = /^(#EXT-X-STREAM-INF:.*)\n(\S.*)$/gm;

/** What a lecture can be kept in: the largest first, the audio alone last. */
export const readRenditions = (master: string, base: string): Rendition[] =>
  [...master.matchAll(ENTRY)]
    .map(([, tag = '', name = '']): Rendition => {
      const height = /RESOLUTION=\d+x(\d+)/.exec(tag)?.[1];
      const bits = /AVERAGE-BANDWIDTH=(\d+)/.exec(tag)?.[1] ?? /[:,]BANDWIDTH=(\d+)/.exec(tag)?.[1];
      return {
        quality: height === undefined ? 'audio' : Number(height),
        bitsPerSecond: Number(bits),
        tag,
        address: new URL(name, base).href,
      };
    })
    .toSorted((a, b) => heightOf(b.quality) - heightOf(a.quality));

const heightOf = (quality: KeptQuality): number => (typeof quality === 'number' ? quality : 0);

/** What comes nearest to the wanted one without being larger, or else the smallest. */
export const nearestTo = <T extends { quality: KeptQuality }>(
  wanted: KeptQuality,
  renditions: readonly T[],
): T | undefined => {
  const videos = renditions.filter(({ quality }) => quality !== 'audio');
  if (wanted === 'audio') return renditions.find(({ quality }) => quality === 'audio') ?? videos.at(-1);
  return videos.find(({ quality }) => heightOf(quality) <= heightOf(wanted)) ?? videos.at(-1);
};

const NAMES = /^(?!#)\S.*$|(?<=URI=")[^"]+(?=")/gm;

interface MediaPlaylist {
  /** The file that every segment is a part of. */
  address: string;
  sizeBytes: number;
  /** The playlist, for the copy of the file. */
  text: string;
}

/** A rendition is one file, whose last segment says how long it is. */
export const readMediaPlaylist = (playlist: string, base: string, nameOfCopy: string): MediaPlaylist => {
  const [name = ''] = playlist.match(NAMES) ?? [];
  const ends = [...playlist.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(
    ([, length, offset]) => Number(length) + Number(offset),
  );
  return {
    address: new URL(name, base).href,
    sizeBytes: Math.max(0, ...ends),
    text: playlist.replaceAll(NAMES, nameOfCopy),
  };
};

/** The master playlist of a copy. */
export const masterOfCopy = ({ tag }: Rendition, nameOfPlaylist: string): string =>
  `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${tag}\n${nameOfPlaylist}\n`;
