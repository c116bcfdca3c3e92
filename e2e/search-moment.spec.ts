import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a search leads to the second of a lecture and to the part of a text, from the catalogue and in the classroom', async ({
  page,
  site,
  signIn,
}) => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'Soil and Compost' });
  const params = { courseId };
  const audio = { kind: 'audio', title: 'What soil is made of' } as const;
  await site.call(api.lectures.addLectureOfKind, token, { params, fields: audio, files: { lecture: 'tone.mp3' } });
  const long = Array.from({ length: 30 }, (_, line) => `Step ${line + 1} takes a day.`).join('\n\n');
  const text = {
    kind: 'text',
    title: 'Your own heap',
    text: `${long}\n\nStraw keeps the heap loose.\n\n${long}`,
  } as const;
  await site.call(api.lectures.addLectureOfKind, token, { params, fields: text });
  const { lectures } = await site.call(api.lectures.listLectures, token, { params });
  const lectureId = lectures[0]?._id ?? '';
  const learner = await site.aSubscriber();
  await signIn(learner);
  const body = { positionMs: 1000, text: 'किराया is a cost' };
  await site.call(api.notes.write, learner.token, { params: { lectureId, noteId: 'n1' }, body });

  await page.goto('/courses?search=straw');
  const said = page.getByRole('region', { name: 'Said in lectures' });
  await expect(said.locator('mark')).toHaveText(['Straw']);
  await said.getByRole('link', { name: /Straw keeps the heap loose/ }).tap();
  await expect(page.getByText('Straw keeps the heap loose.')).toBeInViewport();

  await page.getByRole('button', { name: 'Search this course' }).tap();
  await page.getByRole('searchbox', { name: 'Search this course' }).fill('किराया');
  const hit = page.getByRole('link', { name: /Note, 0:01/ });
  await expect(hit.locator('mark')).toHaveText(['किराया']);
  await hit.tap();
  await expect(page).toHaveURL(/tab=notes&at=1/);
  await expect(page.getByRole('region', { name: 'Notes' }).getByText('किराया is a cost')).toBeVisible();
  const secondsOf = () => page.locator('audio, video').evaluate((media: HTMLMediaElement) => media.currentTime);
  await expect.poll(secondsOf).toBeGreaterThanOrEqual(1);
});
