import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { api } from '#contract/api.ts';
import { expect, refusal, test } from './fixtures.ts';
import { aQuiz } from './quiz-scene.ts';
import type { Account, Site } from './site.ts';
import { publicPages, visitorsPages } from '#test/public-pages.ts';

declare global {
  interface Window {
    axe: { run(page: Document, options: RunOptions): Promise<AxeResults> };
  }
}

const people = ['a visitor', 'a learner', 'a subscriber', 'an admin'] as const;
type Person = (typeof people)[number];

/** Every page by the person who sees most of it. */
const pages: Record<Person, [name: string, address: string][]> = {
  'a visitor': [
    ...[...publicPages, ...visitorsPages].map(([path, heading]): [string, string] => [heading, path]),
    ['reset-password', '/reset-password/some-token'],
    ['invitation', '/invitation/some-token'],
    ['courses-none-found', '/courses?search=no-such-course'],
    ['course', '/courses/description?course=ID'],
    ['course-gone', '/courses/description?course=gone'],
    ['denied', '/denied'],
    ['not-found', '/no/such/page'],
  ],
  'a learner': [
    ['checkout', '/checkout'],
    ['checkout-gift', '/checkout?gift=yes'],
    ['checkout-success', '/checkout/success'],
    ['checkout-fail', '/checkout/fail'],
    ['change-password', '/changepassword'],
    ['edit-profile', '/user/editprofile'],
  ],
  'a subscriber': [
    ['profile', '/user/profile'],
    ['lectures', '/course/displaylectures?course=ID'],
    ['notes', '/course/displaylectures?course=ID&tab=notes'],
    ['learning', '/learning'],
    ['offline', '/offline'],
  ],
  'an admin': [
    ['lectures-of-admin', '/course/displaylectures?course=ID'],
    ['add-lecture', '/course/addlecture?course=ID'],
    ['create-course', '/course/create'],
    ['edit-course', '/course/edit?course=ID'],
    ['course-details', '/course/edit?course=ID&tab=details'],
    ['course-publish', '/course/edit?course=ID&tab=publish'],
    ['admin-courses', '/admin/courses'],
    ['plans', '/admin/plans'],
    ['limit-settings', '/admin/settings/limits'],
    ['first-steps', '/admin/settings/first-steps'],
    ['recently-deleted', '/admin/deleted'],
    ['dashboard', '/admin/dashboard'],
    ['payments', '/admin/payments'],
    ['payment', '/admin/payments/PAYMENT'],
    ['who-owes', '/admin/owed'],
    ['people', '/admin/people'],
    ['person', '/admin/people/PERSON'],
    ['import-people', '/admin/people/imports'],
    ['found-copy', '/admin/people/found-copy?code=CCCCCC'],
    ['course-protection', '/course/edit?course=ID&tab=protection'],
    ['selling', '/admin/selling'],
    ['inbox', '/admin/inbox'],
    ['outbox', '/admin/outbox'],
    ['backups', '/admin/backups'],
    ['settings', '/admin/settings'],
    ['school-settings', '/admin/settings/school'],
    ['email-settings', '/admin/settings/email'],
    ['email-texts', '/admin/settings/email-texts'],
    ['payment-settings', '/admin/settings/payments'],
    ['seller-settings', '/admin/settings/seller'],
    ['system', '/admin/system'],
  ],
};

const accountOf = (site: Site, person: Person): Promise<Account> | undefined => {
  if (person === 'a learner') return site.aVisitorWhoRegisters();
  if (person === 'a subscriber') return site.aSubscriber();
  return person === 'an admin' ? site.admin() : undefined;
};

/** The address with what it is about: a course that is there, a purchase, its buyer. */
const filled = async (site: Site, address: string): Promise<string> => {
  const courseId = await site.theCourse();
  if (!/PAYMENT|PERSON/.test(address)) return address.replace('ID', courseId);
  const { user, token } = await site.aSubscriber();
  const { purchases } = await site.call(api.payments.purchases, token);
  return address.replace('PAYMENT', purchases[0]?.paymentId ?? '').replace('PERSON', user._id);
};

const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .skeleton-block')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Enough for a page that was looked at and has only changed its theme since. */
const COLOURS = ['color-contrast'];

