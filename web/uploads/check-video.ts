import { formatSize } from '#web/components/format.ts';
import { readMp4 } from '#web/uploads/mp4-codecs.ts';

export interface VideoCheck {
  /** Why this file is not sent, and what to do instead. */
  problem: string | undefined;
  /** What to know of it, though it is sent. */
  note: string | undefined;
}

interface Circumstances {
  maxBytes: number;
  /** Whether the server can convert what browsers do not play. */
  canConvert: boolean;
  /** Whether this browser opens it, with a picture. */
  canPlay: (file: File) => Promise<boolean>;
}

/** How files that may hold a video begin: Matroska and WebM, AVI, Ogg, Flash, Windows Media, MPEG. */
const SIGNATURES = [
  [0x1a, 0x45, 0xdf, 0xa3],
  [0x52, 0x49, 0x46, 0x46],
  [0x4f, 0x67, 0x67, 0x53],
  [0x46, 0x4c, 0x56],
  [0x30, 0x26, 0xb2, 0x75],
  [0x00, 0x00, 0x01, 0xba],
  [0x47],
];

const NAMES: Record<string, string> = {
  hvc1: 'HEVC (H.265)',
  hev1: 'HEVC (H.265)',
  apcn: 'ProRes',
  apch: 'ProRes',
  apcs: 'ProRes',
  ap4h: 'ProRes',
  mp4v: 'MPEG-4 Part 2',
};
const AUDIO = new Set(['mp4a', 'ac-3', 'ec-3', 'Opus', 'fLaC', 'alac', 'sowt', 'twos', 'lpcm', '.mp3']);
const DATA = new Set(['tmcd', 'text', 'tx3g', 'mett', 'rtp ', 'wvtt', 'c608', 'mebx']);

const EXPORT = 'Export it as MP4 with H.264 and AAC, then choose it again.';

const beginsLikeVideo = async (file: File): Promise<boolean> => {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return SIGNATURES.some((signature) => signature.every((byte, index) => head[index] === byte));
};

const no = (problem: string): VideoCheck => ({ problem, note: undefined });

const aboutPlaying = (codec: string | undefined, canConvert: boolean): VideoCheck => {
  const name = codec === undefined ? '' : (NAMES[codec] ?? codec);
  const what = name === '' ? 'This browser cannot play this video.' : `Browsers rarely play ${name}.`;
  if (!canConvert) return no(`${what} This server has no ffmpeg to convert it. ${EXPORT}`);
  return { problem: undefined, note: `${what} It is converted after the upload, which takes a while.` };
};

/** Looks at a file before a byte of it is sent: size, kind, whether it is whole, and whether browsers play it. */
export const checkVideo = async (file: File, { maxBytes, canConvert, canPlay }: Circumstances): Promise<VideoCheck> => {
  if (file.size === 0) return no('This file is empty. Choose another one.');
  if (file.size > maxBytes)
    return no(`This file has ${formatSize(file.size)}. A video may have up to ${formatSize(maxBytes)}.`);
  try {
    const mp4 = await readMp4(file);
    if (!mp4 && !(await beginsLikeVideo(file))) return no(`This file is not a video. ${EXPORT}`);
    if (mp4 && !mp4.isWhole) return no(`This video is cut off or damaged. ${EXPORT}`);
    const pictures = mp4?.codecs.filter((codec) => !AUDIO.has(codec) && !DATA.has(codec));
    if (pictures?.length === 0) return no(`This file has sound, but no picture. ${EXPORT}`);
    if (await canPlay(file)) return { problem: undefined, note: undefined };
    return aboutPlaying(pictures?.[0], canConvert);
  } catch {
    return no('This file cannot be read. It may have been moved or changed; choose it again.');
  }
};
