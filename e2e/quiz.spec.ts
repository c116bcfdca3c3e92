import { type Browser, devices, type Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';
import type { Account, Site } from './site.ts';

const PHONE = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } };

const questionsOf = (videoId: string): NewQuizQuestion[] => [
  {
    type: 'single',
    text: 'How much are October’s sales?',
    explanation: 'A sale counts on the day the cakes are handed over.',
    explainedAt: { lectureId: videoId, fromMs: 300, toMs: 2500 },
    options: [{ text: '₹3,20,000', isCorrect: true }, { text: '₹2,10,000' }, { text: '₹1,10,000' }],
  },
  {
    type: 'order',
    text: 'Put the life of a cake in order.',
    items: [{ text: 'The flour is bought' }, { text: 'The cake is baked' }, { text: 'The hotel pays' }],
  },
];

const aPhone = async (browser: Browser, site: Site, learner: Account) => {
  const context = await browser.newContext({ baseURL: site.origin, ...PHONE });
  await storeSessionIn(context, site.origin, learner);
  return context.newPage();
};

const presserOn = (page: Page) => (name: string) => page.getByRole('button', { name, exact: true }).tap();

/** Moves the entries until they are in the right order. */
const putInOrder = async (page: Page): Promise<void> => {
  for (const text of ['The cake is baked', 'The hotel pays']) {
    const down = page.getByRole('button', { name: `Move down: ${text}` });
    while (await down.isEnabled()) await down.tap();
  }
  await expect(page.getByRole('list').filter({ hasText: 'The flour' }).getByRole('listitem')).toContainText([
    'The flour is bought',
    'The cake is baked',
    'The hotel pays',
  ]);
};

test('a learner gets one wrong on a phone, watches the minute, and passes the second try', async ({
  site,
  browser,
}) => {
  const learner = await site.aSubscriber();
  const quiz = await aQuiz(site, { settings: { passPercent: 100, maxAttempts: 3 }, questionsOf });
  const page = await aPhone(browser, site, learner);
  const press = presserOn(page);
  await page.goto(quiz.address);
  await expect(page.getByText('You pass with 100%, that is 2 of 2 points.')).toBeVisible();
  await press('Start');
  await page.getByRole('radio', { name: '₹2,10,000' }).locator('..').tap();
  await press('Check');
  await expect(page.getByText('Not this one')).toBeVisible();
  await expect(page.getByText('A sale counts on the day the cakes are handed over.')).toBeVisible();
  await press('Next question');
  await putInOrder(page);
  await press('Check');
  await expect(page.getByText('That’s right')).toBeVisible();
  await press('See your result');
  await expect(page.getByRole('heading', { name: 'One more point, and you pass' })).toBeVisible();
  await expect(page.getByText('50%', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Watch the minute first' }).tap();
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
  await page.getByRole('link', { name: 'Back to the quiz' }).tap();
  await expect(page.getByText('You watched the minute that explains it.')).toBeVisible();

  // The rules come before another clock can begin.
  await page.getByRole('link', { name: 'Try again' }).tap();
  await expect(page.getByRole('heading', { name: 'Before you try again' })).toBeVisible();
  await expect(page.getByText('1 of 2 points, pass with 100%')).toBeVisible();
  await expect(page.getByText('of 3. This uses one.')).toBeVisible();
  await press('Start attempt 2');
  await expect(page.getByText('Question 1 of 2')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Lectures' })).toBeHidden();
  await page.getByRole('radio', { name: '₹3,20,000' }).locator('..').tap();
  await press('Check');
  await press('Next question');
  await putInOrder(page);
  await press('Check');
  await press('See your result');
  await expect(page.getByRole('heading', { name: 'You passed' })).toBeVisible();
  await expect(page.getByRole('tabpanel', { name: 'Lectures' })).toContainText('2 of 2 done');
  const { lectures } = await site.call(api.lectures.listLectures, learner.token, {
    params: { courseId: quiz.courseId },
  });
  expect(lectures.map(({ kind, progress }) => [kind, progress?.isDone])).toEqual([
    ['video', true],
    ['quiz', true],
  ]);
  await page.context().close();
});

test('a test with a time limit keeps its answers and its clock over a reload, and submits them when the time is over', async ({
  site,
  browser,
}) => {
  const learner = await site.aSubscriber();
  const settings = {
    mode: 'test',
    timeLimitMinutes: 20,
    maxAttempts: 1,
    shows: { answers: 'at_once', explanations: 'at_once' },
  } as const;
  const quiz = await aQuiz(site, { title: 'Test: both sides', settings, questionsOf });
  const page = await aPhone(browser, site, learner);
  const press = presserOn(page);
  await page.goto(quiz.address);
  await expect(page.getByText('You have 20 min. The clock keeps running if you leave.')).toBeVisible();
  await press('Start the test');
  await page.getByRole('radio', { name: '₹3,20,000' }).locator('..').tap();
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await site.advance(5 * 60_000);
  await page.reload();
  await expect(page.getByText('Question 2 of 2')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^14:\d\d left$/);
  await page.getByRole('button', { name: 'Previous question' }).tap();
  await expect(page.getByRole('radio', { name: '₹3,20,000' })).toBeChecked();

  // Leaving asks for confirmation, and coming back leads straight to the question.
  const leaving = page.getByRole('dialog', { name: 'Leave the test?' });
  await page.getByRole('button', { name: 'Leave the quiz' }).tap();
  await expect(leaving).toContainText(/You have 14:\d\d left, and 1 of 2 questions are open\./);
  await expect(leaving.getByRole('button', { name: 'Stay in the test' })).toBeFocused();
  await leaving.getByRole('button', { name: 'Stay in the test' }).tap();
  await page.goBack();
  await expect(leaving).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave the quiz' }).tap();
  await leaving.getByRole('button', { name: 'Leave, clock running' }).tap();
  await expect(page.getByRole('heading', { name: /^1 of 2 answered · 14:\d\d left$/ })).toBeVisible();
  await page.goto(quiz.address);
  await expect(page.getByText('Question 2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Previous question' }).tap();

  // Without a connection an answer waits, also for a page that is opened again.
  await page.context().setOffline(true);
  await page.getByRole('radio', { name: '₹1,10,000' }).locator('..').tap();
  await expect(page.getByText('Not saved yet. It’s sent once you’re online.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await press('Next question');
  await press('Submit test');
  const dialog = page.getByRole('dialog', { name: 'Submit this test?' });
  await expect(dialog).toContainText('You answered all 2 questions.');
  await dialog.getByRole('button', { name: 'Keep working' }).tap();

  await site.advance(20 * 60_000);
  await page.reload();
  await expect(page.getByRole('heading', { name: /and you pass$/ })).toBeVisible();
  await expect(page.getByText('You have no attempts left.')).toBeVisible();
  const first = page.getByRole('listitem').filter({ hasText: 'How much are October’s sales?' });
  await expect(first).toContainText('₹1,10,000');
  await page.context().close();
});
