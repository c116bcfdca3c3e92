import type { Page } from '@playwright/test';
import { DAY_MS } from '#contract/durations.ts';
import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite } from './site.ts';

/** Opens the checkout and its payment window; returns the id of the subscription that it is for. */
const openWindow = async (page: Page): Promise<string> => {
  // The page asks as it opens: who listens only then may be late.
  const started = page.waitForResponse((response) => response.url().endsWith('/payments/subscribe'));
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Buy Now' }).click();
  const { subscription_id: id } = api.payments.subscribe.response.parse(await (await started).json());
  await expect(inWindow(page).getByRole('button', { name: 'Success' })).toBeVisible();
  return id;
};

const inWindow = (page: Page) => page.frameLocator('iframe[title="Test payment"]');
const profile = (page: Page) => page.getByRole('main');

test('a learner who buys can watch the lectures', { tag: ['@RZP-10.1'] }, async ({ page, site, signIn }) => {
  const courseId = await site.theCourse();
  await signIn(await site.aVisitorWhoRegisters());
  await openWindow(page);
  await inWindow(page).getByRole('button', { name: 'Success' }).click();
  await expect(page).toHaveURL('/checkout/success');
  await page.goto('/user/profile');
  await expect(profile(page).getByText('Active', { exact: true })).toBeVisible();
  const played = page.waitForResponse((response) => response.url().includes('/media/'));
  await page.goto(`/courses/description?course=${courseId}`);
  await page.getByRole('link', { name: 'Watch lectures' }).first().click();
  expect((await played).ok()).toBe(true);
});

test(
  'a payment that completes after the tab was closed grants access',
  { tag: ['@RZP-7.4', '@RZP-10.2'] },
  async ({ page, context, site, signIn, request }) => {
    await signIn(await site.aVisitorWhoRegisters());
    const id = await openWindow(page);
    const later = await context.newPage();
    await page.close();
    await request.post('/sandbox/control/pay', { data: { subscription_id: id, outcome: 'success' } });
    await expect(async () => {
      await later.goto('/user/profile');
      await expect(profile(later).getByText('Active', { exact: true })).toBeVisible({ timeout: 20_000 });
    }).toPass();
  },
);

test(
  'a reopened payment window continues the same purchase',
  { tag: ['@RZP-7.1', '@RZP-10.7'] },
  async ({ page, site, signIn }) => {
    await signIn(await site.aVisitorWhoRegisters());
    const first = await openWindow(page);
    await inWindow(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('iframe[title="Test payment"]')).toHaveCount(0);
    expect(await openWindow(page)).toBe(first);
  },
);

test(
  'the bundle is refundable until the end of the seventh day, and not after',
  { tag: ['@long', '@RZP-7.18', '@RZP-7.19', '@RZP-10.9'] },
  async ({ browser }) => {
    const server = await startRealServer({ hasAdmin: true });
    try {
      const site = createSite(server);
      const [early, late] = [await site.aSubscriber(), await site.aSubscriber()];
      await server.advance(6 * DAY_MS);
      const open = async (account: typeof early, aheadMs: number): Promise<Page> => {
        const context = await browser.newContext();
        await storeSessionIn(context, server.origin, account);
        const page = await context.newPage();
        await page.clock.install({ time: Date.now() + aheadMs });
        await page.goto(`${server.origin}/user/profile`);
        return page;
      };
      const inside = await open(early, 6 * DAY_MS);
      await inside.getByRole('button', { name: 'Cancel and refund' }).click();
      await inside.getByRole('dialog').getByRole('button', { name: 'Cancel and refund' }).click();
      await expect(inside.getByText('Course bundle cancelled successfully')).toBeVisible();
      await expect(profile(inside).getByText('Inactive')).toBeVisible();

      await server.advance(2 * DAY_MS);
      const outside = await open(late, 8 * DAY_MS);
      await expect(profile(outside).getByText('Active', { exact: true })).toBeVisible();
      await expect(outside.getByText(/Ends on \d+ \w+ \d{4}, does not renew/)).toBeVisible();
      await expect(outside.getByRole('button', { name: 'Cancel and refund' })).toHaveCount(0);
    } finally {
      await server.stop();
    }
  },
);

test('an admin opens a dispute in the sandbox’s test console, and sees it settled', async ({ page, site }) => {
  const learner = await site.aSubscriber();
  await page.goto('/sandbox');
  await expect(page).toHaveURL('/sandbox/console');
  const purchase = page.locator('.purchase').first();
  await purchase.getByRole('button', { name: 'Dispute it' }).click();
  await expect(purchase.getByText('dispute (chargeback) open')).toBeVisible();
  const status = async () => (await site.call(api.accounts.me, learner.token)).user.subscription.status;
  await expect.poll(status).toBe('inactive');
  await purchase.getByRole('button', { name: 'Dispute won' }).click();
  await expect.poll(status).toBe('active');
  await page.getByLabel('Lose the next').fill('2');
  await page.getByRole('button', { name: 'Set webhooks' }).click();
  await expect(page.getByRole('status')).toHaveText('Set.');
  await page.getByRole('button', { name: 'Reset all switches' }).click();
  await expect(page.getByLabel('Lose the next')).toHaveValue('0');
});
