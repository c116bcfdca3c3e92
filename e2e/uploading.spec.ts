import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, refusal, test } from './fixtures.ts';
import { aLargeVideo } from './large-video.ts';
import { media } from './site.ts';
import { ADMIN } from './real-server.ts';

const MB = 1024 * 1024;

/** Lets a page send only so much in a second; -1 is as much as it can. */
const slowDown = async (page: Page, bytesPerSecond: number): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
};

const pick = async (page: Page, name: string, buffer: Buffer): Promise<void> => {
  await page.getByLabel('Video', { exact: true }).setInputFiles({ name, mimeType: 'video/mp4', buffer });
};

const fill = async (page: Page, title: string): Promise<void> => {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('What the fire does.');
};

test(
  'an upload is paused, interrupted by a reload, and resumed; the title is entered last',
  { tag: ['@long'] },
  async ({ page, site, signIn }) => {
    const { token } = await site.admin();
    await signIn(await site.admin());
    const courseId = await site.aCourse();
    const video = await aLargeVideo(5 * MB);
    await page.goto(`/course/addlecture?course=${courseId}`);
    await slowDown(page, MB);
    await pick(page, 'firing.mp4', video);
    const upload = page.getByRole('region', { name: 'Upload' });
    const receivedBytes = async () =>
      (await site.call(api.uploads.listUploads, token)).uploads.find((left) => left.courseId === courseId)
        ?.receivedBytes;
    await expect.poll(receivedBytes).toBeGreaterThan(MB);
    await upload.getByRole('button', { name: /^Pause/ }).click();
    await expect(upload.getByText('Paused')).toBeVisible();
    await upload.getByRole('button', { name: /^Resume/ }).click();
    await upload.getByRole('button', { name: /^Pause/ }).click();
    await page.reload();
    await slowDown(page, -1);

    const tray = page.getByRole('complementary', { name: 'Uploads' });
    await tray.getByRole('button', { name: /needs? (a title|attention)$/ }).click();
    // The same ADMIN may have left others in other stories.
    const left = tray.getByRole('listitem').filter({ hasText: 'firing.mp4' });
    await expect(left.getByText(/Not finished/)).toBeVisible();
    const again = (name: string) =>
      left.locator('input[type=file]').setInputFiles({ name, mimeType: 'video/mp4', buffer: video });
    await again('another.mp4');
    await expect(left.getByRole('alert')).toContainText('different file');
    let sentBytes = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sentBytes += Number(request.headers()['content-length'] ?? 0);
    });
    await again('firing.mp4');
    await left.getByRole('link', { name: 'Add a title' }).click();
    expect(sentBytes).toBeLessThan(4.5 * MB);
    await fill(page, 'The long firing');
    await page.getByLabel('Draft').check();
    await page.getByRole('button', { name: 'Add lecture' }).click();
    await expect(page.getByText('Lectures added successfully').first()).toBeVisible();
    const { lectures } = await site.call(api.authoring.manageCourse, token, { params: { courseId } });
    expect(lectures).toMatchObject([{ title: 'The long firing', isDraft: true }]);
    const response = await fetch(lectures[0]?.lecture[0]?.secure_url ?? '', { method: 'HEAD' });
    expect(Number(response.headers.get('content-length'))).toBe(5 * MB);
  },
);

test(
  'uploads queue while another page is open, and an ended session only pauses them',
  { tag: ['@long'] },
  async ({ page, site, signIn, consoleErrors }) => {
    consoleErrors.allow(refusal(401));
    const account = await site.call(api.accounts.login, undefined, { body: ADMIN });
    await signIn(account);
    const courseId = await site.aCourse();
    const video = await aLargeVideo(2 * MB);
    await page.goto(`/course/addlecture?course=${courseId}`);
    const sending = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/uploads\/[0-9a-f]+$/, async (route) => {
      await sending.promise;
      await route.continue();
    });
    await pick(page, 'one.mp4', video);
    await fill(page, 'One');
    await page.getByRole('button', { name: 'Add lecture' }).click();
    for (const title of ['Two', 'Three']) {
      await page.getByRole('button', { name: 'Add another lecture' }).click();
      await pick(page, `${title}.mp4`, video);
      await fill(page, title);
      await page.getByRole('button', { name: 'Add lecture' }).click();
    }
    await expect(page.getByText('Queued')).toBeVisible();

    await site.call(api.accounts.logout, account.token);
    sending.resolve();
    await expect(page).toHaveURL(/\/login/);
    const tray = page.getByRole('complementary', { name: 'Uploads' });
    await tray.getByRole('button').first().click();
    await expect(tray.getByText(/Log in again/).first()).toBeVisible();
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(tray.getByText('Added', { exact: true })).toHaveCount(3);
    const { token } = await site.admin();
    const { lectures } = await site.call(api.lectures.listLectures, token, { params: { courseId } });
    expect(lectures.map(({ title }) => title).toSorted()).toEqual(['One', 'Three', 'Two']);
  },
);

test('an incomplete video is rejected before a byte of it is sent', async ({ page, site, signIn }) => {
  await signIn(await site.admin());
  await page.goto(`/course/addlecture?course=${await site.theCourse()}`);
  let hasBegun = false;
  page.on('request', (request) => {
    hasBegun ||= request.method() === 'POST' && request.url().endsWith('/uploads');
  });
  for (const [name, why] of [
    ['not-a-video.mp4', 'not a video'],
    ['truncated.mp4', 'incomplete or damaged'],
    ['audio-only.mp4', 'no video'],
  ] as const) {
    await page.getByLabel('Video', { exact: true }).setInputFiles(media(name));
    await expect(page.getByText(new RegExp(why))).toBeVisible();
  }
  await fill(page, 'Never');
  await page.getByRole('button', { name: 'Add lecture' }).click();
  await expect(page.getByRole('alert').first()).toContainText('no video');
  expect(hasBegun).toBe(false);
});
