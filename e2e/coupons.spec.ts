import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { ADMIN } from './real-server.ts';

const TEN_MINUTES_MS = 10 * 60_000;

test(
  'a coupon campaign: an owner adds a code, its link lowers the price, and a learner pays that',
  { tag: ['@long'] },
  async ({ page, browser, site, signIn, consoleErrors }) => {
    consoleErrors.allow(/admin\/coupons/);
    await signIn(await site.admin());
    await page.goto('/admin/plans');
    await page.getByRole('button', { name: 'Add coupon' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a coupon' });
    await dialog.getByLabel('Code').fill('padhai100');
    await dialog.getByLabel('Discount').selectOption('Amount');
    await dialog.getByLabel('₹ off').fill('100');
    await dialog.getByLabel('Total uses').fill('50');
    // After ten minutes money asks who it is. Without a response, nothing is saved, said or lost.
    await site.advance(TEN_MINUTES_MS);
    const save = dialog.getByRole('button', { name: 'Save coupon' });
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await save.click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await expect(save).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(dialog.getByLabel('₹ off')).toHaveValue('100');
    await save.click();
    await question.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await question.getByRole('button', { name: 'Confirm' }).click();
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
