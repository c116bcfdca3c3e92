import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '#test/fresh-place.ts';
import { createImages } from './images.ts';
import { createRenderers } from './renderers.ts';
import { assertImageStart } from './sniff.ts';

const media = (name: string): string => join('test/media', name);
const images = createImages();

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
  const { format, width, height } = await sharp(await images.toAvatar(media(name))).metadata();
  expect([format, width, height]).toEqual(['webp', 512, 512]);
});

test('a thumbnail keeps its shape and is at most 1280 pixels wide', async () => {
  const small = await sharp(await images.toThumbnail(media('thumbnail.jpg'))).metadata();
  expect([small.format, small.width, small.height]).toEqual(['webp', 640, 360]);
  const photo = await sharp({ create: { width: 4000, height: 2000, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await withFile('photo', photo, async (path) => {
    const large = await sharp(await images.toThumbnail(path)).metadata();
    expect([large.width, large.height]).toEqual([1280, 640]);
  });
});

test('what a camera wrote beside the picture is gone, and the picture stands upright', async () => {
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '8/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await withFile('photo', photo, async (path) => {
    const { exif, orientation, width, height } = await sharp(await images.toThumbnail(path)).metadata();
    expect([exif, orientation, width, height]).toEqual([undefined, undefined, 20, 40]);
  });
});

test('a drawing with a script is only ever a picture [VID-48]', async () => {
  const drawn = await images.toAvatar(media('hostile.svg'));
  expect((await sharp(drawn).metadata()).format).toBe('webp');
  expect(drawn.includes('script')).toBe(false);
  await expect(images.toThumbnail(media('hostile.svg'))).rejects.toMatchObject({ code: 'not_an_image' });
});

test('a drawing shows nothing of this machine [VID-48]', async () => {
  const secret = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  await withFile('secret.png', secret, async (path) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 64 64"><rect width="64" height="64" fill="#00f"/><image xlink:href="file://${path}" width="64" height="64"/></svg>`;
    await withFile('drawing.svg', svg, async (drawing) => {
      const { channels } = await sharp(await images.toAvatar(drawing)).stats();
      expect(channels[0]?.max).toBeLessThan(50);
    });
  });
});

test('a pixel bomb, a page and half a picture are refused at once [VID-49]', async () => {
  const startedAt = performance.now();
  for (const name of ['pixel-bomb.png', 'not-an-image.png', 'three-seconds.mp4', 'nothing-there.png'])
    await expect(images.toThumbnail(media(name)), name).rejects.toMatchObject({ code: 'not_an_image' });
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('drawings that would take for ever are ended, and the next one is drawn [VID-49]', async () => {
  const impatient = createImages(createRenderers({ timeoutMs: 2000 }));
  const layers = Array.from(
    { length: 9 },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(9)}</g>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f"><feMorphology operator="dilate" radius="900"/><feGaussianBlur stdDeviation="900"/></filter><defs><rect id="l0" width="9" height="9" filter="url(#f)"/>${layers.join('')}</defs><use href="#l9"/></svg>`;
  await withFile('endless.svg', svg, async (path) => {
    await expect(impatient.toAvatar(path)).rejects.toMatchObject({ code: 'not_an_image' });
  });
  expect((await impatient.toAvatar(media('avatar.svg'))).length).toBeGreaterThan(0);
  await impatient.close();
}, 20_000);

test('too many at once are asked to come again', async () => {
  const busy = createImages();
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => busy.toThumbnail(media('thumbnail.jpg'))));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(60);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'busy' });
  await busy.close();
}, 20_000);

test('first bytes tell what may be a picture', () => {
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
  for (const other of ['', '<html><svg>', '<!doctype html><svg>', 'GIF89a', 'RIFF____WEBP', '<!-- <svg>', '<svgx>'])
    expect(accepts(other), other).toBe(false);
  expect(accepts(Buffer.from('ffd8ffe0', 'hex'), false)).toBe(true);
});
