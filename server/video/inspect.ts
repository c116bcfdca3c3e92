import { type FileHandle, open } from 'node:fs/promises';
import { fail } from '#server/errors.ts';
import { BrokenBoxError, type ReadAt } from './boxes.ts';
import { readMp4 } from './mp4.ts';
import { sniffVideo, VIDEO_SNIFF_BYTES, type VideoKind } from './sniff.ts';

export interface VideoFacts extends VideoKind {
  sizeBytes: number;
  /** Unknown for containers that are not looked into. */
  durationMs: number | undefined;
  /** Whether browsers play it, as far as that can be told from its container and the names of its codecs. */
  isPlayable: boolean;
  /** Whether playing can begin before the whole file has arrived. */
  isFastStart: boolean;
}

/** Codes of sample formats that the browsers of the day decode; no sound at all is fine. */
const PLAYABLE_PICTURE = new Set(['avc1', 'avc3', 'vp08', 'vp09', 'av01']);
const PLAYABLE_SOUND = new Set(['mp4a', 'Opus', 'fLaC', '.mp3', undefined]);

const PAGE_BYTES = 4096;

/** Keeps the page that was read last: neighbouring boxes cost one read. */
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
export const assertVideoStart = (firstBytes: Buffer): VideoKind => {
  const kind = sniffVideo(firstBytes);
  if (!kind) throw fail('not_a_video');
  return kind;
};

/**
 * What can be known of a video file without decoding it. Throws `not_a_video` for other files, also for sound without a
 * picture, and `damaged_video` for an MP4 that is cut off.
 */
export const inspectVideo = async (path: string): Promise<VideoFacts> => {
  const file = await open(path, 'r');
  try {
    const { size: sizeBytes } = await file.stat();
    const read = pagedReader(file, sizeBytes);
    const kind = assertVideoStart(await read(0, VIDEO_SNIFF_BYTES));
    if (kind.container !== 'mp4')
      return { ...kind, sizeBytes, durationMs: undefined, isPlayable: kind.container === 'webm', isFastStart: true };
    const { durationMs, videoCodec, audioCodec, isFastStart } = await readMp4(read, sizeBytes);
    if (videoCodec === undefined) throw fail('not_a_video');
    const isPlayable = PLAYABLE_PICTURE.has(videoCodec) && PLAYABLE_SOUND.has(audioCodec);
    return { ...kind, sizeBytes, durationMs, isPlayable, isFastStart };
  } catch (error) {
    if (error instanceof BrokenBoxError) throw fail('damaged_video', { cause: error });
    throw error;
  } finally {
    await file.close();
  }
};
