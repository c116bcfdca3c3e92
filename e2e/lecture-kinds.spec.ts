import { readFile } from 'node:fs/promises';
import { api } from '#contract/api.ts';
import { dropOn, endOf } from './drop-files.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { media } from './site.ts';

const TITLES = ['One month of your own bills', 'On paper', 'Profit is not cash', 'Cash plan', 'A call with a caterer'];

const aFile = async (sample: string, name: string, type: string) => ({
  name,
  type,
  base64: (await readFile(media(sample))).toString('base64'),
});

test('an author adds a text with an image, a class, a video, a PDF and a sound, and a learner sees all of them', async ({
  page,
  site,
  browser,
  signIn,
}) => {
  const { token } = await site.admin();
  await signIn(await site.admin());
  const params = { courseId: await site.aCourse({ title: 'The shopkeeper’s balance sheet' }) };
  await site.call(api.authoring.setCourseDraft, token, { params, body: { isDraft: true } });
  const outline = { lectureIds: [], sections: [{ title: 'Profit and cash', lectureIds: [] }] };
  await site.call(api.authoring.setOutline, token, { params, body: outline });
  await page.goto(`/course/edit?course=${params.courseId}`);

  await page.getByRole('button', { name: 'Add lecture to Profit and cash' }).click();
  await page.keyboard.press('t');
  const text = page.getByRole('dialog', { name: /^Text, lecture 1/ });
  await text.getByLabel('Title').fill('One month of your own bills');
  await text.getByLabel('Text', { exact: true }).fill('## What you need\n\nA shoe box and a notebook.');
  await text.getByLabel('Add images').setInputFiles(media('thumbnail.jpg'));
  await expect(text.getByLabel('Text', { exact: true })).toHaveValue(/!\[Thumbnail\]\(image-[0-9a-f]+\.webp\)/);
  await text.getByLabel('Title').focus();
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await text.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Add lecture to Profit and cash' }).click();
  await page.getByRole('menuitem', { name: 'Live class' }).click();
  await page.getByLabel('Link of the class').fill('https://meet.example/balance-sheet');
  await page.getByRole('button', { name: 'Add class' }).click();
  const live = page.getByRole('dialog', { name: /^Live class, lecture 2/ });
  await live.getByLabel('Title').fill('On paper');
  await live.getByLabel('Minutes').fill('90');
  await live.getByRole('button', { name: 'Close' }).click();

  await dropOn(endOf(page, 'Profit and cash'), 'into “Profit and cash”', [
    await aFile('cash-plan.pdf', '2 cash plan.pdf', 'application/pdf'),
    await aFile('tone.mp3', '3 A call with a caterer.mp3', 'audio/mpeg'),
    await aFile('three-seconds.mp4', '1 Profit is not cash.mp4', 'video/mp4'),
  ]);
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('3 of 3 files uploaded');
  const rowOf = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  for (const title of TITLES) await expect(page.getByRole('button', { name: title, exact: true })).toBeVisible();
  await expect(rowOf('Cash plan')).toContainText('2 pages');

  await page.getByRole('link', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish course and 5 lectures' }).click();
  await expect(page.getByRole('heading', { name: 'This course is published' })).toBeVisible();

  const learner = await site.aSubscriber();
  const { lectures } = await site.call(api.lectures.listLectures, learner.token, { params });
  expect(lectures.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'text: One month of your own bills',
    'live: On paper',
    'video: Profit is not cash',
    'pdf: Cash plan',
    'audio: A call with a caterer',
  ]);
  const { text: blocks } = await site.call(api.lectures.readText, learner.token, {
    params: { ...params, lectureId: lectures[0]?._id ?? '' },
  });
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'image']);
  expect(lectures[1]?.live?.durationMinutes).toBe(90);
  const context = await browser.newContext({ baseURL: site.origin });
  await storeSessionIn(context, site.origin, learner);
  const classroom = await context.newPage();
  await classroom.goto(`/course/displaylectures?course=${params.courseId}`);
  const list = classroom.getByRole('tabpanel', { name: 'Lectures' });
  for (const title of TITLES) await expect(list).toContainText(title);
  await context.close();
});
