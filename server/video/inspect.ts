import { fail } from '#server/errors.ts';
import { BrokenBoxError, type ReadAt } from '#video-format/boxes.ts';
import { codecOf, readMp4 } from '#video-format/mp4.ts';
import { sniffVideo, VIDEO_SNIFF_BYTES, type VideoKind } from '#video-format/sniff.ts';

/** A file open for reading. */
export interface ReadableFile {
  readonly sizeBytes: number;
  /** Fills `into` from `position`; returns the number of bytes read. */
  read(into: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

export type OpenFile = () => Promise<ReadableFile | undefined>;

export interface VideoFacts extends VideoKind {
  sizeBytes: number;
  /** Undefined for containers that are not parsed. */
  durationMs: number | undefined;
  /** Whether browsers play it, judged by its container and codecs. */
  isPlayable: boolean;
  /** Whether playback can start before the whole file is loaded. */
  isFastStart: boolean;
}

/** Sample formats that current browsers decode; audio is optional. */
const PLAYABLE_VIDEO = new Set(['avc1', 'avc3', 'vp08', 'vp09', 'av01']);
const PLAYABLE_AUDIO = new Set(['mp4a', 'Opus', 'fLaC', '.mp3', undefined]);

const PAGE_BYTES = 4096;

/** Caches the last page, so that neighbouring boxes need one read. */
export const pagedReader = (file: ReadableFile): ReadAt => {
  let page = Buffer.alloc(0);
  let pageStart = 0;
  return async (position, length) => {
    const wanted = Math.max(0, Math.min(length, file.sizeBytes - position));
    if (position < pageStart || position + wanted > pageStart + page.length) {
      const buffer = Buffer.allocUnsafe(Math.max(PAGE_BYTES, wanted));
      page = buffer.subarray(0, await file.read(buffer, position));
      pageStart = position;
    }
    return page.subarray(position - pageStart, position - pageStart + wanted);
  };
};

/** Throws unless a file that begins with these bytes may be a video. */
const assertVideoStart = (firstBytes: Uint8Array): VideoKind => {
  const kind = sniffVideo(firstBytes);
  if (!kind) throw fail('not_a_video');
  return kind;
};

/**
 * Inspects a video file without decoding it. Throws `not_a_video` for other files, including audio without video, and
 * `damaged_video` for a truncated MP4.
 */
export const inspectVideo = async (open: OpenFile): Promise<VideoFacts> => {
  const file = await open();
  if (!file) throw new Error('the video file is gone');
  try {
    const { sizeBytes } = file;
    const read = pagedReader(file);
    const kind = assertVideoStart(await read(0, VIDEO_SNIFF_BYTES));
    if (kind.container !== 'mp4')
      return { ...kind, sizeBytes, durationMs: undefined, isPlayable: kind.container === 'webm', isFastStart: true };
    const mp4 = await readMp4(read, sizeBytes);
    const { durationMs, isFastStart } = mp4;
    const videoCodec = codecOf(mp4, 'vide');
    if (videoCodec === undefined) throw fail('not_a_video');
    const isPlayable = PLAYABLE_VIDEO.has(videoCodec) && PLAYABLE_AUDIO.has(codecOf(mp4, 'soun'));
    return { ...kind, sizeBytes, durationMs, isPlayable, isFastStart };
  } catch (error) {
    if (error instanceof BrokenBoxError) throw fail('damaged_video', { cause: error });
    throw error;
  } finally {
    await file.close();
  }
};
