import { open, readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { boxesIn, type ReadAt, readBox } from './boxes.ts';

/** What the master playlist says of one of its streams. */
export const VariantFacts = z.object({
  bandwidth: z.int(),
  averageBandwidth: z.int(),
  codecs: z.string(),
  /** Undefined for sound alone. */
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

/** Bytes and seconds of each piece of a media playlist. */
const piecesOf = (playlist: string): { seconds: number; bytes: number }[] => {
  const seconds = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, value]) => Number(value));
  const bytes = [...playlist.matchAll(/^#EXT-X-BYTERANGE:(\d+)@/gm)].map(([, value]) => Number(value));
  return seconds.map((length, index) => ({ seconds: length, bytes: bytes[index] ?? 0 }));
};

/** How far its key frames lie apart at most, where a picture was cut as it came. */
export const longestPieceSeconds = (playlist: string): number =>
  Math.max(0, ...piecesOf(playlist).map(({ seconds }) => seconds));

interface PictureCodec {
  codec: string;
  width: number;
  height: number;
}

/** Bytes of a sample entry before the boxes inside it. */
const SAMPLE_ENTRY_BYTES = 78;

/** Reads the codec string and size from the `avc1` entry, as RFC 6381 writes them. */
const readAvc = async (read: ReadAt, stsdStart: number, end: number): Promise<PictureCodec | undefined> => {
  const entry = await readBox(read, stsdStart + 8, end);
  if (entry?.name !== 'avc1') return undefined;
  const fields = await read(entry.start, SAMPLE_ENTRY_BYTES);
  const inner = await boxesIn(read, { start: entry.start + SAMPLE_ENTRY_BYTES, end: entry.end }, MAX_BOXES);
  const avcC = inner.find(({ name }) => name === 'avcC');
  if (!avcC || fields.length < SAMPLE_ENTRY_BYTES) return undefined;
  const profile = (await read(avcC.start, 4)).toString('hex', 1, 4).toUpperCase();
  return { codec: `avc1.${profile}`, width: fields.readUInt16BE(24), height: fields.readUInt16BE(26) };
};

const findPicture = async (read: ReadAt, fileBytes: number): Promise<{ codecs: string[]; size?: PictureCodec }> => {
  const outer = await boxesIn(read, { start: 0, end: fileBytes }, 4);
  const moov = outer.find(({ name }) => name === 'moov');
  const tracks = moov ? (await boxesIn(read, moov, MAX_BOXES)).filter(({ name }) => name === 'trak') : [];
  const codecs: string[] = [];
  let size: PictureCodec | undefined;
  for (const trak of tracks) {
    let box = trak;
    for (const wanted of ['mdia', 'minf', 'stbl', 'stsd']) {
      const next = (await boxesIn(read, box, MAX_BOXES)).find(({ name }) => name === wanted);
      if (!next) break;
      box = next;
    }
    if (box.name !== 'stsd') continue;
    const picture = await readAvc(read, box.start, box.end);
    size ??= picture;
    codecs.push(picture?.codec ?? AAC);
  }
  return size ? { codecs, size } : { codecs };
};

/** Measures what was written: bandwidth from its pieces, codecs and size from its header. */
export const measureVariant = async (playlistPath: string, mediaPath: string): Promise<VariantFacts> => {
  const pieces = piecesOf(await readFile(playlistPath, 'utf8'));
  const { size: fileBytes } = await stat(mediaPath);
  const totalSeconds = pieces.reduce((sum, { seconds }) => sum + seconds, 0);
  // A last piece of a moment would have a rate that nothing ever needs.
  const rates = pieces.map(({ seconds, bytes }) => (bytes * 8) / Math.max(seconds, 1));
  const file = await open(mediaPath, 'r');
  try {
    const read: ReadAt = async (position, length) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const { codecs, size } = await findPicture(read, fileBytes);
    return {
      bandwidth: Math.max(1, Math.ceil(Math.max(0, ...rates))),
      averageBandwidth: Math.max(1, Math.ceil((fileBytes * 8) / Math.max(totalSeconds, 1))),
      codecs: codecs.join(','),
      ...(size ? { width: size.width, height: size.height } : {}),
    };
  } finally {
    await file.close();
  }
};

const variantLines = ({ playlist, bandwidth, averageBandwidth, codecs, width, height, framesPerSecond }: Variant) => {
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

/** The list of all sizes, the best that a modest line carries first; sound alone comes last. */
export const masterPlaylist = (variants: readonly Variant[]): string => {
  const withPicture = variants.filter(({ width }) => width !== undefined);
  const soundAlone = variants.filter(({ width }) => width === undefined);
  const ordered = [...withPicture.toSorted((a, b) => a.bandwidth - b.bandwidth), ...soundAlone];
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${ordered.map(variantLines).join('')}`;
};
