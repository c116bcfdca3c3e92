import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { BrokenBoxError, type ReadAt } from '#video-format/boxes.ts';
import { kindOfFile } from '#video-format/lecture-file.ts';
import { codecOf, readMp4 } from '#video-format/mp4.ts';
import { sniffVideo, VIDEO_SNIFF_BYTES } from '#video-format/sniff.ts';
import { formatSize } from '#contract/format.ts';
import { videoStatusQuery } from '#web/api/school-queries.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { type FileKind, mediumOf } from '#contract/classroom/kind-facts.ts';
import { deferred } from '#web/api/deferred.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { messages } from '#contract/messages.ts';

/** False once a picked file was moved, changed or deleted. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

export interface FileCheck {
  /** Why this file cannot be uploaded, and the advice. */
  problem: string | undefined;
  /** A hint about a file that can be uploaded. */
  note?: string;
  /** Undefined for a file that makes no lecture. */
  kind: FileKind | undefined;
}

interface Circumstances {
  maxBytes: number;
  /** The kind that it must be; without one, any. */
  wanted?: FileKind | undefined;
  /** Whether the server can convert videos that browsers do not play. */
  canConvert: boolean;
  /** Whether this browser can play it. */
  canPlay: (file: File) => Promise<boolean>;
  language: Language;
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

const readerOf =
  (file: File): ReadAt =>
  async (position, length) =>
    new Uint8Array(await file.slice(position, position + length).arrayBuffer());

const refusals: Record<FileKind | 'any', MessageDescriptor> = {
  video: msg`This file is not a video. Export it as MP4 with H.264 and AAC, then choose it again.`,
  audio: msg`This file is not an MP3, M4A or WAV.`,
  pdf: msg`This file is not a PDF.`,
  any: msg`This file is not a video, an MP3, M4A or WAV, or a PDF.`,
};

const no = (problem: string): FileCheck => ({ problem, kind: undefined });

const aboutPlaying = (codec: string | undefined, { canConvert, language: { _ } }: Circumstances): FileCheck => {
  const name = codec === undefined ? '' : (NAMES[codec] ?? codec);
  if (!canConvert)
    return no(
      name === ''
        ? _(
            msg`This browser cannot play this video. This server has no ffmpeg to convert it. Export it as MP4 with H.264 and AAC, then choose it again.`,
          )
        : _(
            msg`Browsers rarely play ${name}. This server has no ffmpeg to convert it. Export it as MP4 with H.264 and AAC, then choose it again.`,
          ),
    );
  const note =
    name === ''
      ? _(msg`This browser cannot play this video. It will be converted after the upload, which can take a while.`)
      : _(msg`Browsers rarely play ${name}. It will be converted after the upload, which can take a while.`);
  return { problem: undefined, note, kind: 'video' };
};

const checkVideo = async (file: File, read: ReadAt, circumstances: Circumstances): Promise<FileCheck> => {
  const { canPlay, language } = circumstances;
  const isMp4 = sniffVideo(await read(0, VIDEO_SNIFF_BYTES))?.container === 'mp4';
  const mp4 = isMp4 ? await readMp4(read, file.size) : undefined;
  const codec = mp4 && codecOf(mp4, 'vide');
  if (mp4 && codec === undefined)
    return no(
      language._(msg`This file has audio but no video. Export it as MP4 with H.264 and AAC, then choose it again.`),
    );
  return (await canPlay(file)) ? { problem: undefined, kind: 'video' } : aboutPlaying(codec, circumstances);
};

/** Checks a file before the upload: its size and kind; of a video also whether it is complete and browsers can play it. */
export const checkFile = async (file: File, circumstances: Circumstances): Promise<FileCheck> => {
  const {
    maxBytes,
    wanted,
    language: { _ },
  } = circumstances;
  if (file.size === 0) return no(_(msg`This file is empty. Choose another one.`));
  if (file.size > maxBytes)
    return no(
      _(msg`This file is ${{ size: formatSize(file.size) }}. It can be up to ${{ limit: formatSize(maxBytes) }}.`),
    );
  try {
    const read = readerOf(file);
    const kind = kindOfFile(await read(0, VIDEO_SNIFF_BYTES));
    if (!kind || (wanted && kind !== wanted)) return no(_(refusals[wanted ?? 'any']));
    return mediumOf(kind) === 'video' ? await checkVideo(file, read, circumstances) : { problem: undefined, kind };
  } catch (error) {
    if (error instanceof BrokenBoxError)
      return no(
        _(msg`This video is incomplete or damaged. Export it as MP4 with H.264 and AAC, then choose it again.`),
      );
    return no(_(messages.uploads.unreadable));
  }
};

const GIVE_UP_MS = 5000;

/** Whether this browser can decode the video track of a file. */
const canPlay = (file: File): Promise<boolean> => {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  const { promise, resolve } = deferred<boolean>();
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

/** Checks a file against what this server accepts and can convert, and against the kind that it must be. */
export const useFileCheck = (wanted?: FileKind): ((file: File) => Promise<FileCheck>) => {
  const { maxUploadBytes } = useSite();
  const language = useLanguage();
  // Only admins may ask for it.
  const isAdmin = useSession()?.role === 'ADMIN';
  const { data } = useQuery({ ...videoStatusQuery(), enabled: isAdmin });
  const canConvert = data === undefined || data.video.engine !== null;
  return (file) => checkFile(file, { maxBytes: maxUploadBytes, canConvert, canPlay, wanted, language });
};
