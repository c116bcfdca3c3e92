import { join } from 'node:path';
import { devices } from '@playwright/test';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';

const PHONE = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } };
const PICTURE = join(import.meta.dirname, '../test/media/thumbnail.jpg');
const PDF = join(import.meta.dirname, '../test/media/cash-plan.pdf');

test('a teacher adds a picture, a learner on a phone sees it and sends a file, and the teacher grades it', async ({
  site,
  browser,
  page,
}) => {
  const quiz = await aQuiz(site, {
    settings: { mode: 'test', passPercent: 50 },
    questionsOf: () => [{ type: 'file', text: 'Send the cash plan of this bakery.', points: 4 }],
  });
  const teacher = await site.aVisitorWhoRegisters({ fullName: 'Nandini Kulkarni' });
  await site.joinCourse(quiz.courseId, teacher);
  await storeSessionIn(page.context(), site.origin, teacher);
  await page.goto(`/teach/quiz?course=${quiz.courseId}&lecture=${quiz.quizId}`);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a picture' }).click();
  await (await choosing).setFiles(PICTURE);
  await expect(page.getByRole('img', { name: 'thumbnail' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();

  const learner = await site.aSubscriber({ fullName: 'Meera Nair' });
  const phone = await browser.newContext({ baseURL: site.origin, ...PHONE });
  await storeSessionIn(phone, site.origin, learner);
  const hand = await phone.newPage();
  await hand.goto(quiz.address);
  await hand.getByRole('button', { name: 'Start the test' }).tap();
  const picture = hand.getByRole('img', { name: 'thumbnail' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  const flag = hand.getByRole('button', { name: 'Come back to this' });
  await flag.tap();
  await hand.getByLabel('Choose a file').setInputFiles(PDF);
  await expect(hand.getByText('cash-plan.pdf')).toBeVisible();
  await hand.reload();
  await expect(hand.getByText('cash-plan.pdf')).toBeVisible();
  await expect(flag).toHaveAttribute('aria-pressed', 'true');
  await hand.getByRole('button', { name: 'Submit test' }).tap();
  await expect(hand.getByRole('list', { name: 'Questions to come back to' })).toContainText('Question 1');
  await hand.getByRole('button', { name: 'Submit', exact: true }).tap();
  await expect(hand.getByText('Your teacher is marking 1 answer.')).toBeVisible();

  await page.goto('/teach/questions?state=grade');
  await expect(page.getByRole('img', { name: 'thumbnail' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /cash-plan\.pdf/ })
    .last()
    .click();
  expect((await saving).suggestedFilename()).toBe('cash-plan.pdf');
  await page.getByLabel('Points of 4').fill('3');
  await page.getByRole('button', { name: /Grade and next/ }).click();
  await expect(page.getByText('Nothing waits for a grade.')).toBeVisible();
  await hand.reload();
  await expect(hand.getByText('You passed')).toBeVisible();
  await phone.close();
});
