import type { Browser, Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { DAY_MS } from '#contract/durations.ts';
import { api } from '../contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { type Account, createSite, PASSWORD, type Site } from './site.ts';

declare global {
  interface Window {
    axe: { run(page: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** A window of this person, whose clock is that of the server. */
const windowOf = async (browser: Browser, site: Site, account: Account, width = 390): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    reducedMotion: 'reduce',
    baseURL: site.origin,
  });
  await storeSessionIn(context, site.origin, account);
  const page = await context.newPage();
  await page.clock.install({ time: site.now() });
  return page;
};

const expectNoViolations = async (page: Page): Promise<void> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, {}));
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};

const sellInParts = async (page: Page): Promise<void> => {
  await page.goto('/admin/plans');
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add plan' }).click();
  await sheet.getByLabel('Name').fill('Foundation');
  await sheet.getByLabel('Price in ₹', { exact: true }).fill('6000');
  await sheet.getByLabel('Unit').selectOption('year');
  await sheet.getByLabel('May be paid in parts').check();
  await expect(sheet.getByText('Together ₹6,000, the price')).toBeVisible();
  await sheet.getByLabel('Part 3, in ₹').fill('1800');
  await expect(sheet.getByText('₹200 less than the price of ₹6,000')).toBeVisible();
  await sheet.getByRole('button', { name: 'Save plan' }).click();
  await expect(sheet.getByText('The parts must add up to the price').first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Split evenly' }).click();
  await expectNoViolations(page);
  await sheet.getByRole('button', { name: 'Save plan' }).click();
  await expect(page.getByRole('button', { name: 'Actions for Foundation' })).toBeVisible();
  await expect(page.getByText('or in 3 parts')).toBeVisible();
};

const payInWindow = async (page: Page): Promise<void> =>
  page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).click();

test(
  'a learner pays in three parts, misses one, loses access, pays and continues',
  { tag: ['@long'] },
  async ({ browser }) => {
    const site = createSite(await startRealServer({ hasAdmin: true }));
    try {
      const course = await site.aCourse({ title: 'Statistics' });
      await site.aLecture(course, { title: 'What a mean hides' });
      const owner = await windowOf(browser, site, await site.admin(), 1440);
      await sellInParts(owner);
      const { plans } = await site.call(api.plans.listAll, (await site.admin()).token, {});
      const planId = plans.find(({ name }) => name === 'Foundation')?._id ?? '';

      const learner = await site.aVisitorWhoRegisters({ fullName: 'Asha Rao' });
      const phone = await windowOf(browser, site, learner);
      await phone.goto(`/checkout?plan=${planId}`);
      await expect(phone.getByRole('radio', { name: /^₹6,000 now/ })).toBeChecked();
      await phone.getByRole('radio', { name: /^₹2,000 now then 2 × ₹2,000 on/ }).check();
      await expectNoViolations(phone);
      await phone.getByRole('button', { name: 'Buy Now' }).click();
      await payInWindow(phone);
      await expect(phone.getByText('Welcome to the pro bundle')).toBeVisible();
      await phone.goto('/user/profile');
      const parts = phone.getByRole('region', { name: 'Foundation, in parts' });
      await expect(parts.getByText('Paid')).toBeVisible();
      await expect(parts.getByText(/^₹4,000 left to pay\. Without the next part, access pauses after/)).toBeVisible();
      await expectNoViolations(phone);

      const { lectures } = await site.call(api.lectures.listLectures, learner.token, { params: { courseId: course } });
      const params = { lectureId: lectures[0]?._id ?? '' };
      await site.call(api.progress.mark, learner.token, { params, body: { isDone: true } });

      await site.advance(34 * DAY_MS);
      const { email } = learner.user;
      const later = await site.call(api.accounts.login, undefined, { body: { email, password: PASSWORD } });
      const again = await windowOf(browser, site, later);
      await again.goto(`/course/displaylectures?course=${course}`);
      await expect(
        again.getByText(/^Part 2, ₹2,000, was due on .* Pay it to continue where you left off\.$/),
      ).toBeVisible();
      await expectNoViolations(again);

      const owing = await windowOf(browser, site, await site.admin(), 1440);
      await owing.goto('/admin/owed');
      await expect(owing.getByText('₹2,000 from 1 person.')).toBeVisible();
      await expect(owing.getByRole('link', { name: 'Asha Rao' })).toBeVisible();
      await expectNoViolations(owing);

      await again.getByRole('link', { name: 'Pay part 2, ₹2,000' }).click();
      await expect(again.getByRole('radio', { name: /^Part 2/ })).toBeChecked();
      await expectNoViolations(again);
      await again.getByRole('button', { name: 'Pay ₹2,000' }).click();
      await payInWindow(again);
      await expect(again.getByRole('heading', { level: 2, name: 'What a mean hides' })).toBeVisible();
      await owing.reload();
      await expect(owing.getByText('Nobody owes a part.')).toBeVisible();
    } finally {
      await site.stop();
    }
  },
);
