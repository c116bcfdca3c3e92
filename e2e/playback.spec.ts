import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, refusal, storeSessionIn, test as base } from './fixtures.ts';
import { WITH_VIDEO_SIZES } from './real-server.ts';
import { PASSWORD, type Site } from './site.ts';

const CHAPTERS = '0:00 The shop opens\n1:00 A loan from the bank';

/** A course whose first lecture is long, with captions and chapters; and whether this machine could make renditions of it. */
interface WatchedLecture {
  courseId: string;
  lectureId: string;
  hasRenditions: boolean;
}

const addLecture = async (site: Site): Promise<WatchedLecture> => {
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
      .poll(() => lectureInCourse(site, courseId, token), { timeout: 300_000 })
      .toMatchObject({ state: 'ready', hls: expect.stringContaining('master.m3u8') });
  }
  return { courseId, lectureId, hasRenditions: video.engine !== null };
};

const lectureInCourse = async (site: Site, courseId: string, token: string) =>
  (await site.call(api.lectures.listLectures, token, { params: { courseId } })).lectures[0];

const test = base.extend<object, { lecture: WatchedLecture }>({
  lecture: [async ({ site }, provide) => provide(await addLecture(site)), { scope: 'worker', timeout: 300_000 }],
});

test.use({ settings: WITH_VIDEO_SIZES });

/** One after the other in one worker: each of several would make the sizes of the long lecture again. */
test.describe.configure({ mode: 'default' });

const addressOf = ({ courseId }: WatchedLecture): string => `/course/displaylectures?course=${courseId}`;

const read = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    seconds: video.currentTime,
    isPaused: video.paused,
    rate: video.playbackRate,
    volume: video.volume,
    height: video.videoHeight,
    isSegmented: video.currentSrc.startsWith('blob:'),
    captions: [...video.textTracks].map(({ mode, language }) => `${language} ${mode}`),
  }));

const play = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await read(page)).isPaused).toBe(false);
};

