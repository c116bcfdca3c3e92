import { expect, test } from 'vitest';
import type { ReadAt } from './boxes.ts';
import { readMp3, readWav } from './audio.ts';

const readerOf =
  (bytes: Buffer): ReadAt =>
  async (position, length) =>
    bytes.subarray(position, position + length);

/** A frame of MPEG 1, layer III, 44.1 kHz: 1152 samples in a size that follows from its bitrate. */
const frame = (bitrateIndex: number, kilobits: number): Buffer => {
  const bytes = Buffer.alloc(Math.floor((144 * kilobits * 1000) / 44_100));
  bytes.set([0xff, 0xfb, bitrateIndex << 4, 0xc0]);
  return bytes;
};
const [quiet, loud] = [frame(1, 32), frame(14, 320)];
const SECONDS_OF_FRAME = 1152 / 44_100;
const lengthOf = async (bytes: Buffer) => (await readMp3(readerOf(bytes), bytes.length))?.durationMs;

/** What an encoder that knows the length writes first: here, that of another file. */
const lyingInfo = (): Buffer => {
  const bytes = Buffer.from(frame(9, 128));
  bytes.write('Xing', 21, 'latin1');
  bytes.writeUInt32BE(1, 25);
  bytes.writeUInt32BE(99_999, 29);
  return bytes;
};

test('the length of an MP3 is that of its frames, however their bitrates change, and whatever an encoder says', async () => {
  const frames = [...Array.from({ length: 1000 }, () => quiet), ...Array.from({ length: 149 }, () => loud)];
  const ms = Math.round(1149 * SECONDS_OF_FRAME * 1000);
  expect(await lengthOf(Buffer.concat(frames))).toBe(ms);
  expect(await lengthOf(Buffer.concat(frames.toReversed()))).toBe(ms);
  expect(await lengthOf(Buffer.concat([lyingInfo(), ...frames]))).toBe(ms);
});

/** A tag that is padded to this length. */
const tag = (length: number): Buffer => {
  const bytes = Buffer.alloc(10 + length);
  bytes.write('ID3\x04\x00\x00', 'latin1');
  bytes.set([(length >> 21) & 127, (length >> 14) & 127, (length >> 7) & 127, length & 127], 6);
  return bytes;
};

test('an MP3 may begin with several tags and empty bytes', async () => {
  const frames = Array.from({ length: 100 }, () => quiet);
  const ms = Math.round(100 * SECONDS_OF_FRAME * 1000);
  for (const start of [
    [tag(100), tag(60_000)],
    [tag(100), Buffer.alloc(8192)],
    [tag(9), tag(9), Buffer.alloc(200_000)],
  ])
    expect(await lengthOf(Buffer.concat([...start, ...frames]))).toBe(ms);
  expect(await lengthOf(Buffer.concat([tag(100), Buffer.alloc(300_000), ...frames]))).toBeUndefined();
});

test('tags, damage and pictures between frames of an MP3 are skipped, and too much of them ends the count', async () => {
  const many = Array.from({ length: 100 }, () => quiet);
  const ms = Math.round(200 * SECONDS_OF_FRAME * 1000);
  const picture = tag(3 * 1024 * 1024);
  for (const between of [Buffer.from('TAG'.padEnd(128)), Buffer.alloc(5000, 1), picture])
    expect(await lengthOf(Buffer.concat([...many, between, ...many]))).toBe(ms);
  const junk = Buffer.concat([...many, Buffer.alloc(4 * 1024 * 1024)]);
  expect(await lengthOf(junk)).toBeGreaterThan(0);
});

test.each([0, 0xffff_ffff, 800_000])('a WAV whose data says %s bytes is as long as what is in it', async (said) => {
  const header = Buffer.alloc(44);
  header.write('RIFF....WAVEfmt ', 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt32LE(16_000, 28);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(said, 40);
  const file = Buffer.concat([header, Buffer.alloc(48_000)]);
  expect(await readWav(readerOf(file), file.length)).toEqual({ durationMs: 3000 });
});
