import type { FrameLocator, Page, Route } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, refusal, test } from './fixtures.ts';

const openWindow = async (page: Page): Promise<FrameLocator> => {
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Buy Now' }).click();
  const paymentWindow = page.frameLocator('iframe[title="Test payment"]');
  await expect(paymentWindow.getByRole('button', { name: 'Success' })).toBeVisible();
  return paymentWindow;
};

const answerBadly =
  (message: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status: 502, json: { success: false, message, code: 'provider_failed' } });

test.describe('at the checkout a learner sees', () => {
  test.beforeEach(async ({ site, signIn }) => signIn(await site.aVisitorWhoRegisters()));

  test(
    'a window with the school, the price and the buyer, and that nobody is charged',
    { tag: ['@TRN-09'] },
    async ({ page }) => {
      const paymentWindow = await openWindow(page);
      await expect(paymentWindow.getByText('Test mode – nobody is charged')).toBeVisible();
      await expect(paymentWindow.getByText('Lectern')).toBeVisible();
      await expect(paymentWindow.getByText('Subscription')).toBeVisible();
      await expect(paymentWindow.getByText(/499/).first()).toBeVisible();
      await expect(paymentWindow.getByText('Meera Nair')).toBeVisible();
      // #F37254, the theme colour of the specification.
      await expect(paymentWindow.locator('.tile').first()).toHaveCSS('background-color', 'rgb(243, 114, 84)');
    },
  );

  test('an error when the script does not load', { tag: ['@RZP-7.34', '@TRN-07'] }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/);
    await page.route('**/checkout.js', (route) => route.abort());
    await page.goto('/checkout');
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await expect(page.getByText('Razorpay SDK failed to load. Check your connection.')).toBeVisible();
    await page.unroute('**/checkout.js');
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await expect(page.locator('iframe[title="Test payment"]')).toBeVisible();
  });

  test(
    'an error when the key cannot be fetched',
    { tag: ['@TRN-06', '@TRN-08', '@MSG-14'] },
    async ({ page, consoleErrors }) => {
      consoleErrors.allow(refusal(502));
      await page.route('**/payments/razorpay-key', answerBadly(''));
      await page.goto('/checkout');
      await expect(page.getByText('Something went wrong while fetching Razorpay ID')).toBeVisible();
      await page.getByRole('button', { name: 'Buy Now' }).click();
      await expect(page.getByText('Razorpay key or subscription ID is not available')).toBeVisible();
    },
  );

  test(
    'an error when the subscription cannot be created',
    { tag: ['@TRN-06', '@TRN-08', '@MSG-15'] },
    async ({ page, consoleErrors }) => {
      consoleErrors.allow(refusal(502));
      await page.route('**/payments/subscribe', answerBadly('Something went wrong while purchasing course bundle'));
      await page.goto('/checkout');
      await expect(page.getByText('Something went wrong while purchasing course bundle')).toBeVisible();
      await page.getByRole('button', { name: 'Buy Now' }).click();
      await expect(page.getByText('Razorpay key or subscription ID is not available')).toBeVisible();
    },
  );

  for (const [said, shown] of [
    ['', 'Payment verification failed'],
    ['The signature is invalid', 'The signature is invalid'],
  ] as const) {
    test(
      `an error when a payment is not verified: ${shown}`,
      { tag: ['@TRN-11', '@MSG-01', '@MSG-17', '@SCR-31'] },
      async ({ page, consoleErrors }) => {
        consoleErrors.allow(refusal(400));
        await page.route('**/payments/verify', (route) =>
          route.fulfill({ status: 400, json: { success: false, message: said, code: 'payment_unverified' } }),
        );
        const paymentWindow = await openWindow(page);
        await paymentWindow.getByRole('button', { name: 'Success' }).click();
        await expect(page.getByText(shown).first()).toBeVisible();
        await expect(page).toHaveURL('/checkout/fail');
        await expect(page.getByText('Oops! Your payment failed')).toBeVisible();
      },
    );
  }

  test(
    'a failed attempt, then a successful one, in the same window',
    { tag: ['@RZP-10.6', '@TRN-05', '@TRN-10', '@MSG-16'] },
    async ({ page }) => {
      const paymentWindow = await openWindow(page);
      await paymentWindow.getByRole('button', { name: 'Failure' }).click();
      await expect(paymentWindow.getByRole('alert')).toBeVisible();
      await paymentWindow.getByRole('button', { name: 'Success' }).click();
      await expect(page.getByText('Payment successful', { exact: true })).toBeVisible();
      await expect(page.getByText('Payment verified successfully', { exact: true })).toBeVisible();
      await expect(page).toHaveURL('/checkout/success');
      await page.goto('/user/profile');
      await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible();
    },
  );

  test(
    'the failure page after closing a failed attempt, and the way back to buying',
    { tag: ['@SCR-31'] },
    async ({ page }) => {
      const paymentWindow = await openWindow(page);
      await paymentWindow.getByRole('button', { name: 'Failure' }).click();
      await expect(paymentWindow.getByRole('alert')).toBeVisible();
      await paymentWindow.getByRole('button', { name: 'Close' }).click();
      await expect(page).toHaveURL('/checkout/fail');
      await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(page).toHaveURL('/checkout');
      await page.getByRole('button', { name: 'Buy Now' }).click();
      await page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).click();
      await expect(page).toHaveURL('/checkout/success');
    },
  );

  test('an unchanged page after closing the window', async ({ page }) => {
    const paymentWindow = await openWindow(page);
    await paymentWindow.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('iframe[title="Test payment"]')).toHaveCount(0);
    await expect(page).toHaveURL('/checkout');
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeEnabled();
  });

  test(
    'a bundle is cancelled inside the refund window, and access ends',
    { tag: ['@long', '@MSG-19'] },
    async ({ page, site }) => {
      const courseId = await site.aCourse();
      await site.aLecture(courseId);
      const paymentWindow = await openWindow(page);
      await paymentWindow.getByRole('button', { name: 'Success' }).click();
      await expect(page).toHaveURL('/checkout/success');
      await page.goto('/user/profile');
      await page.getByRole('button', { name: 'Cancel and refund' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel and refund' }).click();
      await expect(page.getByText('Course bundle cancelled successfully')).toBeVisible();
      await expect(page.getByRole('main').getByText('Inactive')).toBeVisible();
      await page.goto(`/courses/description?course=${courseId}`);
      await expect(page.getByRole('link', { name: 'Subscribe' }).first()).toBeVisible();
    },
  );
});

for (const who of ['a subscriber', 'an ADMIN']) {
  test(`${who} sees that the lectures are open already`, async ({ page, site, signIn, consoleErrors }) => {
    consoleErrors.allow(refusal(409));
    const account = who === 'an ADMIN' ? await site.admin() : await site.aSubscriber();
    await expect(site.call(api.payments.subscribe, account.token)).rejects.toThrow(/returned 409/);
    await signIn(account);
    await page.goto('/checkout');
    await expect(page.getByText('You already have access')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Buy Now' })).toHaveCount(0);
  });
}
