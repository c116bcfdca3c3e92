import { open, readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { type Box, boxesIn, type ReadAt, viewOf } from '#video-format/boxes.ts';
import { readMp4 } from '#video-format/mp4.ts';

/** The attributes of a rendition in the master playlist. */
export const VariantFacts = z.object({
  bandwidth: z.int(),
  averageBandwidth: z.int(),
  codecs: z.string(),
  /** Undefined for a rendition of audio only. */
  width: z.int().optional(),
  height: z.int().optional(),
  framesPerSecond: z.number().optional(),
});
export type VariantFacts = z.output<typeof VariantFacts>;

export interface Variant extends VariantFacts {
  /** File name of its media playlist. */
  playlist: string;
}

const MAX_BOXES = 64;
const AAC = 'mp4a.40.2';

/** Bytes and seconds of each segment of a media playlist. */
const segmentsOf = (playlist: string): { seconds: number; bytes: number }[] => {
  const seconds = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, value]) => Number(value));
  const bytes = [...playlist.matchAll(/^#EXT-X-BYTERANGE:(\d+)@/gm)].map(([, value]) => Number(value));
  return seconds.map((length, index) => ({ seconds: length, bytes: bytes[index] ?? 0 }));
};

/** The longest distance between key frames of a copied video track. */
export const longestSegmentSeconds = (playlist: string): number =>
  Math.max(0, ...segmentsOf(playlist).map(({ seconds }) => seconds));

interface AvcFacts {
  codec: string;
  width: number;
  height: number;
}

/** Bytes of a sample entry before the boxes inside it. */
const SAMPLE_ENTRY_BYTES = 78;

/** The codec (RFC 6381) and size from an `avc1` entry; undefined for others. */
const readAvc = async (read: ReadAt, entry: Box | undefined): Promise<AvcFacts | undefined> => {
  if (entry?.name !== 'avc1') return undefined;
  const fields = await read(entry.start, SAMPLE_ENTRY_BYTES);
  const inner = await boxesIn(read, { start: entry.start + SAMPLE_ENTRY_BYTES, end: entry.end }, MAX_BOXES);
  const avcC = inner.find(({ name }) => name === 'avcC');
  if (!avcC || fields.length < SAMPLE_ENTRY_BYTES) return undefined;
  const profile = Buffer.from(await read(avcC.start, 4))
    .toString('hex', 1, 4)
    .toUpperCase();
  return { codec: `avc1.${profile}`, width: viewOf(fields).getUint16(24), height: viewOf(fields).getUint16(26) };
};

/** Measures a rendition: bandwidth from its segments, codecs and size from its header. */
export const measureVariant = async (playlistPath: string, mediaPath: string): Promise<VariantFacts> => {
  const segments = segmentsOf(await readFile(playlistPath, 'utf8'));
  const { size: fileBytes } = await stat(mediaPath);
  const totalSeconds = segments.reduce((sum, { seconds }) => sum + seconds, 0);
  // A very short last segment would have an unrealistic rate.
  const rates = segments.map(({ seconds, bytes }) => (bytes * 8) / Math.max(seconds, 1));
  const file = await open(mediaPath, 'r');
  try {
    const read: ReadAt = async (position, length) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const { tracks } = await readMp4(read, fileBytes);
    const videos = await Promise.all(tracks.map(({ format }) => readAvc(read, format)));
    const size = videos.find((video) => video !== undefined);
    return {
      bandwidth: Math.max(1, Math.ceil(Math.max(0, ...rates))),
      averageBandwidth: Math.max(1, Math.ceil((fileBytes * 8) / Math.max(totalSeconds, 1))),
      codecs: videos.map((video) => video?.codec ?? AAC).join(','),
      ...(size ? { width: size.width, height: size.height } : {}),
    };
  } finally {
    await file.close();
  }
};

const variantText = ({ playlist, bandwidth, averageBandwidth, codecs, width, height, framesPerSecond }: Variant) => {
  const size = width === undefined || height === undefined ? [] : [`RESOLUTION=${width}x${height}`];
  const rate = framesPerSecond === undefined ? [] : [`FRAME-RATE=${framesPerSecond.toFixed(3)}`];
  const attributes = [
    `BANDWIDTH=${Math.max(bandwidth, averageBandwidth)}`,
    `AVERAGE-BANDWIDTH=${averageBandwidth}`,
    `CODECS="${codecs}"`,
    ...size,
    ...rate,
  ];
  return `#EXT-X-STREAM-INF:${attributes.join(',')}\n${playlist}\n`;
};

/** The list of all renditions, the smallest bandwidth first; audio only comes last. */
export const masterPlaylist = (variants: readonly Variant[]): string => {
  const withVideo = variants.filter(({ width }) => width !== undefined);
  const audioOnly = variants.filter(({ width }) => width === undefined);
  const ordered = [...withVideo.toSorted((a, b) => a.bandwidth - b.bandwidth), ...audioOnly];
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${ordered.map(variantText).join('')}`;
};
