import { latin1, type ReadAt, viewOf } from './boxes.ts';

/** A kind of sound file that every browser plays, known by its first bytes. */
export interface AudioKind {
  container: 'mp3' | 'm4a' | 'wav';
  contentType: string;
  extension: string;
}

const mp3: AudioKind = { container: 'mp3', contentType: 'audio/mpeg', extension: 'mp3' };
const m4a: AudioKind = { container: 'm4a', contentType: 'audio/mp4', extension: 'm4a' };
const wav: AudioKind = { container: 'wav', contentType: 'audio/wav', extension: 'wav' };

const TAG_BYTES = 10;
/** Programs add one of their own before that of another. */
const TAGS_MAX = 16;

/** The bytes of an ID3v2 tag at the start of a file: its length has seven bits in each byte. */
const tagBytes = (bytes: Uint8Array): number => {
  if (bytes.length < TAG_BYTES || latin1(bytes, 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, TAG_BYTES);
  return TAG_BYTES + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127));
};

const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

interface Mp3Frame {
  sampleRate: number;
  samples: number;
  /** Where an encoder names its facts, from the start of the frame. */
  infoOffset: number;
  bytes: number;
}

/** The frame of layer III whose header is at `at`; undefined where there is none. */
const readFrame = (bytes: Uint8Array, at: number): Mp3Frame | undefined => {
  if (at + 4 > bytes.length) return undefined;
  const header = viewOf(bytes).getUint32(at);
  const version = (header >>> 19) & 3;
  const isLayer3 = ((header >>> 17) & 3) === 1;
  const bitrateIndex = (header >>> 12) & 15;
  const rateIndex = (header >>> 10) & 3;
  if (header >>> 21 !== 0x7ff || version === 1 || !isLayer3) return undefined;
  const isMpeg1 = version === 3;
  const kilobits = (isMpeg1 ? BITRATES_1 : BITRATES_2)[bitrateIndex];
  const baseRate = SAMPLE_RATES[rateIndex];
  if (!kilobits || baseRate === undefined) return undefined;
  const sampleRate = baseRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const isMono = ((header >>> 6) & 3) === 3;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (header >>> 9) & 1;
  const sideBytes = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const bytesOfFrame = Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + padding;
  return { sampleRate, samples, infoOffset: 4 + sideBytes, bytes: bytesOfFrame };
};

const PIECE_BYTES = 1024 * 1024;
/** An MP3 of hours; the rest of a larger one is taken to be like it. */
const MAX_COUNTED_BYTES = 512 * PIECE_BYTES;
/** Bytes before and between frames that are none, such as tags, padding and damage. */
const MAX_OTHER_BYTES = PIECE_BYTES / 4;
const LARGEST_FRAME_BYTES = 2048;

/** The first frame that another one follows: other bytes may look like a header. */
const findFrame = (bytes: Uint8Array): { at: number; frame: Mp3Frame } | undefined => {
  for (let at = 0; at + 4 <= Math.min(bytes.length, MAX_OTHER_BYTES); at += 1) {
    const frame = readFrame(bytes, at);
    const next = frame && at + frame.bytes;
    if (frame && next !== undefined && (next + 4 > bytes.length || readFrame(bytes, next))) return { at, frame };
  }
  return undefined;
};

/** Whether a frame has no sound, but facts: encoders begin a file with one. What it says may be that of another file. */
const isInfo = (bytes: Uint8Array, at: number, { infoOffset }: Mp3Frame): boolean =>
  ['Xing', 'Info'].includes(latin1(bytes, at + infoOffset, at + infoOffset + 4)) ||
  latin1(bytes, at + 36, at + 40) === 'VBRI';

/** Adds up the frames from `start`: only they tell how long a file with a variable bitrate is. */
const countSeconds = async (read: ReadAt, start: number, fileBytes: number): Promise<number> => {
  const end = Math.min(fileBytes, start + MAX_COUNTED_BYTES);
  let [position, seconds, otherBytes] = [start, 0, 0];
  while (position < end && otherBytes < MAX_OTHER_BYTES) {
    const bytes = await read(position, PIECE_BYTES);
    let at = 0;
    while (at + TAG_BYTES <= bytes.length && otherBytes < MAX_OTHER_BYTES) {
      const frame = bytes[at] === 0xff ? readFrame(bytes, at) : undefined;
      if (frame) seconds += frame.samples / frame.sampleRate;
      else otherBytes += 1;
      const tag = bytes[at] === 0x49 ? tagBytes(bytes.subarray(at, at + TAG_BYTES)) : 0;
      at += frame?.bytes ?? (tag || 1);
    }
    if (at === 0) break;
    position += at;
  }
  return seconds * Math.max(1, (fileBytes - start) / Math.max(1, position - start));
};

/** The length of an MP3 file; undefined for a file that is none. */
export const readMp3 = async (read: ReadAt, fileBytes: number): Promise<{ durationMs: number } | undefined> => {
  let start = 0;
  for (let count = 0; count < TAGS_MAX; count += 1) start += tagBytes(await read(start, TAG_BYTES));
  const bytes = await read(start, MAX_OTHER_BYTES + LARGEST_FRAME_BYTES);
  const found = findFrame(bytes);
  if (!found) return undefined;
  const { at, frame } = found;
  const first = start + at + (isInfo(bytes, at, frame) ? frame.bytes : 0);
  return { durationMs: Math.round((await countSeconds(read, first, fileBytes)) * 1000) };
};

const CHUNKS_MAX = 64;

/** The length of a WAV file; undefined for a file that is none. */
export const readWav = async (read: ReadAt, fileBytes: number): Promise<{ durationMs: number } | undefined> => {
  let bytesPerSecond = 0;
  let position = 12;
  for (let count = 0; count < CHUNKS_MAX && position + 8 <= fileBytes; count += 1) {
    const header = await read(position, 24);
    if (header.length < 8) return undefined;
    const name = latin1(header, 0, 4);
    const size = viewOf(header).getUint32(4, true);
    if (name === 'fmt ' && header.length >= 20) bytesPerSecond = viewOf(header).getUint32(16, true);
    if (name === 'data') {
      // A recorder that does not come back to write the size leaves 0, or the largest number.
      const dataBytes = Math.min(size || Infinity, fileBytes - position - 8);
      return bytesPerSecond === 0 ? undefined : { durationMs: Math.round((dataBytes / bytesPerSecond) * 1000) };
    }
    position += 8 + size + (size % 2);
  }
  return undefined;
};

/** What a file that begins with these bytes may be; MP3 without a tag is known by its first frame. */
export const sniffAudio = (firstBytes: Uint8Array): AudioKind | undefined => {
  if (firstBytes.length < 12) return undefined;
  if (latin1(firstBytes, 0, 4) === 'RIFF' && latin1(firstBytes, 8, 12) === 'WAVE') return wav;
  if (latin1(firstBytes, 4, 8) === 'ftyp') return m4a;
  return latin1(firstBytes, 0, 3) === 'ID3' || findFrame(firstBytes)?.at === 0 ? mp3 : undefined;
};