test(
  'quality, captions, speed, chapters and help work by keyboard',
  { tag: ['@VID-50', '@VID-51'] },
  async ({ page, site, lecture, signIn }) => {
    await signIn(await site.aSubscriber());
    await page.goto(addressOf(lecture));
    const player = page.getByRole('region', { name: 'Video: Both sides agree' });
    await expect(player.getByRole('button', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('k');
    await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(0.3);
    // Chrome says that it plays playlists itself, and then fails: pieces are what it gets.
    expect((await read(page)).isSegmented).toBe(lecture.hasRenditions);

    await page.keyboard.press('>');
    await page.keyboard.press('c');
    await page.keyboard.press('6');
    await expect.poll(() => read(page)).toMatchObject({ rate: 1.25, captions: ['en showing'] });
    await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(71);
    await expect(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', /A loan from the bank$/);

    // A paused video keeps its controls.
    await page.keyboard.press('k');
    const cue = page.getByText('The shop opens at nine.', { exact: true }).filter({ visible: true });
    await expect(cue).toBeVisible();
    const gapInPixels = async (): Promise<number> => {
      const bar = await page.locator('.player-controls').boundingBox();
      const drawn = await cue.boundingBox();
      return (bar?.y ?? 0) - (drawn?.y ?? 0) - (drawn?.height ?? 0);
    };
    await expect.poll(gapInPixels).toBeGreaterThanOrEqual(14);
    await page.keyboard.press('k');
    const hint = page.waitForFunction(() => document.body.innerText.includes('−10 s'));
    await page.keyboard.press('j');
    await hint; // Shown for less than a second, so every frame is looked at.
    await expect(page.getByText('Back 10 seconds', { exact: true })).toBeAttached();
    await page.keyboard.press('l');

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help).toBeVisible();
    const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
    await expect(help.getByText('Play or pause')).toHaveCSS('color', ink);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Settings' }).focus();
    await page.keyboard.press('Enter');
    if (lecture.hasRenditions) {
      await expect(page.getByRole('radio', { name: /^Auto/ })).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('radio', { name: 'Original' })).toBeChecked();
      await expect.poll(() => read(page)).toMatchObject({ isSegmented: false, height: 720, rate: 1.25 });
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('radio', { name: /^Audio only .* MB\/h$/ })).toBeChecked();
      await expect.poll(() => read(page)).toMatchObject({ isSegmented: true, height: 0, rate: 1.25 });
      // Captions are drawn by the video, over what stands in place of its image.
      await expect(page.locator('video')).not.toHaveAttribute('poster');
      await page.getByRole('radio', { name: /^Standard 480p ~\d+(?:\.\d)? MB\/h$/ }).check();
      await expect.poll(() => read(page)).toMatchObject({ isSegmented: true, height: 480, captions: ['en showing'] });
      expect((await read(page)).seconds).toBeGreaterThan(71);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused();

    await page.getByRole('tab', { name: 'Transcript' }).click();
    await expect(page.getByRole('region', { name: 'Transcript' })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('video')).toBeInViewport({ ratio: 1 });
    await page
      .getByRole('button', { name: /The shop opens/ })
      .first()
      .press('Enter');
    await expect.poll(async () => (await read(page)).seconds).toBeLessThan(20);
  },
);

test(
  'a lecture resumes on a second device, can be marked as watched, and is what Back leads to from the next',
  { tag: ['@VID-52'] },
  async ({ page, site, lecture, signIn, browser }) => {
    const account = await site.aSubscriber();
    await signIn(account);
    await page.goto(addressOf(lecture));
    await play(page);
    await page.getByRole('button', { name: /A loan from the bank/ }).click();
    await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(61);
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Continue' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Both sides agree' })).toBeVisible();

    const context = await browser.newContext({ baseURL: site.origin });
    await storeSessionIn(context, site.origin, account);
    const second = await context.newPage();
    await second.goto('/');
    await second.getByRole('link', { name: 'Both sides agree' }).click();
    await play(second);
    await expect.poll(async () => (await read(second)).seconds).toBeGreaterThan(56);
    expect((await read(second)).seconds).toBeLessThan(70);

    await expect(second.getByText('0 of 2 watched')).toBeVisible();
    await second.getByRole('button', { name: 'Mark as watched' }).click();
    await expect(second.getByText('1 of 2 watched')).toBeVisible();

    await second.getByRole('button', { name: 'Next lecture' }).click();
    await expect(second.getByText('Lecture 2 of 2')).toBeVisible();
    await second.goBack();
    await expect(second.getByText('Lecture 1 of 2')).toBeVisible();
    await second.getByRole('link', { name: 'Read a Balance Sheet' }).click();
    await expect(second.getByText(/^Next: /).filter({ visible: true })).toHaveText('Next: Profit is not cash');
    await context.close();
  },
);

test(
  'an address that expires during playback is renewed, keeping position, speed and captions',
  { tag: ['@long', '@VID-23'] },
  async ({ page, site, lecture, signIn, consoleErrors }) => {
    consoleErrors.allow(refusal(403));
    const account = await site.aSubscriber();
    await signIn(account);
    let refused = 0;
    page.on('response', (response) => {
      if (response.url().includes('/media/') && response.status() === 403) refused += 1;
    });
    await page.goto(addressOf(lecture));
    await play(page);
    await page.keyboard.press('>');
    await page.keyboard.press('c');
    // A new password ends every address that was given before.
    const body = { oldPassword: PASSWORD, newPassword: `${PASSWORD} anew` };
    const given = (await lectureInCourse(site, lecture.courseId, account.token))?.lecture[0]?.secure_url ?? '';
    await site.call(api.accounts.changePassword, account.token, { body });
    await expect.poll(async () => (await fetch(given, { method: 'HEAD' })).status).toBe(403);
    if (lecture.hasRenditions) await page.keyboard.press('9');
    else {
      await page.reload();
      await play(page);
    }
    const seconds = lecture.hasRenditions ? 108 : 0.3;
    await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(seconds);
    expect(await read(page)).toMatchObject({ isPaused: false, rate: 1.25, captions: ['en showing'] });
    if (lecture.hasRenditions) expect(refused).toBeGreaterThan(0);
  },
);

