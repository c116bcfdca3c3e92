import { latin1, viewOf } from './boxes.ts';

/** A kind of video file, known by its first bytes, never by its name. */
export interface VideoKind {
  container: 'mp4' | 'webm' | 'matroska' | 'avi' | 'mpegts' | 'flv' | 'ogg' | 'asf' | 'mpeg';
  contentType: string;
  extension: string;
}

/** How many bytes `sniffVideo` looks at. */
export const VIDEO_SNIFF_BYTES = 4096;

// QuickTime, the ancestor of MP4, is served as MP4: browsers play it only under that type.
const mp4: VideoKind = { container: 'mp4', contentType: 'video/mp4', extension: 'mp4' };
const webm: VideoKind = { container: 'webm', contentType: 'video/webm', extension: 'webm' };
const matroska: VideoKind = { container: 'matroska', contentType: 'video/x-matroska', extension: 'mkv' };
const avi: VideoKind = { container: 'avi', contentType: 'video/x-msvideo', extension: 'avi' };
const mpegts: VideoKind = { container: 'mpegts', contentType: 'video/mp2t', extension: 'ts' };
const flv: VideoKind = { container: 'flv', contentType: 'video/x-flv', extension: 'flv' };
const ogg: VideoKind = { container: 'ogg', contentType: 'video/ogg', extension: 'ogv' };
const asf: VideoKind = { container: 'asf', contentType: 'video/x-ms-asf', extension: 'wmv' };
const mpeg: VideoKind = { container: 'mpeg', contentType: 'video/mpeg', extension: 'mpg' };

/** Boxes that may open an MP4 or QuickTime file. */
const OPENING_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp', 'moof']);
/** Brands of the same container that hold images, or audio without video. */
const OTHER_BRANDS = /^(?:hei[cxms]|hev[cxms]|mif1|msf1|avif|avis|miaf|M4A |M4B |M4P |crx )$/;
const OGG_VIDEO = /\x80theora|OVP80|BBCD\0|fishead\0/;

const isMp4 = (bytes: Uint8Array): boolean => {
  if (bytes.length < 12) return false;
  const name = latin1(bytes, 4, 8);
  if (!OPENING_BOXES.has(name)) return false;
  const size = viewOf(bytes).getUint32(0);
  if (size > 1 && size < 8) return false;
  return name !== 'ftyp' || !OTHER_BRANDS.test(latin1(bytes, 8, 12));
};

/** Packets of 188 bytes, in M2TS with four bytes before each, begin with 0x47. */
const isTransportStream = (bytes: Uint8Array): boolean =>
  [
    { first: 0, every: 188 },
    { first: 4, every: 192 },
  ].some(({ first, every }) => [0, 1, 2, 3].every((packet) => bytes[first + packet * every] === 0x47));

/** The kind of video whose file begins with these bytes; undefined for everything else. */
export const sniffVideo = (bytes: Uint8Array): VideoKind | undefined => {
  const text = latin1(bytes, 0, VIDEO_SNIFF_BYTES);
  if (isMp4(bytes)) return mp4;
  if (text.startsWith('\x1a\x45\xdf\xa3')) return text.slice(0, 64).includes('webm') ? webm : matroska;
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'AVI ') return avi;
  if (isTransportStream(bytes)) return mpegts;
  if (text.startsWith('FLV\x01')) return flv;
  if (text.startsWith('OggS')) return OGG_VIDEO.test(text) ? ogg : undefined;
  if (text.startsWith('\x30\x26\xb2\x75\x8e\x66\xcf\x11')) return asf;
  if (text.startsWith('\x00\x00\x01\xba') || text.startsWith('\x00\x00\x01\xb3')) return mpeg;
  return undefined;
};
