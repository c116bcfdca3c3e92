import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';
import type { Site } from './site.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const aText = async (site: Site): Promise<{ courseId: string; lectureId: string }> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
  const fields = { kind: 'text', title: 'Your own bills', text: 'Sort the bills by day.' } as const;
  await site.call(api.lectures.addLectureOfKind, token, { params: { courseId }, fields });
  const { lectures } = await site.call(api.lectures.listLectures, token, { params: { courseId } });
  return { courseId, lectureId: lectures[0]?._id ?? '' };
};

const download = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await page.getByRole('button', { name: 'Download for offline' }).tap();
  await expect(page.getByRole('button', { name: 'Downloaded to this phone', exact: true })).toBeVisible();
  const cached = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((one) => one.startsWith('classroom'));
      return name === undefined ? 0 : (await (await caches.open(name)).keys()).length;
    });
  await expect.poll(cached).toBeGreaterThan(0);
};

test('without a connection notes and questions of a download are read and written, and sent once it is back', async ({
  page,
  context,
  site,
  signIn,
  consoleErrors,
}) => {
  // A note that was changed elsewhere answers with 409.
  consoleErrors.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|409/);
  const { token: staff } = await site.admin();
  const learner = await site.aSubscriber();
  const { courseId, lectureId } = await aText(site);
  const noteId = '0123456789abcdef01234567';
  const write = (text: string) =>
    site.call(api.notes.write, learner.token, { params: { lectureId, noteId }, body: { positionMs: 0, text } });
  await write('Ask Papa');
  const question = { text: 'Which bills count?', isPrivate: false };
  const asked = await site.call(api.questions.ask, learner.token, { params: { courseId, lectureId }, body: question });
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu'])
    await site.call(api.questions.answer, staff, {
      params: { questionId: asked.question._id },
      body: { text: `Those of ${day}`, isPrivate: false },
    });
  await signIn(learner);
  const address = `/course/displaylectures?course=${courseId}`;
  await download(page, address);

  await context.setOffline(true);
  await page.goto(address);
  const openTab = (name: string) => page.getByRole('tab', { name }).tap();
  await openTab('Notes');
  const notes = page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByRole('article')).toHaveText([/Ask Papa/]);
  await notes.getByRole('button', { name: 'Actions for the note at 0:00' }).tap();
  await page.getByRole('menuitem', { name: 'Edit' }).tap();
  await notes.getByRole('textbox').fill('Ask Papa about the rent');
  await notes.getByRole('button', { name: 'Save note' }).tap();
  await notes.getByRole('button', { name: 'Add note' }).tap();
  await notes.getByRole('textbox').fill('किराया');
  await notes.getByRole('button', { name: 'Save note' }).tap();
  await expect(notes.getByText('On this device. It’s sent once you’re online.')).toHaveCount(2);
  await openTab('Questions');
  const questions = page.getByRole('region', { name: 'Questions' });
  await expect(questions.getByText('Those of Thu')).toBeVisible();
  await questions.getByRole('button', { name: 'Ask a question' }).tap();
  await questions.getByRole('textbox').fill('And those of last year?');
  await questions.getByRole('button', { name: 'Ask once online' }).tap();
  await expect(questions.getByRole('article', { name: 'Your question', exact: true })).toContainText(
    'It’s sent once you’re online.',
  );
  // All of it is there after the page was closed, and meanwhile the note is changed elsewhere.
  await page.reload();
  await expect(questions.getByRole('article', { name: 'Your question', exact: true })).toBeVisible();
  await openTab('Notes');
  await expect(notes.getByRole('article')).toHaveText([/rent/, /किराया/]);
  await write('Ask Mummy');

  await page.goto('/offline');
  await context.setOffline(false);
  const sent = async () => {
    const list = await site.call(api.notes.list, learner.token, { params: { lectureId } });
    const about = await site.call(api.questions.list, learner.token, { params: { courseId, lectureId } });
    return [list.notes.map(({ text }) => text).toSorted(), about.questions.map(({ text }) => text).toSorted()];
  };
  await expect.poll(sent).toEqual([
    ['Ask Mummy', 'Ask Papa about the rent', 'किराया'],
    ['And those of last year?', 'Which bills count?'],
  ]);
  await page.goto(`${address}&tab=notes`);
  await expect(notes.getByRole('article')).toHaveCount(3);
  await expect(notes.getByText('On this device.')).toHaveCount(0);
});
