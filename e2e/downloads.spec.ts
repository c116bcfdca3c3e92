import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';
import { WITH_VIDEO_SIZES } from './real-server.ts';
import { media, type Site } from './site.ts';

test.use({
  settings: WITH_VIDEO_SIZES,
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

// Firefox asks whether storage may stay, and waits for as long as nobody answers.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    // An empty page has no storage.
    if ('StorageManager' in globalThis)
      Object.defineProperty(StorageManager.prototype, 'persist', { value: () => new Promise(() => undefined) });
  }),
);

/**
 * A course with two lectures. The first has captions and an attachment, and renditions where this machine can make them.
 */
const aCourseWithVideo = async (site: Site): Promise<{ courseId: string; hasRenditions: boolean }> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
  const fields = { title: 'Profit is not cash', description: 'Follow one sweet shop.' };
  const files = { lecture: 'three-seconds.mp4' };
  const { course } = await site.call(api.lectures.addLecture, token, { params: { courseId }, fields, files });
  const params = { courseId, lectureId: course.lectures[0]?._id ?? '', language: 'en' };
  await site.call(api.authoring.putCaptions, token, {
    params,
    fields: { label: 'English' },
    files: { captions: 'captions.vtt' },
  });
  await site.call(api.attachments.addAttachment, token, {
    params,
    fields: { name: 'Ledger (June).vtt' },
    files: { attachment: 'captions.vtt' },
  });
  const lecture = async () => (await site.call(api.lectures.listLectures, token, { params: { courseId } })).lectures[0];
  await expect.poll(lecture, { timeout: 300_000 }).toMatchObject({ state: 'ready' });
  await site.aLecture(courseId, { title: 'The festival rush' });
  return { courseId, hasRenditions: (await lecture())?.hls !== null };
};

const secondsOf = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

const playFrom = async (page: Page, seconds: number): Promise<void> => {
  await page.locator('video').evaluate(async (video: HTMLVideoElement, from) => {
    // Playing before the source is there would be interrupted by its load.
    if (video.readyState === video.HAVE_NOTHING)
      await new Promise((resolve) => video.addEventListener('loadedmetadata', resolve, { once: true }));
    video.currentTime = from;
    await video.play();
  }, seconds);
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(seconds + 0.5);
};

/** Downloads the first lecture of a course to this phone, in the first quality where there is a choice. */
const downloadFirstLecture = async (
  page: Page,
  { courseId, hasRenditions }: { courseId: string; hasRenditions: boolean },
): Promise<void> => {
  await page.goto(`/course/displaylectures?course=${courseId}`);
  const download = page.getByRole('button', { name: 'Download for offline' });
  // Where there is something to choose, the question states the sizes.
  if (!hasRenditions) await expect(download).toHaveText(/~\d+ KB/);
  await download.tap();
  if (hasRenditions) {
    const dialog = page.getByRole('dialog', { name: 'Choose offline quality' });
    await expect(dialog.getByRole('radio', { name: /~\d/ }).first()).toBeVisible();
    await dialog.getByRole('radio', { name: /~\d/ }).first().check();
    await dialog.getByRole('button', { name: 'Download for offline' }).tap();
  }
  await expect(page.getByRole('button', { name: 'Downloaded to this phone', exact: true })).toBeVisible({
    timeout: 30_000,
  });
};

test(
  'a lecture is downloaded, plays without a connection after a reload, and its progress arrives later',
  { tag: '@long' },
  async ({ page, context, site, signIn, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
    const { courseId, hasRenditions } = await aCourseWithVideo(site);
    const learner = await site.aSubscriber();
    await signIn(learner);
    await downloadFirstLecture(page, { courseId, hasRenditions });
    await expect(page.getByRole('listitem').filter({ hasText: 'Profit is not cash' })).toContainText(
      'Downloaded to this phone',
    );
    // The pages that play it are cached as well.
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).map((name) => name.split('-')[0])))
      .toContain('classroom');

    await context.setOffline(true);
    await page.goto('/offline');
    await expect(
      page.getByRole('status').filter({ hasText: 'You’re offline. Downloaded lectures still play.' }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'On this phone' })).toBeVisible();
    await page.getByRole('link', { name: 'Profit is not cash' }).tap();
    await playFrom(page, 1);
    await page.getByRole('button', { name: 'Mark as watched' }).tap();
    await expect(page.getByText('1 of 2 watched')).toBeVisible();
    await page.reload();
    await playFrom(page, 1.5);
    await expect(page.getByText('1 of 2 watched')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Transcript' })).toBeVisible();
    await expect(page.getByText('Lecture 1 of 2')).toBeVisible();
    const other = page.getByRole('listitem').filter({ hasText: 'The festival rush' });
    await expect(other).toContainText('Not downloaded to this phone');
    await expect(other.getByRole('button')).toHaveCount(0);
    await page.getByRole('tab', { name: 'Files' }).tap();
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Ledger (June).vtt' }).tap();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('Ledger (June).vtt');
    expect(await readFile(await saved.path())).toEqual(await readFile(media('captions.vtt')));

    const progress = async () => {
      const { lectures } = await site.call(api.lectures.listLectures, learner.token, { params: { courseId } });
      return lectures[0]?.progress;
    };
    const unsent = () => page.evaluate((): string | null => localStorage.getItem('progress-outbox'));
    await page.goto('/offline');
    expect(await unsent()).toContain('positionMs');
    await context.setOffline(false);
    await expect(page.getByRole('status').filter({ hasText: 'Back online. Your place is saved.' })).toBeVisible();
    await expect.poll(unsent).toBe('[]');
    await expect.poll(async () => (await progress())?.watchedPercent).toBeGreaterThanOrEqual(20);
    expect((await progress())?.positionMs).toBeGreaterThan(1500);
    expect((await progress())?.isDone).toBe(true);

    await page.getByRole('button', { name: 'Remove Profit is not cash' }).tap();
    await page.getByRole('button', { name: 'Undo removing Profit is not cash' }).tap();
    await page.getByRole('button', { name: /^Remove all/ }).tap();
    await page.getByRole('button', { name: 'Remove all', exact: true }).tap();
    await expect(page.getByText('No lectures are downloaded to this phone.')).toBeVisible();
  },
);

