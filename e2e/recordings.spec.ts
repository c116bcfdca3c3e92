import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { hasFfmpeg, makeClip, turnClip } from '#test/clips.ts';
import { expect, test } from './fixtures.ts';
import { WITH_VIDEO_SIZES } from './real-server.ts';

test.use({ settings: WITH_VIDEO_SIZES });

const read = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    seconds: video.currentTime,
    size: `${video.videoWidth}x${video.videoHeight}`,
    isSegmented: video.currentSrc.startsWith('blob:'),
    buffered: Array.from({ length: video.buffered.length }, (_, index) => [
      video.buffered.start(index),
      video.buffered.end(index),
    ]),
  }));

/** Tracks of different lengths, and a picture that players of files turn. */
const recordings = [
  ['sound-ends-early.mp4', 6, /^96x64$/],
  ['sound-begins-late.mp4', 6, /^96x64$/],
  ['large.mp4', 2, /^(?:1080x1440|720x960|480x640|360x480|240x320)$/],
] as const;

for (const [name, seconds, size] of recordings)
  test(`${name} plays from its start to its end in one piece`, { tag: ['@long'] }, async ({ page, site, signIn }) => {
    test.skip(!hasFfmpeg, 'sizes are made with ffmpeg');
    test.setTimeout(180_000);
    const folder = await mkdtemp(path.join(tmpdir(), 'recordings-'));
    const clip = await makeClip(folder, name);
    const { token } = await site.admin();
    const courseId = await site.aCourse({ title: name });
    const fields = { title: name, description: 'As people bring them.' };
    const files = { lecture: name === 'large.mp4' ? await turnClip(clip) : clip };
    await site.call(api.lectures.addLecture, token, { params: { courseId }, fields, files });
    const lecture = async () =>
      (await site.call(api.lectures.listLectures, token, { params: { courseId } })).lectures[0];
    await expect.poll(lecture, { timeout: 120_000 }).toMatchObject({ state: 'ready' });
    await signIn(await site.aSubscriber());
    await page.goto(`/course/displaylectures?course=${courseId}`);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(0.2);
    // The page shows the end of the course, without the video.
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.addEventListener('ended', () => (document.body.dataset['endedAt'] = String(video.currentTime)));
    });
    const playing = await read(page);
    expect(playing).toMatchObject({ isSegmented: true, size: expect.stringMatching(size) });
    expect(playing.buffered.length).toBe(1);
    await expect.poll(async () => (await read(page)).buffered[0]?.[1] ?? 0).toBeGreaterThan(seconds - 0.2);
    expect(playing.buffered[0]?.[0]).toBeLessThan(0.1);
    await expect(page.getByRole('heading', { name: `You finished ${name}` })).toBeVisible();
    const endedAt = await page.evaluate(() => Number(document.body.dataset['endedAt']));
    expect(endedAt).toBeGreaterThan(seconds - 0.2);
  });
