import type { Browser, Page } from '@playwright/test';
import { DAY_MS } from '#contract/durations.ts';
import { api } from '../contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { type Account, createSite, PASSWORD, type Site } from './site.ts';

const LATER_MS = 370 * DAY_MS;

/** A phone of this person, whose clock is that of the server. */
const phoneOf = async (browser: Browser, site: Site, account: Account, aheadMs = 0): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    baseURL: site.origin,
  });
  await storeSessionIn(context, site.origin, account);
  const page = await context.newPage();
  if (aheadMs > 0) await page.clock.install({ time: Date.now() + aheadMs });
  return page;
};

/** A school that sells Statistics alone and everything, and gives Monsoon away. */
const openSchool = async (site: Site) => {
  const { token } = await site.admin();
  const [statistics, monsoon] = [await site.aCourse({ title: 'Statistics' }), await site.aCourse({ title: 'Monsoon' })];
  const planOf = async (name: string, courseId: string, priceInPaise: number): Promise<string> => {
    const term = { unit: 'lifetime' as const, count: 1 };
    const body = { name, opens: { courseIds: [courseId] }, priceInPaise, term, refundDays: 7 };
    await site.aLecture(courseId, { title: `The first of ${name}` });
    return (await site.call(api.plans.create, token, { body })).plan._id;
  };
  const plans = {
    statistics: await planOf('Statistics', statistics, 29_900),
    monsoon: await planOf('Monsoon', monsoon, 0),
  };
  return { statistics, monsoon, plans };
};

const seen = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).locator('visible=true').first()).toBeVisible();

const about = (courseId: string): string => `/courses/description?course=${courseId}`;
const classroom = (courseId: string): string => `/course/displaylectures?course=${courseId}`;

const later = async (site: Site, { user: { email } }: Account): Promise<Account> =>
  site.call(api.accounts.login, undefined, { body: { email, password: PASSWORD } });

test('three buyers with three histories see the right doors', { tag: ['@long'] }, async ({ browser }) => {
  const site = createSite(await startRealServer({ hasAdmin: true }));
  try {
    const { statistics, monsoon, plans } = await openSchool(site);
    const [asha, bela, chitra] = [
      await site.aVisitorWhoRegisters({ fullName: 'Asha Rao' }),
      await site.aVisitorWhoRegisters({ fullName: 'Bela Sen' }),
      await site.aVisitorWhoRegisters({ fullName: 'Chitra Das' }),
    ];

    await test.step('one buys a course alone, for life', async () => {
      const page = await phoneOf(browser, site, asha);
      await page.goto(about(statistics));
      await page.getByRole('link', { name: 'Buy Now' }).tap();
      await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();
      await page.getByRole('button', { name: 'Buy Now' }).tap();
      await page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).tap();
      await seen(page, 'You have Statistics now');
      await page.goto('/learning');
      await seen(page, 'Yours for life');
      await page.getByRole('link', { name: 'Start watching' }).tap();
      await expect(page).toHaveURL(new RegExp(`course=${statistics}`));
      await expect(page.getByRole('heading', { level: 2, name: 'The first of Statistics' })).toBeVisible();
      await page.goto(about(monsoon));
      await seen(page, 'Free with an account');
      await page.goto('/user/profile');
      await expect(page.getByRole('region', { name: 'Subscription' }).getByText('Inactive')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Your courses' }).getByText(/^For life · bought on/)).toBeVisible();
    });

    await test.step('another buys the bundle, which covers the course', async () => {
      await site.buy(bela);
      const page = await phoneOf(browser, site, bela);
      await page.goto(about(statistics));
      await seen(page, /^You have this course until .* through All courses\.$/);
      await page.goto(classroom(statistics));
      await page.getByRole('button', { name: 'Mark as watched' }).first().tap();
      await expect(page.getByRole('button', { name: 'Watched', exact: true }).first()).toBeVisible();
    });

    await test.step('the third gets the money back for one course, and keeps the free one', async () => {
      await site.buy(chitra, plans.statistics);
      await site.buy(chitra, plans.monsoon);
      const page = await phoneOf(browser, site, chitra);
      await page.goto('/user/profile');
      await page.getByRole('button', { name: 'Cancel and refund: Statistics' }).tap();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel and refund' }).tap();
      await seen(page, 'Purchase cancelled. Your refund has started.');
      await seen(page, /^Refund of ₹299 for Statistics (initiated|processed)\.$/);
      await expect(page.getByRole('region', { name: 'Your courses' }).getByRole('listitem')).toHaveText([
        'MonsoonFor life · free',
      ]);
      await page.goto('/learning');
      const ended = page.getByRole('region', { name: 'Ended' }).getByRole('listitem');
      await expect(ended).toContainText(/Being refunded|Refunded on \d+ \w+ \d{4}/);
      await expect(ended.getByRole('link', { name: 'Buy again: Statistics' })).toBeVisible();
      await expect(page.getByText('bundle')).toHaveCount(0);
      await page.goto(about(statistics));
      await expect(page.getByRole('link', { name: 'Buy Now' })).toBeVisible();
      await page.goto(classroom(monsoon));
      await expect(page.getByRole('heading', { level: 2, name: 'The first of Monsoon' })).toBeVisible();
    });

    await site.advance(LATER_MS);

    await test.step('the bundle has ended, with its ways back', async () => {
      const page = await phoneOf(browser, site, await later(site, bela), LATER_MS);
      await page.goto('/learning');
      await seen(page, /^Your bundle ended on \d+ \w+ \d{4}\.$/);
      const ended = page.getByRole('region', { name: 'Ended' }).getByRole('listitem');
      await expect(ended).toContainText('1 of 1 watched');
      await expect(ended.getByRole('link', { name: 'All courses ₹499' })).toBeVisible();
      await ended.getByRole('link', { name: 'Buy this course: Statistics' }).tap();
      await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();
      await page.goto(about(statistics));
      await expect(page.getByRole('link', { name: 'Watch lectures' })).toHaveCount(0);
    });

    await test.step('the course that was bought for life is open', async () => {
      const page = await phoneOf(browser, site, await later(site, asha), LATER_MS);
      await page.goto(about(statistics));
      await seen(page, 'You have this course for life.');
      await page.getByRole('link', { name: 'Watch lectures' }).tap();
      await expect(page.getByRole('heading', { level: 2, name: 'The first of Statistics' })).toBeVisible();
    });
  } finally {
    await site.stop();
  }
});
