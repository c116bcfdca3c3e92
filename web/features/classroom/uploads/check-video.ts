import { useQuery } from '@tanstack/react-query';
import { BrokenBoxError, type ReadAt } from '#video-format/boxes.ts';
import { codecOf, readMp4 } from '#video-format/mp4.ts';
import { sniffVideo, VIDEO_SNIFF_BYTES } from '#video-format/sniff.ts';
import { formatSize } from '#web/ui/text/format.ts';
import { videoStatusQuery } from '#web/api/school-queries.ts';
import { useSite } from '#web/ui/page/site.tsx';

export const UNREADABLE = 'This file cannot be read. It may have been moved or changed; choose it again.';

/** False once a picked file was moved, changed or deleted. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

export interface VideoCheck {
  /** Why this file cannot be uploaded, and the advice. */
  problem: string | undefined;
  /** A hint about a file that can be uploaded. */
  note: string | undefined;
}

interface Circumstances {
  maxBytes: number;
  /** Whether the server can convert videos that browsers do not play. */
  canConvert: boolean;
  /** Whether this browser can play it. */
  canPlay: (file: File) => Promise<boolean>;
}

const NAMES: Record<string, string> = {
  hvc1: 'HEVC (H.265)',
  hev1: 'HEVC (H.265)',
  apcn: 'ProRes',
  apch: 'ProRes',
  apcs: 'ProRes',
  ap4h: 'ProRes',
  mp4v: 'MPEG-4 Part 2',
};
const EXPORT = 'Export it as MP4 with H.264 and AAC, then choose it again.';

const readerOf =
  (file: File): ReadAt =>
  async (position, length) =>
    new Uint8Array(await file.slice(position, position + length).arrayBuffer());

const no = (problem: string): VideoCheck => ({ problem, note: undefined });

const aboutPlaying = (codec: string | undefined, canConvert: boolean): VideoCheck => {
  const name = codec === undefined ? '' : (NAMES[codec] ?? codec);
  const what = name === '' ? 'This browser cannot play this video.' : `Browsers rarely play ${name}.`;
  if (!canConvert) return no(`${what} This server has no ffmpeg to convert it. ${EXPORT}`);
  return { problem: undefined, note: `${what} It will be converted after the upload, which can take a while.` };
};

/** Checks a file before the upload: size, format, completeness, and whether browsers can play it. */
export const checkVideo = async (file: File, { maxBytes, canConvert, canPlay }: Circumstances): Promise<VideoCheck> => {
  if (file.size === 0) return no('This file is empty. Choose another one.');
  if (file.size > maxBytes)
    return no(`This file is ${formatSize(file.size)}. A video can be up to ${formatSize(maxBytes)}.`);
  try {
    const read = readerOf(file);
    const kind = sniffVideo(await read(0, VIDEO_SNIFF_BYTES));
    if (!kind) return no(`This file is not a video. ${EXPORT}`);
    const mp4 = kind.container === 'mp4' ? await readMp4(read, file.size) : undefined;
    const codec = mp4 && codecOf(mp4, 'vide');
    if (mp4 && codec === undefined) return no(`This file has audio but no video. ${EXPORT}`);
    if (await canPlay(file)) return { problem: undefined, note: undefined };
    return aboutPlaying(codec, canConvert);
  } catch (error) {
    if (error instanceof BrokenBoxError) return no(`This video is incomplete or damaged. ${EXPORT}`);
    return no(UNREADABLE);
  }
};

const GIVE_UP_MS = 5000;

/** Whether this browser can decode the video track of a file. */
const canPlay = (file: File): Promise<boolean> => {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), GIVE_UP_MS);
  video.preload = 'metadata';
  video.muted = true;
  video.addEventListener('loadedmetadata', () => resolve(video.videoWidth > 0));
  video.addEventListener('error', () => resolve(false));
  video.src = url;
  return promise.finally(() => {
    clearTimeout(timer);
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  });
};

/** Checks a file against what this server accepts and can convert. */
export const useVideoCheck = (): ((file: File) => Promise<VideoCheck>) => {
  const { maxUploadBytes } = useSite();
  const { data } = useQuery(videoStatusQuery());
  const canConvert = data === undefined || data.video.engine !== null;
  return (file) => checkVideo(file, { maxBytes: maxUploadBytes, canConvert, canPlay });
};
