import { expect } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { aQuiz } from '../../e2e/quiz-scene.ts';
import { media } from '../../e2e/site.ts';
import type { Page } from './page.ts';
import { story } from './story.ts';

const TEXT = '## What you need\n\n1. A shoe box\n\n   and a notebook\n2. The bills of **one month**';

story('a learner reads a text and a PDF, hears a sound, and sees when a class is', async ({ page, site, signIn }) => {
  const { token } = await site.admin();
  const params = { courseId: await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' }) };
  const startsAt = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString();
  for (const lecture of [
    { fields: { kind: 'text', title: 'One month of bills', text: TEXT } },
    { fields: { kind: 'pdf', title: 'Cash plan' }, files: { lecture: 'cash-plan.pdf' } },
    { fields: { kind: 'audio', title: 'A call with a caterer' }, files: { lecture: 'tone.mp3' } },
    { fields: { kind: 'live', title: 'On paper', startsAt, durationMinutes: 60, url: 'https://meet.example/paper' } },
  ] as const)
    await site.call(api.lectures.addLectureOfKind, token, { params, ...lecture });
  await signIn(await site.aSubscriber());
  await page.open(`/course/displaylectures?course=${params.courseId}`);
  const text = page.find('region', 'Text: One month of bills');
  await text.find('heading', 'What you need').appears();
  expect(await text.find('listitem').words()).toMatch(/A shoe box\s+and a notebook/);
  await page.find('button', 'Mark as read').press();

  await page.find('button', /Cash plan/).press();
  const pdf = page.find('region', 'PDF: Cash plan');
  await pdf.text('Page 1 of 2').appears();
  await pdf.text(/Annapurna Bakery/).appears();
  await pdf.find('button', 'Page 2').press();
  await pdf.text(/From hotels/).appears();

  await page.find('button', /A call with a caterer/).press();
  await page.find('region', 'Audio: A call with a caterer').appears();
  // It plays at once, and the next lecture opens at its end.
  const live = page.find('region', 'Live class: On paper');
  await live.text(/Starts in (?:1 day|2 days)/).appears();
  expect(await page.text(/meet\.example/).count()).toBe(0);
});

const check = async (page: Page, button = 'Check'): Promise<void> => {
  await page.find('button', button).press();
  await page.text(/^That’s right/).appears();
  await page.find('button', 'Next question').press();
};

story('a learner answers each kind of question', async ({ page, site, signIn }) => {
  const learner = await site.aSubscriber();
  const quiz = await aQuiz(site, {
    settings: { passPercent: 70, areOptionsShuffled: false },
    questionsOf: () => [
      { type: 'single', text: 'Sales?', options: [{ text: '₹3,20,000', isCorrect: true }, { text: '₹2,10,000' }] },
      {
        type: 'multiple',
        text: 'What are costs?',
        options: [{ text: 'Rent', isCorrect: true }, { text: 'Flour', isCorrect: true }, { text: 'A loan' }],
      },
      { type: 'true_false', text: 'Profit is cash.', isTrue: false },
      { type: 'short', text: 'What is left after all costs?', accepted: ["the baker's profit"] },
      { type: 'number', text: 'How much is the loss?', value: -1250.5 },
      {
        type: 'order',
        text: 'Put them in order.',
        items: [{ text: 'The flour is bought' }, { text: 'The hotel pays' }],
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
      { type: 'file', text: 'Send the cash plan.' },
      { type: 'long', text: 'Why was there no cash?' },
    ],
  });
  await signIn(learner);
  await page.open(quiz.address);
  await page.find('button', 'Start').press();
  await page.text('₹3,20,000').press();
  await check(page);
  for (const text of ['Rent', 'Flour']) await page.text(text).press();
  await check(page);
  await page.text('False').press();
  await check(page);
  await page.labelled('Your answer').type('The baker’s Profit');
  await check(page);
  await page.labelled('Your answer').type('−1,250.5');
  await check(page);
  const down = page.find('button', 'Move down: The hotel pays');
  if ((await down.read(z.string().nullable(), (button) => button.getAttribute('aria-disabled'))) !== 'true')
    await down.press();
  await check(page);
  await page.labelled('Sale').choose('The cakes are handed over');
  await page.labelled('Receipt').choose('The money arrives');
  await check(page);
  await page.labelled(/^Gap 1/).type('sales');
  await page.labelled(/^Gap 2/).type('costs');
  await check(page);
  await page.labelled('Choose a file').upload(media('cash-plan.pdf'));
  await page.text('cash-plan.pdf').appears();
  await page.find('button', 'Hand in').press();
  await page.find('button', 'Next question').press();
  await page.labelled('Your answer').type('The hotels paid late.');
  await page.find('button', 'Hand in').press();
  await page.find('button', 'See your result').press();
  await page.find('heading', 'Submitted').appears();
  await page.text(/^So far: 8 of 8 points/).appears();
});
