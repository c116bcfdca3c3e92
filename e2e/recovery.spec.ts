import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite } from './site.ts';

const FOUR_HOURS_MS = 4 * 60 * 60_000;

test(
  'an attempt that failed is listed with its reason, and its email leads back to the checkout',
  { tag: ['@long'] },
  async ({ browser }) => {
    const site = createSite(await startRealServer({ hasAdmin: true }));
    const [owner, buyer] = [await browser.newContext(), await browser.newContext()];
    try {
      await storeSessionIn(owner, site.origin, await site.admin());
      const account = await site.aVisitorWhoRegisters({ fullName: 'Kavya Subramaniam' });
      await storeSessionIn(buyer, site.origin, account);
      const school = await owner.newPage();
      await school.goto(`${site.origin}/admin/settings/email`);
      await school.getByLabel('Email buyers who did not finish a checkout').check();
      await school.getByRole('button', { name: 'Save changes' }).click();
      await expect(school.getByText('All changes saved')).toBeVisible();

      const checkout = await buyer.newPage();
      await checkout.goto(`${site.origin}/checkout`);
      await checkout.getByRole('button', { name: 'Buy Now' }).click();
      const paymentWindow = checkout.frameLocator('iframe[title="Test payment"]');
      await paymentWindow.getByRole('button', { name: 'Failure' }).click();
      await expect(paymentWindow.getByRole('alert')).toBeVisible();
      await paymentWindow.getByRole('button', { name: 'Close' }).click();

      await school.goto(`${site.origin}/admin/payments`);
      await school.getByRole('link', { name: 'Unfinished', exact: true }).click();
      const row = school.getByRole('row', { name: /Kavya Subramaniam/ });
      await expect(row).toContainText('The bank declined the payment.');
      await expect(row).toContainText('Yearly bundle');
      await expect(row).toContainText('Failed');

      await site.advance(FOUR_HOURS_MS);
      const email = await site.emailTo(account.user.email, 'is not finished');
      await school.goto(`${site.origin}/admin/outbox`);
      await school.getByRole('link', { name: 'Your purchase at Lectern is not finished' }).click();
      await expect(school.getByRole('heading', { level: 1 })).toContainText('is not finished');
      await school.goto(`${site.origin}/admin/checkouts`);
      await expect(row).toContainText('Sent');

      await checkout.goto(site.origin + (/\/checkout\?plan=[\w-]+/.exec(email)?.[0] ?? ''));
      await expect(checkout.getByRole('button', { name: 'Buy Now' })).toBeVisible();
      await checkout.goto(site.origin + (/\/opt-out\/[\w-]+/.exec(email.replaceAll('=\n', ''))?.[0] ?? ''));
      await checkout.getByRole('button', { name: 'Stop these emails' }).click();
      await expect(checkout.getByRole('heading', { name: 'You will get no more of these emails' })).toBeVisible();
    } finally {
      await Promise.all([owner.close(), buyer.close()]);
      await site.stop();
    }
  },
);
