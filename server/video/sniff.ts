/** A kind of video file, told from its first bytes, never from its name. */
export interface VideoKind {
  container: 'mp4' | 'webm' | 'matroska' | 'avi' | 'mpegts' | 'flv' | 'ogg' | 'asf' | 'mpeg';
  contentType: string;
  extension: string;
}

/** How many bytes `sniffVideo` looks at. */
export const VIDEO_SNIFF_BYTES = 4096;

// A QuickTime file is answered as MP4, whose ancestor it is: browsers play it only under that name.
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
/** Brands of the same container that hold pictures or sound alone. */
const OTHER_BRANDS = /^(?:hei[cxms]|hev[cxms]|mif1|msf1|avif|avis|miaf|M4A |M4B |M4P |crx )$/;
const OGG_VIDEO = /\x80theora|OVP80|BBCD\0|fishead\0/;

const isMp4 = (bytes: Buffer): boolean => {
  if (bytes.length < 12) return false;
  const name = bytes.toString('latin1', 4, 8);
  if (!OPENING_BOXES.has(name)) return false;
  const size = bytes.readUInt32BE(0);
  if (size > 1 && size < 8) return false;
  return name !== 'ftyp' || !OTHER_BRANDS.test(bytes.toString('latin1', 8, 12));
};

/** Packets of 188 bytes, in M2TS with four bytes before each, begin with 0x47. */
const isTransportStream = (bytes: Buffer): boolean =>
  [
    { first: 0, every: 188 },
    { first: 4, every: 192 },
  ].some(({ first, every }) => [0, 1, 2, 3].every((packet) => bytes[first + packet * every] === 0x47));

const startsWith = (bytes: Buffer, hex: string): boolean =>
  bytes.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'));

/** The kind of video whose file begins with these bytes; undefined for everything else. */
export const sniffVideo = (bytes: Buffer): VideoKind | undefined => {
  const text = bytes.toString('latin1', 0, VIDEO_SNIFF_BYTES);
  if (isMp4(bytes)) return mp4;
  if (startsWith(bytes, '1a45dfa3')) return text.slice(0, 64).includes('webm') ? webm : matroska;
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'AVI ') return avi;
  if (isTransportStream(bytes)) return mpegts;
  if (text.startsWith('FLV\x01')) return flv;
  if (text.startsWith('OggS')) return OGG_VIDEO.test(text) ? ogg : undefined;
  if (startsWith(bytes, '3026b2758e66cf11')) return asf;
  if (startsWith(bytes, '000001ba') || startsWith(bytes, '000001b3')) return mpeg;
  return undefined;
};
