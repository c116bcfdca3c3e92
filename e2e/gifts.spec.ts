import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { media } from './site.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test(
  'a gift is bought on a phone, and redeemed on another by a new user',
  { tag: ['@long'] },
  async ({ browser, site }) => {
    const giver = await site.aVisitorWhoRegisters({ fullName: 'Meera Nair' });
    const [bought, redeemed] = [await browser.newContext(phone), await browser.newContext(phone)];
    await storeSessionIn(bought, site.origin, giver);
    const checkout = await bought.newPage();
    await checkout.goto(`${site.origin}/checkout`);
    await checkout.getByRole('switch', { name: 'This is a gift' }).tap();
    await checkout.getByLabel('Their name').fill('Asha');
    await checkout.getByLabel('Message (optional)').fill('Happy birthday!');
    await checkout.getByRole('button', { name: 'Buy Now' }).tap();
    await expect(checkout.getByLabel('Their email')).toBeFocused();
    await checkout.getByLabel('Their email').fill('asha@example.in');
    await checkout.getByRole('button', { name: 'Buy Now' }).tap();
    await checkout.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).tap();
    await expect(
      checkout.getByText(/can’t send emails yet. Copy the link of your gift to Asha from your profile/),
    ).toBeVisible();

    const email = await site.emailTo('asha@example.in', 'gives you');
    const link = /\/gift\/[\w-]+/.exec(email)?.[0] ?? '';
    const gift = await redeemed.newPage();
    await gift.goto(`${site.origin}${link}`);
    await expect(gift.getByRole('heading', { name: 'A gift for you, Asha' })).toBeVisible();
    await expect(gift.getByText('Happy birthday!')).toBeVisible();
    await gift.getByRole('link', { name: 'Sign up and redeem' }).tap();
    await gift.getByLabel('Avatar').setInputFiles(media('avatar.png'));
    await gift.getByLabel('Full Name').fill('Asha Rao');
    await gift.getByLabel('Email').fill('asha.rao@example.in');
    await gift.getByLabel('Password', { exact: true }).fill('a password of the tests');
    await gift.getByRole('button', { name: 'Create Account' }).tap();
    await expect(gift.getByRole('heading', { name: 'Your gift is redeemed' })).toBeVisible();
    await gift.goto(`${site.origin}${link}`);
    await expect(gift.getByRole('heading', { name: 'This gift is yours' })).toBeVisible();
    await gift.getByRole('link', { name: 'Start learning' }).tap();
    await expect(gift).toHaveURL(/\/courses$/);

    await checkout.getByRole('link', { name: 'See your gifts' }).tap();
    await expect(checkout.getByRole('region', { name: 'Gifts' })).toContainText('Redeemed on');
    const { user } = await site.call(api.accounts.me, giver.token);
    expect(user.subscription.status).toBe('inactive');
    await Promise.all([bought.close(), redeemed.close()]);
  },
);
