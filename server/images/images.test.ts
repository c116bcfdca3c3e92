import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { endedProcessesCpuMs, runningProcesses } from '#test/cpu-time.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { leastOf } from '#test/longest-turn.ts';
import { signalNext } from '#test/signal-next.ts';
import { createImages } from './images.ts';
import { assertImageStart } from './sniff.ts';

const media = (name: string): string => join('test/media', name);
const images = createImages();

let senders = 0;
/** An image of a sender of its own, who waits for it. */
const sent = (path: string, { sender = `sender ${(senders += 1)}`, signal = new AbortController().signal } = {}) => ({
  path,
  sender,
  signal,
});

afterAll(() => images.close());

const withFile = async (
  name: string,
  content: string | Buffer,
  use: (path: string) => Promise<void>,
): Promise<void> => {
  const folder = await temporaryFolder();
  try {
    const path = join(folder.path, name);
    await writeFile(path, content);
    await use(path);
  } finally {
    await folder.remove();
  }
};

test.each(['avatar.png', 'avatar.jpg', 'avatar.svg'])('%s becomes a square WebP', async (name) => {
  const { format, width, height } = await sharp(await images.toAvatar(sent(media(name)))).metadata();
  expect([format, width, height]).toEqual(['webp', 512, 512]);
});

test('a thumbnail keeps its shape and is at most 1280 pixels wide', async () => {
  const small = await sharp(await images.toThumbnail(sent(media('thumbnail.jpg')))).metadata();
  expect([small.format, small.width, small.height]).toEqual(['webp', 640, 360]);
  const photo = await sharp({ create: { width: 4000, height: 2000, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await withFile('photo', photo, async (path) => {
    const large = await sharp(await images.toThumbnail(sent(path))).metadata();
    expect([large.width, large.height]).toEqual([1280, 640]);
  });
});

test('metadata of the camera is removed, and the image is rotated upright', async () => {
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'Someone' }, IFD3: { GPSLatitude: '8/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await withFile('photo', photo, async (path) => {
    const { exif, orientation, width, height } = await sharp(await images.toThumbnail(sent(path))).metadata();
    expect([exif, orientation, width, height]).toEqual([undefined, undefined, 20, 40]);
  });
});

test('an SVG with a script becomes a plain image', { tags: ['VID-48'] }, async () => {
  const drawn = await images.toAvatar(sent(media('hostile.svg')));
  expect((await sharp(drawn).metadata()).format).toBe('webp');
  expect(drawn.includes('script')).toBe(false);
  await expect(images.toThumbnail(sent(media('hostile.svg')))).rejects.toMatchObject({ code: 'not_an_image' });
});

test('an SVG cannot include files of this machine', { tags: ['VID-48'] }, async () => {
  const secret = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  await withFile('secret.png', secret, async (path) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 64 64"><rect width="64" height="64" fill="#00f"/><image xlink:href="file://${path}" width="64" height="64"/></svg>`;
    await withFile('drawing.svg', svg, async (drawing) => {
      const { channels } = await sharp(await images.toAvatar(sent(drawing))).stats();
      expect(channels[0]?.max).toBeLessThan(50);
    });
  });
});

test('a decompression bomb, an HTML page and a truncated image are refused at once', { tags: ['VID-49'] }, async () => {
  await expect(images.toThumbnail(sent(media('pixel-bomb.png')))).rejects.toMatchObject({ code: 'too_many_pixels' });
  for (const name of ['not-an-image.png', 'three-seconds.mp4'])
    await expect(images.toThumbnail(sent(media(name))), name).rejects.toMatchObject({ code: 'not_an_image' });
});

test(
  'an SVG that never finishes is stopped after two seconds of work, and the next one is rendered',
  { tags: ['VID-49'] },
  async () => {
    const cpuOfAnEndless = async (): Promise<number> => {
      const others = runningProcesses();
      const before = endedProcessesCpuMs();
      const own = createImages();
      await expect(own.toAvatar(sent(media('endless.svg')))).rejects.toMatchObject({ code: 'not_an_image' });
      await own.close();
      await expect.poll(() => runningProcesses().filter((id) => !others.includes(id))).toEqual([]);
      return endedProcessesCpuMs() - before;
    };
    // A quarter of a second, two seconds, and the start of two processes.
    expect(await leastOf(6000, cpuOfAnEndless)).toBeLessThan(6000);
    expect((await images.toAvatar(sent(media('avatar.svg')))).length).toBeGreaterThan(0);
  },
);

test('a photo is rendered while SVGs of many senders never finish', async () => {
  const gone = new AbortController();
  const endless = Array.from({ length: 20 }, () =>
    images.toAvatar(sent(media('endless.svg'), { signal: gone.signal })),
  );
  let stopped = 0;
  for (const one of endless) one.catch(() => (stopped += 1));
  const ended = Promise.allSettled(endless);
  await images.toAvatar(sent(media('avatar.png')));
  // After all of them it would come last.
  expect(stopped).toBeLessThan(20);
  gone.abort();
  await ended;
});

