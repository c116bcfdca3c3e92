import type { BrowserContext, Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { builtInsLackingIn } from '../scripts/browser-support.ts';
import { expect, test } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';
import type { Site } from './site.ts';

/** Deletes from a page what a browser lacks. Runs in the page, before any script of it. */
const removeBuiltIns = (names: readonly string[]): void => {
  const valueAt = (object: object, name: string): unknown => {
    const descriptor = Object.getOwnPropertyDescriptor(object, name);
    return descriptor?.value;
  };
  for (const name of names) {
    const [owner = '', member = ''] = name.split('.');
    const made = valueAt(globalThis, owner);
    if (member === '') Reflect.deleteProperty(globalThis, owner);
    else if (typeof made === 'function' || (typeof made === 'object' && made !== null)) {
      Reflect.deleteProperty(made, member);
      const prototype = valueAt(made, 'prototype');
      if (typeof prototype === 'object' && prototype !== null) Reflect.deleteProperty(prototype, member);
    }
    if (owner === 'Window' && member !== '') Reflect.deleteProperty(globalThis, member);
  }
};

/** The context lacks what Safari 16.4 lacks, also in the worker that reads PDFs. */
const becomeSafari = async (context: BrowserContext): Promise<void> => {
  const names = builtInsLackingIn('safari');
  expect(names).toEqual(
    expect.arrayContaining(['Map.groupBy', 'Promise.try', 'StorageManager.estimate', 'Iterator.from']),
  );
  await context.addInitScript(removeBuiltIns, names);
  await context.route(/pdf\.worker/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: `(${String(removeBuiltIns)})(${JSON.stringify(names)});\n${await response.text()}`,
    });
  });
};

const QUESTION: NewQuizQuestion = {
  type: 'single',
  text: 'Whose money is the loan?',
  options: [{ text: 'The bank’s', isCorrect: true }, { text: 'The shop’s' }],
};

const aCourseOfAllKinds = async (site: Site) => {
  const { token } = await site.admin();
  const quiz = await aQuiz(site, { settings: { mode: 'practice' }, questionsOf: () => [QUESTION] });
  const params = { courseId: quiz.courseId };
  const startsAt = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString();
  for (const lecture of [
    { fields: { kind: 'text', title: 'A month of bills', text: '## What you need\n\nA shoe box.\n\n- [ ] Sort' } },
    { fields: { kind: 'pdf', title: 'Cash plan' }, files: { lecture: 'cash-plan.pdf' } },
    { fields: { kind: 'audio', title: 'A call' }, files: { lecture: 'tone.mp3' } },
    { fields: { kind: 'live', title: 'On paper', startsAt, durationMinutes: 60, url: 'https://meet.example/paper' } },
  ] as const)
    await site.call(api.lectures.addLectureOfKind, token, { params, ...lecture });
  return quiz;
};

const lacks = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => [
    'groupBy' in Map,
    'withResolvers' in Promise,
    'union' in Set.prototype,
    'estimate' in navigator.storage,
    'from' in Iterator,
  ]);

test('nine pages work with everything removed that Safari 16.4 lacks', async ({ page, context, site, browser }) => {
  const quiz = await aCourseOfAllKinds(site);
  await becomeSafari(context);
  await page.goto(`/courses/description?course=${quiz.courseId}`);
  await expect(page.getByRole('heading', { name: 'The Shopkeeper’s Balance Sheet' }).first()).toBeVisible();
  await expect(page.getByText('A month of bills').first()).toBeVisible();
  expect(await lacks(page)).toEqual([false, false, false, false, false]);

  await page.goto('/signup');
  await page.getByLabel('Full Name').fill('Lata Menon');
  await expect(page.getByRole('button', { name: /Create|Sign/ }).first()).toBeEnabled();
  const learner = await site.aVisitorWhoRegisters();
  await page.goto('/login');
  await page.getByLabel('Email').fill(learner.user.email);
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
  expect(await page.getByText('Something went wrong').count()).toBe(0);

  const open = async (account: { user: object; token: string; role: string }): Promise<Page> => {
    const own = await browser.newContext({ baseURL: site.origin });
    await becomeSafari(own);
    await own.addInitScript(
      ({ role, data }) => {
        localStorage.setItem('isLoggedIn', 'true');
        localStorage.setItem('role', role);
        localStorage.setItem('data', data);
      },
      { role: account.role, data: JSON.stringify({ ...account.user, token: account.token }) },
    );
    return own.newPage();
  };
  const buyer = await open({ ...learner, role: 'USER' });
  await buyer.goto('/checkout');
  await buyer.getByRole('button', { name: 'Buy Now' }).click();
  const paymentWindow = buyer.frameLocator('iframe[title="Test payment"]');
  await paymentWindow.getByRole('button', { name: 'Success' }).click();
  await expect(buyer).toHaveURL(/checkout\/success/);

  await buyer.goto(`/course/displaylectures?course=${quiz.courseId}`);
  await expect(buyer.getByRole('region', { name: /^Video: Profit/ })).toBeVisible();
  await expect(buyer.locator('video')).toHaveJSProperty('error', null);
  await buyer.getByRole('button', { name: /A month of bills/ }).click();
  await expect(buyer.getByRole('heading', { name: 'What you need' })).toBeVisible();
  await buyer.getByRole('button', { name: /Cash plan/ }).click();
  await expect(buyer.getByText('Annapurna Bakery')).toBeAttached();
  await buyer.getByRole('button', { name: /A call/ }).click();
  await expect(buyer.getByRole('region', { name: 'Audio: A call' })).toBeVisible();
  await buyer.getByRole('button', { name: /On paper/ }).click();
  await expect(buyer.getByText(/Starts in (?:1 day|2 days)/)).toBeVisible();
  await buyer.goto(quiz.address);
  await expect(buyer.getByRole('heading', { name: 'Quiz: profit or cash?' }).first()).toBeVisible();
  await buyer.goto('/offline');
  await expect(buyer.getByText(/No lectures are downloaded/)).toBeVisible();

  const owner = await open({ ...(await site.admin()), role: 'ADMIN' });
  await owner.goto('/admin/dashboard');
  await expect(owner.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(owner.locator('.recharts-surface, svg.recharts-surface').first()).toBeAttached();
  await owner.goto(`/course/edit?course=${quiz.courseId}`);
  await expect(owner.getByText('A month of bills').first()).toBeVisible();
  for (const one of [buyer, owner]) {
    expect(await one.getByText('Something went wrong').count()).toBe(0);
    await one.context().close();
  }
});
