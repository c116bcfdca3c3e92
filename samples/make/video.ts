import type { Browser, Page } from '@playwright/test';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { HEIGHT, WIDTH, slideAt, type Slide } from './draw.ts';
import { bytesOf, ffmpeg } from './ffmpeg.ts';
import { SAMPLE_RATE, level, type Sound } from './sound.ts';

const FRAMES_PER_SECOND = 25;

/** A lecture, ready to be made: what is heard, and what is seen at every second of it. */
export type SampleVideo = {
  /** What is said, where somebody speaks. */
  webVtt?: string;
  slide: Slide;
  seconds: number;
  posterAtSec: number;
  sound: Sound;
  figure: (t: number) => string;
};

const FONTS = [
  ['Eczar', '@fontsource-variable/eczar/files/eczar-latin-wght-normal.woff2', 'U+0-FF, U+2000-206F, U+2212'],
  ['Eczar', '@fontsource-variable/eczar/files/eczar-latin-ext-wght-normal.woff2', 'U+100-1EFF, U+20A0-20C0'],
  ['Figtree', '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2', 'U+0-FF, U+2000-206F, U+2212'],
  ['Figtree', '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2', 'U+100-1EFF, U+20A0-20C0'],
] as const;

async function fontFaces(): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const faces = FONTS.map(async ([family, file, range]) => {
    const data = (await readFile(resolve(file))).toString('base64');
    return `@font-face{font-family:${family};font-weight:300 900;unicode-range:${range};src:url(data:font/woff2;base64,${data})}`;
  });
  return (await Promise.all(faces)).join('');
}

/** A browser page as large as a frame, with the fonts loaded. */
export async function openStage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  const samples = ['Eczar', 'Figtree'].map((family) => `<p style="font-family:${family}">a₹−ā</p>`).join('');
  const style = `${await fontFaces()}body{margin:0;font-variant-numeric:tabular-nums}svg{display:block}`;
  await page.setContent(`<style>${style}</style><div id="stage">${samples}</div>`);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  return page;
}

/** Renders each frame as a PNG; a frame equal to the one before it is not rendered again. */
async function renderFrames(page: Page, video: SampleVideo): Promise<Buffer[]> {
  const camera = await page.context().newCDPSession(page);
  const count = Math.round(video.seconds * FRAMES_PER_SECOND);
  const frames: Buffer[] = [];
  let shown = '';
  let frame: Buffer = Buffer.alloc(0);
  for (let i = 0; i < count; i++) {
    const t = i / FRAMES_PER_SECOND;
    const svg = slideAt(t, video.slide, video.figure(t));
    if (svg !== shown) {
      await page.evaluate((markup) => {
        document.querySelector('#stage')?.replaceChildren(document.createRange().createContextualFragment(markup));
      }, svg);
      const shot = await camera.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      frame = Buffer.from(shot.data, 'base64');
      shown = svg;
    }
    frames.push(frame);
  }
  return frames;
}

const BT709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];

async function encode(frames: readonly Buffer[], video: SampleVideo, videoFile: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-sample-'));
  try {
    const soundFile = path.join(folder, 'sound.f32');
    await writeFile(soundFile, bytesOf(level(video.sound)));
    const pictures = ['-f', 'image2pipe', '-c:v', 'png', '-r', `${FRAMES_PER_SECOND}`, '-i', '-'];
    const sound = ['-f', 'f32le', '-ar', `${SAMPLE_RATE}`, '-ac', '1', '-i', soundFile];
    const scale = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', ...BT709];
    const picture = [
      '-c:v',
      'libx264',
      '-profile:v',
      'high',
      '-preset',
      'veryslow',
      '-tune',
      'animation',
      '-crf',
      '29',
    ];
    const keyframes = ['-g', '250', '-bf', '3'];
    const audio = ['-c:a', 'aac', '-b:a', '48k'];
    const container = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact', '-movflags', '+faststart'];
    await ffmpeg(
      [...pictures, ...sound, ...scale, ...picture, ...keyframes, ...audio, ...container, videoFile],
      frames,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Makes the video and its poster, a frame in which the figure is complete. */
export async function makeVideo(page: Page, video: SampleVideo, videoFile: string, posterFile: string): Promise<void> {
  const frames = await renderFrames(page, video);
  await encode(frames, video, videoFile);
  const poster = frames[Math.round(video.posterAtSec * FRAMES_PER_SECOND)];
  if (!poster) throw new Error(`${videoFile}: the poster lies past the end`);
  await sharp(poster).webp({ quality: 80, smartSubsample: true, effort: 6 }).toFile(posterFile);
}
