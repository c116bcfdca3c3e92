import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';
import type { Site } from './site.ts';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Puts a picture into the first question. */
const addPicture = async (site: Site, params: { courseId: string; lectureId: string }): Promise<void> => {
  const { token } = await site.admin();
  const files = { image: 'thumbnail.jpg' };
  const { name } = await site.call(api.lectures.addLectureImage, token, { params, fields: {}, files });
  const { quiz } = await site.call(api.quizzes.manage, token, { params });
  const [first] = quiz.questions;
  if (first?.question.type !== 'true_false') throw new Error('The first question is another one');
  await site.call(api.quizzes.change, token, {
    params: { ...params, quizQuestionId: first._id },
    body: { question: { ...first.question, text: `${first.question.text}\n\n![A bill](${name})` } },
  });
};

test('practice is downloaded, done without a connection, and counted once the connection is back', async ({
  page,
  context,
  site,
  signIn,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const learner = await site.aSubscriber();
  const quiz = await aQuiz(site, {
    settings: { passPercent: 100, areOptionsShuffled: false },
    questionsOf: () => [
      { type: 'true_false', text: 'A sale is a payment.', isTrue: false },
      { type: 'short', text: 'What is sales less costs?', accepted: ['profit'] },
    ],
  });
  const params = { courseId: quiz.courseId, lectureId: quiz.quizId };
  await addPicture(site, params);
  await signIn(learner);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  await page.goto(quiz.address);
  await press('Download for offline');
  await expect(page.getByText('Start the quiz first.')).toBeVisible();
  expect((await site.call(api.quizzes.read, learner.token, { params })).quiz.attempts).toEqual([]);
  await press('Start');
  await expect(page.getByText('Question 1 of')).toBeVisible();
  await press('Leave the quiz');
  await expect(page.getByRole('heading', { name: '0 of 2 answered' })).toBeVisible();
  await press('Download for offline');
  await expect(page.getByRole('button', { name: 'Downloaded to this phone', exact: true })).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).map((name) => name.split('-')[0])))
    .toContain('classroom');

  await context.setOffline(true);
  await page.goto(quiz.address);
  const picture = page.getByRole('img', { name: 'A bill' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await page.getByRole('radio', { name: 'False' }).locator('..').tap();
  await expect(page.getByText('Saved on this device. It’s checked once you’re online.')).toBeVisible();
  await press('Next question');
  await page.getByLabel('Your answer').fill('Profit');
  // What was answered is there after the page was closed.
  await page.reload();
  await expect(page.getByText('Question 2 of 2')).toBeVisible();
  await expect(page.getByLabel('Your answer')).toHaveValue('Profit');
  await press('Previous question');
  await expect(page.getByRole('radio', { name: 'False' })).toBeChecked();
  await press('Next question');
  await press('Hand in');
  await expect(page.getByRole('heading', { name: 'Handed in' })).toBeVisible();

  // It is counted on whichever page the connection comes back.
  await page.goto('/offline');
  await context.setOffline(false);
  const results = async () => {
    const { hasPassed, attempts } = (await site.call(api.quizzes.read, learner.token, { params })).quiz;
    return { hasPassed, attempts: attempts.map(({ state }) => state) };
  };
  await expect.poll(results).toEqual({ hasPassed: true, attempts: ['graded'] });
  await page.goto(quiz.address);
  await expect(page.getByRole('heading', { name: 'You passed with 100%' })).toBeVisible();
  await expect(page.getByRole('tabpanel', { name: 'Lectures' })).toContainText('1 of 2 done');
});