test('a text is downloaded, and read without a connection', async ({ page, context, site, signIn, consoleErrors }) => {
  consoleErrors.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
  const fields = {
    kind: 'text',
    title: 'Your own bills',
    text: '1. Sort the bills\n\n   by day\n2. Add them up',
  } as const;
  await site.call(api.lectures.addLectureOfKind, token, { params: { courseId }, fields });
  await signIn(await site.aSubscriber());
  await downloadFirstLecture(page, { courseId, hasRenditions: false });
  await context.setOffline(true);
  await page.goto('/offline');
  await page.getByRole('link', { name: 'Your own bills' }).tap();
  const text = page.getByRole('region', { name: 'Text: Your own bills' });
  await expect(text.getByRole('listitem')).toHaveText(['Sort the billsby day', 'Add them up']);
  await page.reload();
  await expect(text.getByRole('listitem')).toHaveCount(2);
});

test(
  'a downloaded lecture is deleted from the phone when access has ended',
  { tag: '@long' },
  async ({ page, site, signIn, consoleErrors }) => {
    consoleErrors.allow(/403/);
    const course = await aCourseWithVideo(site);
    const learner = await site.aSubscriber();
    await signIn(learner);
    await downloadFirstLecture(page, course);
    await page.goto('/offline');
    await expect(page.getByRole('link', { name: 'Profit is not cash' })).toBeVisible();
    await site.call(api.payments.unsubscribe, learner.token);
    await page.reload();
    await expect(page.getByText('No lectures are downloaded to this phone.')).toBeVisible();
    const left = await page.evaluate(async () => {
      const opening = indexedDB.open('kept-lectures');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const counting = opening.result.transaction('chunks').objectStore('chunks').count();
      await new Promise((resolve) => counting.addEventListener('success', resolve));
      return counting.result;
    });
    expect(left).toBe(0);
  },
);

test(
  'a section is downloaded with one press, after its size was named',
  { tag: '@long' },
  async ({ page, site, signIn }) => {
    const { courseId } = await aCourseWithVideo(site);
    const { token } = await site.admin();
    const params = { courseId };
    const fields = { kind: 'text', title: 'Your own bills', text: 'Sort the bills.' } as const;
    await site.call(api.lectures.addLectureOfKind, token, { params, fields });
    const { lectures } = await site.call(api.lectures.listLectures, token, { params });
    const ids = lectures.filter(({ title }) => title !== 'The festival rush').map(({ _id }) => _id);
    const rest = lectures.flatMap(({ _id }) => (ids.includes(_id) ? [] : _id));
    const sections = [{ title: 'The first month', lectureIds: ids }];
    await site.call(api.authoring.setOutline, token, { params, body: { lectureIds: rest, sections } });
    await signIn(await site.aSubscriber());
    await page.goto(`/course/displaylectures?course=${courseId}&lecture=${ids[0]}`);
    await page.getByRole('button', { name: 'Download this section' }).tap();
    const choice = page.getByRole('dialog', { name: 'Choose offline quality' });
    await expect(choice).toContainText(/~[1-9]\d* KB/);
    await choice.getByRole('button', { name: 'Download for offline' }).tap();
    for (const title of ['Profit is not cash', 'Your own bills'])
      await expect(page.getByRole('listitem').filter({ hasText: title }).last()).toContainText(
        'Downloaded to this phone',
      );
    await expect(page.getByRole('button', { name: 'Download this section' })).toHaveCount(0);
  },
);
