import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { readRecording } from './recording.ts';

const DAY_MS = 24 * HOUR_MS;
const header = {
  streams: [{ index: 0, codec_type: 'video', codec_name: 'h264', width: 96, height: 64 }],
  format: { format_name: 'matroska,webm' },
};

/** The length of a recording whose pictures are shown at these times, one second each. */
const lengthOf = async (times: readonly number[]): Promise<number | string> => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const program = async (name: string, output: string): Promise<string> => {
    await writeFile(join(folder.path, `${name}.txt`), output);
    const path = join(folder.path, name);
    await writeFile(path, `#!/bin/sh\nexec cat ${path}.txt`, { mode: 0o700 });
    return path;
  };
  const packets = times.map((at, index) => `0, ${index * 1000}, ${at}, 1000, 100, 0x0\n`);
  const engine = {
    ffmpeg: await program('ffmpeg', `#tb 0: 1/1000\n${packets.join('')}`),
    ffprobe: await program('ffprobe', JSON.stringify(header)),
    version: '7.1',
    wrapper: [],
    canToneMap: false,
  };
  const recording = await readRecording(engine, 'file:/lecture.mkv');
  return typeof recording === 'string' ? recording : recording.durationMs;
};

const seconds = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i * 1000);

test('a stray time does not make a recording longer', async () => {
  expect(await lengthOf([...seconds(0, 10), 30 * DAY_MS])).toBe(10_000);
  expect(await lengthOf([...seconds(0, 10), 3 * HOUR_MS])).toBe(10_000);
  expect(await lengthOf([...seconds(0, 10), 3 * HOUR_MS, ...seconds(11_000, 5)])).toBe(16_000);
});

test('what follows a long hole belongs to the recording, up to twelve hours', async () => {
  expect(await lengthOf([...seconds(0, 10), ...seconds(3 * HOUR_MS, 120)])).toBe(3 * HOUR_MS + 2 * MINUTE_MS);
  expect(await lengthOf([...seconds(0, 10), ...seconds(20 * HOUR_MS, 120)])).toBe(10_000);
});

test('a recording of more than twelve hours is unreadable', async () => {
  expect(await lengthOf(seconds(0, 12 * 3600))).toBe(12 * HOUR_MS);
  expect(await lengthOf(seconds(0, 12 * 3600 + 1))).toBe('unreadable');
});
