/**
 * Makes every file of the sample courses again: `node samples/make/make.ts [name …]`, where a name limits the videos.
 * Needs an ffmpeg with flite (Debian's has it) and Chromium; see samples/README.md.
 */
import { chromium, type Page } from '@playwright/test';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleCourses } from '../courses.ts';
import { videoFacts } from '../mp4.ts';
import { makeVideo, openStage, type SampleVideo } from './video.ts';
import { firstScale, saAndPa, saraliVarisai } from './lectures/carnatic.ts';
import { mountains } from './lectures/monsoon-mountains.ts';
import { warmLand } from './lectures/monsoon-warm-land.ts';
import { profitAndCash, twoSides } from './lectures/shopkeeper.ts';
import { howManyToAsk, meanAndMedian } from './lectures/statistics.ts';
import { makeThumbnail } from './thumbnail.ts';

const VIDEOS: Record<string, () => SampleVideo | Promise<SampleVideo>> = {
  'shopkeeper-two-sides': twoSides,
  'shopkeeper-profit-and-cash': profitAndCash,
  'monsoon-warm-land': warmLand,
  'monsoon-mountains': mountains,
  'statistics-mean-and-median': meanAndMedian,
  'statistics-how-many-to-ask': howManyToAsk,
  'carnatic-sa-and-pa': saAndPa,
  'carnatic-first-scale': firstScale,
  'carnatic-sarali-varisai': saraliVarisai,
};

const samplesFolder = path.join(import.meta.dirname, '..');
const filesFolder = path.join(samplesFolder, 'files');

/** Writes the lengths and sizes of the videos that stand in the folder into measures.ts. */
async function writeMeasures(): Promise<void> {
  const lines = Object.keys(VIDEOS).map(async (name) => {
    const file = path.join(filesFolder, `${name}.mp4`);
    const { durationMs } = videoFacts(await readFile(file));
    const { size } = await stat(file);
    return `  '${name}': { durationMs: ${durationMs}, sizeBytes: ${size} },\n`;
  });
  const head = '/** How long and how large each sample video is. Written by samples/make/make.ts. */\n';
  const body = `export const measures = {\n${(await Promise.all(lines)).join('')}};\n`;
  await writeFile(path.join(samplesFolder, 'measures.ts'), head + body);
}

async function makeLectures(page: Page, names: readonly string[]): Promise<void> {
  for (const [name, video] of Object.entries(VIDEOS)) {
    const file = path.join(filesFolder, name);
    const made = await video();
    if (made.webVtt !== undefined) await writeFile(`${file}.vtt`, made.webVtt);
    if (names.length > 0 && !names.includes(name)) continue;
    await makeVideo(page, made, `${file}.mp4`, `${file}.webp`);
    process.stdout.write(`${name}\n`);
  }
}

await mkdir(filesFolder, { recursive: true });
await Promise.all(sampleCourses.map(({ title, thumbnail }) => makeThumbnail(title, thumbnail)));
const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(installed ? { executablePath: installed } : {}) });
try {
  await makeLectures(await openStage(browser), process.argv.slice(2));
} finally {
  await browser.close();
}
await writeMeasures();
