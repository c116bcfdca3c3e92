import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';
import { media } from './site.ts';

/** What an ADMIN does with a course that is there. */
const SRT = '1\n00:00:00,500 --> 00:00:02,000\nWarm land, cool sea\n';

test('an admin edits a course, and orders, hides, captions, deletes and restores its lectures', async ({
  page,
  site,
  signIn,
}) => {
  const courseId = await site.aCourse({ title: 'Clouds at work' });
  for (const title of ['First light', 'Second wind', 'Third rain']) await site.aLecture(courseId, { title });
  await signIn(await site.admin());
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: 'Edit Clouds at work' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit course' })).toBeVisible();

  const about = page.getByRole('region', { name: 'About the course' });
  await about.getByLabel('Title').fill('Clouds at rest');
  await about.getByRole('button', { name: 'Save course' }).click();
  await expect(page.getByText('Course saved')).toBeVisible();

  const rows = page.getByRole('region', { name: 'Lectures', exact: true }).getByRole('listitem');
  const titles = () => rows.locator('[aria-expanded] .font-semibold').allTextContents();
  await page.getByRole('button', { name: /^Move Third rain/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Third rain is now 1 of 3')).toBeAttached();
  await expect(page.getByText('Order saved')).toBeVisible();
  await page.reload();
  await expect.poll(titles).toEqual(['Third rain', 'First light', 'Second wind']);
  await page.getByRole('button', { name: /^Move Second wind/ }).scrollIntoViewIfNeeded();
  const handle = await page.getByRole('button', { name: /^Move Second wind/ }).boundingBox();
  const target = await page.getByRole('button', { name: /^Move Third rain/ }).boundingBox();
  if (!handle || !target) throw new Error('there is no handle');
  await page.mouse.move(handle.x + 10, handle.y + 10);
  await page.mouse.down();
  await page.mouse.move(target.x + 10, target.y + 5, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText('Order saved')).toBeVisible();
  await expect.poll(titles).toEqual(['Second wind', 'Third rain', 'First light']);

  await page.getByRole('button', { name: /^Third rain/ }).click();
  const editor = rows.nth(1);
  await editor.getByLabel('Chapters').fill('0:00 Wind\nrain');
  await editor.getByRole('button', { name: 'Save lecture' }).click();
  await expect(editor.getByText(/Line 2: enter a start time and a title/).first()).toBeVisible();
  await editor.getByLabel('Chapters').fill('0:00 Wind\n0:02 Rain');
  await editor.getByLabel('Draft').check();
  await editor.getByRole('button', { name: 'Save lecture' }).click();
  await expect(page.getByText('Lecture saved')).toBeVisible();
  await expect(editor.getByText('Draft', { exact: true }).first()).toBeVisible();
  await editor
    .getByLabel('Captions file')
    .setInputFiles({ name: 'rain.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(SRT) });
  await editor.getByRole('button', { name: 'Add captions' }).click();
  await expect(page.getByText('Captions saved')).toBeVisible();
  await expect(editor.getByRole('link', { name: 'English' })).toBeVisible();

  await editor.getByLabel('Replace video').setInputFiles(media('not-a-video.mp4'));
  await expect(editor.getByText(/not a video/)).toBeVisible();
  await editor.getByLabel('Replace video').setInputFiles(media('silent.mp4'));
  await editor.getByRole('button', { name: 'Upload video' }).click();
  await expect(page.getByText('Video replaced')).toBeVisible();

  await page.getByRole('button', { name: 'Delete First light' }).click();
  await expect(page.getByText('Course lecture delete successfully')).toBeVisible();
  const handles = page.getByRole('button', { name: /^Move / });
  await expect(handles).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo deleting First light' }).click();
  await expect(handles).toHaveCount(3);
  const { course } = await site.call(api.catalog.aboutCourse, undefined, { params: { courseId } });
  expect([course.title, course.lectures.map(({ title }) => title)]).toEqual([
    'Clouds at rest',
    ['Second wind', 'First light'],
  ]);
});

test('a course starts as a draft, can be restored after deletion, and anyone may watch a free lecture', async ({
  page,
  site,
  browser,
  signIn,
}) => {
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
  await page.getByRole('button', { name: 'Publish course' }).click();
  await expect(page.getByText('This course is published')).toBeVisible();

  const visitor = await browser.newContext();
  const guest = await visitor.newPage();
  await guest.goto(`${site.origin}/courses/description?course=${courseId}`);
  await guest.getByRole('link', { name: /^Watch free/ }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'String and wind' })).toBeVisible();
  await guest.getByRole('button', { name: 'Play', exact: true }).click();
  const seconds = () => guest.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(seconds).toBeGreaterThan(0.2);
  await visitor.close();

  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: 'Delete Kites' }).click();
  await page.getByRole('button', { name: 'Delete course' }).click();
  await expect(page.getByRole('button', { name: 'Undo deleting Kites' })).toBeVisible();
  await page.getByRole('link', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: 'Restore Kites' }).click();
  await expect(page.getByText('Restored')).toBeVisible();
  await expect(page.getByText('Nothing was deleted in the last 24 hours.')).toBeVisible();
});