test(
  'of four devices the first is paused with a notice, and can take over again',
  { tag: ['@VID-25', '@VID-53'] },
  async ({ page, site, lecture, signIn, consoleErrors }) => {
    consoleErrors.allow(refusal(403));
    const account = await site.aSubscriber();
    await signIn(account);
    await page.goto(addressOf(lecture));
    await expect(page.getByRole('region', { name: 'Video: Both sides agree' })).toBeVisible();
    await play(page);
    const body = { email: account.user.email, password: PASSWORD };
    for (let device = 2; device <= 4; device += 1) {
      const { token } = await site.call(api.accounts.login, undefined, { body });
      const listed = await lectureInCourse(site, lecture.courseId, token);
      const range = { range: 'bytes=0-1' };
      expect((await fetch(listed?.lecture[0]?.secure_url ?? '', { headers: range })).status).toBe(206);
    }
    await page.keyboard.press('k');
    await expect(page.getByRole('alert')).toContainText('three other devices');
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.hasAttribute('src'))).toBe(false);
    await page.getByRole('button', { name: 'Watch here' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);

    // The first lecture was selected by itself; another one ends its stream.
    await expect.poll(() => page.locator('video').evaluate((video) => video.hasAttribute('src'))).toBe(true);
    const before = await page.locator('video').elementHandle();
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.addEventListener('emptied', () => video.setAttribute('data-was-released', ''));
    });
    await page.getByRole('button', { name: /Profit is not cash/ }).click();
    await expect(page.getByRole('heading', { name: 'Profit is not cash' })).toBeVisible();
    await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(0.2);
    expect(await page.locator('video').count()).toBe(1);
    expect(await before?.evaluate((video) => video.hasAttribute('data-was-released'))).toBe(true);
    const late: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(`.${lecture.lectureId}.`)) late.push(request.url());
    });
    await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(1.5);
    expect(late).toEqual([]);
  },
);

