// @module-tag long
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasFfmpeg, makeClip, mirrorClip, turnClip } from '#test/clips.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { copyRendition, type EncodeInput, makeAudio, makeProgressive, makeRenditions } from './encode.ts';
import { createEngine } from './engine.ts';
import { isWronglyMade, planProgressive, planSegments } from './plan.ts';
import { readRecording } from './recording.ts';
import { makePoster, makeStoryboard, planStoryboard } from './stills.ts';

const run = promisify(execFile);
let place: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  place = await temporaryFolder();
});
afterAll(() => place.remove());

const read = async (path: string): Promise<EncodeInput & { path: string; folder: string }> => {
  const { engine } = await createEngine('ffmpeg')();
  if (!engine) throw new Error('there is no ffmpeg');
  const url = `file:${path}`;
  const recording = await readRecording(engine, url);
  if (typeof recording === 'string') throw new Error(`${path} is ${recording}`);
  const folder = await mkdtemp(join(place.path, 'made-'));
  return { engine, url, recording, signal: new AbortController().signal, path, folder };
};

const readClip = async (name: string) => read(await makeClip(place.path, name));

const probeOf = async (path: string, ...args: string[]): Promise<string[]> => {
  const { stdout } = await run('ffprobe', ['-v', 'error', ...args, '-of', 'csv=p=0', path]);
  return stdout.trim().split('\n');
};

/** When a track begins and ends, as players see it that read no edit lists. */
const spanOf = async (path: string, kind: 'v' | 'a'): Promise<[number, number]> => {
  const lines = await probeOf(
    path,
    '-ignore_editlist',
    '1',
    '-select_streams',
    kind,
    '-show_entries',
    'packet=pts_time,duration_time',
  );
  const packets = lines.map((line) => line.split(',').map((text) => Number(text) || 0));
  const ends = packets.map(([at = 0, duration = 0]) => at + duration);
  return [Math.min(...packets.map(([at = 0]) => at)), Math.max(...ends)];
};

/** The times between which nothing is heard. */
const silences = async (path: string): Promise<number[]> => {
  const { stderr } = await run('ffmpeg', ['-hide_banner', '-i', path, '-af', 'silencedetect=d=0.5', '-f', 'null', '-']);
  return [...stderr.matchAll(/silence_(?:start|end): (-?[\d.]+)/g)].map(([, at]) => Number(at));
};

const shapeOf = async (path: string): Promise<string | undefined> =>
  (await probeOf(path, '-select_streams', 'v', '-show_entries', 'stream=width,height,sample_aspect_ratio'))[0];

/** Half of a frame of these clips, or the silence that an AAC encoder begins with. */
const UNHEARD = 0.04;

const expectWhole = async (path: string, seconds: number): Promise<void> => {
  const [picture, sound] = [await spanOf(path, 'v'), await spanOf(path, 'a')];
  expect(Math.abs(picture[0] - sound[0]), 'begin together').toBeLessThan(UNHEARD);
  for (const [start, end] of [picture, sound]) {
    expect(start).toBeLessThan(UNHEARD);
    expect(Math.abs(end - seconds)).toBeLessThan(0.15);
  }
};

