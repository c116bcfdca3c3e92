import type { Locator, Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';
import { media } from './site.ts';

/** What an ADMIN does with a course that is there. */
const SRT = '1\n00:00:00,500 --> 00:00:02,000\nWarm land, cool sea\n';

/** Drags a lecture of the tree by its handle to the place before another one. */
const dragOnto = async (tree: Locator, title: string, before: string): Promise<void> => {
  const [handle, target] = await Promise.all(
    [title, before].map((name) => tree.getByRole('button', { name: new RegExp(`^Move ${name}`) }).boundingBox()),
  );
  if (!handle || !target) throw new Error('there is no handle');
  const { mouse } = tree.page();
  await mouse.move(handle.x + 10, handle.y + 10);
  await mouse.down();
  await mouse.move(target.x + 10, target.y + 5, { steps: 5 });
  await mouse.up();
};

/** Attaches a file to the lecture of the panel, and saves it as learners do. */
const attachAndSave = async (panel: Locator, name: string): Promise<void> => {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from('district,rain') };
  await panel.getByLabel('Add attachments').setInputFiles(file);
  const download = panel.page().waitForEvent('download');
  await panel.getByRole('link', { name }).click();
  expect((await download).suggestedFilename()).toBe(name);
};

/** Removes the file of that name, which is asked about. */
const removeAttachment = async (panel: Locator, name: string): Promise<void> => {
  for (const [answer, count] of [
    ['Keep it', 1],
    ['Remove', 0],
  ] as const) {
    await panel.getByRole('button', { name: `Remove ${name}` }).click();
    await panel.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
    await expect(panel.getByRole('link', { name })).toHaveCount(count);
  }
  await expect(panel.getByRole('heading', { name: 'Attachments' })).toBeFocused();
};

/** In a narrower window the panel is a sheet; Escape closes a question over it, and not the sheet. */
const closeQuestionOverSheet = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 1000, height: 900 });
  const remove = page.getByRole('dialog', { name: /^Video, lecture 3/ }).getByLabel('Remove captions in English');
  await remove.click();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 900 });
};

