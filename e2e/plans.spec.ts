import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite } from './site.ts';

test('an owner sells a monthly and a yearly plan', { tag: ['@long'] }, async ({ browser }) => {
  const site = createSite(await startRealServer({ hasAdmin: true }));
  const openAs = async (session: Parameters<typeof storeSessionIn>[2]) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
      baseURL: site.origin,
    });
    await storeSessionIn(context, site.origin, session);
    return context.newPage();
  };
  const buy = async (choose: (page: Awaited<ReturnType<typeof openAs>>) => Promise<void>, path = '/checkout') => {
    const page = await openAs(await site.aVisitorWhoRegisters());
    await page.goto(path);
    await choose(page);
    await page.getByRole('button', { name: 'Buy Now' }).click();
    await page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).click();
    await expect(page).toHaveURL('/checkout/success');
    await page.context().close();
  };
  try {
    const owner = await openAs(await site.admin());
    await owner.goto('/admin/plans');
    await owner.getByRole('button', { name: 'Add plan' }).click();
    const sheet = owner.getByRole('dialog');
    await sheet.getByLabel('Name').fill('Monthly');
    await sheet.getByLabel('Price in ₹', { exact: true }).fill('79');
    await sheet.getByRole('button', { name: 'Save plan' }).click();
    await expect(owner.getByText('Monthly', { exact: true })).toBeVisible();

    await buy(async (page) => {
      await expect(page.getByRole('radio', { name: /Yearly bundle/ })).toBeChecked();
      await page.getByText('Monthly', { exact: true }).click();
      await expect(page.getByText('All courses, valid for 1 month')).toBeVisible();
    });
    await buy(async (page) => {
      await expect(page.getByText('All courses, valid for 1 year')).toBeVisible();
    });

    // A new price is for the next buyers; a hidden plan is sold by its link.
    await owner.reload();
    const actions = owner.getByRole('button', { name: 'Actions for Monthly' });
    await actions.click();
    await owner.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    await sheet.getByLabel('Price in ₹', { exact: true }).fill('99');
    await owner.keyboard.press('Escape');
    await owner.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }).click();
    await sheet.getByLabel('Show on the site').uncheck();
    await expect(sheet.getByText('This makes version 2. 1 member keeps the price')).toBeVisible();
    await sheet.getByRole('button', { name: 'Save plan' }).click();
    const link = owner.getByText(/\/checkout\?plan=/);
    await expect(link).toBeVisible();
    await buy(
      async (page) => {
        await expect(page.getByText('All courses, valid for 1 month')).toBeVisible();
        await expect(page.getByRole('radio')).toHaveCount(0);
      },
      new URL((await link.textContent()) ?? '').href,
    );

    await owner.reload();
    await actions.click();
    await owner.getByRole('menuitem', { name: 'Versions' }).click();
    await expect(sheet.getByText('1 member, ₹99 this year.')).toBeVisible();
    await expect(sheet.getByText('1 member, ₹79 this year.')).toBeVisible();
  } finally {
    await site.stop();
  }
});
