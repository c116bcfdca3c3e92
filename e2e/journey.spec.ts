import type { Locator, Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';
import { media, PASSWORD, type Site } from './site.ts';

test.use({ serviceWorkers: 'allow' });

const [FIRST, SECOND, THIRD] = ['When the sea leaves', 'Life between the lines', 'The highest tide'] as const;

/** A course of three lectures with a video each; anyone may watch the first. */
const aTidalCourse = async (site: Site, title: string): Promise<string> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title });
  for (const lecture of [FIRST, SECOND, THIRD]) await site.aLecture(courseId, { title: lecture });
  const { lectures } = await site.call(api.authoring.manageCourse, token, { params: { courseId } });
  const params = { courseId, lectureId: lectures[0]?._id ?? '' };
  await site.call(api.authoring.updateLecture, token, { params, body: { isFreePreview: true } });
  return courseId;
};

const videoOf = (page: Page, lecture: string): Locator =>
  page.getByRole('region', { name: new RegExp(`: ${lecture}$`) }).locator('video');

const untilEnded = async (page: Page, lecture: string): Promise<void> => {
  const video = videoOf(page, lecture);
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.ended)).toBe(true);
};

type Press = (target: Locator) => Promise<void>;

const watchFree = async (page: Page, press: Press): Promise<void> => {
  await press(page.getByRole('link', { name: /^Watch free/ }).locator('visible=true'));
  const preview = page.getByRole('region', { name: `Free preview: ${FIRST}` });
  await expect
    .poll(() => preview.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.2);
};

const signUpAndBuy = async (page: Page, press: Press): Promise<void> => {
  await press(page.getByRole('link', { name: 'Subscribe' }).locator('visible=true').first());
  await expect(page).toHaveURL('/signup');
  await page.getByLabel('Avatar').setInputFiles(media('avatar.png'));
  await page.getByLabel('Full Name').fill('Meera Nair');
  await page.getByLabel('Email').fill(`meera-${Date.now()}@reader.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page.getByRole('button', { name: 'Create Account' }));
  await expect(page).toHaveURL('/checkout');
  await press(page.getByRole('button', { name: 'Buy Now' }));
  await press(page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }));
  await press(page.getByRole('link', { name: 'Start watching' }));
};

/** Keeps the lecture that is open, and watches it without a connection. */
const watchOffline = async (page: Page, press: Press): Promise<void> => {
  await press(page.getByRole('button', { name: 'Download for offline' }));
  await expect(page.getByRole('button', { name: /^Downloaded to this/ })).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).map((name) => name.split('-')[0])))
    .toContain('classroom');
  await page.context().setOffline(true);
  await page.goto('/offline');
  await press(page.getByRole('link', { name: SECOND }));
  await untilEnded(page, SECOND);
  await page.goto('/offline');
  await page.context().setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: 'Back online. Your place is saved.' })).toBeVisible();
};

const DEVICES = [
  { name: 'a phone', isTouched: true, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  { name: 'a computer', isTouched: false, use: { viewport: { width: 1440, height: 900 } } },
];

for (const { name, isTouched, use } of DEVICES)
  test.describe(`on ${name}`, () => {
    test.use(use);

    test(
      'a visitor opens a shared link, watches free, buys, and finishes the course, offline in between',
      { tag: '@long' },
      async ({ page, site, consoleErrors }) => {
        consoleErrors.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
        const press: Press = (target) => (isTouched ? target.tap() : target.click());
        const courseId = await aTidalCourse(site, `The tidal coast, on ${name}`);
        await page.goto(`/courses/the-tidal-coast-on-${name.replace(' ', '-')}`);
        await expect(page.getByRole('heading', { level: 1, name: 'The tidal coast' })).toBeVisible();
        await expect(page.locator('html')).not.toHaveAttribute('data-loading');
        await watchFree(page, press);
        await signUpAndBuy(page, press);
        await expect(page).toHaveURL(new RegExp(`/course/displaylectures\\?course=${courseId}`));

        await untilEnded(page, FIRST);
        const row = (lecture: string) => page.getByRole('button', { name: new RegExp(lecture) }).first();
        await press(row(SECOND));
        await watchOffline(page, press);

        await page.goto(`/course/displaylectures?course=${courseId}`);
        await press(row(THIRD));
        await videoOf(page, THIRD).evaluate((video: HTMLVideoElement) => video.play());
        await expect(page.getByRole('heading', { level: 1, name: /^You finished The tidal coast/ })).toBeVisible();
        await expect(page.getByText('3 of 3 lectures')).toBeVisible();
        await page.goto('/learning');
        await expect(page.getByRole('heading', { level: 2, name: 'Finished' })).toBeVisible();
        await expect(page.getByRole('link', { name: /The tidal coast/ })).toBeVisible();
      },
    );
  });
