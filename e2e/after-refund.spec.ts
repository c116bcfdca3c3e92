import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test('after a refund the course says why it is closed, what is kept, and how to get it back', async ({
  page,
  site,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.allow(/403/);
  const course = await site.aCourse({ title: 'Soil and Compost' });
  await site.aLecture(course, { title: 'What soil is made of' });
  const learner = await site.aSubscriber();
  const { lectures } = await site.call(api.lectures.listLectures, learner.token, { params: { courseId: course } });
  const params = { lectureId: lectures[0]?._id ?? '' };
  await site.call(api.progress.mark, learner.token, { params, body: { isDone: true } });
  await site.call(api.payments.unsubscribe, learner.token, {});
  await signIn(learner);
  await page.goto(`/course/displaylectures?course=${course}`);
  const wall = page.getByRole('article', { name: 'Soil and Compost' });
  await expect(wall.getByText(/^Your bundle (is being|was) refunded/)).toBeVisible();
  await expect(wall.getByText('1 of 1 lecture done')).toBeVisible();
  await expect(wall.getByRole('link', { name: /^Your refund/ })).toHaveAttribute('href', '/user/profile');
  await wall.getByRole('link', { name: 'All courses ₹499' }).tap();
  await expect(page).toHaveURL(/\/checkout/);
});
