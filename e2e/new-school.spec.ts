import type { Browser } from '@playwright/test';
import path from 'node:path';
import { api } from '#contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { type Account, createSite, PASSWORD, type Site } from './site.ts';

const PICTURES = path.resolve(import.meta.dirname, '..', 'docs', 'pictures');
const savesPictures = process.env['UPDATE_PICTURES'] === '1';

const setUpWithSamples = async (site: Site): Promise<Account> =>
  site.call(api.setup.finish, undefined, {
    body: {
      token: site.setupLink?.split('/').at(-1) ?? '',
      fullName: 'Nandini Kulkarni',
      email: 'head@school.example',
      password: PASSWORD,
      publicAddress: site.origin,
      withSamples: true,
    },
  });

interface Stop {
  name: string;
  address: string;
  heading: string | RegExp;
  who?: Account;
}

/** Opens a page on a phone by night; when the README's pictures are made, on a screen by day as well. */
const visit = async (browser: Browser, site: Site, { name, address, heading, who }: Stop): Promise<void> => {
  const onScreen = ['1440-light', 1440, 900, 'light'] as const;
  const onPhone = ['390-dark', 390, 844, 'dark'] as const;
  for (const [suffix, width, height, colorScheme] of savesPictures ? [onScreen, onPhone] : [onPhone]) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    if (who) await storeSessionIn(context, site.origin, who);
    const page = await context.newPage();
    await page.goto(`${site.origin}${address}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('[aria-busy="true"], .skeleton-block')).toHaveCount(0);
    if (savesPictures) {
      await page.waitForLoadState('networkidle');
      await expect(page.locator('.toast-card')).toHaveCount(0);
      await page.screenshot({ path: path.join(PICTURES, `${name}-${suffix}.png`), animations: 'disabled' });
    }
    await context.close();
  }
};

test('a new school with the sample courses has content on every page', async ({ browser }) => {
  test.setTimeout(180_000);
  const site = createSite(await startRealServer({ hasAdmin: false }));
  try {
    const address = new URL(site.setupLink ?? '', site.origin).pathname;
    await visit(browser, site, { name: 'setup', address, heading: 'Set up your school' });
    const admin = await setUpWithSamples(site);
    const { courses } = await site.call(api.catalog.listCourses, undefined);
    expect(courses.length).toBeGreaterThanOrEqual(3);
    const [{ _id: id, title } = { _id: '', title: '' }] = courses;
    const learner = await site.aVisitorWhoRegisters({ fullName: 'Arjun Menon' });
    const subscriber = await site.aSubscriber();
    const stops: Stop[] = [
      { name: 'home', address: '/', heading: 'Find out best Online Courses' },
      { name: 'courses', address: '/courses', heading: /course/i },
      { name: 'course', address: `/courses/description?course=${id}`, heading: title },
      { name: 'checkout', address: '/checkout', heading: 'Subscription Bundle', who: learner },
      { name: 'lectures', address: `/course/displaylectures?course=${id}`, heading: title, who: subscriber },
      { name: 'profile', address: '/user/profile', heading: subscriber.user.fullName, who: subscriber },
      { name: 'dashboard', address: '/admin/dashboard', heading: 'Admin Dashboard', who: admin },
      { name: 'settings', address: '/admin/settings', heading: 'Settings', who: admin },
    ];
    for (const stop of stops) await visit(browser, site, stop);
  } finally {
    await site.stop();
  }
});
