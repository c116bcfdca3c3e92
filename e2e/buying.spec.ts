import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { media, PASSWORD } from './site.ts';

const NAME = 'Ledger and Lamp Bookkeepers Co';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  settings: { BRAND_NAME: NAME },
});

/** Counts the fingers that touch a page, also across documents. */
const countTaps = async (page: Page): Promise<() => number> => {
  let taps = 0;
  await page.exposeFunction('tapped', () => (taps += 1));
  await page.addInitScript(() =>
    addEventListener('pointerdown', ({ pointerType }) => {
      if (pointerType === 'touch' && window === top && 'tapped' in window && typeof window.tapped === 'function')
        window.tapped();
    }),
  );
  return () => taps;
};

const expectOrder = async (page: Page, title: string): Promise<void> => {
  const order = page.getByRole('region', { name: 'Your order' });
  await expect(order.getByText(title)).toBeVisible();
  await expect(order.getByText('All courses · 1 year')).toBeVisible();
  await expect(order.getByText('₹499')).toBeVisible();
  await expect(order.getByText('100% refund on cancellation within 7 days of purchase')).toBeVisible();
};

const fillByTouch = async (page: Page, label: string, text: string): Promise<void> => {
  const field = page.getByLabel(label, { exact: true });
  await field.tap();
  await field.fill(text);
};

test('a stranger on a phone reaches the payment window in 7 taps, with course and price in sight', async ({
  page,
  site,
}) => {
  const title = 'Buying by touch';
  const courseId = await site.aCourse({ title });
  const taps = await countTaps(page);
  // A person reads before the first press: by then the program of the page runs.
  await page.goto(`/courses/description?course=${courseId}`, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Subscribe' }).locator('visible=true').first().tap();
  await expect(page).toHaveURL('/signup');
  await expectOrder(page, title);
  await expect(page.getByRole('region', { name: 'Your order' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Step 1 of 2. You pay in the next step.')).toBeVisible();

  const chosen = page.waitForEvent('filechooser');
  await page.getByLabel('Avatar').tap();
  await (await chosen).setFiles(media('avatar.png'));
  await fillByTouch(page, 'Full Name', 'Meera Nair');
  await fillByTouch(page, 'Email', `meera-${Date.now()}@reader.example`);
  await fillByTouch(page, 'Password', PASSWORD);
  expect(await page.locator('main form').locator('input, select, textarea').count()).toBe(4);
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByRole('main').getByText(title).first()).toBeVisible();
  await page.getByRole('button', { name: 'Buy Now' }).tap();
  await expect(
    page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }),
  ).toBeVisible();
  expect(taps()).toBe(7);
});

test('the order outlives a reload, Back, and the way from the sign-up to the login', async ({ page, site }) => {
  const title = 'Buying with detours';
  const courseId = await site.aCourse({ title });
  const { user } = await site.aVisitorWhoRegisters();
  await page.goto(`/courses/description?course=${courseId}`);
  await page.getByRole('link', { name: 'Subscribe' }).locator('visible=true').first().tap();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).tap();
  await expect(page).toHaveURL('/login');
  await expectOrder(page, title);
  await expect(page.getByText('Log in or create an account to subscribe. ₹499 for 1 year.')).toBeVisible();
  await page.reload();
  await expectOrder(page, title);
  await page.goBack();
  await expect(page).toHaveURL('/signup');
  await expectOrder(page, title);
  // The button of the header leads there too.
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).tap();
  await expectOrder(page, title);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).tap();
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByRole('main').getByText(title).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText(title).first()).toBeVisible();
});

test('a link to a plan shows that plan at the login, and leads back to it', async ({ page }) => {
  await page.goto('/checkout?gift=yes');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('region', { name: 'Your order' }).getByText('Subscription Bundle')).toBeVisible();
  await page.goto('/login');
  await expect(page.getByText('Pick up where you left off.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your order' })).toHaveCount(0);
});

test('the header shows a name of 30 characters whole, and the login', async ({ page }) => {
  await page.goto('/');
  const name = page.getByRole('banner').getByText(NAME);
  const isCut = await name.evaluate(
    // Less than a line: letters may reach below their line.
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight + 8,
  );
  expect(isCut).toBe(false);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeInViewport({ ratio: 1 });
});