/** What axe finds on the page as it stands, in the page's own frame: there are no others. */
const problemsOf = async (page: Page, rules = EVERYTHING): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, {
      runOnly,
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id} ${String(target)} ${failureSummary}`),
    );
  }, rules);
};

const useTheme = async (page: Page, theme: 'morning' | 'evening'): Promise<void> => {
  await page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen;
  }, theme);
  // Colours glide from one theme to the other, a page from one width to the other; what is measured is where they end.
  // What follows its parent's colour begins to glide when the parent has arrived.
  await page.evaluate(async () => {
    // What turns as long as something loads never ends.
    const ending = () =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity);
    do {
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      });
      await Promise.all(ending().map(({ finished }) => finished.catch(() => undefined)));
    } while (ending().length > 0);
  });
};

const lookAt = async (page: Page, name: string): Promise<void> => {
  await useTheme(page, 'morning');
  expect.soft(await problemsOf(page), `${name} in the morning, on a screen`).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  await useTheme(page, 'evening');
  expect.soft(await problemsOf(page), `${name} in the evening, on a phone`).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${name} on a phone`).toBeLessThanOrEqual(0);
};

// One test for all pages of a person: a browser that has read the program once opens the next page in half the time.
for (const person of people) {
  test(
    `every page of ${person} is accessible in both themes and on a phone`,
    { tag: ['@ADD-23', '@ADD-25', '@long'] },
    async ({ page, site, signIn, consoleErrors }) => {
      consoleErrors.allow(refusal(403, 404, 409));
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const screen = page.viewportSize();
      const account = await accountOf(site, person);
      if (account) await signIn(account);
      for (const [name, address] of pages[person]) {
        if (screen) await page.setViewportSize(screen);
        await open(page, await filled(site, address));
        await lookAt(page, name);
      }
    },
  );
}

const expectReadable = async (page: Page): Promise<void> => {
  await useTheme(page, 'morning');
  expect(await problemsOf(page), 'in the morning').toEqual([]);
  await useTheme(page, 'evening');
  expect(await problemsOf(page, COLOURS), 'in the evening').toEqual([]);
};

