import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';

test(
  'a coupon campaign: an owner adds a code, its link lowers the price, and a learner pays that',
  { tag: ['@long'] },
  async ({ page, browser, site, signIn }) => {
    await signIn(await site.admin());
    await page.goto('/admin/plans');
    await page.getByRole('button', { name: 'Add coupon' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a coupon' });
    await dialog.getByLabel('Code').fill('padhai100');
    await dialog.getByLabel('Discount').selectOption('Amount');
    await dialog.getByLabel('₹ off').fill('100');
    await dialog.getByLabel('Total uses').fill('50');
    await dialog.getByRole('button', { name: 'Save coupon' }).click();
    await expect(dialog).toHaveCount(0);
    const coupons = page.getByRole('region', { name: 'Coupons' });
    await expect(coupons.getByRole('row', { name: /PADHAI100/ })).toContainText('₹100 off0 of 50No endActive');

    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const learner = await site.aVisitorWhoRegisters();
    await storeSessionIn(context, site.origin, learner);
    const phone = await context.newPage();
    await phone.goto(`${site.origin}/checkout?coupon=padhai100`);
    await expect(phone.getByRole('region', { name: 'Price' })).toContainText('You pay₹399');
    await phone.getByRole('button', { name: 'Buy Now' }).tap();
    await phone.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).tap();
    await expect(phone).toHaveURL(`${site.origin}/checkout/success`);
    const { purchases } = await site.call(api.payments.purchases, learner.token);
    expect(purchases.map(({ amountInPaise }) => amountInPaise)).toEqual([39_900]);
    await context.close();

    await page.reload();
    await expect(coupons.getByRole('row', { name: /PADHAI100/ })).toContainText('1 of 50');
  },
);