/** Writes about the teacher of a course, whose details are open; leaving before it is saved asks. */
const writeAboutTeacher = async (page: Page, headline: string): Promise<void> => {
  const teacher = page.getByRole('region', { name: 'About the teacher' });
  await teacher.getByLabel('Picture').setInputFiles(media('avatar.png'));
  await teacher.getByLabel('Headline').fill(headline);
  await page.getByRole('link', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await teacher.getByRole('button', { name: 'Save teacher' }).click();
  await expect(teacher.getByLabel('Remove the picture')).toBeVisible();
};

test(
  'an admin arranges the curriculum of a course, and edits, captions, deletes and restores its lectures',
  { tag: ['@long'] },
  async ({ page, site, signIn }) => {
    const courseId = await site.aCourse({ title: 'Clouds at work' });
    for (const title of ['First light', 'Second wind', 'Third rain']) await site.aLecture(courseId, { title });
    await signIn(await site.admin());
    await page.goto('/admin/dashboard');
    await page.getByRole('link', { name: 'Edit Clouds at work' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Clouds at work' })).toBeVisible();

    const tabs = page.getByRole('navigation', { name: 'Course' });
    await tabs.getByRole('link', { name: 'Details' }).click();
    const about = page.getByRole('region', { name: 'About the course' });
    await about.getByLabel('Title').fill('Clouds at rest');
    await about.getByRole('button', { name: 'Save course' }).click();
    await expect(page.getByText('Course saved')).toBeVisible();
    await writeAboutTeacher(page, 'Meteorologist, Pune');
    await tabs.getByRole('link', { name: 'Curriculum' }).click();

    const tree = page.getByRole('region', { name: 'Lectures', exact: true });
    const titles = () => tree.locator('.curriculum-name').allTextContents();
    const saved = page.getByText(/^Saved \d\d:\d\d$/);
    await tree.getByRole('button', { name: 'Add section' }).click();
    await page.keyboard.type('Water');
    await page.keyboard.press('Enter');
    await expect(saved).toBeVisible();
    await tree.getByRole('button', { name: /^Move Third rain/ }).focus();
    for (const key of [' ', 'ArrowDown', ' ']) await page.keyboard.press(key);
    await expect(page.getByText('Third rain dropped: 1 of 1 in Water')).toBeAttached();
    await expect(saved).toBeVisible();
    await page.reload();
    await expect.poll(titles).toEqual(['First light', 'Second wind', 'Water', 'Third rain']);
    await dragOnto(tree, 'Second wind', 'Third rain');
    await expect.poll(titles).toEqual(['First light', 'Water', 'Second wind', 'Third rain']);
    await expect(saved).toBeVisible();

    await tree.getByRole('button', { name: 'Third rain', exact: true }).click();
    const panel = page.getByRole('dialog', { name: /^Video, lecture 3/ });
    await panel.getByLabel('Chapters').fill('0:00 Wind\nrain');
    await panel.getByLabel('Draft').check();
    await expect(panel.getByText(/Line 2: enter a start time and a title/)).toBeVisible();
    await panel.getByLabel('Chapters').fill('0:00 Wind\n0:02 Rain');
    await panel.getByLabel('Title').focus();
    await expect(tree.getByText('Draft', { exact: true })).toBeVisible();
    await panel.getByText('Add captions').first().click();
    await panel
      .getByLabel('Captions file')
      .setInputFiles({ name: 'rain.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(SRT) });
    await panel.getByRole('button', { name: 'Add captions' }).click();
    await expect(page.getByText('Captions saved')).toBeVisible();
    await expect(panel.getByRole('link', { name: 'English' })).toBeVisible();

    await attachAndSave(panel, 'rain.csv');
    await removeAttachment(panel, 'rain.csv');
    await closeQuestionOverSheet(page);

    await panel.getByText('Replace the video').click();
    await panel.getByLabel('Replace video').setInputFiles(media('not-a-video.mp4'));
    await expect(panel.getByText(/not a video/)).toBeVisible();
    await panel.getByLabel('Replace video').setInputFiles(media('silent.mp4'));
    await panel.getByRole('button', { name: 'Upload video' }).click();
    await expect(page.getByText('Video replaced')).toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).click();

    await tree.getByRole('button', { name: 'Actions for First light' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText('Course lecture delete successfully')).toBeVisible();
    await expect.poll(titles).toEqual(['Water', 'Second wind', 'Third rain']);
    await page.getByRole('button', { name: 'Undo deleting First light' }).click();
    await expect.poll(titles).toEqual(['First light', 'Water', 'Second wind', 'Third rain']);
    const { course } = await site.call(api.catalog.aboutCourse, undefined, { params: { courseId } });
    expect([course.title, course.teacher.headline, course.lectures.map(({ title }) => title)]).toEqual([
      'Clouds at rest',
      'Meteorologist, Pune',
      ['First light', 'Second wind'],
    ]);
  },
);

test(
  'a course starts as a draft, can be restored after deletion, and anyone may watch a free lecture',
  { tag: ['@long'] },
  async ({ page, site, browser, signIn }) => {
    const { token, ...admin } = await site.admin();
    await signIn({ token, ...admin });
    const courseId = await site.aCourse({ title: 'Kites' });
    await site.aLecture(courseId, { title: 'String and wind' });
    const params = { courseId };
    await site.call(api.authoring.setCourseDraft, token, { params, body: { isDraft: true } });
    const { lectures } = await site.call(api.authoring.manageCourse, token, { params });
    const lectureId = lectures[0]?._id ?? '';
    await site.call(api.authoring.updateLecture, token, {
      params: { courseId, lectureId },
      body: { isFreePreview: true },
    });
    await page.goto('/admin/courses?state=draft');
    await page.getByRole('link', { name: 'Kites', exact: true }).click();
    await page.getByRole('link', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish course', exact: true }).click();
    await expect(page.getByText('This course is published')).toBeVisible();

    const visitor = await browser.newContext();
    const guest = await visitor.newPage();
    await guest.goto(`${site.origin}/courses/description?course=${courseId}`);
    await expect(guest.locator('html')).not.toHaveAttribute('data-loading');
    await guest.getByRole('link', { name: /^Watch free/ }).click();
    const player = guest.getByRole('region', { name: 'Free preview: String and wind' });
    const video = player.locator('video');
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2);
    await expect(player.getByText('for 1 year, all courses')).toHaveCount(0);
    await video.evaluate((element: HTMLVideoElement) => (element.currentTime = element.duration));
    await expect(player.getByText('for 1 year, all courses')).toBeVisible();
    await visitor.close();

    await page.goto('/admin/dashboard');
    await page.getByRole('button', { name: 'Delete Kites' }).click();
    await page.getByRole('button', { name: 'Delete course' }).click();
    await expect(page.getByRole('button', { name: 'Undo deleting Kites' })).toBeVisible();
    await page.getByRole('link', { name: 'Recently deleted' }).click();
    await page.getByRole('button', { name: 'Restore Kites' }).click();
    await expect(page.getByText('Restored')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Restore Kites' })).toHaveCount(0);
  },
);

test('a course with nothing to play is published after a question', async ({ page, site, signIn }) => {
  const { token, ...admin } = await site.admin();
  await signIn({ token, ...admin });
  const params = { courseId: await site.aCourse({ title: 'Tides' }) };
  await site.call(api.authoring.setCourseDraft, token, { params, body: { isDraft: true } });
  const isDraft = async () => (await site.call(api.authoring.manageCourse, token, { params })).course.isDraft;
  await page.goto('/admin/courses?state=draft');
  await page.getByRole('button', { name: 'Actions for Tides' }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await expect(page.getByRole('region', { name: 'Recommended' })).toContainText('No lectures yet');
  for (const answer of ['Keep as draft', 'Publish anyway']) {
    await page.getByRole('button', { name: 'Publish course', exact: true }).click();
    expect(await isDraft()).toBe(true);
    await page
      .getByRole('dialog', { name: /^Nothing is ready yet/ })
      .getByRole('button', { name: answer })
      .click();
  }
  await expect(page.getByRole('heading', { name: 'This course is published' })).toBeVisible();
  expect(await isDraft()).toBe(false);
  await page.getByRole('link', { name: /^A lecture to watch/ }).click();
  await expect(page.getByRole('heading', { name: 'Drop your files here' })).toBeVisible();
});
