import type { Locator, Page } from '@playwright/test';
import { HOUR_MS } from '#contract/durations.ts';
import { api } from '#contract/api.ts';
import { CLIENT, startOpenidProvider } from '#test/openid-provider.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite, PASSWORD } from './site.ts';

const FAILED = 'The login at the other service failed. Please try again.';

const setUp = async (owner: Page, issuer: string): Promise<void> => {
  await owner.goto('/admin/settings/login');
  await owner.getByLabel('Log in with another service').selectOption('Another one (OpenID Connect)');
  await owner.getByLabel('Name', { exact: true }).fill('School ID');
  await owner.getByLabel('Issuer').fill(issuer);
  await owner.getByLabel('Client ID').fill(CLIENT.clientId);
  await owner.getByLabel('Client secret').fill(CLIENT.clientSecret);
  await owner.getByRole('button', { name: 'Save changes' }).click();
  await expect(owner.getByText('All changes saved')).toBeVisible();
};

/** A user without a password confirms by a new login, and returns to the page. */
const confirmByLogin = async (page: Page, go: Locator): Promise<void> => {
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByLabel('Password')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Log in again' }).click();
  await expect(page).toHaveURL('/login');
  await go.click();
  await expect(page).toHaveURL('/user/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('dialog', { name: 'Set up an authenticator app' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
};

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
};

test(
  'visitors sign up and log in with the service that the owner has set up, and know what failed',
  { tag: ['@long'] },
  async ({ browser }) => {
    const site = createSite(await startRealServer({ hasAdmin: true }));
    const provider = await startOpenidProvider(`${site.origin}/login/return`);
    provider.people.set('asha', { sub: 'asha', email: 'asha@school.example', email_verified: true, name: 'Asha Rao' });
    const isolated = { baseURL: site.origin, serviceWorkers: 'block', reducedMotion: 'reduce' } as const;
    const [ownerContext, visitorContext] = [await browser.newContext(isolated), await browser.newContext(isolated)];
    try {
      await storeSessionIn(ownerContext, site.origin, await site.admin());
      await setUp(await ownerContext.newPage(), provider.issuer);
      const { token } = await site.admin();
      await site.call(api.sitePages.publish, token, { params: { slug: 'terms' }, body: {} });

      const page = await visitorContext.newPage();
      const [go, profile] = [
        page.getByRole('button', { name: 'Continue with School ID' }),
        page.getByRole('link', { name: 'Profile of Asha Rao' }),
      ];
      await page.goto('/login');
      await go.click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('heading', { name: 'Not logged in' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveText(FAILED);
      await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
      await page.getByRole('link', { name: 'Create an account' }).click();
      await expect(page.getByRole('heading', { name: 'Signup' })).toBeVisible();
      await go.click();
      await page.getByLabel('Account').fill('asha');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(profile).toBeVisible();
      await expect(page).toHaveURL('/');
      await page.goto('/user/security');
      await expect(page.getByRole('region', { name: 'What you accepted' })).toContainText('Terms');
      await logOut(page);

      // The service knows the browser, and the school where its user wanted to go.
      await page.goto('/learning');
      await go.click();
      await expect(profile).toBeVisible();
      await expect(page).toHaveURL('/learning');
      await page.goto('/user/security');
      await expect(page.getByRole('listitem').filter({ hasText: 'School ID' })).toContainText('asha@school.example');
      await site.advance(HOUR_MS);
      await confirmByLogin(page, go);
      await logOut(page);

      // A login that begins in Hindi ends in Hindi.
      await site.call(api.settings.saveLanguages, token, { body: { language: 'en', others: ['hi'] } });
      await page.goto('/hi/learning');
      await page.getByRole('button', { name: 'School ID से जारी रखें' }).click();
      await expect(page).toHaveURL('/hi/learning');
      await page.goto('/learning');
      await logOut(page);

      // The service is down, and what the school read of it is old.
      await provider.close();
      await site.advance(HOUR_MS);
      await page.goto('/login');
      await go.click();
      await expect(page.getByText(FAILED)).toBeVisible();
      const { user } = await site.aVisitorWhoRegisters();
      await page.getByLabel('Email').fill(user.email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page.getByRole('link', { name: `Profile of ${user.fullName}` })).toBeVisible();
    } finally {
      await Promise.all([ownerContext.close(), visitorContext.close()]);
      await site.stop();
    }
  },
);
