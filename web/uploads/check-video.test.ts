import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkVideo } from '#web/uploads/check-video.ts';
import { readMp4 } from '#web/uploads/mp4-codecs.ts';

const sample = async (name: string, type = 'video/mp4') =>
  new File([new Uint8Array(await readFile(path.resolve('test/media', name)))], name, { type });

const MB = 1024 * 1024;
const everything = { maxBytes: 10 * MB, canConvert: false, canPlay: async () => true };

test.each(['three-seconds.mp4', 'moov-at-end.mp4', 'silent.mp4'])('%s may be sent', async (name) => {
  expect(await checkVideo(await sample(name), everything)).toEqual({ problem: undefined, note: undefined });
});

test.each([
  ['empty.mp4', 'empty'],
  ['not-a-video.mp4', 'not a video'],
  ['playlist.mp4', 'not a video'],
  ['ffconcat.mp4', 'not a video'],
  ['truncated.mp4', 'cut off or damaged'],
  ['audio-only.mp4', 'sound, but no picture'],
])('%s is not sent, and it says why', async (name, why) => {
  const { problem } = await checkVideo(await sample(name), everything);
  expect(problem).toContain(why);
});

test('a file that is too large says how large one may be', async () => {
  const { problem } = await checkVideo(await sample('three-seconds.mp4'), { ...everything, maxBytes: 2048 });
  expect(problem).toMatch(/may have up to 2 KB/);
});

test('the codecs of an MP4 are read wherever its description lies', async () => {
  for (const name of ['three-seconds.mp4', 'moov-at-end.mp4'])
    expect(await readMp4(await sample(name))).toEqual({ isWhole: true, codecs: ['avc1', 'mp4a'] });
});

/** An MP4 of two boxes whose only track is written as `codec`. */
const anMp4 = (codec: string): File => {
  const box = (type: string, ...parts: string[]) => {
    const content = parts.join('');
    return String.fromCharCode(0, 0, 0, content.length + 8) + type + content;
  };
  const entry = `\0\0\0\u0008${codec}`;
  const text = box('ftyp', 'isom') + box('moov', box('stsd', '\0\0\0\0', '\0\0\0\u0001', entry));
  return new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'one.mp4', { type: 'video/mp4' });
};

test('what browsers do not play is sent only where it can be converted', async () => {
  const cannotPlay = { ...everything, canPlay: async () => false };
  const refused = await checkVideo(anMp4('hvc1'), cannotPlay);
  expect(refused.problem).toContain('HEVC (H.265)');
  expect(refused.problem).toContain('Export it as MP4 with H.264');
  const converted = await checkVideo(anMp4('hvc1'), { ...cannotPlay, canConvert: true });
  expect(converted).toEqual({ problem: undefined, note: expect.stringContaining('converted after the upload') });
});
