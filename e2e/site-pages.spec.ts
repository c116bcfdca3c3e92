import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite } from './site.ts';

test('an owner publishes terms and a page of their own, and a buyer reads them before paying', async ({ browser }) => {
  const site = createSite(await startRealServer({ hasAdmin: true, settings: { SELLER_NAME: 'Asha Raman' } }));
  const owner = await browser.newContext();
  await storeSessionIn(owner, site.origin, await site.admin());
  const page = await owner.newPage();
  await page.goto(`${site.origin}/admin/settings/pages`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Asha Raman sells the courses on this site.');
  await page.getByLabel('Text').fill('## Who sells\n{seller} for {price}');
  await expect(preview).toContainText('Asha Raman for ₹499');
  await page.getByRole('button', { name: 'Publish version 1' }).click();
  await expect(page.getByText('accepted by 0 buyers')).toBeVisible();

  await page.getByRole('button', { name: 'New page' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Visit the studio');
  await page.getByRole('button', { name: 'Add page' }).click();
  const editor = page.getByRole('form', { name: 'Visit the studio' });
  await editor.getByLabel('Text').fill('We open on **Saturdays**.');
  await editor.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await editor.getByRole('button', { name: 'Publish version 1' }).click();
  await expect(page.getByRole('link', { name: '/pages/visit-the-studio' })).toBeVisible();

  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const reading = await visitor.newPage();
  await reading.goto(site.origin);
  await reading.getByRole('contentinfo').getByRole('link', { name: 'Visit the studio' }).click();
  await expect(reading.getByRole('heading', { name: 'Visit the studio', level: 1 })).toBeVisible();
  await expect(reading.getByText('We open on Saturdays.')).toBeVisible();

  const buyer = await browser.newContext();
  await storeSessionIn(buyer, site.origin, await site.aVisitorWhoRegisters());
  const buying = await buyer.newPage();
  await buying.goto(`${site.origin}/checkout`);
  await expect(buying.getByText('By continuing you accept Terms.')).toBeVisible();
  await buying.getByText('By continuing').getByRole('link', { name: 'Terms' }).click();
  await expect(buying.getByText('Asha Raman for ₹499')).toBeVisible();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete page' }).click();
  await expect(page.getByText('Page deleted')).toBeVisible();
  const response = await reading.goto(`${site.origin}/pages/visit-the-studio`);
  expect(response?.status()).toBe(404);
  for (const context of [owner, visitor, buyer]) await context.close();
  await site.stop();
});
