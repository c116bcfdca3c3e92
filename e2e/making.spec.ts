import type { Page } from '@playwright/test';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api } from '#contract/api.ts';
import { dropOn, endOf } from './drop-files.ts';
import { expect, test } from './fixtures.ts';
import { media } from './site.ts';

/** Counts in the page how many uploads send at the same time: what the browser reports of requests may arrive late. */
const countSending = async (page: Page): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    const { open } = XMLHttpRequest.prototype;
    let sendingCount = 0;
    XMLHttpRequest.prototype.open = function count(this: XMLHttpRequest, method: string, url: string | URL) {
      open.call(this, method, url, true);
      if (method !== 'PATCH') return;
      sendingCount += 1;
      const { dataset } = document.documentElement;
      dataset['mostSending'] = String(Math.max(Number(dataset['mostSending'] ?? 0), sendingCount));
      this.addEventListener('readystatechange', () => {
        if (this.readyState === XMLHttpRequest.DONE) sendingCount -= 1;
      });
    };
  });
  return async () => Number(await page.locator('html').getAttribute('data-most-sending'));
};

const CREATED = 'Twenty kilns';
const NUMBERS = Array.from({ length: 20 }, (_, index) => index + 1);

test(
  'twenty videos that are dropped on a section become lectures in their order, while the admin uses other pages',
  { tag: '@long' },
  async ({ page, site, signIn, consoleErrors }) => {
    consoleErrors.allow(/ERR_CONNECTION_FAILED|ERR_FAILED/);
    const { token } = await site.admin();
    await signIn(await site.admin());
    const mostSending = await countSending(page);
    await page.goto('/course/create');
    await page.getByLabel('Thumbnail').setInputFiles(media('thumbnail.jpg'));
    for (const [label, value] of Object.entries({ Title: CREATED, Instructor: 'Asha', Category: 'Crafts' }))
      await page.getByLabel(label).fill(value);
    await page.getByLabel('Description').fill('From a bag of clay to a bowl that holds water.');
    await page.getByRole('button', { name: 'Create course' }).click();
    await expect(page).toHaveURL(/\/courses$/);
    await page.getByRole('link', { name: 'Build the curriculum' }).click();
    await page.getByRole('button', { name: 'Add section' }).click();
    await page.keyboard.type('Firing');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();

    let sentCount = 0;
    const second = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/uploads\/[0-9a-f]+$/, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      sentCount += 1;
      // The first one waits, so that two are sent together however short they are.
      if (sentCount === 1) await second.promise;
      else second.resolve();
      return sentCount === 8 ? route.abort('connectionfailed') : route.continue();
    });
    const video = (await readFile(media('silent.mp4'))).toString('base64');
    const wrong = (await readFile(media('not-a-video.mp4'))).toString('base64');
    await dropOn(endOf(page, 'Firing'), 'into “Firing”', [
      ...NUMBERS.toReversed().map((number) => ({ name: `${number} - kiln_number-${number * 11}.mp4`, base64: video })),
      { name: '7a notes.mp4', base64: wrong },
    ]);
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await expect(uploads).toContainText('of 21 files uploaded');
    const courseAddress = page.url();

    await page.getByRole('link', { name: 'Announcements' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Uploads' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(courseAddress);
    await expect(uploads).toContainText('20 of 21 files uploaded, 1 needs attention');
    await expect(page.getByRole('alert').filter({ hasText: 'not a video' })).toBeVisible();
    expect([sentCount, await mostSending()]).toEqual([21, 2]);
    const courseId = new URL(courseAddress).searchParams.get('course') ?? '';
    const read = async () =>
      (await site.call(api.authoring.manageCourse, token, { params: { courseId } })).lectures.map(
        ({ title, isDraft }) => `${title}${isDraft ? ', draft' : ''}`,
      );
    expect(await read()).toEqual(NUMBERS.map((number) => `Kiln number ${number * 11}, draft`));
    await page.getByRole('link', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish course and 20 lectures' }).click();
    await expect(page.getByRole('heading', { name: 'This course is published' })).toBeVisible();
    expect(await read()).toEqual(NUMBERS.map((number) => `Kiln number ${number * 11}`));
    await page.goto('/courses');
    await expect(page.getByRole('link', { name: CREATED })).toBeVisible();
  },
);

test(
  'videos that are dropped above the first section are added before it, and paused and resumed together',
  { tag: '@long' },
  async ({ page, site, signIn }) => {
    const { token } = await site.admin();
    await signIn(await site.admin());
    const params = { courseId: await site.aCourse({ title: 'Three kilns' }) };
    const outline = { lectureIds: [], sections: [{ title: 'Firing', lectureIds: [] }] };
    await site.call(api.authoring.setOutline, token, { params, body: outline });
    const resumed = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/uploads\/[0-9a-f]+$/, async (route) => {
      if (route.request().method() === 'PATCH') await resumed.promise;
      await route.continue();
    });
    await page.goto(`/course/edit?course=${params.courseId}`);
    const video = (await readFile(media('silent.mp4'))).toString('base64');
    const files = ['1 Clay.mp4', '2 Fire.mp4', '3 Glaze.mp4'].map((name) => ({ name, base64: video }));
    await dropOn(page.getByRole('listitem').filter({ hasText: 'Firing' }).first(), 'before the first section', files);
    await page.getByRole('button', { name: 'Pause all' }).click();
    await expect(page.getByText(/^Paused at/)).toHaveCount(3);
    resumed.resolve();
    await page.getByRole('button', { name: 'Resume all' }).click();
    const read = async () =>
      (await site.call(api.authoring.manageCourse, token, { params })).lectures.map(
        ({ title, sectionId }) => `${title}, ${sectionId}`,
      );
    await expect.poll(read).toEqual(['Clay, null', 'Fire, null', 'Glaze, null']);
  },
);

