import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import type { Site } from './site.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A school with English and Hindi that has published what it is. */
const publish = async (site: Site): Promise<void> => {
  const { token } = await site.admin();
  await site.call(api.settings.saveLanguages, token, { body: { language: 'en', others: ['hi'] } });
  const params = { slug: 'about' };
  const body = { title: 'About us', body: 'We teach under a tree.\n\n{plans}' };
  await site.call(api.sitePages.save, token, { params, body });
  await site.call(api.sitePages.publish, token, { params, body: {} });
};

const translate = async (owner: Page): Promise<void> => {
  await owner.goto('/admin/settings/languages');
  await owner.getByRole('link', { name: 'Translate them' }).tap();
  const fill = (name: string, text: string): Promise<void> => owner.getByLabel(name, { exact: true }).fill(text);
  await fill('Title of a page', 'हमारे बारे में');
  await fill('Text of a page', 'हम पेड़ के नीचे पढ़ाते हैं।\n\n{plans}');
  await fill('Name of a plan', 'पूरा साल');
  await owner.getByRole('button', { name: 'Save translations' }).tap();
  await expect(owner.getByRole('button', { name: 'Save translations' })).toBeDisabled();
};

test('an owner translates a page and a plan, and a visitor reads both in Hindi', async ({ site, browser }) => {
  await publish(site);
  const context = await browser.newContext({ ...phone, baseURL: site.origin });
  await storeSessionIn(context, site.origin, await site.admin());
  await translate(await context.newPage());
  await context.close();
  const visitor = await browser.newContext({ ...phone, baseURL: site.origin });
  const page = await visitor.newPage();
  await page.goto('/hi/pages/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('हमारे बारे में');
  await expect(page.getByText('हम पेड़ के नीचे पढ़ाते हैं।')).toBeVisible();
  await expect(page.getByText('पूरा साल: सभी कोर्स', { exact: false })).toBeVisible();
  await visitor.close();
});
