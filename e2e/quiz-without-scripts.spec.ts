import { devices } from '@playwright/test';
import { api } from '#contract/api.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { expect, test } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';
import { PASSWORD } from './site.ts';

const questionsOf = (videoId: string): NewQuizQuestion[] => [
  {
    type: 'single',
    text: 'How much are October’s sales?',
    explanation: 'A sale counts on the day the cakes are handed over.',
    explainedAt: { lectureId: videoId, fromMs: 300, toMs: 2500 },
    options: [{ text: '₹3,20,000', isCorrect: true }, { text: '₹2,10,000' }],
  },
  {
    type: 'multiple',
    text: 'What are costs?',
    options: [{ text: 'Rent', isCorrect: true }, { text: 'Flour', isCorrect: true }, { text: 'A loan' }],
  },
  { type: 'true_false', text: 'Profit is cash.', isTrue: false },
  { type: 'short', text: 'What is left after all costs?', accepted: ['profit'] },
  { type: 'number', text: 'How many cakes are a dozen?', value: 12 },
  {
    type: 'order',
    text: 'Put the life of a cake in order.',
    items: [{ text: 'The flour is bought' }, { text: 'The cake is baked' }, { text: 'The hotel pays' }],
  },
  {
    type: 'match',
    text: 'Find the day of each.',
    pairs: [
      { left: 'Sale', right: 'The cakes are handed over' },
      { left: 'Receipt', right: 'The money arrives' },
    ],
  },
  { type: 'blanks', text: 'Profit is {{1}} less {{2}}.', gaps: [['sales'], ['costs']] },
  { type: 'long', text: 'Why was there no cash in October?' },
];

test('a learner without JavaScript fails a quiz of every type on a phone, and passes the second try', async ({
  site,
  browser,
}) => {
  const learner = await site.aSubscriber();
  const settings = {
    mode: 'test',
    passPercent: 80,
    maxAttempts: 2,
    shows: { answers: 'at_once', explanations: 'at_once' },
  } as const;
  const quiz = await aQuiz(site, { settings, questionsOf });
  const phone = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } };
  const context = await browser.newContext({ baseURL: site.origin, ...phone, javaScriptEnabled: false });
  const page = await context.newPage();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  await page.goto(quiz.address);
  await page.getByRole('link', { name: 'Quizzes work without it.' }).tap();
  await page.getByLabel('Email').fill(learner.user.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press('Log in');
  await expect(page.getByText('You pass with 80%, that is 8 of 9 points.')).toBeVisible();
  await press('Start the test');
  const question = (number: number) => page.getByRole('group', { name: new RegExp(`^Question ${number} of 9`) });
  await question(1).getByLabel('₹2,10,000').check();
  await press('Submit test');
  await expect(page.getByText('Your answers are saved. Questions 2, 3, 4, 5, 6, 7, 8 and 9 are empty.')).toBeVisible();
  await press('Submit all the same');
  await expect(page.getByRole('heading', { name: '8 more points, and you pass' })).toBeVisible();
  await expect(page.getByText('A sale counts on the day the cakes are handed over.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Watch the minute that explains it (0:00)' })).toBeVisible();

  await press('Try again');
  await question(1).getByLabel('₹3,20,000').check();
  await question(2).getByLabel('Rent').check();
  await question(2).getByLabel('Flour').check();
  await question(3).getByLabel('False').check();
  await question(4).getByLabel('Your answer').fill('profit');
  await question(5).getByLabel('Your answer').fill('12');
  await press('Save');
  await expect(page.getByText('Your answers are saved.')).toBeVisible();
  await expect(question(5).getByLabel('Your answer')).toHaveValue('12');
  for (const [index, text] of ['The flour is bought', 'The cake is baked', 'The hotel pays'].entries())
    await question(6)
      .getByLabel(text)
      .selectOption(`Place ${index + 1}`);
  await question(7).getByLabel('Sale').selectOption('The cakes are handed over');
  await question(7).getByLabel('Receipt').selectOption('The money arrives');
  await question(8).getByLabel('Gap 1 of 2').fill('sales');
  await question(8).getByLabel('Gap 2 of 2').fill('costs');
  await question(9).getByLabel('Your answer').fill('The hotel pays in November.');
  const isWide = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth > innerWidth);
  expect(isWide).toBe(false);
  await press('Submit test');
  await expect(page.getByText('A person grades one of your answers.')).toBeVisible();
  const { token } = await site.admin();
  const [waiting] = (await site.call(api.quizzes.toGrade, token)).answers;
  await site.call(api.quizzes.grade, token, {
    params: { courseId: quiz.courseId, lectureId: quiz.quizId, attemptId: waiting?.attemptId ?? '' },
    body: { position: waiting?.position ?? 8, earned: 100 },
  });
  await page.getByRole('link', { name: 'Rules and attempts' }).tap();
  await expect(page.getByText('You passed with 100%')).toBeVisible();
  await context.close();
});
