import { devices } from '@playwright/test';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';

const PHONE = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } };

test('a learner on a phone passes a test without a way back, which opens the lecture behind it', async ({
  site,
  browser,
}) => {
  const quiz = await aQuiz(site, {
    settings: { mode: 'test', mustPass: true, canGoBack: false, passPercent: 100, penaltyPercent: 50 },
    questionsOf: () => [
      { type: 'true_false', text: 'Rent is a cost.', isTrue: true },
      { type: 'true_false', text: 'A loan is a sale.', isTrue: false },
    ],
  });
  await site.aLecture(quiz.courseId, { title: 'Reading a cash plan' });
  const context = await browser.newContext({ baseURL: site.origin, ...PHONE });
  await storeSessionIn(context, site.origin, await site.aSubscriber());
  const page = await context.newPage();
  const choose = (name: string) => page.getByRole('radio', { name }).locator('..').tap();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  await page.goto(quiz.address);
  await page.getByRole('button', { name: /Reading a cash plan/ }).tap();
  await expect(
    page.getByRole('status').filter({ hasText: 'Opens once you pass “Quiz: profit or cash?”' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as watched' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Open the quiz' }).tap();
  await expect(page.getByText('A wrong answer takes 50% of its points away; no answer takes nothing.')).toBeVisible();
  await press('Start the test');
  await choose('True');
  await press('Next question');
  await expect(page.getByText('Question 2 of 2')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Question 2 of 2')).toBeVisible();
  await expect(page.getByText('Rent is a cost.')).toHaveCount(0);
  await choose('False');
  await press('Submit test');
  await press('Submit');
  await expect(page.getByRole('heading', { name: 'You passed' })).toBeVisible();
  // Its own button, which takes the place of the one below the lecture.
  await page.locator('.quiz-next').getByRole('button', { name: 'Next lecture' }).tap();
  await expect(page.locator('video')).toBeVisible();
  await context.close();
});