test(
  'a folder that is dropped on the curriculum adds the lectures in it',
  { tag: '@long' },
  async ({ page, site, signIn }) => {
    await signIn(await site.admin());
    const folder = await mkdtemp(path.join(tmpdir(), 'kilns-'));
    await mkdir(path.join(folder, 'more'));
    await copyFile(media('silent.mp4'), path.join(folder, '1 Clay.mp4'));
    await copyFile(media('silent.mp4'), path.join(folder, 'more', '2 Fire.mp4'));
    await writeFile(path.join(folder, 'notes.txt'), 'Not a video.');
    await page.goto(`/course/edit?course=${await site.aCourse({ title: 'A folder of kilns' })}`);
    const place = await page.getByRole('heading', { name: 'Drop your files here' }).boundingBox();
    const at = { x: (place?.x ?? 0) + 10, y: (place?.y ?? 0) + 10 };
    const browser = await page.context().newCDPSession(page);
    // A page cannot make a drop with a folder; the browser can.
    for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const)
      await browser.send('Input.dispatchDragEvent', {
        ...at,
        type,
        data: { items: [], files: [folder], dragOperationsMask: 1 },
      });
    await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('2 of 2 files uploaded');
    for (const title of ['Clay', 'Fire'])
      await expect(page.getByRole('button', { name: title, exact: true })).toBeVisible();
    await rm(folder, { recursive: true });
  },
);

test(
  'a frame of the video, or the drawn cover, becomes the thumbnail of a lecture',
  { tag: ['@long'] },
  async ({ page, site, signIn }) => {
    const { token, ...admin } = await site.admin();
    await signIn({ token, ...admin });
    const courseId = await site.aCourse();
    await site.aLecture(courseId);
    const read = async () => {
      const { lectures } = await site.call(api.authoring.manageCourse, token, { params: { courseId } });
      return lectures[0];
    };
    await page.goto(`/course/edit?course=${courseId}&lecture=${(await read())?._id}`);
    const panel = page.getByRole('dialog', { name: /^Video, lecture 1/ });
    await panel.getByText('Change the thumbnail').click();
    await expect(panel.getByRole('button', { name: 'Use this frame' })).toBeDisabled();
    await panel.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 1.5;
    });
    await panel.getByRole('button', { name: 'Use this frame' }).click();
    const isChosen = async () => (await read())?.hasChosenThumbnail;
    await expect.poll(isChosen).toBe(true);
    const frame = await (await fetch((await read())?.poster ?? '')).bytes();
    await panel.getByRole('button', { name: 'Use the drawn cover' }).click();
    await expect.poll(async () => (await fetch((await read())?.poster ?? '')).bytes()).not.toEqual(frame);
    await expect(panel.locator('video')).toHaveAttribute('poster', /thumbnail\.webp$/);
    await panel.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(isChosen).toBe(false);
  },
);
