import { devices, type Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import type { Site } from './site.ts';

const PHONE = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } };

/** A course with a video. */
const aVideo = async (site: Site) => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
  await site.aLecture(courseId, { title: 'Profit is not cash' });
  await site.aLecture(courseId, { title: 'The loan' });
  const { lectures } = await site.call(api.lectures.listLectures, token, { params: { courseId } });
  const lectureId = lectures[0]?._id ?? '';
  return { token, courseId, lectureId, address: `/course/displaylectures?course=${courseId}&lecture=${lectureId}` };
};

const aQuestion = async (site: Site, { token, courseId, lectureId }: Awaited<ReturnType<typeof aVideo>>) =>
  site.call(api.quizzes.add, token, {
    params: { courseId, lectureId },
    body: {
      atMs: 1000,
      question: {
        type: 'single',
        text: 'Whose money is the loan?',
        explanation: 'A loan is paid back.',
        explainedAt: { lectureId, fromMs: 300, toMs: 900 },
        options: [
          { text: 'The bank’s', isCorrect: true, isPinned: true },
          { text: 'The shop’s', isPinned: true },
        ],
      },
    },
  });

/** Until the questions are known. */
const openVideo = (page: Page, address: string) =>
  Promise.all([page.waitForResponse(/\/moments$/), page.goto(address)]);

const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
const playFrom = (page: Page, seconds: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, from) => {
    video.currentTime = from;
    return video.play();
  }, seconds);
/** It has played on after the question. */
const expectPlayedOn = (page: Page) =>
  expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(1.7);

test('a teacher adds a question at the second where the video is paused', async ({ site, page }) => {
  const video = await aVideo(site);
  await storeSessionIn(page.context(), site.origin, await site.admin());
  await page.goto(`/course/edit?course=${video.courseId}&lecture=${video.lectureId}`);
  await page.locator('dialog video').evaluate(
    (element: HTMLVideoElement) =>
      new Promise((resolve) => {
        element.addEventListener('seeked', resolve, { once: true });
        element.preload = 'auto';
        element.load();
        element.currentTime = 1;
      }),
  );
  await page.getByRole('button', { name: 'Add question at this moment' }).click();
  await expect(page.getByLabel('Appears at')).toHaveValue('0:01');
  await page.getByLabel('Question', { exact: true }).fill('Whose money is the loan?');
  await page.getByLabel('Answer 1', { exact: true }).fill('The bank’s');
  await page.getByLabel('Answer 2', { exact: true }).fill('The shop’s');
  await page.getByRole('radio', { name: 'Answer 1 is right' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Questions' })).toContainText('0:01');
  await page.getByLabel('Skipping').selectOption('answer it to continue');
  await page.reload();
  await expect(page.getByLabel('Skipping')).toHaveValue('no');
});

test('a learner answers in a video by keyboard, watches the minute, and answers again', async ({ site, page }) => {
  const video = await aVideo(site);
  await aQuestion(site, video);
  await storeSessionIn(page.context(), site.origin, await site.aSubscriber());
  await openVideo(page, video.address);
  await page.getByRole('button', { name: 'Play' }).first().press('Enter');
  const question = page.getByRole('region', { name: 'Question at 0:01' });
  await expect(question.getByRole('heading', { name: 'Question at 0:01' })).toBeFocused();
  expect(await isPaused(page)).toBe(true);
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await expect(question.getByText('Not this one')).toBeVisible();
  await expect(question.getByText('A loan is paid back.')).toBeVisible();
  await question.getByRole('link', { name: /Watch the minute that explains it/ }).click();
  await expect(question).toBeHidden();
  await expect(question).toBeVisible();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(question.getByText('That’s right')).toBeVisible();
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question).toBeHidden();
  await expectPlayedOn(page);
  // What is answered does not come again.
  await openVideo(page, video.address);
  await playFrom(page, 0.2);
  await expectPlayedOn(page);
  await expect(question).toBeHidden();
});

test('a learner skips a question on a phone, or jumps past it', async ({ site, browser }) => {
  const video = await aVideo(site);
  await aQuestion(site, video);
  const context = await browser.newContext({ baseURL: site.origin, ...PHONE });
  await storeSessionIn(context, site.origin, await site.aSubscriber());
  const page = await context.newPage();
  await openVideo(page, video.address);
  const question = page.getByRole('region', { name: 'Question at 0:01' });
  await playFrom(page, 0.2);
  await expect(question).toBeVisible();
  const [player, panel] = await Promise.all([page.locator('video').boundingBox(), question.boundingBox()]);
  expect(panel?.y).toBeGreaterThanOrEqual((player?.y ?? 0) + (player?.height ?? 0) - 1);
  await question.getByRole('button', { name: 'Skip' }).tap();
  await expect(question).toBeHidden();
  await expectPlayedOn(page);
  await playFrom(page, 1.4);
  await expectPlayedOn(page);
  await expect(question).toBeHidden();
});
