import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import path from 'node:path';
import { api } from '#contract/api.ts';
import { expect, refusal, test } from './fixtures.ts';
import type { Account, Site } from './site.ts';

const PICTURES = path.resolve(import.meta.dirname, '..', 'docs', 'pictures');
const savesPictures = process.env['UPDATE_PICTURES'] === '1';

type Person = 'visitor' | 'learner' | 'subscriber' | 'admin';

/** Every page as the person who sees most of it, by the name of its picture. */
const pages: [name: string, address: string, person: Person][] = [
  ['home', '/', 'visitor'],
  ['about', '/about', 'visitor'],
  ['contact', '/contact', 'visitor'],
  ['signup', '/signup', 'visitor'],
  ['login', '/login', 'visitor'],
  ['forget-password', '/forget-password', 'visitor'],
  ['reset-password', '/reset-password/some-token', 'visitor'],
  ['courses', '/courses', 'visitor'],
  ['courses-none-found', '/courses?search=no-such-course', 'visitor'],
  ['course', '/courses/description?course=ID', 'visitor'],
  ['course-gone', '/courses/description?course=gone', 'visitor'],
  ['denied', '/denied', 'visitor'],
  ['not-found', '/no/such/page', 'visitor'],
  ['checkout', '/checkout', 'learner'],
  ['checkout-success', '/checkout/success', 'learner'],
  ['checkout-fail', '/checkout/fail', 'learner'],
  ['change-password', '/changepassword', 'learner'],
  ['edit-profile', '/user/editprofile', 'learner'],
  ['profile', '/user/profile', 'subscriber'],
  ['lectures', '/course/displaylectures?course=ID', 'subscriber'],
  ['lectures-of-admin', '/course/displaylectures?course=ID', 'admin'],
  ['add-lecture', '/course/addlecture?course=ID', 'admin'],
  ['create-course', '/course/create', 'admin'],
  ['edit-course', '/course/edit?course=ID', 'admin'],
  ['recently-deleted', '/admin/deleted', 'admin'],
  ['dashboard', '/admin/dashboard', 'admin'],
  ['payments', '/admin/payments', 'admin'],
  ['payment', '/admin/payments/PAYMENT', 'admin'],
  ['people', '/admin/people', 'admin'],
  ['person', '/admin/people/PERSON', 'admin'],
  ['selling', '/admin/selling', 'admin'],
  ['outbox', '/admin/outbox', 'admin'],
];

const accountOf = (site: Site, person: Person): Promise<Account> | undefined => {
  if (person === 'learner') return site.aVisitorWhoRegisters();
  if (person === 'subscriber') return site.aSubscriber();
  return person === 'admin' ? site.admin() : undefined;
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

const problemsOf = async (page: Page): Promise<string[]> => {
  // Without legacy mode every look opens a second page for frames of other origins, which these pages do not have.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} ${String(target)} ${failureSummary}`),
  );
};

const useTheme = async (page: Page, theme: 'morning' | 'evening'): Promise<void> => {
  await page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen;
  }, theme);
  // Colours glide from one theme to the other, a page from one width to the other; what is measured is where they end.
  await page.evaluate(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  });
};

for (const [name, address, person] of pages) {
  test(`${name}: readable by all in both themes, and on a phone [ADD-23, ADD-25]`, async ({
    page,
    site,
    signIn,
    complaints,
  }) => {
    complaints.allow(refusal(403, 404, 409));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const wanted = await filled(site, address);
    const account = await accountOf(site, person);
    if (account) await signIn(account);
    await open(page, wanted);
    await useTheme(page, 'morning');
    expect(await problemsOf(page), 'in the morning, on a screen').toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    await useTheme(page, 'evening');
    expect(await problemsOf(page), 'in the evening, on a phone').toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    if (savesPictures) await savePictures(page, name);
  });
}

const savePictures = async (page: Page, name: string): Promise<void> => {
  for (const [theme, width, height] of [
    ['morning', 390, 844],
    ['morning', 1440, 900],
    ['evening', 1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await useTheme(page, theme);
    const file = `${name}-${width}${theme === 'evening' ? '-dark' : ''}.png`;
    await page.screenshot({ path: path.join(PICTURES, file), animations: 'disabled' });
  }
};

test('the menu and a question are readable by all in both themes [ADD-23]', async ({ page, site, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(await site.admin());
  await site.theCourse();
  await open(page, '/admin/dashboard');
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await expect(page.getByText('Are you sure you want to delete the course ?')).toBeVisible();
  for (const theme of ['morning', 'evening'] as const) {
    await useTheme(page, theme);
    expect(await problemsOf(page), theme).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  for (const theme of ['morning', 'evening'] as const) {
    await useTheme(page, theme);
    expect(await problemsOf(page), theme).toEqual([]);
  }
});

test('the first Tab skips to the content, and the focus is seen [ADD-24]', async ({ page }) => {
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

test('the API page is readable by all, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/api/docs');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  // Every call is drawn alike: looking at each of them takes most of a minute, at a few of each chapter not.
  await page.evaluate(() => {
    for (const section of document.querySelectorAll('section'))
      for (const article of [...section.querySelectorAll('article')].slice(3)) article.remove();
  });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await problemsOf(page), colorScheme).toEqual([]);
  }
});