describe.runIf(hasFfmpeg)('recordings as people bring them', () => {
  test.each([
    ['sound-ends-early.mp4', 6, [2, 6]],
    ['sound-begins-late.mp4', 6, [0, 2]],
    ['sound-with-hole.mkv', 6, [2, 4]],
  ])('%s has picture and sound from its start to its end', async (name, seconds, silent) => {
    const input = await readClip(name);
    expect(input.recording.durationMs).toBeCloseTo(seconds * 1000, -2);
    expect(isWronglyMade(input.recording, seconds * 1000)).toBe(true);
    await makeRenditions(input, [64], input.folder);
    await makeProgressive(
      input,
      planProgressive(input.recording, { extension: 'mp4', isFastStart: true }),
      join(input.folder, 'video.mp4'),
    );
    await expectWhole(join(input.folder, '64.mp4'), seconds);
    for (const made of ['64.mp4', 'video.mp4']) {
      const heard = await silences(join(input.folder, made));
      expect(heard.length, made).toBe(2);
      for (const [index, at] of heard.entries()) expect(Math.abs(at - (silent[index] ?? 0)), made).toBeLessThan(0.15);
    }
    const { sound } = input.recording;
    if (sound) await makeAudio(input, sound, input.folder);
    expect((await spanOf(join(input.folder, 'audio.mp4'), 'a'))[1]).toBeCloseTo(seconds, 0);
  });

  test('channels of opposite phase are heard in the sound alone', async () => {
    const input = await readClip('crossed-wires.mp4');
    const { sound } = input.recording;
    if (sound) await makeAudio(input, sound, input.folder);
    expect(await silences(join(input.folder, 'audio.mp4'))).toEqual([]);
  });

  test('a picture that ends early stays until the sound ends, and gives a poster', async () => {
    const input = await readClip('one-picture.mp4');
    await makeRenditions(input, [64], input.folder);
    await expectWhole(join(input.folder, '64.mp4'), 4);
    await makePoster(input, join(input.folder, 'poster.jpg'));
    expect(await shapeOf(join(input.folder, 'poster.jpg'))).toBe('96,64,1:1');
  });

  test('a turned picture is kept in a file, and upright in every rendition', async () => {
    const input = await read(await turnClip(await makeClip(place.path, 'large.mp4')));
    expect(planProgressive(input.recording, { extension: 'mp4', isFastStart: true })).toMatchObject({ how: 'keep' });
    expect(planSegments(input.recording)).toMatchObject({ video: 'encode' });
    expect(isWronglyMade(input.recording, 2000)).toBe(true);
    await makeRenditions(input, [240, 1080], input.folder);
    expect(await shapeOf(join(input.folder, '1080.mp4'))).toBe('1080,1440,1:1');
    expect(await shapeOf(join(input.folder, '240.mp4'))).toBe('240,320,1:1');
  });

  test('a mirrored picture is copied nowhere, and made again', async () => {
    const { recording } = await read(await mirrorClip(await makeClip(place.path, 'large.mp4')));
    expect(recording.picture).toMatchObject({ width: 1440, height: 1080, isUpright: false, isMirrored: true });
    expect(planProgressive(recording, { extension: 'mp4', isFastStart: true })).toMatchObject({ video: 'encode' });
    expect(planSegments(recording)).toMatchObject({ video: 'encode' });
    expect(isWronglyMade(recording, 2000)).toBe(true);
  });

  test('what was cut off the start of a recording is in no rendition', async () => {
    const path = join(place.path, 'trimmed.mp4');
    const whole = await makeClip(place.path, 'large.mp4');
    await run('ffmpeg', ['-v', 'error', '-y', '-ss', '0.5', '-i', whole, '-c', 'copy', path]);
    const input = await read(path);
    expect(input.recording).toMatchObject({ durationMs: 1500, picture: { isTrimmed: true, startMs: -500 } });
    expect(planSegments(input.recording)).toMatchObject({ video: 'encode' });
    expect(isWronglyMade(input.recording, 1500)).toBe(true);
    await makeRenditions(input, [240], input.folder);
    expect((await spanOf(join(input.folder, '240.mp4'), 'v'))[1]).toBeCloseTo(1.5, 1);
  });

  test('wide pixels are made square, in renditions, poster and storyboard', async () => {
    const input = await readClip('anamorphic.mp4');
    expect(planSegments(input.recording)).toMatchObject({ video: 'encode' });
    await makeRenditions(input, [240], input.folder);
    expect(await shapeOf(join(input.folder, '240.mp4'))).toBe('426,240,1:1');
    await makePoster(input, join(input.folder, 'poster.jpg'));
    expect(await shapeOf(join(input.folder, 'poster.jpg'))).toBe('1280,720,1:1');
    const plan = planStoryboard(input.recording);
    expect(plan).toMatchObject({ tileWidth: 160, tileHeight: 90 });
    await makeStoryboard(input, plan, input.folder);
    expect(await shapeOf(join(input.folder, 'storyboard-1.jpg'))).toBe('160,90,1:1');
  });

  test('HDR has the colours of its twin without it', async () => {
    const posters = await Promise.all(
      ['bars-hlg.mov', 'bars-sdr.mp4'].map(async (name) => {
        const input = await read(join(process.cwd(), 'test/media', name));
        await makePoster(input, join(input.folder, 'poster.jpg'));
        await makeRenditions(input, [240], input.folder);
        const tags = await probeOf(
          join(input.folder, '240.mp4'),
          '-select_streams',
          'v',
          '-show_entries',
          'stream=color_transfer',
        );
        const pixels = await sharp(join(input.folder, 'poster.jpg'))
          .resize(7, 1, { kernel: 'nearest' })
          .raw()
          .toBuffer();
        return { curve: tags[0], pixels };
      }),
    );
    const [hdr, sdr] = posters;
    expect([hdr?.curve, sdr?.curve]).toEqual(['bt709', 'smpte170m']);
    const errors = [...(hdr?.pixels ?? [])].map((value, index) => Math.abs(value - (sdr?.pixels[index] ?? 0)));
    expect(errors.length).toBe(21);
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(15);
  });

  test('a recording of a browser has the length of what is in it, and is not served without one', async () => {
    const input = await readClip('recorded.webm');
    expect(input.recording.headerMs).toBe(0);
    expect(Math.abs(input.recording.durationMs - 3000)).toBeLessThan(100);
    expect(planProgressive(input.recording, { extension: 'webm', isFastStart: true })).toMatchObject({ how: 'make' });
  });

  test('a screen that mostly stands still keeps the rate of what moves', async () => {
    const { recording } = await readClip('screen.mp4');
    expect(recording.picture.framesPerSecond).toBeLessThan(10);
    expect(recording.picture.encodedRate).toBeCloseTo(25, 0);
  });

  test('the default tracks are taken, and no cover', async () => {
    const { recording } = await readClip('covered.mkv');
    expect(recording).toMatchObject({ picture: { streamIndex: 1 }, sound: { streamIndex: 3 }, isFirstOfKind: false });
  });

  test('a part of a broadcast begins at its first picture, without lines of two moments', async () => {
    const input = await readClip('broadcast.ts');
    expect(Math.abs(input.recording.durationMs - 3000)).toBeLessThan(150);
    expect(input.recording.picture).toMatchObject({ isInterlaced: true, encodedRate: 25 });
    await makeRenditions(input, [64], input.folder);
    await expectWhole(join(input.folder, '64.mp4'), input.recording.durationMs / 1000);
  });

  test('RGB is converted with the matrix that it is tagged with', async () => {
    const input = await readClip('screen-rgb.mkv');
    expect(input.recording.picture.colour).toBe('rgb');
    await makeRenditions(input, [64], input.folder);
    const entries = 'stream=pix_fmt,color_space';
    expect(await probeOf(join(input.folder, '64.mp4'), '-show_entries', entries)).toEqual(['yuv420p,bt709']);
  });

  test('a copied picture with reordered frames stays in step', async () => {
    const path = join(place.path, 'reordered.mp4');
    const tracks = '-f lavfi -i testsrc=s=96x64:r=25:d=3 -f lavfi -i sine=d=3 -c:v libx264 -pix_fmt yuv420p -c:a aac';
    await run('ffmpeg', ['-v', 'error', '-y', ...tracks.split(' '), path]);
    const input = await read(path);
    expect(planSegments(input.recording)).toEqual({ video: 'copy', audio: 'copy' });
    await copyRendition(input, 64, 'copy', input.folder);
    const starts = await probeOf(join(input.folder, '64.mp4'), '-show_entries', 'stream=start_time');
    const [picture = 0, sound = 0] = starts.map(Number);
    expect(Math.abs(picture - sound)).toBeLessThan(UNHEARD);
  });

  test('a copied sound has the headers of an MP4, from whatever container it comes', async () => {
    const input = await readClip('recorder.ts');
    expect(planSegments(input.recording)).toEqual({ video: 'copy', audio: 'copy' });
    await copyRendition(input, 64, 'copy', input.folder);
    await expectWhole(join(input.folder, '64.mp4'), 3);
  });

  test('sound and picture begin together at the rate of a telephone, too', async () => {
    const input = await readClip('camera.avi');
    await makeRenditions(input, [64], input.folder);
    await expectWhole(join(input.folder, '64.mp4'), 2);
  });
});
