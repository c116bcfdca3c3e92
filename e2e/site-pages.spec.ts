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

test('a new account accepts the terms, and is asked again when they change', async ({ browser }) => {
  const site = createSite(await startRealServer({ hasAdmin: true, settings: {} }));
  const owner = await browser.newContext();
  await storeSessionIn(owner, site.origin, await site.admin());
  const page = await owner.newPage();
  await page.goto(`${site.origin}/admin/settings/pages`);
  await page.getByRole('button', { name: 'Publish version 1' }).click();
  await expect(page.getByText('accepted by 0 buyers, 0 accounts')).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const learner = await phone.newPage();
  await learner.goto(`${site.origin}/signup`);
  await expect(learner.getByText('By creating an account you accept Terms.')).toBeVisible();
  await learner.getByLabel('Avatar').setInputFiles('test/media/avatar.png');
  await learner.getByLabel('Full Name').fill('Meera Nair');
  await learner.getByLabel('Email').fill('meera.nair@school.example');
  await learner.getByLabel('Password', { exact: true }).fill('a monsoon of words');
  const recorded = learner.waitForResponse('**/user/consents');
  await learner.getByRole('button', { name: 'Create Account' }).tap();
  expect((await recorded).status()).toBe(200);

  await page.getByLabel('Text').fill('## Who sells\nSomeone else');
  await page.getByLabel('Ask everyone to accept the next version').check();
  await page.getByRole('button', { name: 'Publish version 2' }).click();
  await expect(page.getByText('accepted by 0 buyers, 1 account')).toBeVisible();
  await learner.goto(site.origin);
  const bar = learner.getByRole('complementary', { name: 'Changed pages' });
  await bar.getByRole('link', { name: 'Terms' }).tap();
  await expect(learner.getByText('Someone else')).toBeVisible();
  await bar.getByRole('button', { name: 'Accept' }).tap();
  await expect(bar).toBeHidden();
  await learner.goto(`${site.origin}/user/security`);
  await expect(learner.getByText('Terms, version 2')).toBeVisible();
  for (const context of [owner, phone]) await context.close();
  await site.stop();
});
