import { openFakeRazorpay } from './fake-razorpay.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite } from './site.ts';

test(
  'an owner connects Razorpay, goes live, and names the seller without a shell',
  { tag: ['@long'] },
  async ({ browser }) => {
    await using razorpay = await openFakeRazorpay();
    const site = createSite(await startRealServer({ hasAdmin: true, settings: { FAKE_RAZORPAY: razorpay.address } }));
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    try {
      await storeSessionIn(context, site.origin, await site.admin());
      const page = await context.newPage();
      await page.goto(`${site.origin}/admin/settings/payments`);
      const save = page.getByRole('button', { name: 'Save changes' });
      await page.getByText('More: webhook and plan ID').click();
      await expect(page.getByLabel('Webhook address')).toHaveValue(`${site.origin}/api/v1/payments/webhook`);

      await page.getByLabel('Key ID').fill(razorpay.keyId);
      await page.getByLabel('Key secret', { exact: true }).fill('not the secret');
      await page.getByRole('button', { name: 'Check connection' }).click();
      const section = page.getByRole('form', { name: 'Payments' });
      await expect(section.getByText('Razorpay rejected the keys.')).toBeVisible();
      await page.getByLabel('Key secret', { exact: true }).fill(razorpay.keySecret);
      await page.getByLabel('Plan ID').fill(razorpay.planId);
      await page.getByRole('button', { name: 'Check connection' }).click();
      await expect(section.getByText('The plan at Razorpay matches: ₹499.00 a year.')).toBeVisible();
      const webhookSecret = page.getByLabel('Webhook secret', { exact: true });
      await webhookSecret.fill('a secret of the webhook');
      await webhookSecret.press('Enter');
      await expect(page.getByText('All changes saved')).toBeVisible();
      await expect(page.getByLabel('Key secret', { exact: true })).toHaveValue(
        `••••••••${razorpay.keySecret.slice(-4)}`,
      );
      await expect(page.getByText('Test mode: nobody is charged.')).toBeVisible();

      await page.getByText('Live', { exact: true }).click();
      await expect(page.getByRole('group', { name: 'Switch to live mode?' })).toBeVisible();
      await expect(page.getByRole('radio', { name: 'Test' })).toBeChecked();
      const confirm = page.getByRole('button', { name: 'Switch to live mode' });
      await expect(confirm).toBeDisabled();
      await page.getByLabel('Type live to confirm').fill('live');
      await confirm.click();
      await expect(page.getByRole('radio', { name: 'Live' })).toBeChecked();
      await expect(page.getByText('Test mode: nobody is charged.')).toBeHidden();

      await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Receipts and tax/ })
        .click();
      await page.getByLabel('GSTIN').fill('29AAGCB7383J1Z5');
      await save.click();
      await expect(page.getByText('This is not a GSTIN. Check each of its 15 characters.').first()).toBeVisible();
      await page.getByLabel('GSTIN').fill('29AAGCB7383J1Z4');
      await save.click();
      await expect(page.getByRole('form', { name: 'Seller' }).getByRole('status')).toHaveText('All changes saved');
    } finally {
      await context.close();
      await site.stop();
    }
  },
);
