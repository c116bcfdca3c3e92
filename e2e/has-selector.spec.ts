import type { BrowserContext, Page } from '@playwright/test';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';

/** The context drops each rule with `:has()`, as Firefox does before 121, and gives pages their style sheets as they are. */
const lackHas = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const { supports } = CSS;
    CSS.supports = (...words: [string]) => !words[0].includes(':has(') && supports.apply(CSS, words);
  });
  await context.route(/\.css$/, async (route) => {
    if (route.request().resourceType() !== 'stylesheet') return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()).replaceAll(':has(', ':lacks(') });
  });
};

/** How each element looks. */
const looks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const names = [
      'display',
      'color',
      'backgroundColor',
      'borderTopColor',
      'outlineStyle',
      'opacity',
      'paddingBottom',
    ] as const;
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.checkVisibility() && element.closest('svg, .toast-pile') === null)
      .map((element) => {
        const style = getComputedStyle(element);
        return [element.localName, element.className, ...names.map((name) => style[name])].join(' ');
      });
  });

test('pages look as they do with :has() where a browser lacks it, before and after presses', async ({
  browser,
  site,
}) => {
  const admin = await site.admin();
  const open = async (lacks: boolean): Promise<Page> => {
    const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce' });
    if (lacks) await lackHas(context);
    await storeSessionIn(context, site.origin, admin);
    return context.newPage();
  };
  const [usual, lacking] = [await open(false), await open(true)];
  const same = async (): Promise<void> => {
    for (const page of [usual, lacking]) await page.mouse.move(0, 0);
    await expect.poll(() => looks(lacking)).toEqual(await looks(usual));
  };
  const questionsOf = (): NewQuizQuestion[] => [{ type: 'true_false', text: 'Profit is cash.', isTrue: true }];
  const { courseId, quizId } = await aQuiz(site, { settings: {}, questionsOf });
  for (const [address, thing] of [
    ['/admin/settings/look', (page: Page) => page.getByRole('radio').nth(1)],
    [`/teach/quiz?course=${courseId}&lecture=${quizId}`, (page: Page) => page.getByText('False', { exact: true })],
    ['/admin/people', (page: Page) => page.getByRole('button', { name: 'Add person' })],
  ] as const) {
    for (const page of [usual, lacking]) {
      await page.goto(address);
      await expect(thing(page)).toBeVisible();
      await expect(page.locator('.skeleton-block, [aria-busy=true]')).toHaveCount(0);
    }
    await same();
    for (const page of [usual, lacking]) await thing(page).click();
    await same();
  }
  await Promise.all([usual, lacking].map((page) => page.context().close()));
});
