import { type FileHandle, open } from 'node:fs/promises';
import { fail } from '#server/errors.ts';
import { BrokenBoxError, type ReadAt } from '#video-format/boxes.ts';
import { codecOf, readMp4 } from '#video-format/mp4.ts';
import { sniffVideo, VIDEO_SNIFF_BYTES, type VideoKind } from '#video-format/sniff.ts';

export interface VideoFacts extends VideoKind {
  sizeBytes: number;
  /** Unknown for containers that are not looked into. */
  durationMs: number | undefined;
  /** Whether browsers play it, as far as its container shows and the names of its codecs. */
  isPlayable: boolean;
  /** Whether playing can begin before the whole file has arrived. */
  isFastStart: boolean;
}

/** Codes of sample formats that the browsers of the day decode; a file without audio is fine. */
const PLAYABLE_VIDEO = new Set(['avc1', 'avc3', 'vp08', 'vp09', 'av01']);
const PLAYABLE_AUDIO = new Set(['mp4a', 'Opus', 'fLaC', '.mp3', undefined]);

const PAGE_BYTES = 4096;

/** Caches the page that was read last: neighbouring boxes need one read. */
const pagedReader = (file: FileHandle, fileBytes: number): ReadAt => {
  let page = Buffer.alloc(0);
  let pageStart = 0;
  return async (position, length) => {
    const wanted = Math.max(0, Math.min(length, fileBytes - position));
    if (position < pageStart || position + wanted > pageStart + page.length) {
      const { bytesRead, buffer } = await file.read(
        Buffer.allocUnsafe(Math.max(PAGE_BYTES, wanted)),
        0,
        Math.max(PAGE_BYTES, wanted),
        position,
      );
      page = buffer.subarray(0, bytesRead);
      pageStart = position;
    }
    return page.subarray(position - pageStart, position - pageStart + wanted);
  };
};

/** Throws unless a file that begins with these bytes may be a video. */
export const assertVideoStart = (firstBytes: Uint8Array): VideoKind => {
  const kind = sniffVideo(firstBytes);
  if (!kind) throw fail('not_a_video');
  return kind;
};

/**
 * What can be known of a video file without decoding it. Throws `not_a_video` for other files, also for audio without
 * video, and `damaged_video` for an MP4 that is cut off.
 */
export const inspectVideo = async (path: string): Promise<VideoFacts> => {
  const file = await open(path, 'r');
  try {
    const { size: sizeBytes } = await file.stat();
    const read = pagedReader(file, sizeBytes);
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
