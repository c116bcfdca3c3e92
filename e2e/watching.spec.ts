import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, refusal, storeSessionIn, test as base } from './fixtures.ts';
import { PASSWORD, type Site } from './site.ts';

const CHAPTERS = '0:00 The shop opens\n1:00 A loan from the bank';

/** A course whose first lecture is long, with captions and chapters; and whether its sizes could be made. */
interface Film {
  courseId: string;
  lectureId: string;
  hasSizes: boolean;
}

const addFilm = async (site: Site): Promise<Film> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'Read a Balance Sheet' });
  const files = { lecture: 'two-minutes.mp4' };
  const fields = { title: 'Both sides agree', description: 'Follow one sweet shop.' };
  const { course } = await site.call(api.lectures.addLecture, token, { params: { courseId }, fields, files });
  await site.aLecture(courseId, { title: 'Profit is not cash' });
  const lectureId = course.lectures[0]?._id ?? '';
  const params = { courseId, lectureId };
  await site.call(api.authoring.updateLecture, token, { params, body: { chapters: CHAPTERS } });
  await site.call(api.authoring.putCaptions, token, {
    params: { ...params, language: 'en' },
    fields: { label: 'English' },
    files: { captions: 'captions.vtt' },
  });
  const { video } = await site.call(api.video.status, token);
  if (video.engine) {
    await expect
      .poll(() => filmOf(site, courseId, token), { timeout: 40_000 })
      .toMatchObject({ state: 'ready', hls: expect.stringContaining('master.m3u8') });
  }
  return { courseId, lectureId, hasSizes: video.engine !== null };
};

const filmOf = async (site: Site, courseId: string, token: string) =>
  (await site.call(api.lectures.listLectures, token, { params: { courseId } })).lectures[0];

const test = base.extend<object, { film: Film }>({
  film: [async ({ site }, provide) => provide(await addFilm(site)), { scope: 'worker', timeout: 60_000 }],
});

const addressOf = ({ courseId }: Film): string => `/course/displaylectures?course=${courseId}`;

const read = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    seconds: video.currentTime,
    isPaused: video.paused,
    rate: video.playbackRate,
    height: video.videoHeight,
    isOfPieces: video.currentSrc.startsWith('blob:'),
    captions: [...video.textTracks].map(({ mode, language }) => `${language} ${mode}`),
  }));

const play = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await read(page)).isPaused).toBe(false);
};

test('[VID-50] [VID-51] everything is done by keyboard: sizes, captions, speed, chapters, help', async ({
  page,
  site,
  film,
  signIn,
}) => {
  await signIn(await site.aSubscriber());
  await page.goto(addressOf(film));
  await expect(page.getByRole('region', { name: 'Video: Both sides agree' })).toBeVisible();
  await page.keyboard.press('k');
  await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(0.3);
  // Chrome says that it plays playlists itself, and then fails: pieces are what it gets.
  expect((await read(page)).isOfPieces).toBe(film.hasSizes);

  await page.keyboard.press('>');
  await page.keyboard.press('c');
  await page.keyboard.press('6');
  await expect.poll(() => read(page)).toMatchObject({ rate: 1.25, captions: ['en showing'] });
  await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(71);
  await expect(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', /A loan from the bank$/);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  if (film.hasSizes) {
    await expect(page.getByRole('radio', { name: /^Automatic/ })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: 'Original file' })).toBeChecked();
    await expect.poll(() => read(page)).toMatchObject({ isOfPieces: false, height: 720, rate: 1.25 });
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: '480p', exact: true })).toBeChecked();
    await expect.poll(() => read(page)).toMatchObject({ isOfPieces: true, height: 480, captions: ['en showing'] });
    expect((await read(page)).seconds).toBeGreaterThan(71);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused();

  await page.getByRole('button', { name: /The shop opens/ }).press('Enter');
  await expect.poll(async () => (await read(page)).seconds).toBeLessThan(20);
});

test('[VID-52] a lecture goes on at its place on a second device, and counts as watched by hand', async ({
  page,
  site,
  film,
  signIn,
  browser,
}) => {
  const account = await site.aSubscriber();
  await signIn(account);
  await page.goto(addressOf(film));
  await play(page);
  await page.getByRole('button', { name: /A loan from the bank/ }).click();
  await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(61);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Continue watching' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Both sides agree' })).toBeVisible();

  const context = await browser.newContext({ baseURL: site.origin });
  await storeSessionIn(context, site.origin, account);
  const second = await context.newPage();
  await second.goto('/');
  await second.getByRole('link', { name: 'Both sides agree' }).click();
  await play(second);
  const { seconds } = await read(second);
  expect(seconds).toBeGreaterThan(56);
  expect(seconds).toBeLessThan(64);

  await expect(second.getByText('0 of 2 watched')).toBeVisible();
  await second.getByRole('button', { name: 'Mark as watched' }).click();
  await expect(second.getByText('1 of 2 watched')).toBeVisible();
  await context.close();
});

test('[VID-23] an address that ends in the middle is renewed: place, speed and captions stay', async ({
  page,
  site,
  film,
  signIn,
  complaints,
}) => {
  complaints.allow(refusal(403));
  const account = await site.aSubscriber();
  await signIn(account);
  let refused = 0;
  page.on('response', (response) => {
    if (response.url().includes('/media/') && response.status() === 403) refused += 1;
  });
  await page.goto(addressOf(film));
  await play(page);
  await page.keyboard.press('>');
  await page.keyboard.press('c');
  // A new password ends every address that was given before.
  const body = { oldPassword: PASSWORD, newPassword: `${PASSWORD} anew` };
  const given = (await filmOf(site, film.courseId, account.token))?.lecture[0]?.secure_url ?? '';
  await site.call(api.accounts.changePassword, account.token, { body });
  await expect.poll(async () => (await fetch(given, { method: 'HEAD' })).status).toBe(403);
  if (film.hasSizes) await page.keyboard.press('9');
  else await page.reload();
  const seconds = film.hasSizes ? 108 : 0.3;
  await expect.poll(async () => (await read(page)).seconds, { timeout: 20_000 }).toBeGreaterThan(seconds);
  expect(await read(page)).toMatchObject({ isPaused: false, rate: 1.25, captions: ['en showing'] });
  if (film.hasSizes) expect(refused).toBeGreaterThan(0);
});

test('[VID-25] [VID-53] of four devices the first is told kindly, and may take its turn back', async ({
  page,
  site,
  film,
  signIn,
  complaints,
}) => {
  complaints.allow(refusal(403));
  const account = await site.aSubscriber();
  await signIn(account);
  await page.goto(addressOf(film));
  await play(page);
  const body = { email: account.user.email, password: PASSWORD };
  for (let device = 2; device <= 4; device += 1) {
    const { token } = await site.call(api.accounts.login, undefined, { body });
    const lecture = await filmOf(site, film.courseId, token);
    const range = { range: 'bytes=0-1' };
    expect((await fetch(lecture?.lecture[0]?.secure_url ?? '', { headers: range })).status).toBe(206);
  }
  await page.keyboard.press('k');
  await expect(page.getByRole('alert')).toContainText('three other devices');
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.hasAttribute('src'))).toBe(false);
  await page.getByRole('button', { name: 'Watch here' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);

  // The first lecture was selected by itself; another one ends its stream.
  await page.getByRole('button', { name: /Profit is not cash/ }).click();
  await expect(page.getByRole('heading', { name: 'Profit is not cash' })).toBeVisible();
  await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(0.2);
  expect(await page.locator('video').count()).toBe(1);
});