test('images of one sender are rendered one at a time, in the order sent', async () => {
  const finished: string[] = [];
  const draw = async (name: string): Promise<void> => {
    const drawn = await images.toAvatar(sent(media(name), { sender: 'someone' })).catch(() => undefined);
    finished.push(`${name} ${drawn ? 'drawn' : 'refused'}`);
  };
  const others = runningProcesses();
  const endless = draw('endless.svg');
  await expect.poll(() => runningProcesses().some((id) => !others.includes(id))).toBe(true);
  await Promise.all([endless, draw('avatar.png')]);
  expect(finished).toEqual(['endless.svg refused', 'avatar.png drawn']);
});

test('a picture that is not read because the machine is busy can be sent again', async () => {
  const slow = createImages({ patienceMs: 1000 });
  const before = runningProcesses();
  const drawn = slow.toThumbnail(sent(media('thumbnail.jpg')));
  await Promise.all([signalNext(before, 'SIGSTOP'), expect(drawn).rejects.toMatchObject({ code: 'busy' })]);
  await slow.close();
});

test('a full queue returns an error that asks to try again', async () => {
  const busy = createImages({ maxWaiting: 10 });
  const responses = await Promise.allSettled(
    Array.from({ length: 30 }, () => busy.toThumbnail(sent(media('thumbnail.jpg')))),
  );
  const refused = responses.filter((response) => response.status === 'rejected');
  expect(refused.length).toBe(18);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'busy' });
  await busy.close();
});

test('the first bytes decide what may be an image', () => {
  const accepts = (start: string | Buffer, mayBeSvg = true): boolean => {
    try {
      assertImageStart(Buffer.from(start), mayBeSvg);
      return true;
    } catch {
      return false;
    }
  };
  for (const svg of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\ufeff<?xml version="1.0"?>\n<!-- drawn --><!-- by hand --><svg>',
    '<!DOCTYPE svg PUBLIC "x"><svg>',
  ]) {
    expect(accepts(svg), svg).toBe(true);
    expect(accepts(svg, false), svg).toBe(false);
  }
  for (const other of ['', '<html><svg>', '<!doctype html><svg>', 'RIFF____WAVE', '<!-- <svg>', '<svgx>'])
    expect(accepts(other), other).toBe(false);
  expect(accepts('RIFF____WEBP', false)).toBe(true);
  for (const other of ['GIF89a', '____ftypheic', '____ftypmif1', '____ftypavif', 'II*\0', 'MM\0*', 'BM____'])
    expect(() => assertImageStart(Buffer.from(other), true), other).toThrow('Save it as JPEG or PNG');
  expect(accepts(Buffer.from('ffd8ffe0', 'hex'), false)).toBe(true);
});

test('a drawing process is killed with the server, because its drawing may never end', async () => {
  const program = fork('server/images/render.ts', { serialization: 'advanced', execArgv: [] });
  await once(program, 'message');
  program.send({ input: { shape: 'avatar', path: media('endless.svg'), isSvg: true }, cpuMs: 60_000 });
  program.disconnect();
  expect(await once(program, 'exit')).toEqual([null, 'SIGKILL']);
});

const filled = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' }, limitInputPixels: false });

test.each([
  ['17,000 pixels high', () => filled(800, 17_000).jpeg().toBuffer(), [771, 16_383]],
  ['50 megapixels as JPEG', () => filled(8160, 6120).jpeg().toBuffer(), [1280, 960]],
  ['50 megapixels as PNG', () => filled(8160, 6120).png({ compressionLevel: 1 }).toBuffer(), [1280, 960]],
  ['in the colours of a printer', () => filled(40, 20).toColourspace('cmyk').jpeg().toBuffer(), [40, 20]],
  ['of 16 bits', () => filled(40, 20).toColourspace('rgb16').png().toBuffer(), [40, 20]],
  ['a WebP, whatever its name says', () => filled(40, 20).webp().toBuffer(), [40, 20]],
])('a picture %s is taken', async (_, make, size) => {
  await withFile('photo.jpg', await make(), async (path) => {
    const thumbnail = await images.toThumbnail(sent(path));
    const { format, space, channels, width, height } = await sharp(thumbnail).metadata();
    expect([format, space, channels, width, height]).toEqual(['webp', 'srgb', 3, ...size]);
    const { dominant } = await sharp(thumbnail).stats();
    expect(Math.abs(dominant.g - 128) + Math.abs(dominant.b - 128)).toBeLessThan(60);
  });
});

test('a picture that ends early says that it is damaged', async () => {
  const whole = await filled(400, 400).jpeg().toBuffer();
  await withFile('photo.jpg', whole.subarray(0, whole.length / 2), async (path) => {
    await expect(images.toThumbnail(sent(path))).rejects.toMatchObject({ code: 'damaged_image' });
  });
});
