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
      // The bell of a user follows a stream, so that the network is never idle.
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      await expect(page.locator('.toast-card')).toHaveCount(0);
      await page.screenshot({ path: path.join(PICTURES, `${name}-${suffix}.png`), animations: 'disabled' });
    }
    await context.close();
  }
};

/** Samples tick nothing. A step done in the guide counts, and the first sale moves the guide to the settings. */
const followGuide = async (browser: Browser, site: Site, admin: Account): Promise<void> => {
  await visit(browser, site, { name: 'guide', address: '/admin/dashboard', heading: 'Admin Dashboard', who: admin });
  const context = await browser.newContext();
  await storeSessionIn(context, site.origin, admin);
  const page = await context.newPage();
  await page.goto(`${site.origin}/admin/dashboard`);
  const guide = page.getByRole('region', { name: 'Be open for business' });
  await expect(guide).toContainText('0 of 9 done');
  await expect(page.getByRole('region', { name: 'Revenue after fees', exact: true })).toHaveCount(0);
  await guide.getByRole('button', { name: 'Your first course' }).click();
  await expect(guide.getByRole('link', { name: 'Start from a sample' })).toHaveAttribute('href', /^\/course\/edit\?/);
  await guide.getByRole('button', { name: 'Price' }).click();
  await guide.getByRole('button', { name: 'Keep this price' }).click();
  await expect(guide).toContainText('1 of 9 done');
  await guide.getByRole('link', { name: 'Legal pages' }).click();
  await expect(page).toHaveURL(/\/admin\/settings\/pages$/);
  await page.goBack();
  await expect(guide).toContainText('1 of 9 done');

  await site.aSubscriber();
  await page.reload();
  await page.getByRole('link', { name: 'First steps 1 of 9 done' }).click();
  await expect(page).toHaveURL(/\/admin\/settings\/first-steps$/);
  await expect(guide).toContainText('The test purchase is made. Next: connect Razorpay');
  await context.close();
};

const learners = ['Aarav Sharma', 'Diya Nair', 'Kabir Singh', 'Meera Iyer', 'Rohan Das', 'Sana Shaikh', 'Vivaan Rao'];
const messages = [
  ['Meera Iyer', 'Thank you, the lecture on balance sheets finally made it clear.'],
  ['Rohan Das', 'The invoice needs our company’s GSTIN. Can it be added after the purchase?'],
  ['Diya Nair', 'Do you have a course on reading music? My daughter plays the flute and wants to learn notation.'],
] as const;

/** Makes the pictures of docs/owners.md that need people, messages and several plans. */
const runSchool = async (browser: Browser, site: Site, admin: Account): Promise<void> => {
  const monthly = { name: 'Monthly', priceInPaise: 7900, term: { unit: 'month', count: 1 }, isRenewing: true } as const;
  const forLife = { name: 'For life', priceInPaise: 299_900, term: { unit: 'lifetime', count: 1 } } as const;
  await site.call(api.plans.create, admin.token, { body: { ...monthly, refundDays: 7 } });
  await site.call(api.plans.create, admin.token, { body: { ...forLife, refundDays: 14, isVisible: false } });
  for (const [index, fullName] of learners.entries())
    await (index % 2 === 0 ? site.aSubscriber({ fullName }) : site.aVisitorWhoRegisters({ fullName }));
  for (const [name, message] of messages) {
    const email = `${name.toLowerCase().replace(' ', '.')}@home.example`;
    await site.call(api.contact.send, undefined, { body: { name, email, message } });
  }
  await visit(browser, site, { name: 'plans', address: '/admin/plans', heading: 'Plans', who: admin });
  await visit(browser, site, { name: 'admin-courses', address: '/admin/courses', heading: 'Courses', who: admin });
  await visit(browser, site, { name: 'people', address: '/admin/people', heading: 'People', who: admin });
  await visit(browser, site, { name: 'inbox', address: '/admin/inbox', heading: 'Inbox', who: admin });
};

test('a new school with the sample courses has content on every page', { tag: ['@long'] }, async ({ browser }) => {
  const site = createSite(await startRealServer({ hasAdmin: false }));
  try {
    const address = new URL(site.setupLink ?? '', site.origin).pathname;
    await visit(browser, site, { name: 'setup', address, heading: 'Set up your school' });
    const admin = await setUpWithSamples(site);
    const { samples } = await site.call(api.authoring.listCourses, admin.token);
    for (const { _id: courseId } of samples)
      await site.call(api.authoring.setCourseDraft, admin.token, { params: { courseId }, body: { isDraft: false } });
    const { courses } = await site.call(api.catalog.listCourses, undefined);
    expect(courses.length).toBeGreaterThanOrEqual(3);
    const [{ _id: id, title } = { _id: '', title: '' }] = courses;
    await followGuide(browser, site, admin);
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
    if (savesPictures) await runSchool(browser, site, admin);
  } finally {
    await site.stop();
  }
});