test(
  'the player has labels for screen readers, and respects reduced motion',
  { tag: ['@VID-50'] },
  async ({ page, site, lecture, signIn }) => {
    await signIn(await site.aSubscriber());
    await page.goto(addressOf(lecture));
    const player = page.getByRole('region', { name: 'Video: Both sides agree' });
    for (const name of ['Play', 'Mute', 'Show captions', 'Settings', 'Full screen'])
      await expect(player.getByRole('button', { name, exact: true }), name).toBeVisible();
    await expect(player.getByRole('slider', { name: 'Seek' })).toBeVisible();
    await expect(player.getByRole('slider', { name: 'Volume' })).toHaveCount(1);
    await expect(player.getByRole('combobox', { name: 'Speed' })).toBeVisible();
    const fading = () =>
      player.locator('.player-controls').evaluate((bars) => getComputedStyle(bars).transitionDuration);
    expect(await fading()).toBe('0.2s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await fading()).not.toBe('0.2s');
  },
);

/** Taps in one go, because a slow machine would make single taps of a double one. */
const tapVideo = (page: Page, share: number, times: number): Promise<void> =>
  page.locator('video').evaluate(
    (video, given) => {
      const { left, top, width, height } = video.getBoundingClientRect();
      const place = { clientX: left + width * given.share, clientY: top + height / 2 };
      const touch = { ...place, pointerType: 'touch', pointerId: 7, bubbles: true };
      for (let tap = 0; tap < given.times; tap += 1)
        for (const name of ['pointerdown', 'pointerup']) video.dispatchEvent(new PointerEvent(name, touch));
    },
    { share, times },
  );

test('a mouse plays, skips and fills the screen; a note keeps its moment, and choices outlive a reload', async ({
  page,
  site,
  lecture,
  signIn,
}) => {
  await signIn(await site.aSubscriber());
  await page.goto(addressOf(lecture));
  const video = page.locator('video');
  const isAt = (seconds: number) => expect.poll(async () => Math.round((await read(page)).seconds)).toBe(seconds);
  await video.click();
  await expect.poll(async () => (await read(page)).isPaused).toBe(false);
  await video.click();
  await expect.poll(async () => (await read(page)).isPaused).toBe(true);
  await page.keyboard.press('0');
  const forward = page.getByRole('button', { name: 'Forward 10 seconds' });
  for (let press = 0; press < 3; press += 1) await forward.click();
  await page.getByRole('button', { name: 'Back 10 seconds' }).click();
  await isAt(20);
  await video.dblclick();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);

  await page.keyboard.press('n');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);
  await page.getByRole('textbox', { name: 'Note at 0:20' }).fill('Who still owes us?');
  await page.getByRole('button', { name: 'Save note' }).click();
  const note = page.getByRole('article', { name: 'Note at 0:20' });
  await expect(note).toContainText('Who still owes us?');
  await forward.click();
  await isAt(30);
  await note.getByRole('button', { name: 'Go to 0:20' }).click();
  await isAt(20);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export notes of this course' }).click();
  const exported = await readFile(await (await downloading).path(), 'utf8');
  expect(exported).toBe('# Read a Balance Sheet\n\n## Both sides agree\n\n- **0:20** Who still owes us?\n');

  await page.getByRole('button', { name: 'Captions' }).click();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5');
  await page.getByRole('button', { name: 'Mute' }).hover();
  await page.getByRole('slider', { name: 'Volume' }).fill('0.4');
  const stored = () => page.evaluate(() => localStorage.getItem('player') ?? '');
  await expect.poll(stored).toMatch(/"rate":1\.5,"volume":0\.4/);
  await page.reload();
  await expect.poll(() => read(page)).toMatchObject({ rate: 1.5, volume: 0.4, captions: ['en showing'] });
  await expect(note).toContainText('Who still owes us?');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test(
    'the video stays at the top, above the menu and the words about it, and fingers control it',
    {
      tag: ['@SCR-32', '@PRD-09', '@PRD-12'],
    },
    async ({ page, site, lecture, signIn }) => {
      await signIn(await site.aSubscriber());
      await page.goto(addressOf(lecture));
      const video = page.locator('video');
      await expect(video).toBeVisible();
      const top = { x: 0, y: 0, width: 390, height: expect.closeTo(219, 0) };
      expect(await video.boundingBox()).toEqual(top);
      await expect(page.getByRole('heading', { level: 2, name: 'Both sides agree' })).toBeInViewport();
      await expect(page.getByText('Follow one sweet shop.')).toBeInViewport();
      const menuButton = page.getByRole('button', { name: 'Menu', exact: true });
      await menuButton.tap();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expect(menu.getByRole('link', { name: 'All Course' })).toBeVisible();
      await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(menuButton).toBeFocused();

      await page.getByRole('tab', { name: /^(About|Chapters)$/ }).tap();
      await expect(page.getByRole('button', { name: '0:00 The shop opens' })).toBeVisible();
      await page.getByRole('tab', { name: 'Lectures' }).tap();
      await page.evaluate(() => window.scrollTo(0, 1000));
      expect(await video.boundingBox()).toEqual(top);

      await page.getByRole('button', { name: 'Play', exact: true }).tap();
      await expect.poll(async () => (await read(page)).isPaused).toBe(false);
      await tapVideo(page, 0.9, 4);
      await expect(page.getByText('30 seconds', { exact: true })).toBeVisible();
      await expect.poll(async () => (await read(page)).seconds).toBeGreaterThan(30);
      await expect(page.locator('.lecture-player')).toHaveAttribute('data-hidden', 'true');
      await tapVideo(page, 0.5, 1);
      await page.getByRole('button', { name: 'Settings' }).tap();
      const sheet = page.getByRole('dialog', { name: 'Playback' });
      expect((await sheet.boundingBox())?.y).toBeGreaterThan(219);
      await sheet.getByText('1.5×').tap();
      await expect.poll(() => read(page)).toMatchObject({ rate: 1.5 });
      await sheet.getByText('English').tap();
      await sheet.getByText('Large', { exact: true }).tap();
      await sheet.getByText('Shaded').tap();
      await sheet.getByRole('button', { name: 'Close' }).tap();
      // Paused, the controls stay.
      await page.keyboard.press('k');
      await expect.poll(async () => (await read(page)).isPaused).toBe(true);
      const cue = page.getByText('The shop opens at nine.', { exact: true }).filter({ visible: true });
      await expect(cue).toHaveCSS('font-size', '17px');
      const [buttons, drawn, bar] = await Promise.all(
        [page.locator('.player-play'), cue, page.locator('.player-bottom')].map((part) => part.boundingBox()),
      );
      expect(drawn?.y).toBeGreaterThan((buttons?.y ?? 0) + (buttons?.height ?? 0));
      expect((bar?.y ?? 0) - (drawn?.y ?? 0) - (drawn?.height ?? 0)).toBeGreaterThanOrEqual(14);

      await page.setViewportSize({ width: 844, height: 390 });
      await expect.poll(() => video.boundingBox()).toEqual({ x: 0, y: 0, width: 844, height: 390 });
    },
  );
});
