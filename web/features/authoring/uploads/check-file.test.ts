import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkFile } from './check-file.ts';
import { english } from '#contract/languages/language.ts';

const sample = async (name: string, type = 'video/mp4') =>
  new File([new Uint8Array(await readFile(path.resolve('test/media', name)))], name, { type });

const MB = 1024 * 1024;
const everything = { maxBytes: 10 * MB, canConvert: false, canPlay: async () => true, language: english };

test.each(['three-seconds.mp4', 'moov-at-end.mp4', 'silent.mp4'])('%s is accepted', async (name) => {
  expect(await checkFile(await sample(name), everything)).toEqual({ problem: undefined, kind: 'video' });
});

test.each([
  ['tone.mp3', 'audio'],
  ['tone.m4a', 'audio'],
  ['tone.wav', 'audio'],
  ['cash-plan.pdf', 'pdf'],
] as const)('%s is known as %s by its first bytes, whatever its type says', async (name, kind) => {
  expect(await checkFile(await sample(name), everything)).toEqual({ problem: undefined, kind });
  expect(await checkFile(await sample(name), { ...everything, wanted: kind })).toEqual({ problem: undefined, kind });
});

test.each([
  ['tone.mp3', 'video', 'This file is not a video. Export it as MP4 with H.264 and AAC, then choose it again.'],
  ['three-seconds.mp4', 'audio', 'This file is not an MP3, M4A or WAV.'],
  ['tone.mp3', 'pdf', 'This file is not a PDF.'],
  ['avatar.png', undefined, 'This file is not a video, an MP3, M4A or WAV, or a PDF.'],
] as const)('%s is rejected where a file of kind %s is wanted', async (name, wanted, problem) => {
  expect(await checkFile(await sample(name), { ...everything, wanted })).toEqual({ problem, kind: undefined });
});

test.each([
  ['empty.mp4', 'empty'],
  ['not-a-video.mp4', 'not a video'],
  ['playlist.mp4', 'not a video'],
  ['ffconcat.mp4', 'not a video'],
  ['truncated.mp4', 'incomplete or damaged'],
  ['audio-only.mp4', 'audio but no video'],
])('%s is rejected with the reason', async (name, why) => {
  const { problem } = await checkFile(await sample(name), everything);
  expect(problem).toContain(why);
});

test('a file that is too large is rejected with the limit', async () => {
  const { problem } = await checkFile(await sample('three-seconds.mp4'), { ...everything, maxBytes: 2048 });
  expect(problem).toMatch(/can be up to 2 KB/);
});

/** An MP4 whose only track is video, written as `codec`. */
const anMp4 = (codec: string): File => {
  const box = (type: string, ...parts: string[]) => {
    const content = parts.join('');
    return String.fromCharCode(0, 0, 0, content.length + 8) + type + content;
  };
  const header = '\0'.repeat(20);
  const formats = box('stsd', '\0\0\0\0', '\0\0\0\u0001', box(codec));
  const media = box(
    'mdia',
    box('hdlr', '\0'.repeat(8), 'vide'),
    box('mdhd', header),
    box('minf', box('stbl', formats)),
  );
  const text = box('ftyp', 'isom') + box('moov', box('mvhd', header), box('trak', media)) + box('mdat', 'x');
  return new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'one.mp4', { type: 'video/mp4' });
};

test('a video that browsers cannot play is accepted only if the server can convert it', async () => {
  const cannotPlay = { ...everything, canPlay: async () => false };
  const refused = await checkFile(anMp4('hvc1'), cannotPlay);
  expect(refused.problem).toContain('HEVC (H.265)');
  expect(refused.problem).toContain('Export it as MP4 with H.264');
  const converted = await checkFile(anMp4('hvc1'), { ...cannotPlay, canConvert: true });
  expect(converted).toEqual({
    problem: undefined,
    note: expect.stringContaining('converted after the upload'),
    kind: 'video',
  });
});