test(
  'the menu and a dialog are accessible in both themes',
  { tag: ['@ADD-23', '@long'] },
  async ({ page, site, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(await site.admin());
    await site.theCourse();
    await open(page, '/admin/dashboard');
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await expect(page.getByText('Are you sure you want to delete the course ?')).toBeVisible();
    await expectReadable(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await expectReadable(page);
  },
);

/** A payment in cash of today, so that there is a cash book. */
const aCashPayment = async (site: Site): Promise<void> => {
  const { token } = await site.admin();
  const off = { upi: false, upiId: '', upiText: '', bank: false, bankText: '', other: false, otherText: '' };
  const ask = { askName: '', askHours: '', askPhone: '', staffRecords: false };
  await site.call(api.settings.saveWays, token, {
    body: { ...off, ...ask, cash: true, cashText: 'At the desk, in the mornings.' },
  });
  const { user } = await site.aVisitorWhoRegisters();
  const [plan] = (await site.call(api.plans.listAll, token, {})).plans;
  await site.call(api.ways.record, token, {
    params: { userId: user._id },
    body: {
      planId: plan?._id ?? '',
      way: 'cash',
      amountInPaise: plan?.priceInPaise ?? 0,
      receivedOn: new Date().toISOString().slice(0, 10),
    },
  });
};

test(
  'the release dialog, the sheet that extends access and the cash book are accessible in both themes',
  { tag: ['@ADD-23', '@long'] },
  async ({ page, site, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(await site.admin());
    const courseId = await site.theCourse();
    await aCashPayment(site);
    await open(page, `/course/edit?course=${courseId}`);
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'When it opens' }).click();
    await page.getByLabel('On a date').check();
    await page.getByLabel('Date', { exact: true }).fill('2099-01-01');
    await expect(page.getByText(/^(Opens later for|Changes nothing for)/)).toBeVisible();
    await expectReadable(page);
    await open(page, '/admin/plans');
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Extend access' }).click();
    await page.getByRole('dialog').getByLabel('Last day').fill('2099-01-01');
    await expect(page.getByRole('dialog').getByText(/^\d+ (person|people)$/)).toBeVisible();
    await expectReadable(page);
    await open(page, '/admin/dashboard');
    await expect(page.getByRole('heading', { name: 'Cash book' })).toBeVisible();
    await expectReadable(page);
  },
);

const aQuizOfOne = (site: Site) =>
  aQuiz(site, {
    settings: { passPercent: 100 },
    questionsOf: (videoId) => [
      {
        type: 'single',
        text: 'How much are October’s sales?',
        explanation: 'A sale counts on the day the cakes are handed over.',
        explainedAt: { lectureId: videoId, fromMs: 0, toMs: 1000 },
        options: [{ text: '₹3,20,000', isCorrect: true }, { text: '₹2,10,000' }],
      },
    ],
  });

/** Looks at a page as it stands; the window is as wide again afterwards. */
const lookerAt = (page: Page) => {
  const screen = page.viewportSize() ?? { width: 1280, height: 900 };
  return async (name: string): Promise<void> => {
    await lookAt(page, name);
    await page.setViewportSize(screen);
  };
};

const LESSON = `## What you need

1. Install the program:

   \`\`\`
   npm install --save-exact a-package-with-a-long-name another-package-with-a-long-name and-a-third-one
   \`\`\`

2. Open the page:
   - on a phone
     > held upright
   - [ ] on a computer, with \`npm start\` before
   - [x] on paper

| Month | Sales | Costs | Cash at the end of the month | What happened |
| --- | ---: | ---: | ---: | :-- |
| October | ₹3,20,000 | ₹2,10,000 | ₹45,000 | [The bill](https://kiln.example/bill) came **later** |

## الفرن

1. أولا
2. ثانيا
`;

test(
  'a lesson with lists, tasks, a table and code is accessible, and what is wide scrolls by keyboard',
  { tag: ['@ADD-23', '@long'] },
  async ({ page, site, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { token } = await site.admin();
    const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
    const fields = { kind: 'text', title: 'One month of your own bills', text: LESSON } as const;
    await site.call(api.lectures.addLectureOfKind, token, { params: { courseId }, fields });
    await signIn(await site.aSubscriber());
    await open(page, `/course/displaylectures?course=${courseId}`);
    await expect(page.getByRole('heading', { name: 'What you need' })).toBeVisible();
    await lookAt(page, 'a lesson');
    for (const wide of [page.getByRole('group', { name: 'Table' }), page.locator('.rich-text pre')]) {
      await wide.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => wide.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    }
  },
);

test('a quiz is accessible to learners', { tag: ['@ADD-23', '@long'] }, async ({ page, site, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const look = lookerAt(page);
  const quiz = await aQuizOfOne(site);
  await signIn(await site.aSubscriber());
  await open(page, quiz.address);
  await look('the rules of a quiz');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('₹2,10,000').click();
  await look('a question');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('Not this one')).toBeVisible();
  await look('a checked question');
  await page.getByRole('button', { name: 'See your result' }).click();
  await expect(page.locator('.quiz-percent')).toHaveText('0%');
  await look('a result');
});

test(
  'the pages of a quiz are accessible to its teachers',
  { tag: ['@ADD-23', '@long'] },
  async ({ page, site, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const look = lookerAt(page);
    const { courseId, quizId: lectureId } = await aQuizOfOne(site);
    for (const fullName of ['Meera Nair', 'Arjun Rao', 'Dev Patel']) {
      const { token } = await site.aSubscriber({ fullName });
      const { attempt } = await site.call(api.quizzes.start, token, { params: { courseId, lectureId } });
      const params = { courseId, lectureId, attemptId: attempt._id };
      await site.call(api.quizzes.submit, token, { params, body: { answers: [] } });
    }
    await signIn(await site.admin());
    const editor = `/course/quiz?course=${courseId}&lecture=${lectureId}`;
    await open(page, editor);
    await look('the editor of a quiz');
    await open(page, `${editor}&tab=results`);
    await look('the results of a quiz');
    // Beside the list of attempts, a name leads to the person.
    await page.getByRole('table', { name: 'Attempts' }).getByRole('link', { name: 'Meera Nair' }).click();
    await expect(page.getByRole('heading', { name: 'Meera Nair' })).toBeVisible();
    await expect(page.getByText('Right answer')).toBeVisible();
    await look('the attempt of a learner');
    await open(page, '/teach/week');
    await expect(page.getByRole('heading', { name: 'Failed in quizzes' })).toBeVisible();
    await look('the week of a teacher');
  },
);

test('the first Tab skips to the content, and the focus is visible', { tag: ['@ADD-24'] }, async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await page.keyboard.press('Tab');
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
  expect(outline).not.toBe('none');
});

test('the theme follows the system until one is chosen, and the choice is kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/');
  const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await page.getByRole('button', { name: 'Use light theme' }).first().click();
  await expect.poll(paper).not.toBe(dark);
  await page.reload();
  expect(await paper()).not.toBe(dark);
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('morning');
});

test('the API page is accessible, also on a phone', { tag: ['@long'] }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/api/docs');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await problemsOf(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await problemsOf(page, COLOURS), 'dark').toEqual([]);
});
