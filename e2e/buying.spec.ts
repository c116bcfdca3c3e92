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

/** Counts the fields that a finger touches, and everything else that it presses, also across documents and in the payment window. */
const countTaps = async (page: Page): Promise<() => { presses: number; fields: number }> => {
  const taps = { presses: 0, fields: 0 };
  await page.exposeFunction('tapped', (kind: 'presses' | 'fields') => (taps[kind] += 1));
  await page.addInitScript(() =>
    addEventListener('pointerdown', ({ pointerType, target }) => {
      if (pointerType === 'touch' && 'tapped' in window && typeof window.tapped === 'function')
        window.tapped(target instanceof HTMLInputElement ? 'fields' : 'presses');
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

test('a stranger on a phone gets from the link to the first second of the course with 5 taps and 3 fields', async ({
  page,
  site,
}) => {
  const title = 'Buying by touch';
  const courseId = await site.aCourse({ title });
  await site.aLecture(courseId, { title: 'What the thumb does' });
  const taps = await countTaps(page);
  const choosers: unknown[] = [];
  page.on('filechooser', (chooser) => choosers.push(chooser));
  // A person reads before the first press: by then the program of the page runs.
  await page.goto(`/courses/description?course=${courseId}`, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Subscribe' }).locator('visible=true').first().tap();
  await expect(page).toHaveURL('/signup');
  await expectOrder(page, title);
  await expect(page.getByRole('region', { name: 'Your order' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Step 1 of 2. You pay in the next step.')).toBeVisible();

  await fillByTouch(page, 'Full Name', 'Meera Nair');
  await expect(page.locator('.drop-zone svg')).toHaveText('MN');
  await fillByTouch(page, 'Email', `meera-${Date.now()}@reader.example`);
  await fillByTouch(page, 'Password', PASSWORD);
  await expect(page.getByText('Good. Hard to guess.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByRole('main').getByText(title).first()).toBeVisible();
  await page.getByRole('button', { name: 'Buy Now' }).tap();
  await page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successfull' })).toBeVisible();
  await expect(page.getByText(`Next: ${title}`)).toBeVisible();
  await page.getByRole('link', { name: 'Start watching' }).tap();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
  expect(taps()).toEqual({ presses: 5, fields: 3 });
  expect(choosers).toEqual([]);
  // The picture of the account is the one that was drawn.
  await page.goto('/user/profile');
  const picture = page.getByRole('main').locator('img').first();
  await expect(picture).toHaveAttribute('src', /\/files\/avatars\//);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('a photo replaces the initials, and the initials replace a file that is not an image', async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Full Name').fill('सीता देवी');
  const field = page.locator('.drop-zone');
  await expect(field.locator('svg')).toHaveText('सद');
  await page.getByLabel('Avatar').setInputFiles(media('three-seconds.mp4'));
  await expect(page.getByText('This file is not a supported image')).toBeVisible();
  await page.getByRole('button', { name: 'Use initials' }).tap();
  await expect(page.getByText('This file is not a supported image')).toHaveCount(0);
  await expect(field.locator('svg')).toHaveText('सद');
  await page.getByLabel('Avatar').setInputFiles(media('avatar.png'));
  await expect(field.getByText('avatar.png')).toBeVisible();
  await page.getByRole('button', { name: 'Use initials' }).tap();
  await page.getByLabel('Email').fill(`sita-${Date.now()}@reader.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).tap();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
  await expect(page).toHaveURL('/');
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
