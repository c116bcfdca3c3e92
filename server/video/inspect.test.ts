import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '#server/errors.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { openDiskFile } from '#server/storage/disk.ts';
import { inspectVideo } from './inspect.ts';
import { sniffVideo } from '#video-format/sniff.ts';
import { cpuMs } from '#test/cpu-time.ts';

const media = (name: string): string => join('test/media', name);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const inspect = async (bytes: Buffer) => {
  const path = join(folder.path, 'a-file');
  await writeFile(path, bytes);
  return inspectVideo(() => openDiskFile(path));
};

const box = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write(name, 4, 'latin1');
  return Buffer.concat([header, body]);
};

test.each(['three-seconds.mp4', 'moov-at-end.mp4', 'silent.mp4'])(
  '%s is recognized as three seconds of MP4',
  async (name) => {
    const facts = await inspectVideo(() => openDiskFile(media(name)));
    expect(facts).toMatchObject({ container: 'mp4', contentType: 'video/mp4', extension: 'mp4', durationMs: 3000 });
  },
);

test.each([
  ['', 'not-a-video.mp4', 'not_a_video'],
  ['', 'playlist.mp4', 'not_a_video'],
  ['', 'ffconcat.mp4', 'not_a_video'],
  ['', 'empty.mp4', 'not_a_video'],
  ['', 'truncated.mp4', 'damaged_video'],
  ['', 'audio-only.mp4', 'not_a_video'],
  ['', 'thumbnail.jpg', 'not_a_video'],
])('%s %s is refused as %s', { tags: ['VID-35', 'VID-42'] }, async (_row, name, code) => {
  await expect(inspectVideo(() => openDiskFile(media(name)))).rejects.toMatchObject({ code });
});

test('an MP4 that is truncated anywhere is reported as damaged', { tags: ['VID-35'] }, async () => {
  for (const name of ['three-seconds.mp4', 'moov-at-end.mp4']) {
    const whole = await readFile(media(name));
    for (let part = 1; part < 20; part += 1) {
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 20));
      await expect(inspect(cut), `${name} ${part}/20`).rejects.toMatchObject({ code: 'damaged_video' });
    }
  }
});

test('a recording in fragments whose last one is cut off is taken, if an earlier one is whole', async () => {
  const header = await readFile(media('three-seconds.mp4'));
  const fragment = Buffer.concat([box('moof', Buffer.alloc(40)), box('mdat', Buffer.alloc(400))]);
  for (const cutBytes of [1, 200, 403, 420])
    expect((await inspect(Buffer.concat([header, fragment, fragment.subarray(0, -cutBytes)]))).durationMs).toBe(3000);
  await expect(inspect(Buffer.concat([header, fragment.subarray(0, -1)]))).rejects.toMatchObject({
    code: 'damaged_video',
  });
});

test('bytes after the last box are ignored', async () => {
  const whole = await readFile(media('three-seconds.mp4'));
  for (const tail of [
    Buffer.alloc(5000),
    Buffer.from('a note at the end'),
    box('free', Buffer.alloc(100)).subarray(0, 50),
  ])
    expect((await inspect(Buffer.concat([whole, tail]))).durationMs).toBe(3000);
});

test('random changes are accepted or refused, quickly', { tags: ['VID-45'] }, async () => {
  const whole = await readFile(media('three-seconds.mp4'));
  const moovEnd = whole.indexOf('mdat');
  const flips = fc.array(fc.tuple(fc.nat(moovEnd + 8), fc.nat(255)), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(flips, async (changes) => {
      const bytes = Buffer.from(whole);
      for (const [position, value] of changes) bytes[position] = value;
      const startedAt = cpuMs();
      const outcome = await inspect(bytes).catch((error: unknown) => error);
      expect(cpuMs() - startedAt).toBeLessThan(5000);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Failure);
    }),
    { numRuns: 400 },
  );
});

test('a file of endless boxes is refused', { tags: ['VID-45'] }, async () => {
  const crumbs = Buffer.concat([
    box('ftyp', Buffer.from('isom0000')),
    ...Array.from({ length: 120_000 }, () => box('free')),
  ]);
  const startedAt = cpuMs();
  await expect(inspect(crumbs)).rejects.toMatchObject({ code: 'damaged_video' });
  expect(cpuMs() - startedAt).toBeLessThan(5000);
});

test('containers are recognized by their first bytes', () => {
  const packet = Buffer.alloc(188);
  packet[0] = 0x47;
  const starts: [string, Buffer][] = [
    ['webm', Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex')],
    ['matroska', Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b61', 'hex')],
    ['avi', Buffer.from('RIFF....AVI LIST')],
    ['mpegts', Buffer.concat(Array.from({ length: 5 }, () => packet))],
    ['flv', Buffer.from('FLV\x01\x05')],
    ['ogg', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('\x80theora', 'latin1')])],
    ['asf', Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')],
    ['mpeg', Buffer.from('000001ba44000400', 'hex')],
    ['mp4', box('ftyp', Buffer.from('qt  0000'))],
    ['mp4', box('moov', Buffer.alloc(8))],
  ];
  for (const [container, bytes] of starts) expect(sniffVideo(bytes)?.container).toBe(container);
  for (const brand of ['heic', 'avif', 'M4A '])
    expect(sniffVideo(box('ftyp', Buffer.from(`${brand}0000`)))).toBeUndefined();
  expect(sniffVideo(Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('\x01vorbis')]))).toBeUndefined();
});
